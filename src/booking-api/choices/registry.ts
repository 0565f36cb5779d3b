/**
 * All choices by id, each with its possible answers and their meanings.
 *
 * @module
 */
import { ADMINISTRATION_CHOICES } from './administration.ts'
import { SESSION_CHOICES } from './session.ts'
import { STAY_CHOICES } from './stays.ts'
import { WEBHOOK_CHOICES } from './webhooks.ts'
import { WIRE_CHOICES } from './wire.ts'

export const CHOICES_BY_ID = {
  ...WIRE_CHOICES,
  ...STAY_CHOICES,
  ...ADMINISTRATION_CHOICES,
  ...SESSION_CHOICES,
  ...WEBHOOK_CHOICES,
} as const
