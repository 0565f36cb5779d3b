/**
 * The choices themselves, one entry a point. Answers are words; what each means stands beside it.
 *
 * @module
 */
import { ADMINISTRATION_CHOICES } from './administration-choices.ts'
import { SESSION_CHOICES } from './session-choices.ts'
import { STAY_CHOICES } from './stay-choices.ts'
import { WIRE_CHOICES } from './wire-choices.ts'

export const CHOICE_LEDGER = {
  ...WIRE_CHOICES,
  ...STAY_CHOICES,
  ...ADMINISTRATION_CHOICES,
  ...SESSION_CHOICES,
} as const
