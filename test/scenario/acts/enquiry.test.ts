import { describe, expect, test } from 'vitest'
import type { Booking } from '../../../src/domain/booking/bookings.ts'
import { bookRooms } from '../../../src/scenario/acts/booking.ts'
import { approveBooking, rejectBooking } from '../../../src/scenario/acts/enquiry.ts'
import { aBooking } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { eventTasks, nightsOf, notesOf, runAct, stateOf, tryAct } from './run-act.ts'

const STAY = { property: 1, rooms: [1, 2], arrival: '2026-06-01', departure: '2026-06-03', approval: 'waiting' } as const

/** A world in which the booking of a generated guest waits for approval. */
function waiting(choices: Record<string, string> = {}): { readonly world: TestWorld; readonly enquiry: Booking } {
  const world = new TestWorld({ choices })
  return { world, enquiry: runAct(world, bookRooms, STAY) }
}

const as = 'desk'
const path = { property_id: 1 }

describe('an approved enquiry', () => {
  test('occupies its rooms, and is notified as a booking', async () => {
    const { world, enquiry } = waiting()
    const before = eventTasks(world).length
    world.advance(1000)
    const booking = runAct(world, approveBooking, { booking: 'latest' })
    expect(booking).toEqual({ ...enquiry, approval: 'approved', changedAt: enquiry.changedAt + 1000 })
    expect(nightsOf(world, booking.id)).toEqual(['1 2026-06-01', '1 2026-06-02', '2 2026-06-01', '2 2026-06-02'])
    expect(notesOf(world, booking.id).at(-1)).toBe('Booking enquiry approved')
    expect(eventTasks(world).slice(before)).toEqual(['booking_note_saved', 'booking_added'])
    expect((await world.call('listBookings', { path, as })).data).toMatchObject([{ approved: 1, cancelled: 0 }])
  })

  test('takes its rooms from everybody else', () => {
    const { world } = waiting()
    runAct(world, approveBooking, { booking: 'latest' })
    expect(tryAct(world, bookRooms, STAY)).toContain('room 1 (Gull) is taken on the night of 2026-06-01')
  })

  test('is not approved when a room was taken in the meantime, and nothing changes', () => {
    const { world } = waiting()
    const rooms = [2]
    runAct(world, bookRooms, { ...STAY, rooms, arrival: '2026-06-02', approval: 'approved' })
    const before = stateOf(world)
    expect(tryAct(world, approveBooking, { booking: 1 })).toBe(
      'booking: booking 1 cannot be approved: room 2 (Tern) is taken on the night of 2026-06-02, by booking 2',
    )
    expect(stateOf(world)).toEqual(before)
  })
})

describe('a rejected enquiry', () => {
  test('is cancelled with its invoice, and says why', async () => {
    const { world, enquiry } = waiting()
    const before = eventTasks(world).length
    const booking = runAct(world, rejectBooking, { booking: 'latest' })
    expect(booking).toMatchObject({ cancelled: true, approval: 'rejected', cancelledReason: 'Booking enquiry rejected' })
    expect(world.sandbox.store.db.invoices.get(enquiry.invoiceId)?.status).toBe('cancelled')
    expect(notesOf(world, booking.id).at(-1)).toBe('Booking enquiry rejected')
    expect(eventTasks(world).slice(before)).toEqual([
      'booking_note_saved',
      'invoice_updated',
      'invoice_cancelled',
      'booking_cancelled',
    ])
  })

  test.each([
    ['zero', 0],
    ['two', 2],
  ])('shows as cancelled, approved as the choice %s says', async (rejected_enquiry, approved) => {
    const { world } = waiting({ rejected_enquiry })
    runAct(world, rejectBooking, { booking: 'latest' })
    expect((await world.call('listBookings', { path, as })).data).toMatchObject([{ approved, cancelled: 1 }])
  })
})

describe.each([
  ['approved', approveBooking],
  ['rejected', rejectBooking],
])('no booking is %s, and nothing changes,', (_, act) => {
  test.each([
    [{}, 'booking: booking 1 does not wait for approval: it is approved'],
    [{ approval: 'rejected', cancelled: true }, 'booking: booking 1 is cancelled already'],
    [{ kind: 'black' }, 'booking: booking 1 is a black booking, which has no guest'],
  ] as const)('with %o', (state, words) => {
    const world = new TestWorld({ rows: { bookings: [aBooking(state)] } })
    const before = stateOf(world)
    expect(tryAct(world, act, { booking: 1 })).toBe(words)
    expect(stateOf(world)).toEqual(before)
  })
})
