import { expect, test } from 'vitest'
import { steadyNow } from '../../src/simulation/clock.ts'
import { Pauses } from '../../src/simulation/pauses.ts'
import { nextTurn, sliceMs } from '../../src/simulation/turns.ts'

test('computations at the same time share a slice', async () => {
  expect(sliceMs()).toBe(15)
  const turns = Array.from({ length: 4 }, () => nextTurn())
  expect(sliceMs()).toBe(3)
  const more = Array.from({ length: 200 }, () => nextTurn())
  expect(sliceMs()).toBe(1)
  await Promise.all([...turns, ...more])
  expect(sliceMs()).toBe(15)
})

test('a turn of the event loop is short while fifty computations are in progress', async () => {
  const pauses = new Pauses()
  const lengths: number[] = []
  function* work() {
    for (const ends = { used: 0 }; ends.used < 20; ) {
      const began = steadyNow()
      while (steadyNow() - began < 0.2);
      ends.used += steadyNow() - began
      yield
    }
  }
  const all = Promise.all(Array.from({ length: 50 }, () => pauses.doInSlices(work())))
  let isDone = false
  void all.then(() => (isDone = true))
  for (let before = steadyNow(); !isDone; ) {
    await new Promise((resolve) => setImmediate(resolve))
    lengths.push(steadyNow() - before)
    before = steadyNow()
  }
  // with whole slices there would be fewer than 100 turns
  expect(lengths.length).toBeGreaterThan(150)
})
