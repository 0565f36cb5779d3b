import { expect, test } from 'vitest'
import { addDays } from '../../src/base/day.ts'
import { checkConformance } from '../../src/conformance/conformance.ts'
import { call, exchangesOf, FACTS, type Step, token } from '../conformance/exchanges-of.ts'
import { longestTurn } from './longest-turn.ts'

const CALLS = 1000
/** Milliseconds of processor time; 500 are usual. */
const MOST = 3000

const times = (step: (index: number) => Step): readonly Step[] => Array.from({ length: CALLS }, (_, index) => step(index))
const closure = (night: number, more: Step): Step => {
  const nights = { from: addDays('2031-01-01', night), to: addDays('2031-01-02', night) }
  return call('createBlackBooking', 'a', {
    method: 'POST',
    target: `/${night}`,
    subject: { property: 1, rooms: [1], nights },
    ...more,
  })
}

test('a run that takes back a thousand closures after a thousand conflicts is judged in a second', async () => {
  const calls = exchangesOf([
    token('a'),
    ...times((index) => closure(index, { changed: { bookings: [index] } })),
    ...times((index) => closure(CALLS + index, { status: 204, refusalCode: 'room_taken' })),
    ...times((index) => call('deleteBlackBooking', 'a', { method: 'DELETE', subject: { property: 1, booking: index } })),
  ])
  const work = async () => checkConformance(calls, { ...FACTS, now: (calls.at(-1)?.at ?? 0) + 1 })
  const { result, longest } = await longestTurn(work, { enough: MOST })
  expect(result.rules.find(({ id }) => id === 'resilience/conflict-not-success')?.outcome).toBe('noted')
  expect(longest).toBeLessThan(MOST)
})
