/**
 * Clients that mirror bookings, and read no calendar of free rooms.
 *
 * @module
 */
import { expect, test } from 'vitest'
import { addDays } from '../../src/base/day.ts'
import { MINUTE_MS } from '../../src/base/duration.ts'
import { CORRECT } from './behaviour.ts'
import type { Result } from './channel.ts'
import type { Client } from './client.ts'
import { comparingServer } from './comparing-setup.ts'
import { frozen, playCase } from './scenario-case.ts'

const PROPERTIES = [1, 6]
const HOURS = 18
const AHEAD = 190

const server = comparingServer([frozen('cancellation-storm')])

/** A client that does the same for each property in each round. */
const inRounds =
  (round: (client: Client, property: number, number: number) => Promise<void>) =>
  async (client: Client): Promise<Result> => {
    for (let number = 0; number <= HOURS * 6; number++) {
      if (number > 0) await client.pass(10 * MINUTE_MS)
      for (const property of PROPERTIES) await round(client, property, number)
    }
    return { done: ['the shift'], left: [] }
  }

const list = async (client: Client, property: number): Promise<readonly number[]> => {
  const window = `${addDays(client.today, -1)}/${addDays(client.today, AHEAD)}`
  const text = JSON.stringify(await client.get<unknown>(`/listbooking/${property}/${window}`))
  return [...text.matchAll(/"contract_uid":"?(\d+)/g)].map(([, uid]) => Number(uid))
}

/** Reads the rooms of each booking once, and the bookings in each round. */
function mirrorByRooms(isLooking: (round: number) => boolean = () => true) {
  const known = new Set<number>()
  return inRounds(async (client, property, round) => {
    if (!isLooking(round)) return void (await client.get('/properties/all'))
    for (const booking of await list(client, property)) {
      if (known.has(booking)) continue
      known.add(booking)
      await client.get(`/listbooking/${property}/${booking}/rooms`)
    }
  })
}

/** Reads the timeline, a month at a time. */
const mirrorByTimeline = (isLooking: (round: number) => boolean = () => true) =>
  inRounds(async (client, property, round) => {
    if (!isLooking(round)) return void (await client.get('/properties/all'))
    for (let day = -1; day < AHEAD; day += 30) {
      const window = `${addDays(client.today, day)}/${addDays(client.today, day + 29)}`
      await client.get(`/properties/${property}/availabilities/timeline/${window}`)
    }
  })

const play = async (name: string, job: (client: Client) => Promise<Result>) => {
  const scenarioCase = {
    scenario: 'cancellation-storm',
    hasTraffic: true,
    job,
    correct: { does: '', result: { done: [], left: [] } },
    faulty: [],
  } as const
  const { report, stopped } = await playCase(scenarioCase, server(), name, CORRECT)
  expect(stopped).toBeUndefined()
  const { verdict, reasons, conformance } = report
  const states = Object.fromEntries(report.expectations.map(({ id, state }) => [id, state]))
  return { verdict, reasons, states, failed: conformance.counts.failed }
}

test('a mirror by the rooms of bookings is not blamed for nights that it opens without a call, and nothing says that it did', async () => {
  const { verdict, reasons, states } = await play('mirror-rooms', mirrorByRooms())
  expect(states).toMatchObject({ 'reads-cancellations': 'met', 'opens-again': 'inconclusive' })
  expect(verdict).toBe('inconclusive')
  expect(reasons).toEqual([
    expect.stringMatching(/^expectation opens-again is inconclusive: .* 0 missed, .* untold.*look at its own calendar$/),
  ])
})

test('a mirror by the timeline passes', async () => {
  expect(await play('mirror-timeline', mirrorByTimeline())).toMatchObject({ verdict: 'passed', reasons: [] })
})

test.each([
  ['rooms', mirrorByRooms],
  ['timeline', mirrorByTimeline],
] as const)('a mirror by %s that stops looking after five hours is failed', async (name, mirror) => {
  const { verdict, states } = await play(
    `mirror-${name}-stops`,
    mirror((round) => round < 30),
  )
  expect(states).toMatchObject({ 'reads-cancellations': 'unmet', 'opens-again': 'unmet' })
  expect(verdict).toBe('failed')
})
