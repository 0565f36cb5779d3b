import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { productOf } from '../../../src/api/product.ts'
import { refusalRow, refusalsWorded } from '../../../src/booking-api/refusal-table.ts'
import { factsOf } from '../../../src/cli/grade/grade.ts'
import { gradedRun } from '../../../src/cli/grade/recorded-calls.ts'
import { recordingTexts } from '../../../src/cli/record.ts'
import { checkConformance } from '../../../src/conformance/conformance.ts'
import { REFUSALS } from '../../../src/domain/refusal.ts'
import { startUnderstay, type Understay } from '../../../src/index.ts'
import { type Recorder, startRecorder } from '../../../src/recording/recorder.ts'
import { readRecording } from '../../../src/replay/har.ts'
import { openPool } from '../../clients/pooled-fetch.ts'

const PRODUCT = productOf('service')
const ROOM = '/blackbookings/1/1/2031-05-02'
const CHANNEL = { 'x-service-channel-name': 'told' }

let understay: Understay
let recorder: Recorder
beforeAll(async () => {
  understay = await startUnderstay()
})
afterAll(() => understay.close())

/** A client that is refused for each kind of reason, and goes on as if it were not. */
async function careless(): Promise<void> {
  const api = `${recorder.url}/service/api`
  // one after the other on one connection: a second one may belong to a thread that knows of no refusal
  const { fetch, close } = openPool(1)
  const signal = new AbortController().signal
  const tokenOf = async (scope: string): Promise<string> => {
    const { clientId, clientSecret } = understay.credentials
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope }
    const asked = await fetch(`${api}/oauth/token`, { method: 'POST', headers: {}, body: new URLSearchParams(form), signal })
    const { access_token: token } = JSON.parse(await asked.text()) as { readonly access_token?: string }
    return token ?? ''
  }
  const ask = async (token: string, path: string, method = 'GET') =>
    (
      await fetch(`${api}${path}`, {
        method,
        headers: { ...CHANNEL, ...(token && { authorization: `Bearer ${token}` }) },
        signal,
      })
    ).text()
  const [reads, writes] = [await tokenOf('properties_get'), await tokenOf('properties_get properties_set')]
  await tokenOf('no_such_scope')
  for (const _ of [1, 2, 3]) await ask(reads, ROOM, 'POST')
  for (const _ of [1, 2]) await ask(writes, ROOM, 'POST')
  for (const property of [1, 2, 3]) await ask(writes, `/listbooking/${property}`)
  await ask('', '/properties/all')
  await understay.clock.advance('61m')
  for (const _ of [1, 2, 3]) await ask(writes, '/listbooking/1')
  close()
}

/** The recording of a client by the recorder, and its calls. */
async function recorded(client: () => Promise<unknown>): Promise<string> {
  await understay.reset()
  recorder = await startRecorder({ upstream: understay.url, product: PRODUCT })
  await client()
  // a call is recorded after its response was sent
  await expect.poll(() => recorder.open()).toEqual([])
  await recorder.close()
  return [...recordingTexts(recorder, understay.url, PRODUCT, (har) => har)].join('')
}

const read = (har: string) => gradedRun(readRecording(har, PRODUCT.apiPath), PRODUCT.apiPath)
const codesOf = (har: string) => read(har).calls.map(({ refusalCode }) => refusalCode)
/** On a busy machine the clock of the sandbox may show a later millisecond than the call began: calls would seem to overlap. */
const withoutNotes = (har: string): string =>
  JSON.stringify(JSON.parse(har), (key, value) => (key === '_understay' ? undefined : key === 'time' ? 0 : value))

function outcomesOf(har: string): Readonly<Record<string, string>> {
  const { calls, missing, speed } = read(har)
  return Object.fromEntries(
    checkConformance(calls, factsOf(PRODUCT, { missing, speed })).rules.map(({ id, outcome }) => [id, outcome]),
  )
}

describe('the refusals of a recording are told by status and text', () => {
  test('in a recording of record, and in the journal without the fields of Understay, as the journal has them', async () => {
    const recording = await recorded(careless)
    const journal = await (await fetch(`${understay.url}/_understay/journal?format=har`)).text()
    const codes = codesOf(journal)
    expect(new Set(codes)).toEqual(
      new Set([undefined, 'scope_invalid', 'scope_not_held', 'room_taken', 'token_missing', 'token_expired']),
    )
    for (const har of [recording, withoutNotes(journal)]) {
      expect(codesOf(har)).toEqual(codes)
      expect(read(har).missing).not.toContain('refusal-codes')
      expect(read(har).notes[0]).toBe(
        'This file is not a journal of Understay: rules that depend on changed rows cannot be judged.',
      )
      const rules = ['auth/forbidden-no-retry', 'resilience/conflict-reviewed', 'resilience/no-retry-of-refusals']
      const of = (text: string) => rules.map((id) => outcomesOf(text)[id])
      expect(of(har)).toEqual(of(journal))
      expect(of(har)).toEqual(['failed', 'not-exercised', 'passed'])
    }
  })

  test.each([
    [
      'all detail',
      {
        status: 204,
        content: { size: 0, mimeType: '' },
        headers: [{ name: 'X-SERVICE-Error-Message', value: 'guest: must be 1' }],
      },
    ],
    ['missing', { status: 403, content: { size: 0, mimeType: '' }, headers: [] }],
    [
      'not in the words of the interface',
      { status: 403, content: { size: 9, mimeType: 'text/html', text: '<p>no</p>' }, headers: [] },
    ],
  ])('or not at all, when one text is %s', async (_, response) => {
    const har = JSON.parse(withoutNotes(await recorded(careless)))
    Object.assign(har.log.entries.at(-1).response, response)
    expect(new Set(codesOf(JSON.stringify(har)))).toEqual(new Set([undefined]))
    expect(read(JSON.stringify(har)).missing).toContain('refusal-codes')
  })

  test.each([0, 504])('or not at all, when the room may be taken by the same write, which was answered %i', async (status) => {
    const har = JSON.parse(withoutNotes(await recorded(careless)))
    const written = har.log.entries.find(
      (one: { response: { status: number }; request: { url: string } }) =>
        one.request.url.endsWith(ROOM) && one.response.status === 200,
    )
    Object.assign(written.response, { status, content: { size: 0, mimeType: '', text: '' } })
    expect(read(JSON.stringify(har)).missing).toContain('refusal-codes')
  })
})

test('every text without detail is of its refusal, and few are of several', () => {
  const plain = REFUSALS.flatMap((code) => {
    const { text } = refusalRow(code)
    return typeof text === 'string' ? [{ code, codes: refusalsWorded(text) }] : []
  })
  expect(plain.filter(({ code, codes }) => !codes.includes(code))).toEqual([])
  expect(plain.filter(({ codes }) => codes.length > 1).map(({ code }) => code)).toEqual(['session_property_unknown'])
  expect(refusalsWorded('Tariff type 7 not found')).toEqual(['tariff_unknown'])
  expect(refusalsWorded('Property uid not set for session')).toEqual(['session_not_initialised'])
  expect(refusalsWorded('')).toEqual([])
})
