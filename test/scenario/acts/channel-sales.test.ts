import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '../../../src/base/day.ts'
import { nightKey } from '../../../src/domain/booking/room-nights.ts'
import { sellOnOtherChannel } from '../../../src/scenario/acts/channel-sale.ts'
import { ChannelSales } from '../../../src/scenario/acts/channel-sales.ts'
import { Progress } from '../../../src/store/progress.ts'
import { TestWorld } from '../../support/test-world.ts'
import { scenarioContextOf } from './run-act.ts'

const FIRST: Day = '2026-06-01'
const STAY = { arrival: FIRST, departure: addDays(FIRST, 1) }
/** A sale at a time, of a room from a day on. */
const sale = (at: number, room: number, arrival: Day, nights: number) => ({
  ...{ at, property: 1, room, arrival, departure: addDays(arrival, nights) },
  nights: Array.from({ length: nights }, (_, index) => addDays(arrival, index)),
})
const ids = (sales: ChannelSales, since?: number) => sales.all(since).map(({ id }) => id)

describe('sales on other channels', () => {
  test('are numbered from 1, and listed after an id', () => {
    const sales = new ChannelSales()
    expect([sales.lastId, sales.size, sales.all()]).toEqual([0, 0, []])
    expect(sales.add(sale(10, 7, FIRST, 2))).toEqual({ id: 1, ...sale(10, 7, FIRST, 2) })
    sales.add(sale(20, 8, FIRST, 1))
    sales.add(sale(30, 7, addDays(FIRST, 5), 1))
    expect([sales.lastId, sales.size]).toEqual([3, 3])
    expect([ids(sales), ids(sales, 1), ids(sales, 3)]).toEqual([[1, 2, 3], [2, 3], []])
  })

  test('are found by room and night, the departure excluded; the latest of a night', () => {
    const sales = new ChannelSales()
    sales.add(sale(10, 7, FIRST, 2))
    const of = (room: number, after: number) => sales.ofNight(nightKey(room, addDays(FIRST, after)))?.id
    expect([of(7, 0), of(7, 1), of(7, 2), of(8, 0)]).toEqual([1, 1, undefined, undefined])
    sales.add(sale(20, 7, addDays(FIRST, 1), 1))
    expect([of(7, 0), of(7, 1)]).toEqual([1, 2])
  })

  test('that were made after a time are taken back with the clock, and their ids are not given again', () => {
    const sales = new ChannelSales()
    for (const at of [10, 20, 30]) sales.add(sale(at, 7, addDays(FIRST, at), 1))
    sales.rewind(20)
    expect(ids(sales)).toEqual([1, 2])
    expect(sales.ofNight(nightKey(7, addDays(FIRST, 30)))).toBeUndefined()
    expect(sales.ofNight(nightKey(7, addDays(FIRST, 20)))?.id).toBe(2)
    expect(sales.add(sale(40, 7, FIRST, 1)).id).toBe(4)
  })

  test('leave a night alone that a later one has taken', () => {
    const sales = new ChannelSales()
    sales.add(sale(30, 7, FIRST, 1))
    sales.add(sale(20, 7, FIRST, 1))
    sales.rewind(20)
    expect(sales.ofNight(nightKey(7, FIRST))?.id).toBe(2)
  })

  test('are stored, with the last id, and continue in another process', () => {
    const progress = new Progress(true)
    const sales = new ChannelSales(progress)
    for (const at of [10, 20, 30]) sales.add(sale(at, 7, addDays(FIRST, at), 1))
    sales.rewind(20)
    const again = new ChannelSales(new Progress(true, JSON.parse(JSON.stringify(progress.all()))))
    expect(again.all()).toEqual(sales.all())
    expect(again.lastId).toBe(3)
    expect(again.ofNight(nightKey(7, addDays(FIRST, 10)))?.id).toBe(1)
    expect(again.add(sale(40, 7, FIRST, 1)).id).toBe(4)
  })
})

test('a sale that cannot happen names the room that it wanted, or that any was wanted', () => {
  const world = new TestWorld()
  const context = { ...scenarioContextOf(world), sales: new ChannelSales() }
  const sell = (room?: number) => sellOnOtherChannel(world.sandbox.store.db, context, { property: 1, room, ...STAY })
  for (let sold = 0; sold < 4; sold += 1) sell()
  expect(() => sell(2)).toThrow('room: other channels have sold room 2 of property 1 from 2026-06-01 to 2026-06-02')
  expect(() => sell()).toThrow('room: other channels have sold what is free of property 1 from 2026-06-01 to 2026-06-02')
})
