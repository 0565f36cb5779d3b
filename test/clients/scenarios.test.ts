/**
 * The bundled scenarios: a correct client passes each of them, and a client with one mistake is detected.
 *
 * @module
 */
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { workAllDay } from './all-day.ts'
import { type Behaviour, CORRECT } from './behaviour.ts'
import { bundled } from './comparing.ts'
import { comparingServer } from './comparing-setup.ts'
import { isHasty, testFaulty } from './faulty-clients.ts'
import { playDay, runOf } from './played.ts'
import { frozen, idleOf, playCase, unmetOf } from './scenario-case.ts'
import { SCENARIO_CASES } from './scenario-cases.ts'

const server = comparingServer(SCENARIO_CASES.map(({ scenario }) => frozen(scenario)))

for (const scenarioCase of SCENARIO_CASES) {
  describe.concurrent(scenarioCase.scenario, () => {
    const { scenario, correct } = scenarioCase

    test(`a correct client ${correct.does}`, async ({ expect }) => {
      const { report, ...end } = await playCase(scenarioCase, server(), `${scenario}-correct`, CORRECT)
      const { verdict, reasons, conformance } = report
      expect({ ...end, idle: idleOf(report) }).toEqual({ result: correct.result, stopped: undefined, idle: [] })
      expect({ verdict, reasons }).toEqual({ verdict: 'passed', reasons: [] })
      expect(conformance).toMatchObject({ passed: true, counts: { failed: 0, warned: 0 } })
    })

    testFaulty(scenarioCase, server, (one) => !isHasty(one))
  })
}

test.concurrent('a client that closes only the first night is detected by two-channels within the three minutes its page says', async ({
  expect,
}) => {
  const twoChannels = SCENARIO_CASES.find(({ scenario }) => scenario === 'two-channels')
  if (!twoChannels) throw new Error('two-channels has no case')
  const job = workAllDay({ properties: [6], hours: 3 }) // three minutes at 60x
  const { report } = await playCase({ ...twoChannels, job }, server(), 'three-minutes', {
    ...CORRECT,
    closedNights: 'the first night',
  })
  expect(unmetOf(report)).toContain('closes')
})

test.concurrent('a client that closes in time passes last-rooms also where a guest was faster', async ({ expect }) => {
  const lastRooms = SCENARIO_CASES.find(({ scenario }) => scenario === 'last-rooms')
  if (!lastRooms) throw new Error('last-rooms has no case')
  const job = workAllDay({ properties: [6], hours: 4, pause: 4 })
  const { report } = await playCase({ ...lastRooms, job }, server(), 'guest-faster', CORRECT)
  expect(report).toMatchObject({ verdict: 'passed', reasons: [] })
})

test.concurrent('a client that reads first, and leaves nights that a guest has, cannot be told by them, but by others', async ({
  expect,
}) => {
  const lastRooms = SCENARIO_CASES.find(({ scenario }) => scenario === 'last-rooms')
  if (!lastRooms) throw new Error('last-rooms has no case')
  const play = (name: string, closedNights: Behaviour['closedNights']) => {
    const job = workAllDay({ properties: [6], hours: 4, pause: 4, leavesTaken: true })
    return playCase({ ...lastRooms, job }, server(), name, { ...CORRECT, closedNights })
  }
  const { report } = await play('leaves-taken', CORRECT.closedNights)
  expect(report).toMatchObject({ verdict: 'inconclusive', conformance: { counts: { failed: 0 } } })
  expect(report.reasons).toContainEqual(expect.stringMatching(/^expectation never-oversold is inconclusive: .* own calendar$/))
  expect(unmetOf((await play('leaves-most', 'the first night')).report)).toContain('closes-a')
})

test.concurrent('a client that ignores sales may not be told by no-overbooking alone: the report says what to expect as well', async ({
  expect,
}) => {
  const day = {
    ...frozen('last-rooms'),
    until: '+40m',
    expect: [{ id: 'alone', invariant: 'no-overbooking', within: '1h' }],
  } as const
  const job = workAllDay({ properties: [6], hours: 2, pause: 4, desk: 'the next month' })
  const behaviour: Behaviour = { ...CORRECT, closedNights: 'none' }
  const { verdict, reasons } = await playDay(
    server(),
    day,
    runOf(job, { workers: 1, connections: 'kept alive' }, { behaviour, movesClock: true }),
  )
  expect({ verdict, reasons }).toEqual({
    verdict: 'inconclusive',
    reasons: [
      expect.stringMatching(/^expectation alone is inconclusive: .* untold; .*{ each: .*, operation: createBlackBooking }$/),
    ],
  })
})

