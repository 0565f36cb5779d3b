import type { BlackNight } from '../../domain/booking/black-bookings.ts'
import { slashDay } from './shared/text.ts'

/** One night in which a room is out of service. */
export function blackBookingRow({ room, night }: BlackNight) {
  return {
    room_uid: room.id,
    room_name: room.name,
    room_number: room.number,
    room_floor: room.floor,
    contract_uid: night.bookingId,
    black_booking: 1,
    date: slashDay(night.day),
  } as const
}
