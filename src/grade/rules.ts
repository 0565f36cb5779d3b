/**
 * All rules, in the order in which a report shows them.
 *
 * @module
 */
import { AUTH_RULES } from './auth.ts'
import { DATA_RULES } from './data.ts'
import { EFFICIENCY_RULES } from './efficiency.ts'
import { REFUSED_RULES } from './refused.ts'
import { RENEWAL_RULES } from './renewal.ts'
import { RESILIENCE_RULES } from './resilience.ts'
import type { Rule } from './rule.ts'
import { SESSION_RULES } from './session.ts'
import { TOKEN_LIFE_RULES } from './token-life.ts'

export const RULES: readonly Rule[] = [
  ...AUTH_RULES,
  ...TOKEN_LIFE_RULES,
  ...RENEWAL_RULES,
  ...SESSION_RULES,
  ...RESILIENCE_RULES,
  ...REFUSED_RULES,
  ...DATA_RULES,
  ...EFFICIENCY_RULES,
]
