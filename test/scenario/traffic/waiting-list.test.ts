import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WaitingList } from '../../../src/scenario/traffic/waiting-list.ts'

interface Item {
  readonly booking: number
  readonly at: number
}

const newList = () => new WaitingList<Item>((a, b) => a.at < b.at)

/** A time is added, undefined takes the earliest. */
const STEPS = fc.array(fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }), { maxLength: 200 })

test('gives what comes first, as a sorted list does; of those at one time, the one that was added first', () => {
  fc.assert(
    fc.property(STEPS, (steps) => {
      const list = newList()
      const sorted: Item[] = []
      for (const at of steps) {
        if (at === undefined) expect(list.take()).toBe(sorted.shift())
        else {
          const item = { booking: 1, at }
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
  const items = fc.uniqueArray(fc.record({ booking: fc.nat(3), at: fc.nat(1000) }), { selector: ({ at }) => at })
  fc.assert(
    fc.property(items, fc.array(fc.nat()), (added, removed) => {
      const list = newList()
      for (const item of added) list.add(item)
      const gone = new Set(removed.flatMap((index) => added[index % added.length] ?? []))
      for (const item of gone) list.remove(item)
      const left = added.filter((item) => !gone.has(item))
      for (let booking = 0; booking <= 3; booking++)
        expect(new Set(list.ofBooking(booking))).toEqual(new Set(left.filter((item) => item.booking === booking)))
      const taken: Item[] = []
      for (let { first } = list; first; first = list.first) {
        expect(list.take()).toBe(first)
        taken.push(first)
      }
      expect(taken).toEqual(left.toSorted((a, b) => a.at - b.at))
      expect(added.flatMap(({ booking }) => list.ofBooking(booking))).toEqual([])
    }),
  )
})

test('is empty after it was cleared', () => {
  const list = newList()
  const item = { booking: 1, at: 1 }
  list.add({ booking: 1, at: 0 })
  list.add(item)
  list.remove(item)
  list.clear()
  expect([list.first, list.take(), list.ofBooking(1)]).toEqual([undefined, undefined, []])
  list.add(item)
  expect([list.first, list.take()]).toEqual([item, item])
})
