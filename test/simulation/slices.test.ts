import { expect, onTestFinished, test } from 'vitest'
import { FOUND_MACHINE, setMachine } from '../../src/simulation/machine-time.ts'
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
  let now = 0
  setMachine({ ...FOUND_MACHINE, performance: { now: () => now } })
  onTestFinished(() => setMachine(globalThis))
  const pauses = new Pauses()
  // each takes 20 ms, in steps of 0.2 ms
  function* work() {
    for (let step = 0; step < 100; step++) {
      now += 0.2
      yield
    }
  }
  const all = Promise.all(Array.from({ length: 50 }, () => pauses.doInSlices(work())))
  let isDone = false
  void all.then(() => (isDone = true))
  let turns = 0
  for (; !isDone; turns++) await new Promise((resolve) => setImmediate(resolve))
  // with whole slices there would be fewer than 100 turns
  expect(turns).toBeGreaterThan(150)
})
