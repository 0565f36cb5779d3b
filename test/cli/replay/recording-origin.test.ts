import { expect, test } from 'vitest'
import { originNotes } from '../../../src/cli/replay/recording-origin.ts'
import { harOf } from '../../../src/journal/har.ts'
import { readRecording } from '../../../src/replay/har.ts'

const place = {
  address: 'http://127.0.0.1:4010',
  sandbox: 'default',
  apiPath: '/service/api',
  sessionHeader: 'x-service-booking-session-id',
  channelHeader: 'x-service-channel-name',
  version: '1.0.0',
}
const text = (world?: { readonly seed: number; readonly scenario?: string }, indent?: number): string =>
  JSON.stringify(harOf([], { ...place, world }), null, indent)
const originOf = (har: string) => readRecording(har, place.apiPath).origin

test('a journal as HAR names the scenario and the seed of its sandbox', () => {
  expect(originOf(text({ seed: 7, scenario: 'webhook-twice' }))).toEqual({ seed: 7, scenario: 'webhook-twice' })
  expect(originOf(text({ seed: 3 }, 2))).toEqual({ seed: 3 })
  expect(originOf(text())).toEqual({})
  expect(originOf('{"log":{"version":"1.2","_understay":{"scenario":"a}b"},"entries":[]}}')).toEqual({ scenario: 'a}b' })
  expect(originOf('{"log":{"version":"1.2","_understay":{"scenario":1,"seed":"9"},"entries":[]}}')).toEqual({})
  const entry = {
    startedDateTime: '2026-11-20T15:00:00Z',
    request: { method: 'GET', url: 'http://a.test/' },
    _understay: { seed: 9 },
  }
  const response = { status: 200 }
  expect(originOf(JSON.stringify({ log: { version: '1.2', entries: [{ ...entry, response }] } }))).toEqual({})
})

const NO_FLAGS = { scenario: [], seed: 1 }

test.each([
  [{ seed: 7, scenario: 'webhook-twice' }, NO_FLAGS, ['with the scenario webhook-twice; add --scenario webhook-twice']],
  [{ scenario: 'rate-limited+slow-service' }, NO_FLAGS, ['; add --scenario rate-limited,slow-service']],
  [{ scenario: 'mine' }, NO_FLAGS, ['with the scenario mine; add --scenario FILE with the file it was made with']],
  [{ seed: 7 }, NO_FLAGS, ['with the seed 7, this world with 1: add --seed 7']],
  [{ seed: 1 }, NO_FLAGS, []],
  [{}, NO_FLAGS, []],
  [{ seed: 7, scenario: 'webhook-twice' }, { scenario: ['webhook-twice'], seed: 1 }, []],
])('a replay of %j with %j reports what is missing: %j', (origin, config, notes) => {
  expect(originNotes({ scenario: undefined, seed: undefined, ...origin }, config)).toEqual(
    notes.map((note) => expect.stringContaining(note)),
  )
})
