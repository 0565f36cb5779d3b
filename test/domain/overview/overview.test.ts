import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Booking } from '../../../src/domain/booking/bookings.ts'
import { isCounted, overview, statistic } from '../../../src/domain/overview/overview.ts'
import { aBooking, dayFrom, TODAY } from '../../support/small-world.ts'

const stay = fc.record({
  id: fc.integer({ min: 1, max: 999 }),
  arrival: fc.integer({ min: -3, max: 2 }).map(dayFrom),
  departure: fc.integer({ min: -2, max: 3 }).map(dayFrom),
  kind: fc.constantFrom<Booking['kind']>('reception', 'internet', 'black'),
  approval: fc.constantFrom<Booking['approval']>('approved', 'waiting', 'rejected'),
  cancelled: fc.boolean(),
  bookedIn: fc.boolean(),
  bookedOut: fc.boolean(),
})
const stays = fc.array(
  stay.map((with_) => aBooking({ ...with_, guestId: with_.kind === 'black' ? 0 : 1 })),
  { maxLength: 20 },
)
const hasGuest = ({ guestId }: Booking) => guestId !== 0
const ids = (bookings: readonly Booking[]) => bookings.map(({ id }) => id)

describe('the overview', () => {
  test('counts exactly what it lists', () => {
    fc.assert(
      fc.property(stays, (bookings) => {
        const lists = overview(bookings, TODAY, 'guests')
        expect(statistic(lists, 'guests', hasGuest)).toEqual({
          arrivals: lists.arrivals.length,
          arrived: lists.arrivals.filter(({ bookedIn }) => bookedIn).length,
          departures: lists.departures.length,
          departed: lists.departures.filter(({ bookedOut }) => bookedOut).length,
          residents: lists.residents.length,
        })
      }),
    )
  })

  test('lists exactly the stays that arrive, leave or are checked in', () => {
    fc.assert(
      fc.property(stays, (bookings) => {
        const lists = overview(bookings, TODAY, 'guests')
        const real = bookings.filter(({ cancelled, kind, approval }) => !cancelled && kind !== 'black' && approval === 'approved')
        const sorted = (list: readonly Booking[]) => ids(list).sort((a, b) => a - b)
        expect(sorted(lists.arrivals)).toEqual(sorted(real.filter(({ arrival }) => arrival === TODAY)))
        expect(sorted(lists.departures)).toEqual(sorted(real.filter(({ departure }) => departure === TODAY)))
        expect(sorted(lists.residents)).toEqual(sorted(real.filter(({ bookedIn, bookedOut }) => bookedIn && !bookedOut)))
      }),
    )
  })

  test('shows the latest arrival first, in stable order', () => {
    fc.assert(
      fc.property(stays, (bookings) => {
        const { residents } = overview(bookings, TODAY, 'contracts')
        const expected = bookings
          .map((booking, index) => ({ booking, index }))
          .filter(({ booking }) => isCounted(booking, 'contracts') && booking.bookedIn && !booking.bookedOut)
          .sort((a, b) => b.booking.arrival.localeCompare(a.booking.arrival) || a.index - b.index)
        expect(residents).toEqual(expected.map(({ booking }) => booking))
      }),
    )
  })

  test('of contracts lists black and waiting ones too, but does not count arrivals without a guest', () => {
    const bookings = [
      aBooking({ id: 1, arrival: TODAY }),
      aBooking({ id: 2, arrival: TODAY, kind: 'black', guestId: 0 }),
      aBooking({ id: 3, arrival: TODAY, approval: 'waiting' }),
      aBooking({ id: 4, arrival: TODAY, cancelled: true }),
    ]
    const lists = overview(bookings, TODAY, 'contracts')
    expect(ids(lists.arrivals)).toEqual([1, 2, 3])
    expect(statistic(lists, 'contracts', hasGuest)).toMatchObject({ arrivals: 2, arrived: 0 })
    expect(ids(overview(bookings, TODAY, 'guests').arrivals)).toEqual([1])
  })
})
