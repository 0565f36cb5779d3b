/** Extra services of bookings. */
import { collection, type Row } from '../collection/collection.ts'
import { count, id, internal, name, opt, percent, price, ref } from '../collection/fields.ts'

export const extras = collection(
  'extras',
  {
    id: opt(id()),
    bookingId: internal(ref('bookings')),
    name: name(),
    price: price(),
    quantity: count({ default: 1 }),
    /** Hundredths of a percent. */
    taxRate: percent({ default: 0 }),
  },
  { list: false, indexes: { booking: (row) => row.bookingId } },
)

/** An extra service added to a booking. */
export type BookingExtra = Row<typeof extras>
