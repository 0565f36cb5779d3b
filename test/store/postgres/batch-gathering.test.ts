import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BatchGathering } from '../../../src/store/postgres/batch-gathering.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** @returns whether the batch may be written, milliseconds later */
async function isReady(gathered: Promise<void> | undefined, after = 0): Promise<boolean> {
  let ready = gathered === undefined
  void gathered?.then(() => (ready = true))
  await vi.advanceTimersByTimeAsync(after)
  return ready
}

test('a first change, and one of a client alone, is written at once', async () => {
  const gathering = new BatchGathering()
  expect(gathering.gathered(1)).toBeUndefined()
  gathering.written(1, 0, 4)
  expect(gathering.gathered(1)).toBeUndefined()
})

test('the clients of the last batch are waited for, half the time that it took', async () => {
  const gathering = new BatchGathering()
  gathering.written(2, 3, 8)
  const gathered = gathering.gathered(3)
  gathering.added(4)
  expect(await isReady(gathered, 3)).toBe(false)
  expect(await isReady(gathered, 1)).toBe(true)
})

test('no longer than until they are there', async () => {
  const gathering = new BatchGathering()
  gathering.written(2, 3, 8)
  const timers = vi.getTimerCount()
  const gathered = gathering.gathered(3)
  gathering.added(4)
  gathering.added(5)
  expect(vi.getTimerCount()).toBe(timers)
  expect(await isReady(gathered)).toBe(true)
  gathering.written(5, 0, 8)
  expect(gathering.gathered(5)).toBeUndefined()
})

test.each([
  [0.2, 1],
  [5000, 10],
])('a batch of %d ms gives a pause of %d ms', async (took, pause) => {
  const gathering = new BatchGathering()
  gathering.written(2, 0, took)
  const gathered = gathering.gathered(1)
  expect(await isReady(gathered, pause - 1)).toBe(false)
  expect(await isReady(gathered, 1)).toBe(true)
})

test('clients that do not come back are waited for less and less often', async () => {
  const gathering = new BatchGathering()
  const paused: boolean[] = []
  for (let batch = 0; batch < 300; batch++) {
    gathering.written(2, 0, 2)
    const gathered = gathering.gathered(1)
    paused.push(gathered !== undefined)
    expect(await isReady(gathered, 1)).toBe(true)
  }
  const pauses = paused.flatMap((isPause, batch) => (isPause ? [batch] : []))
  expect(pauses).toEqual([0, 2, 5, 10, 19, 36, 69, 134, 199, 264])
  // once they come, every batch waits for them again
  while (!gathering.gathered(1));
  gathering.added(2)
  expect(await isReady(gathering.gathered(1), 1)).toBe(true)
})
