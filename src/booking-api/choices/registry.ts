/**
 * The choices themselves, one entry a point. Answers are words; what each means stands beside it.
 *
 * @module
 */
import { ADMINISTRATION_CHOICES } from './administration.ts'
import { SESSION_CHOICES } from './session.ts'
import { STAY_CHOICES } from './stays.ts'
import { WEBHOOK_CHOICES } from './webhooks.ts'
import { WIRE_CHOICES } from './wire.ts'

export const CHOICE_LEDGER = {
  ...WIRE_CHOICES,
  ...STAY_CHOICES,
  ...ADMINISTRATION_CHOICES,
  ...SESSION_CHOICES,
  ...WEBHOOK_CHOICES,
} as const
