import { expect, test, vi } from 'vitest'
import { PacedCalls } from '../../src/simulation/paced-calls.ts'

test('of calls that fail alike, one line a second tells how many they were', () => {
  const now = vi.spyOn(performance, 'now')
  try {
    const told: number[] = []
    const failed = new PacedCalls()
    for (const at of [0, 1, 500, 999, 1000, 1001, 5000]) {
      now.mockReturnValue(at)
      failed.add((calls) => told.push(calls))
    }
    expect([told, failed.total]).toEqual([[1, 4, 2], 7])
  } finally {
    now.mockRestore()
  }
})
