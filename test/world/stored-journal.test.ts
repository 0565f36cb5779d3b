import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Journal } from '../../src/journal/journal.ts'
import { StoredRecord } from '../../src/journal/stored-record.ts'
import { TrafficWatch } from '../../src/scenario/traffic/watch.ts'
import { NO_PROGRESS } from '../../src/store/progress.ts'
import type { CallStorage, StoredCall } from '../../src/store/storage.ts'
import { NO_CALLS_OUTSIDE } from '../../src/world/sandbox-calls.ts'
import { flushRegularly, StoredJournal } from '../../src/world/stored-journal.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Flushes a journal of which each flush stores so many requests. @returns the times of the flushes, from 0 */
function flushTimes(requests: number): readonly number[] {
  const [times, began]: [number[], number] = [[], Date.now()]
  const flush = () => {
    times.push(Date.now() - began)
    return Promise.resolve(requests)
  }
  onTestFinished(flushRegularly(() => [{ storedJournal: { flush } }]))
  return times
}

test('journals are stored ten times a second, and less often, but every five seconds, where there is much to store', async () => {
  const [few, many, most] = [flushTimes(10), flushTimes(300), flushTimes(1_000_000)]
  await vi.advanceTimersByTimeAsync(5150)
  expect(few).toEqual(Array.from({ length: 51 }, (_, index) => 100 * (index + 1)))
  expect(many).toEqual([100, 1600, 3100, 4600])
  expect(most).toEqual([100, 5100])
})

test('journals are stored again soon where the clock of the machine is set during a flush', async () => {
  let flushes = 0
  const flush = async (): Promise<number> => {
    if (++flushes === 1) vi.setSystemTime(Date.now() + 3_600_000)
    return 0
  }
  onTestFinished(flushRegularly(() => [{ storedJournal: { flush } }]))
  await vi.advanceTimersByTimeAsync(1000)
  expect(flushes).toBe(10)
})

test('no journal is stored after the end, not even when a flush was in progress then', async () => {
  let flushes = 0
  let stored = (): void => undefined
  const flush = (): Promise<number> => {
    flushes++
    return new Promise((resolve) => (stored = () => resolve(0)))
  }
  const end = flushRegularly(() => [{ storedJournal: { flush } }])
  await vi.advanceTimersByTimeAsync(100)
  end()
  stored()
  await vi.advanceTimersByTimeAsync(1000)
  expect(flushes).toBe(1)
})

interface Write {
  readonly ids: readonly number[]
  readonly removedUpTo: number
  readonly last: number
}

/** A journal that continues with what is stored. */
function continued(facts: object, calls: readonly StoredCall[] = []) {
  const journal = new Journal({ entries: 1000, bytes: () => 1e9 })
  const found = { calls, facts: JSON.stringify(facts) }
  const write = () => Promise.resolve()
  const sandbox = {
    journal,
    gate: { storage: { calls: { write } }, failed: undefined },
    outsideCalls: NO_CALLS_OUTSIDE,
    scenarioRun: { watch: undefined, resumeWatch: () => undefined },
    droppedCalls: { resume: () => undefined },
    store: { progress: NO_PROGRESS },
    calledAt: undefined,
  }
  const stored = new StoredJournal(sandbox)
  stored.resume(found)
  return { journal, stored, sandbox }
}

/** A journal with so many requests, and the writes of its flushes. */
function flushed(
  requests: number,
  onWrite: (writes: readonly Write[]) => Promise<void> = () => Promise.resolve(),
  watch?: TrafficWatch,
) {
  const writes: Write[] = []
  const latest = { facts: '{}' }
  const journal = new Journal({ entries: 1000, bytes: () => 1e9 })
  const add = () => journal.add(new StoredRecord(journal.nextId(), JSON.stringify({ method: 'GET', target: '/', status: 200 })))
  for (let request = 0; request < requests; request++) add()
  const write: CallStorage['write'] = (calls, removedUpTo, facts) => {
    writes.push({ ids: calls.map(({ id }) => id), removedUpTo, last: JSON.parse(facts).last })
    latest.facts = facts
    return onWrite(writes)
  }
  const stored = new StoredJournal({
    journal,
    gate: {
      storage: { calls: { write } },
      failed: undefined,
    },
    outsideCalls: NO_CALLS_OUTSIDE,
    scenarioRun: { watch, resumeWatch: () => undefined },
    droppedCalls: { resume: () => undefined },
    store: { progress: NO_PROGRESS },
  })
  return { stored, journal, writes, latest, add }
}