test.concurrent('a client that ends after the refused scopes of read-only-credentials is inconclusive: it may have told a person', async ({
  expect,
}) => {
  const readOnly = SCENARIO_CASES.find(({ scenario }) => scenario === 'read-only-credentials')
  if (!readOnly) throw new Error('read-only-credentials has no case')
  const { report } = await playCase(readOnly, server(), 'ends', { ...CORRECT, refusedScope: 'gives up' })
  expect(report).toMatchObject({
    verdict: 'inconclusive',
    reasons: [
      expect.stringContaining('reads-on is inconclusive: needs a client that reads with fewer scopes'),
      expect.stringContaining('the client stopped after #1'),
    ],
  })
})

test.concurrent.each(['lost-reply-after-write', 'writes-fail-at-gateway'])(
  'a client that reads after every write, also without the fault, passes %s by what it repeats',
  async (name) => {
    const found = SCENARIO_CASES.find(({ scenario }) => scenario === name)
    if (!found) throw new Error(`${name} has no case`)
    const { report } = await playCase(found, server(), `${name}-reads`, { ...CORRECT, closedRooms: 'after every write' })
    expect(report).toMatchObject({ verdict: 'passed', reasons: [] })
  },
)

/** On these days the date of the machine may be that of the scenario. */
const isMonthEnd = Math.abs(Date.now() - Date.parse('2027-01-31')) < 3 * 86_400_000

test.skipIf(isMonthEnd).each([-12, 0, 12])(
  'a client that uses the date of its machine, %i hours from UTC, fails month-end-midnight',
  async (hours) => {
    const monthEnd = SCENARIO_CASES.find(({ scenario }) => scenario === 'month-end-midnight')
    if (!monthEnd) throw new Error('month-end-midnight has no case')
    const { report } = await playCase(monthEnd, server(), `own-date${hours + 12}`, { ...CORRECT, today: 'of its machine' }, hours)
    expect(unmetOf(report)).toContain('day-of-service')
    expect(report).toMatchObject({ verdict: 'failed', reasons: [expect.stringContaining('expectation day-of-service: ')] })
  },
)

for (const scenarioCase of SCENARIO_CASES.filter(({ webhooks }) => webhooks !== undefined))
  test(`${scenarioCase.scenario} is inconclusive without a hook`, async ({ expect }) => {
    const { webhooks: _, ...withoutHook } = scenarioCase
    const { report } = await playCase(withoutHook, server(), `${scenarioCase.scenario}-no-hook`, CORRECT)
    expect(report).toMatchObject({
      verdict: 'inconclusive',
      reasons: [expect.stringContaining('no hook: add --webhook URL')],
    })
  })

test('a booking is read as well by the details of its notification as by a list, and a new one by the timeline', () => {
  const byList = SCENARIO_CASES.flatMap(({ scenario }) => bundled(scenario).expect ?? [])
    .map(({ each = '', operation = [] }) => ({ each, meant: [operation].flat() }))
    .filter(({ each, meant }) => each !== '' && meant.includes('listBookings'))
  expect(byList.length).toBeGreaterThan(12)
  expect(byList.filter(({ meant }) => !meant.includes('getNotifiedBooking'))).toEqual([])
  expect(byList.filter(({ meant }) => !meant.includes('getTimeline'))).toEqual([])
})

test('a faulty client is the correct one with one mistake', () => {
  for (const { mistake } of SCENARIO_CASES.flatMap(({ faulty }) => faulty)) {
    expect(Object.keys(mistake)).toHaveLength(1)
    expect(CORRECT).not.toMatchObject(mistake)
  }
})

test('every bundled scenario has a case', () => {
  const bundled = readdirSync('scenarios').flatMap((file) => (file.endsWith('.yaml') ? [file.slice(0, -5)] : []))
  expect(SCENARIO_CASES.map(({ scenario }) => scenario).sort()).toEqual(bundled.sort())
})
