/**
 * Keeps the replayed world in step with the recorded one.
 *
 * Exchanges build on each other. Where the recorded world changed in a way that the requests alone do not bring about
 * here, the same is done by hand, so that what follows compares like with like. The answers themselves are compared
 * all the same, see `ledger.ts`.
 *
 * @module
 */
import type { Sandbox } from '../../src/world/world.ts'
import { bookEveLate } from './front-desk-booking.ts'
import type { Exchange } from './recording.ts'

/** Requests that are not sent, besides those of the kinds in {@link isSent}. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'guests.post_blank_vat_discount2': 'failed there before a guest was stored; blank values are allowed here and make one',
}

/** True when a request is played again. */
export function isSent({ case: name, kind }: Exchange): boolean {
  // Paths that the recorded router did not know changed nothing there; some are paths of the document and would here.
  if (kind === 'no-such-pattern') return false
  // Made after a setting of the recorded server had been changed.
  if (kind === 'other-settings') return false
  return !Object.hasOwn(LEFT_OUT, name)
}

/** What is done by hand after an exchange. */
interface Step {
  readonly why: string
  /** Requests that were made without being recorded. */
  readonly requests?: readonly Pick<Exchange, 'method' | 'path' | 'as' | 'headers'>[]
  readonly change?: (sandbox: Sandbox) => void
}

const UNRECORDED = 'made but not recorded: later answers show it, and the number of the next note counts it'

const UNBOUND = 'the session had been given its property without that being recorded'

const initialise = (session: string): Pick<Exchange, 'method' | 'path' | 'headers'> => ({
  method: 'GET',
  path: '/booking/initialise/1/en-GB',
  headers: { 'X-SERVICE-BOOKING-SESSION-ID': session },
})

/** Steps by the case they follow. */
export const STEPS: Readonly<Record<string, Step>> = {
  'guesttypes.updateorder': {
    why: 'a path outside the interface, not served here; it stored the order',
    change: ({ store }) =>
      store.change((db) => {
        for (const type of db.guestTypes.all()) if (type.id === 1) db.guestTypes.put({ ...type, order: 7 })
      }),
  },
  'guesttypes.publish': {
    why: 'a path outside the interface, not served here; it took the type out of publication',
    change: ({ store }) =>
      store.change((db) => {
        for (const type of db.guestTypes.all()) if (type.id === 1) db.guestTypes.put({ ...type, published: false })
      }),
  },
  'inout.undo_checkin_again': {
    why: UNRECORDED,
    requests: [{ method: 'PUT', path: '/bookguestinout/1/1/checkin/', as: 'full' }],
  },
  'inout.get_future': {
    why: UNRECORDED,
    requests: [{ method: 'PUT', path: '/bookguestinout/1/4/undo_checkin/', as: 'full' }],
  },
  'inout.checkin_resident': {
    why: UNRECORDED,
    requests: [{ method: 'PUT', path: '/bookguestinout/1/2/checkin/', as: 'full' }],
  },
  'nbe.mrp.24_invoice_details': {
    why: `${UNBOUND}: dates were taken and rooms offered at once`,
    requests: [initialise('orc-fkfhiy-conflict')],
  },
  'nbe.conflict.select_booked_room_again': {
    why: `${UNBOUND}: prices missed the rooms, not the property`,
    requests: [initialise('orc-fkfhiy-bad')],
  },
  'black.delete_guest_booking': {
    why: "wiped a guest's booking there; refused here, because a black booking was meant",
    change: ({ store }) =>
      store.change((db) => {
        for (const night of db.roomNights.by('booking', 4)) db.roomNights.remove(night.id)
        db.bookings.remove(4)
      }),
  },
  'properties.bookings_add.oldroutes': {
    why: 'a path outside the interface, not served here; it took a booking, which later lists show',
    change: bookEveLate,
  },
  'hdr.json_body_to_put': {
    why: 'failed there after a tariff id had been used up; refused here before',
    change: ({ store }) => store.change((db) => db.nextId('tariffTypes')),
  },
}
