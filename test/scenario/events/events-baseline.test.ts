import { beforeAll, describe, expect, test } from 'vitest'
import { startOfDay } from '../../../src/base/instant.ts'
import { invoiceTotals } from '../../../src/domain/invoice/totals.ts'
import type { FixtureSet } from '../../../src/fixtures/fixture-set.ts'
import { readFixtures } from '../../../src/fixtures/source.ts'
import { triggerEvent } from '../../../src/scenario/events/events.ts'
import { TODAY, worldOf } from '../../fixtures/world-of.ts'
import { TestWorld } from '../../support/test-world.ts'
import { scenarioContextOf } from '../acts/run-act.ts'

let baseline: FixtureSet

beforeAll(async () => {
  baseline = await readFixtures(['baseline'])
})

const bundledWorld = (): TestWorld =>
  new TestWorld({ rows: worldOf(baseline).collections, at: startOfDay(TODAY) + 15 * 3_600_000 })

describe('in the bundled world', () => {
  test('a generated guest can book in every property that is not full, at a price that the invoice comes to', () => {
    const world = bundledWorld()
    const { db } = world.sandbox.store
    const before = db.bookings.size
    const free = { arrival: 'today+100', departure: 'today+103' }
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
