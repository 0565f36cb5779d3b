/** All choices by id, each with its possible answers and their meanings. */
import { ADMINISTRATION_CHOICES } from './administration.ts'
import { BOOKING_CHOICES } from './bookings.ts'
import { OFFER_CHOICES } from './offers.ts'
import { ROOM_CHOICES } from './rooms.ts'
import { SESSION_BOOKING_CHOICES, SESSION_STEP_CHOICES } from './session.ts'
import { TARIFF_CHOICES } from './tariffs.ts'
import { WEBHOOK_CHOICES } from './webhooks.ts'
import { WIRE_CHOICES } from './wire.ts'

export const CHOICES_BY_ID = {
  ...WIRE_CHOICES,
  ...TARIFF_CHOICES,
  ...BOOKING_CHOICES,
  ...ROOM_CHOICES,
  ...ADMINISTRATION_CHOICES,
  ...SESSION_STEP_CHOICES,
  ...OFFER_CHOICES,
  ...SESSION_BOOKING_CHOICES,
  ...WEBHOOK_CHOICES,
} as const
