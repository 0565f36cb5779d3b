/**
 * All choices by id, each with its possible answers and their meanings.
 *
 * @module
 */
import { ADMINISTRATION_CHOICES } from './administration.ts'
import { OFFER_CHOICES } from './offers.ts'
import { SESSION_BOOKING_CHOICES, SESSION_STEP_CHOICES } from './session.ts'
import { STAY_CHOICES } from './stays.ts'
import { WEBHOOK_CHOICES } from './webhooks.ts'
import { WIRE_CHOICES } from './wire.ts'

export const CHOICES_BY_ID = {
  ...WIRE_CHOICES,
  ...STAY_CHOICES,
  ...ADMINISTRATION_CHOICES,
  ...SESSION_STEP_CHOICES,
  ...OFFER_CHOICES,
  ...SESSION_BOOKING_CHOICES,
  ...WEBHOOK_CHOICES,
} as const
