/**
 * Acts whose rows could not be stored are due again; those that have happened do not happen again.
 *
 * @module
 */
import { expect, onTestFinished, test, vi } from 'vitest'
import { HOUR_MS } from '../../../src/base/duration.ts'
import { StorageError } from '../../../src/store/storage.ts'
import type { Sandbox } from '../../../src/world/world.ts'
import { UnreliableStorage } from '../../store/unreliable-storage.ts'
import { SILENT, TestWorld } from '../../support/test-world.ts'
import { stateOf } from '../acts/run-act.ts'

const SCENARIO = `name: busy
clock: { at: 2026-06-01T00:00:00Z, run: frozen }
traffic:
  - id: guests
    do: guest_books
    every: 2h
    with: { property: 1, arrival: { from: today+1, to: today+200 }, nights: 1 }
    then: [{ after: [1h, 3h], do: guest_modifies, with: { nights: { by: 1 } } }]
  - { id: desk, do: price_changes, every: 3h, with: { property: 1, by: 1% } }
  - { id: channel, do: channel_sells, every: 5h, with: { property: 1, arrival: today+9, nights: 1 } }
events:
  - { at: +4h, do: guest_books, with: { property: 1, arrival: today+300 } }
  - { at: +5h, do: price_changes, with: { property: 1, by: 3% } }
`

const seen = ({ scenarioRun }: Sandbox) => ({
  acts: scenarioRun.traffic?.acts(),
  traffic: scenarioRun.traffic?.status(),
  sales: scenarioRun.sales.all(),
  events: scenarioRun.events.status(),
  next: scenarioRun.nextAt,
})

/** Moves the clock to a time, again after each failure. @returns how many there were */
async function moveTo(sandbox: Sandbox, at: number): Promise<number> {
  for (let failures = 0; ; failures++) {
    const moved = await sandbox.moveClock({ at }).then(
      () => true,
      (error: unknown) => {
        expect(error).toBeInstanceOf(StorageError)
        return false
      },
    )
    if (moved) return failures
  }
}

test('a change that is not stored is made when its act is due again, in the same order', async () => {
  const [whole, broken] = [new TestWorld({ scenario: SCENARIO }), new TestWorld({ scenario: SCENARIO })]
  const until = whole.sandbox.clock.now() + 30 * HOUR_MS
  expect(await moveTo(whole.sandbox, until)).toBe(0)
  const { store } = broken.sandbox
  const change = store.change.bind(store)
  let tries = 0
  store.change = (one) => {
    if (tries++ % 3 < 2) throw new StorageError('unavailable', 'the disk is full')
    return change(one)
  }
  expect(await moveTo(broken.sandbox, until)).toBeGreaterThan(20)
  expect(seen(broken.sandbox)).toEqual(seen(whole.sandbox))
  expect(stateOf(broken)).toEqual(stateOf(whole))
  expect(seen(whole.sandbox).acts?.length).toBeGreaterThan(30)
})

test('a sandbox that is opened again goes on where it was, though its clock was not stored', async () => {
  // each look at the clock ends a slice of work
  let looked = 0
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => (looked += 20))
  onTestFinished(() => spy.mockRestore())
  const shakiness = { random: () => 0.95, failure: 0, refusal: 0 }
  const log = { ...SILENT, error: () => undefined }
  const { world } = new TestWorld({ scenario: SCENARIO, storage: new UnreliableStorage(shakiness), log })
  const whole = new TestWorld({ scenario: SCENARIO })
  const until = whole.sandbox.clock.now() + 30 * HOUR_MS
  await moveTo(whole.sandbox, until)
  const sandbox = await world.openSandbox()
  await moveTo(sandbox, until - 20 * HOUR_MS)
  shakiness.failure = 1
  await expect(sandbox.moveClock({ at: until })).rejects.toThrow('the connection was lost')
  shakiness.failure = 0
  expect(await world.openSandbox()).toBe(sandbox)
  await moveTo(sandbox, until)
  const numbers = ({ acts = [] }: ReturnType<typeof seen>) => acts.map(({ traffic, number, do: word }) => [traffic, number, word])
  expect(numbers(seen(sandbox))).toEqual(numbers(seen(whole.sandbox)))
  expect(seen(sandbox)).toEqual(seen(whole.sandbox))
  expect(sandbox.store.export().collections).toEqual(whole.sandbox.store.export().collections)
  await world.close()
})

test('a sandbox that is opened again without the latest bookings plans nothing for them', async () => {
  const shakiness = { random: () => 0, failure: 0, refusal: 0 }
  const log = { ...SILENT, error: () => undefined }
  const { world } = new TestWorld({ scenario: SCENARIO, storage: new UnreliableStorage(shakiness), log })
  const sandbox = await world.openSandbox()
  const begun = sandbox.clock.now()
  await moveTo(sandbox, begun + HOUR_MS)
  await sandbox.gate?.pending
  shakiness.failure = 1
  // the first guest books, and nothing of it is stored
  await sandbox.moveClock({ at: begun + 2 * HOUR_MS }).catch(() => undefined)
  const [lost] = sandbox.scenarioRun.arrivals.after(0)
  await sandbox.gate?.pending?.catch(() => undefined)
  expect(sandbox.gate?.failed?.message).toBe('the connection was lost')
  shakiness.failure = 0
  await world.openSandbox()
  expect(sandbox.scenarioRun.arrivals.after(0)).toEqual([])
  await moveTo(sandbox, begun + 30 * HOUR_MS)
  // the next one gets the same number, and is not modified in the name of the first
  expect(sandbox.scenarioRun.arrivals.after(0)[0]?.booking).toBe(lost?.booking)
  const acts = (sandbox.scenarioRun.traffic?.acts() ?? []).filter(({ traffic }) => traffic === 'guests')
  const numbersOf = (head: boolean) => acts.filter((act) => act.head === head).map(({ number }) => number)
  expect(numbersOf(true)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
  expect(numbersOf(false).slice(0, 3)).toEqual([2, 3, 4])
  await world.close()
})
