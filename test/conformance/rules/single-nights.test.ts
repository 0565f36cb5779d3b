import { describe, expect } from 'vitest'
import { addDays, type Day, parseDay } from '../../../src/base/day.ts'
import { call, cases, type Step } from '../exchanges-of.ts'

const FROM: Day = parseDay('2026-06-01') ?? expect.unreachable()
const nights = (from: number, to: number) => ({ from: addDays(FROM, from), to: addDays(FROM, to) })

const read = (property: number, from: number, to: number): Step =>
  call('listAvailableRooms', 'a', { property, subject: { property, nights: nights(from, to) } })
const night = (index: number): Step => read(1, index, index + 1)
const closing = (index: number, more: Step = {}): Step =>
  call('createBlackBooking', 'a', {
    method: 'POST',
    subject: { property: 1, rooms: [1], nights: nights(index, index + 1) },
    ...more,
  })

const sequence = (count: number, steps: (index: number) => readonly Step[]): readonly Step[] =>
  Array.from({ length: count }, (_, index) => steps(index)).flat()
const everySecond = (count: number, first: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + 2 * index)

describe('sync/window-not-loop: the calendar is read', () => {
  cases('sync/window-not-loop', [
    ['once for each property', sequence(20, (index) => [read(index + 1, 0, 30)]), 'passed'],
    ['in windows of 90 days', sequence(20, (index) => [read(1, 90 * index, 90 * (index + 1))]), 'passed'],
    ['for each night before a room is closed on it', sequence(10, (index) => [night(index), closing(index)]), 'passed'],
    [
      'for each night again after it was refused',
      sequence(10, (index) => [closing(index, { status: 204, refusalCode: 'room_taken' }), night(index)]),
      'passed',
    ],
    [
      'night by night, and rooms are closed on others',
      sequence(7, (index) => [night(index), closing(index + 20)]),
      'warned',
      everySecond(7, 1),
    ],
    [
      'night by night after rooms were closed',
      sequence(7, (index) => [closing(index), night(index)]),
      'warned',
      everySecond(7, 2),
    ],
  ])
})
