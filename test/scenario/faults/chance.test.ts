import { expect, test } from 'vitest'
import type { Fault } from '../../../src/scenario/faults/fault-schema.ts'
import { ArmedFault, chanceOf } from '../../../src/scenario/faults/faults.ts'
import { Randomness } from '../../../src/simulation/randomness.ts'

const randomness = new Randomness(7)
/** The share that is drawn for a call, in percent. */
const drawn = (call: number): number =>
  (randomness.stream('fault-chance', `test/1/${call}`).integer(0, 2 ** 32 - 1) / 2 ** 32) * 100

const happensAt = (call: number, chance?: string): boolean => {
  const fault: Fault = { on: { operation: 'listBookings' }, network: { status: 503 }, ...(chance !== undefined && { chance }) }
  return !chanceOf(randomness)(new ArmedFault('test', 1, fault), call)
}

test('a fault with a chance of 0.005% does not happen at 0.01%', () => {
  const calls = Array.from({ length: 200_000 }, (_, index) => index + 1)
  const between = calls.filter((call) => drawn(call) >= 0.005 && drawn(call) < 0.01)
  expect(between.length).toBeGreaterThan(2)
  expect(between.filter((call) => happensAt(call, '0.005%'))).toEqual([])
  expect(between.filter((call) => !happensAt(call, '0.01%'))).toEqual([])
})

test('a fault without a chance always happens, and one of 0% never does', () => {
  expect([1, 2, 3].map((call) => happensAt(call))).toEqual([true, true, true])
  expect([1, 2, 3].map((call) => happensAt(call, '0%'))).toEqual([false, false, false])
})
