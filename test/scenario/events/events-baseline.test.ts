import { beforeAll, describe, expect, test } from 'vitest'
import { startOfDay } from '../../../src/base/instant.ts'
import { invoiceTotals } from '../../../src/domain/invoice/totals.ts'
import type { FixtureSet } from '../../../src/fixtures/fixture-set.ts'
import { readFixtures } from '../../../src/fixtures/source.ts'
import { TODAY, worldOf } from '../../fixtures/world-of.ts'
import { TestWorld } from '../../support/test-world.ts'
import { scenarioContextOf, triggerEvent } from '../acts/run-act.ts'

let baseline: FixtureSet

beforeAll(async () => {
  baseline = await readFixtures(['baseline'])
})

const bundledWorld = (): TestWorld =>
  new TestWorld({ rows: worldOf(baseline).collections, at: startOfDay(TODAY) + 15 * 3_600_000 })

describe('in the bundled world', () => {
  test('a generated guest is refused on the site where a booking session is', () => {
    const reasonOf = (fields: object) =>
      triggerEvent(scenarioContextOf(bundledWorld()), { do: 'guest_books', with: { ...fields } })
    for (const [fields, reason] of [
      [{ property: 9, arrival: 'today+3' }, 'property: property 9 is not published, so no guest books it on the site'],
      [{ property: 3, arrival: 'today+30' }, 'room 17 (Villa Limone): nights: at least 5'],
      [{ property: 1, arrival: 'today+40' }, 'room 1 (Gull): nights: at least 2'],
      [{ property: 1, room: 1, arrival: 'today+40' }, 'room 1 (Gull): nights: at least 2'],
      [
        { property: 2, arrival: 'today-3' },
        'arrival: 2026-11-17 is before today, 2026-11-20; only the desk books the past (by: desk)',
      ],
    ] as const) {
      expect(reasonOf({ ...fields, nights: 1 })).toBe(reason)
      expect(reasonOf({ ...fields, nights: 1, by: 'desk' })).toBeUndefined()
    }
    const world = bundledWorld()
    const agreed = { property: 1, room: 1, arrival: 'today+40', nights: 1, total: 50 }
    expect(triggerEvent(scenarioContextOf(world), { do: 'guest_books', with: agreed })).toBeUndefined()
    expect(world.sandbox.store.db.bookings.all().at(-1)).toMatchObject({ total: 5000, rooms: [{ roomId: 1, rateId: 2 }] })
  })

  test('a generated guest can book at the desk in every property that is not full, at a price that the invoice comes to', () => {
    const world = bundledWorld()
    const { db } = world.sandbox.store
    const before = db.bookings.size
    const free = { arrival: 'today+100', departure: 'today+103', by: 'desk' }
    const blocked = db.properties.all().flatMap(({ id, name }) => {
      const blockedReason = triggerEvent(scenarioContextOf(world), { do: 'guest_books', with: { property: id, ...free } })
      return blockedReason === undefined ? [] : [`${name}: ${blockedReason}`]
    })
    const made = db.bookings.all().slice(before)
    expect(made.length + blocked.length).toBe(db.properties.size)
    expect(blocked).toEqual([
      'Lighthouse Rooms: room: property 8 is full: none of its rooms is free every night from 2027-02-28 to 2027-03-03',
      'Old Olive Farm: room: property 12 has no rooms',
    ])
    for (const booking of made) {
      expect(booking.total, `booking in property ${booking.propertyId}`).toBeGreaterThan(0)
      const invoice = db.invoices.get(booking.invoiceId)
      const lines = db.lineItems.by('invoice', booking.invoiceId)
      expect(invoiceTotals(invoice ?? { chargesTax: true }, lines).open).toBe(booking.total)
    }
  })

  test('every booking can be called off, rejected or not, as far as its state allows, and never holds a night after it', () => {
    const world = bundledWorld()
    const { db } = world.sandbox.store
    const states = db.bookings.all().map(({ id, kind, cancelled, bookedIn, bookedOut }) => {
      const may = kind !== 'black' && !cancelled && !bookedIn && !bookedOut
      const blockedReason = triggerEvent(scenarioContextOf(world), { do: 'guest_cancels', with: { booking: id } })
      expect(blockedReason === undefined, `booking ${id}: ${blockedReason}`).toBe(may)
      return may
    })
    expect(states).toContain(true)
    expect(states).toContain(false)
    const off = db.bookings.all().filter(({ cancelled }) => cancelled)
    expect(off.flatMap(({ id }) => db.roomNights.by('booking', id))).toEqual([])
    expect(
      off.flatMap(({ invoiceId }) => db.invoices.get(invoiceId)?.status ?? []).every((status) => status === 'cancelled'),
    ).toBe(true)
  })
})
