/**
 * A snapshot that is restored in the middle of traffic: what it undoes is expected of nobody.
 *
 * @module
 */
import { describe, expect, test } from 'vitest'
import { runWithoutPauses } from '../../../src/base/sliced-work.ts'
import { judgeExpectations } from '../../../src/control-api/judge-expectations.ts'
import { recordEvent } from '../../../src/domain/event/events.ts'
import { snapshotOfState, stateOfSnapshot } from '../../../src/store/db.ts'
import { conformanceFacts } from '../../../src/world/conformance-facts.ts'
import { TestWorld } from '../../support/test-world.ts'
import { aHook, receiver } from '../../webhooks/receiver.ts'

const HOUR = 3_600_000

const worldWith = (url?: string): TestWorld =>
  new TestWorld({
    rows: url === undefined ? {} : { webhooks: [aHook(url)] },
    scenario: `name: undone
token_lifetime: 10000000
traffic:
  - { id: guests, do: guest_books, every: 1h, with: { property: 1, arrival: { from: today+1, to: today+200 }, nights: 1 } }
  - { id: channel, do: channel_sells, every: 1h, with: { property: 1, arrival: { from: today+1, to: today+200 }, nights: 1 } }
webhook: { delay: 1h }
expect:
  - { id: picks-up, each: guests, within: 15m, operation: listBookings }
  - { id: closes, each: channel, within: 15m, same: [property, room, night], operation: createBlackBooking }
`,
  })

const openOf = ({ sandbox }: TestWorld) =>
  runWithoutPauses(judgeExpectations(sandbox, sandbox.scenarioRun.expectations)).outcomes.map(({ id, delays }) => [
    id,
    (delays?.missed ?? 0) + (delays?.waiting ?? 0),
  ])

describe('a restore in the middle of traffic', () => {
  test('undoes what a client had to do, and each act that happens again has to be followed once', async () => {
    const world = worldWith()
    const { sandbox } = world
    await sandbox.moveClock({ by: 2 * HOUR })
    const standing = sandbox.store.snapshot()
    await sandbox.moveClock({ by: 5 * HOUR })
    expect(openOf(world)).toEqual([
      ['picks-up', 7],
      ['closes', 7],
    ])
    expect(sandbox.scenarioRun.arrivals.after(0)).toHaveLength(7)
    sandbox.restore(standing)
    expect(openOf(world)).toEqual([
      ['picks-up', 2],
      ['closes', 2],
    ])
    expect(sandbox.scenarioRun.arrivals.after(0).map(({ booking }) => booking)).toEqual([1, 2])
    await sandbox.moveClock({ by: HOUR })
    expect(openOf(world)).toEqual([
      ['picks-up', 3],
      ['closes', 3],
    ])
    expect(sandbox.scenarioRun.arrivals.after(0).map(({ booking }) => booking)).toEqual([1, 2, 3])
  })

  test('that takes bookings away without setting the clock back, leaves nothing to do about them', async () => {
    const world = worldWith()
    const { sandbox } = world
    const standing = sandbox.store.snapshot()
    await sandbox.moveClock({ by: 3 * HOUR })
    sandbox.restore({ ...standing, clock: sandbox.clock.state })
    expect(openOf(world)).toEqual([
      ['picks-up', 0],
      ['closes', 3],
    ])
  })

  test('drops the waiting deliveries of what it undoes, and no rule judges them', async () => {
    const { url } = await receiver()
    const { sandbox } = worldWith(url)
    await sandbox.moveClock({ by: HOUR })
    const before = sandbox.webhooks.deliveries.list().length
    const standing = sandbox.store.snapshot()
    await sandbox.moveClock({ by: HOUR })
    expect(sandbox.webhooks.deliveries.list().length).toBeGreaterThan(before)
    sandbox.restore(standing)
    const [kept, undone] = [sandbox.webhooks.deliveries.list().slice(0, before), sandbox.webhooks.deliveries.list().slice(before)]
    expect(new Set(kept.map(({ state }) => state))).toEqual(new Set(['waiting']))
    expect(new Set(undone.map(({ state, error }) => `${state}: ${error}`))).toEqual(
      new Set(['dropped: its event was undone: the state was restored']),
    )
    expect(conformanceFacts(sandbox).deliveries).toEqual(kept)
    sandbox.webhooks.end()
  })

  test('to another branch of one instant drops what waits of an event whose number another event has there', async () => {
    const { url } = await receiver()
    const { sandbox } = worldWith(url)
    const tell = (property: number): void =>
      sandbox.store.change((db) => recordEvent(db, { at: 0, task: 'tariffs_updated', data: { property_uid: property } }))
    const begun = sandbox.store.snapshot()
    tell(1)
    const one = sandbox.store.snapshot()
    sandbox.restore(begun)
    tell(2)
    const other = sandbox.store.snapshot()
    const statesAfter = (snapshot: typeof one) => {
      sandbox.restore(snapshot)
      return sandbox.webhooks.deliveries.list().map(({ state }) => state)
    }
    expect(statesAfter(snapshotOfState(structuredClone(stateOfSnapshot(other))))).toEqual(['dropped', 'waiting'])
    expect(statesAfter(one)).toEqual(['dropped', 'dropped'])
    sandbox.webhooks.end()
  })

  test('forgets the moves of the clock that it undoes', async () => {
    const { sandbox } = worldWith()
    const begun = sandbox.clock.now()
    await sandbox.moveClock({ by: HOUR })
    const standing = sandbox.store.snapshot()
    await sandbox.moveClock({ by: HOUR })
    expect(conformanceFacts(sandbox).moves).toEqual([{ from: begun, to: begun + 2 * HOUR }])
    sandbox.restore(standing)
    expect(conformanceFacts(sandbox).moves).toEqual([{ from: begun, to: begun + HOUR }])
  })
})