const idsFrom = (first: number, count: number): readonly number[] => Array.from({ length: count }, (_, index) => first + index)

test('a long journal is stored in parts, the facts with the last one', async () => {
  const { stored, writes } = flushed(250)
  expect(await stored.flush()).toBe(250)
  expect(writes).toEqual([
    { ids: idsFrom(1, 100), removedUpTo: 0, last: 0 },
    { ids: idsFrom(101, 100), removedUpTo: 0, last: 0 },
    { ids: idsFrom(201, 50), removedUpTo: 0, last: 250 },
  ])
})

test('facts of a long run of traffic count as many requests: they are written by each flush', async () => {
  const watch = new TrafficWatch([], () => undefined)
  watch.resume({ ...watch.state(), roomsRead: idsFrom(10_000, 10_000) })
  const { stored } = flushed(1, undefined, watch)
  // 60,000 characters
  expect(await stored.flush()).toBe(101)
})

test('requests that come while parts are stored belong to the next flush, which removes what the journal has dropped', async () => {
  const { stored, writes, add } = flushed(150, (all) => {
    if (all.length === 1) for (let request = 0; request < 1000; request++) add()
    return Promise.resolve()
  })
  expect(await stored.flush()).toBe(150)
  // 150 requests were dropped before the second part
  expect(writes.slice(1)).toEqual([{ ids: [], removedUpTo: 0, last: 150 }])
  expect(await stored.flush()).toBe(1000)
  expect(writes.at(-1)).toEqual({ ids: idsFrom(1051, 100), removedUpTo: 150, last: 1150 })
})

test('a part that cannot be stored is stored by the next flush', async () => {
  const { stored, writes } = flushed(150, (all) =>
    all.length === 2 ? Promise.reject(new Error('no contact')) : Promise.resolve(),
  )
  expect(await stored.flush()).toBe(0)
  expect(await stored.flush()).toBe(50)
  expect(writes.map(({ ids }) => ids)).toEqual([idsFrom(1, 100), idsFrom(101, 50), idsFrom(101, 50)])
})

test('a journal that is cleared between parts stores nothing that it has forgotten', async () => {
  const { stored, journal, writes } = flushed(250, (all) => {
    if (all.length === 1) journal.clear()
    return Promise.resolve()
  })
  await stored.flush()
  expect(writes.flatMap(({ ids }) => ids)).toEqual(idsFrom(1, 100))
  await stored.store()
  expect(writes.at(-1)).toEqual({ ids: [], removedUpTo: 250, last: 250 })
})

test('the next process knows how many calls were cleared, with those that were dropped or lost before', async () => {
  const { stored, journal, latest } = flushed(1100)
  await stored.flush()
  journal.clear()
  await stored.store()
  const next = continued(JSON.parse(latest.facts))
  expect([next.journal.cleared, next.journal.dropped, next.journal.lastId]).toEqual([1100, 0, 1100])
  const lost = continued({ last: 7, dropped: 2, lost: 3, outside: { count: 1, first: 'GET /' } })
  expect([lost.journal.cleared, lost.journal.dropped, lost.stored.lost], 'stored by an earlier version').toEqual([0, 2, 3])
  for (let cleared = 0; cleared < 2; cleared++) lost.journal.clear(false, lost.stored.takeLost())
  expect(lost.journal.cleared, 'counted once').toBe(5)
})

test('the next process knows when the sandbox was last called', () => {
  const call = (id: number, real: number): StoredCall => ({ id, entry: JSON.stringify({ method: 'GET', status: 200, real }) })
  expect(continued({ last: 2 }, [call(1, 1000), call(2, 2000)]).sandbox.calledAt).toBe(2000)
  expect(continued({ last: 2 }).sandbox.calledAt).toBeUndefined()
})
