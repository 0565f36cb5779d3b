/** All rules, in the order in which a report shows them. */
import type { Rule } from '../rule.ts'
import { AUTH_RULES } from './auth.ts'
import { COMPLETION_RULES } from './completion.ts'
import { CONFLICT_RULES } from './conflicts.ts'
import { DATA_RULES } from './data.ts'
import { EFFICIENCY_RULES } from './efficiency.ts'
import { FORM_RULES } from './forms.ts'
import { LOAD_RULES } from './load.ts'
import { REFUSAL_SERIES_RULES } from './refusal-series.ts'
import { REFUSED_RULES } from './refused.ts'
import { RENEWAL_RULES } from './renewal.ts'
import { RESILIENCE_RULES } from './resilience.ts'
import { SCOPE_RULES } from './scopes.ts'
import { SESSION_RULES } from './session.ts'
import { SYNC_CALENDAR_RULES } from './sync-calendar.ts'
import { SYNC_READ_RULES } from './sync-reads.ts'
import { SYNC_WRITE_RULES } from './sync-writes.ts'
import { TOKEN_LIFE_RULES } from './token-life.ts'
import { UNCLEAR_WRITE_RULES } from './unclear-writes.ts'
import { VISITOR_RULES } from './visitors.ts'
import { WEBHOOK_RULES } from './webhooks.ts'

export const RULES: readonly Rule[] = [
  ...AUTH_RULES,
  ...TOKEN_LIFE_RULES,
  ...RENEWAL_RULES,
  ...SCOPE_RULES,
  ...SESSION_RULES,
  ...VISITOR_RULES,
  ...RESILIENCE_RULES,
  ...REFUSED_RULES,
  ...COMPLETION_RULES,
  ...CONFLICT_RULES,
  ...LOAD_RULES,
  ...UNCLEAR_WRITE_RULES,
  ...REFUSAL_SERIES_RULES,
  ...DATA_RULES,
  ...FORM_RULES,
  ...EFFICIENCY_RULES,
  ...SYNC_WRITE_RULES,
  ...SYNC_READ_RULES,
  ...SYNC_CALENDAR_RULES,
  ...WEBHOOK_RULES,
]
