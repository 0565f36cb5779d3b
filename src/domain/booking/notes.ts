/** Remarks on bookings. */
import { collection, type Row } from '../collection/collection.ts'
import { id, instant, internal, name, opt, ref } from '../collection/fields.ts'

export const notes = collection(
  'notes',
  {
    id: opt(id()),
    bookingId: internal(ref('bookings')),
    propertyId: internal(ref('properties')),
    /** May hold markup. */
    text: name(),
    at: opt(instant()),
  },
  { list: false, indexes: { booking: (row) => row.bookingId } },
)

/** A remark on a booking, shown in its notes. */
export type BookingNote = Row<typeof notes>
