import { expect, test } from 'vitest'
import { productOf } from '../../src/api/product.ts'
import { type Effect, effectOf, evidenceOf } from '../../src/calibration/effects.ts'
import type { Played } from '../../src/calibration/play.ts'
import { readRecordings } from '../../src/calibration/recording.ts'

/** What another answer does to calls: their cost before and after. */
function effect(costs: readonly (readonly [before: number, after: number])[], isAligned = true): Effect {
  const changes = costs.map(([before, after], index) => ({ call: index + 1, before, after, isAligned }))
  return { id: 'timeline_theme', answer: 'badge', changes, delta: 1 }
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

/** A list that lacks a row of the recording, and has others that differ. */
function listWithout(row: string | undefined, ...different: readonly string[]): Played {
  const request = { method: 'GET', url: 'https://host.example/service/api/guests/1/list', headers: [] }
  const response = { status: 200, headers: [], content: { mimeType: 'application/json', text: '{}' } }
  const entries = [{ startedDateTime: '2026-11-20T15:00:00Z', request, response }]
  const [call] = readRecordings([JSON.stringify({ log: { version: '1.2', entries } })], productOf('service')).calls
  if (!call) throw new Error('no call')
  const rows = { unmatched: row, different: new Set(different) }
  const cost = 1 + different.length
  const reads = new Set(['timeline_theme'] as const)
  return { call, differences: [], text: different.join(' '), rows, cost, reads, writes: '', showsDrawn: false }
}

test('rows that both lists have decide, where the same rows are missing with either answer', () => {
  const flip = { id: 'timeline_theme', answer: 'badge' } as const
  const between = (now: Played, then: Played): string => stateOf(effectOf(flip, [now], [then], true))
  expect(between(listWithout('row 1'), listWithout('row 1', 'row 2'))).toBe('decided')
  expect(between(listWithout('row 1', 'row 2'), listWithout('row 1', 'row 2', 'row 3'))).toBe('decided')
  expect(between(listWithout('row 1', 'row 2'), listWithout('row 1', 'row 3'))).toBe('undecided')
  expect(between(listWithout('row 1'), listWithout('row 4', 'row 2'))).toBe('undecided')
  expect(between(listWithout(undefined), listWithout(undefined, 'row 2'))).toBe('undecided')
})

test('calls with a wrong status either way tell nothing, nor what depends on a session that differs either way', () => {
  const flip = { id: 'timeline_theme', answer: 'badge' } as const
  const status = { path: 'status', recorded: 200, now: 204 }
  const wrong = (size: number): Played => ({
    ...listWithout('', ...Array(size).fill('row')),
    text: String(size),
    differences: [status],
  })
  const three = [1, 1, 1].map(wrong)
  expect(
    stateOf(
      effectOf(
        flip,
        three,
        [3, 3, 3].map((size) => ({ ...wrong(size), cost: 9 })),
        true,
      ),
    ),
  ).toBe('undecided')
  const inSession = (one: Played, writes = ''): Played => ({ ...one, writes, call: { ...one.call, session: 's' } })
  const equal = { ...listWithout(''), cost: 0, text: 'equal' }
  const now = [inSession(listWithout('', 'row 1')), inSession(equal, 'booking'), equal]
  const then = [inSession(listWithout('', 'row 2')), inSession(listWithout('', 'row 3')), listWithout('', 'row 4')]
  expect(stateOf(effectOf(flip, now, then, true))).toBe('undecided')
  expect(stateOf(effectOf(flip, now.slice(1), then.slice(1), true))).toBe('decided')
})
