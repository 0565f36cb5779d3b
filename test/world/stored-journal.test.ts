import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { JournalFlusher } from '../../src/world/stored-journal.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Flushes a journal of which each flush stores so many requests. @returns the times of the flushes, from 0 */
function flushTimes(requests: number): readonly number[] {
  const [times, began]: [number[], number] = [[], Date.now()]
  const flush = () => {
    times.push(Date.now() - began)
    return Promise.resolve(requests)
  }
  const flusher = new JournalFlusher(() => [{ storedJournal: { flush } }])
  onTestFinished(() => flusher.end())
  return times
}

test('journals are stored ten times a second, and less often, but every two seconds, where there is much to store', async () => {
  const [few, many, most] = [flushTimes(10), flushTimes(300), flushTimes(1_000_000)]
  await vi.advanceTimersByTimeAsync(2150)
  expect(few).toEqual(Array.from({ length: 21 }, (_, index) => 100 * (index + 1)))
  expect(many).toEqual([100, 700, 1300, 1900])
  expect(most).toEqual([100, 2100])
})
