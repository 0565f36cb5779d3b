import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TrafficSource } from '../../../src/scenario/traffic/traffic-source.ts'
import { type PlannedFollowUp, WaitingList } from '../../../src/scenario/traffic/waiting-list.ts'

const itemOf = (booking: number, at: number, order = 0, number = 1, step = 0): PlannedFollowUp => {
  const source = { order } as TrafficSource
  return { booking, at, source, number, step, do: 'guest_cancels', on: undefined, ofDay: 0, with: {} }
}

/** A time is added, undefined takes the earliest. */
const STEPS = fc.array(fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }), { maxLength: 200 })

test('gives what comes first, as a sorted list does; of those at one time, the one that was added first', () => {
  fc.assert(
    fc.property(STEPS, (steps) => {
      const list = new WaitingList()
      const sorted: PlannedFollowUp[] = []
      for (const at of steps) {
        if (at === undefined) expect(list.take()).toBe(sorted.shift())
        else {
          const item = itemOf(1, at)
          list.add(item)
          sorted.push(item)
          sorted.sort((a, b) => a.at - b.at)
        }
        expect(list.first).toBe(sorted[0])
      }
    }),
  )
})

test('returns its entries by time, without removed ones', () => {
  const items = fc.uniqueArray(fc.tuple(fc.nat(3), fc.nat(1000)), { selector: ([, at]) => at })
  fc.assert(
    fc.property(items, fc.array(fc.nat()), (some, removed) => {
      const list = new WaitingList()
      const added = some.map(([booking, at]) => itemOf(booking, at))
      for (const item of added) list.add(item)
      const gone = new Set(removed.flatMap((index) => added[index % added.length] ?? []))
      for (const item of gone) list.remove(item)
      const left = added.filter((item) => !gone.has(item))
      for (let booking = 0; booking <= 3; booking++)
        expect(new Set(list.ofBooking(booking))).toEqual(new Set(left.filter((item) => item.booking === booking)))
      const taken: PlannedFollowUp[] = []
      for (let { first } = list; first; first = list.first) {
        expect(list.take()).toBe(first)
        taken.push(first)
      }
      expect(taken).toEqual(left.toSorted((a, b) => a.at - b.at))
      expect(added.flatMap(({ booking }) => list.ofBooking(booking))).toEqual([])
    }),
  )
})

test('gives what is left after some were removed, and returns those', () => {
  const list = new WaitingList()
  const items = [itemOf(1, 5), itemOf(2, 3), itemOf(1, 1), itemOf(3, 4)]
  for (const item of items) list.add(item)
  expect(list.keep(() => true)).toEqual([])
  expect(new Set(list.keep(({ booking }) => booking !== 1))).toEqual(new Set([items[0], items[2]]))
  expect([list.take(), list.take(), list.take()]).toEqual([items[1], items[3], undefined])
})

test('is empty after it was cleared', () => {
  const list = new WaitingList()
  const item = itemOf(1, 1)
  list.add(itemOf(1, 0))
  list.add(item)
  list.remove(item)
  list.keep(() => false)
  expect([list.first, list.take(), list.ofBooking(1)]).toEqual([undefined, undefined, []])
  list.add(item)
  expect([list.first, list.take()]).toEqual([item, item])
})

test('of those at one time, gives the first by scenario, act and step', () => {
  const inOrder = [itemOf(1, 7, 0, 1, 0), itemOf(1, 7, 0, 1, 1), itemOf(1, 7, 0, 2, 0), itemOf(1, 7, 1, 1, 0), itemOf(1, 8)]
  fc.assert(
    fc.property(fc.shuffledSubarray(inOrder, { minLength: inOrder.length }), (shuffled) => {
      const list = new WaitingList()
      for (const item of shuffled) list.add(item)
      expect(inOrder.map(() => list.take())).toEqual(inOrder)
    }),
  )
})
