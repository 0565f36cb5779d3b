/**
 * For every rule a client that breaks it, and one that almost does.
 *
 * @module
 */
import { AUTH_TRIALS } from './auth.ts'
import { DATA_TRIALS } from './data.ts'
import type { RuleTrials } from './raw-client.ts'
import { REFUSAL_TRIALS } from './refusals.ts'
import { RESILIENCE_TRIALS } from './resilience.ts'
import { SESSION_TRIALS } from './sessions.ts'
import { SYNC_TRIALS } from './sync.ts'
import { WEBHOOK_TRIALS } from './webhooks.ts'

export const TRIALS: RuleTrials = {
  ...AUTH_TRIALS,
  ...SESSION_TRIALS,
  ...RESILIENCE_TRIALS,
  ...REFUSAL_TRIALS,
  ...DATA_TRIALS,
  ...SYNC_TRIALS,
  ...WEBHOOK_TRIALS,
}
