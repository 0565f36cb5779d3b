import { expect, test } from 'vitest'
import { type Effect, evidenceOf } from '../../src/calibration/effects.ts'

/** What another answer does to calls: their cost before and after. */
function effect(costs: readonly (readonly [before: number, after: number])[], isAligned = true): Effect {
  const changes = costs.map(([before, after], index) => ({ call: index + 1, before, after, isAligned }))
  return { id: 'timeline_theme', answer: 'badge', changes, delta: 1, opens: [] }
}

const stateOf = (...effects: readonly Effect[]): string => evidenceOf('timeline_theme', 'label', effects, true).state

test('equal calls that another answer makes differ decide a choice', () => {
  expect(stateOf(effect([[0, 2]]))).toBe('decided')
  expect(stateOf(effect([]))).toBe('not exercised')
})

test('more than a third as many calls that another answer makes equal leave a choice open', () => {
  const lost = [0, 1, 2].map(() => [0, 2] as const)
  expect(stateOf(effect([...lost, [2, 0]]))).toBe('decided')
  expect(stateOf(effect([...lost, [2, 0], [2, 0]]))).toBe('undecided')
})

test('one equal call does not decide a choice on which many calls depend that differ either way', () => {
  const other = [0, 1, 2, 3].map(() => [1, 2] as const)
  expect(stateOf(effect([[0, 2], ...other.slice(1)]))).toBe('decided')
  expect(stateOf(effect([[0, 2], ...other]))).toBe('undecided')
})

test('calls that differ either way decide when all are nearer with the answer in force, but not by lists of other lengths', () => {
  const farther = [0, 1].map(() => [1, 2] as const)
  expect(stateOf(effect(farther))).toBe('decided')
  expect(stateOf(effect(farther, false))).toBe('undecided')
  expect(stateOf(effect([...farther, [2, 1]]))).toBe('undecided')
})
