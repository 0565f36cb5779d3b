import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Queue } from '../../../src/scenario/traffic/queue.ts'

/** A number is added, undefined takes one. */
const STEPS = fc.array(fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }), { maxLength: 200 })

test('a queue gives what comes first, as a sorted list does', () => {
  fc.assert(
    fc.property(STEPS, (steps) => {
      const queue = new Queue<number>((a, b) => a < b)
      const list: number[] = []
      for (const step of steps) {
        if (step === undefined) expect(queue.take()).toBe(list.shift())
        else {
          queue.add(step)
          list.push(step)
          list.sort((a, b) => a - b)
        }
        expect([queue.size, queue.first]).toEqual([list.length, list[0]])
      }
    }),
  )
})

test('a cleared queue is empty', () => {
  const queue = new Queue<number>((a, b) => a < b)
  for (const item of [3, 1, 2]) queue.add(item)
  queue.clear()
  expect([queue.size, queue.first, queue.take()]).toEqual([0, undefined, undefined])
})
