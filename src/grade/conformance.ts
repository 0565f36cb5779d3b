/**
 * The verdict on a client: every rule by itself, and whether the run as a whole holds. No score: a number would let a weak
 * point ride on a strong one.
 *
 * @module
 */
import { type Exchange, type Facts, inOrder, TOKEN_OPERATION } from './exchange.ts'
import { isTokenRefused } from './grants.ts'
import type { Finding, Findings, Rule, Severity } from './rule.ts'
import { RULES } from './rules.ts'

/**
 * `failed`: a must was broken; `warned`: a should; `noted`: something to look at by eye; `not-exercised`: the run had
 * nothing to judge by this rule, which is no praise.
 */
export type Outcome = 'passed' | 'failed' | 'warned' | 'noted' | 'not-exercised'

/** What came out for one rule. */
export interface Verdict {
  readonly id: string
  readonly severity: Severity
  readonly title: string
  readonly outcome: Outcome
  readonly offences: readonly Finding[]
  /** What was seen but has to be judged by eye. */
  readonly remarks: readonly Finding[]
  readonly remedy: string
  readonly source: string
}

export interface Conformance {
  /** False when a must was broken, and when nothing was exercised. */
  readonly passed: boolean
  /** Why, in one sentence. */
  readonly reason: string
  /** Rules by outcome. */
  readonly counts: Readonly<Record<Outcome, number>>
  readonly rules: readonly Verdict[]
}

const BROKEN: Readonly<Record<Severity, Outcome>> = { must: 'failed', should: 'warned', info: 'noted' }

/**
 * Grades a client by what the journal holds of it.
 *
 * @param entries journal entries in any order
 */
export function gradeClient(entries: readonly Exchange[], facts: Facts): Conformance {
  const exchanges = inOrder(entries)
  const rules = RULES.map((rule) => verdict(rule, rule.check(exchanges, facts)))
  const counts = { passed: 0, failed: 0, warned: 0, noted: 0, 'not-exercised': 0 }
  for (const { outcome } of rules) counts[outcome]++
  const exercised = exchanges.some(isCallOfService)
  return { passed: exercised && counts.failed === 0, reason: reasonOf(rules, exercised, facts), counts, rules }
}

/**
 * True for a call that shows something of a client: it was done, refused for good reason, or met trouble. Getting a token,
 * asking what is allowed (OPTIONS), going astray and coming without a good token show nothing.
 */
function isCallOfService(one: Exchange): boolean {
  if (one.operation === undefined || one.operation === TOKEN_OPERATION || one.method === 'OPTIONS') return false
  return !isTokenRefused(one)
}

function verdict({ id, severity, title, remedy, source }: Rule, { exercised, offences, remarks = [] }: Findings): Verdict {
  return {
    id,
    severity,
    title,
    outcome: outcomeOf(severity, { exercised, offences, remarks }),
    offences,
    remarks,
    remedy,
    source,
  }
}

function outcomeOf(severity: Severity, { exercised, offences, remarks = [] }: Findings): Outcome {
  if (offences.length > 0) return BROKEN[severity]
  if (!exercised) return 'not-exercised'
  return remarks.length > 0 ? 'noted' : 'passed'
}

function reasonOf(rules: readonly Verdict[], exercised: boolean, { dropped, product }: Facts): string {
  const met = rules.filter(({ outcome }) => outcome !== 'not-exercised').length
  const failed = rules.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id)
  const lost =
    dropped > 0 ? ` The journal had to drop ${dropped} entries, which are not judged: raise --journal to keep more.` : ''
  if (failed.length > 0) return `Broken: ${failed.join(', ')}.${lost}`
  if (!exercised)
    return `Nothing was exercised: no operation was answered but ${TOKEN_OPERATION}. Point the client's base_url here, so that it calls ${product.apiPath}, give it a client_id and secret that hold, and run it again.${lost}`
  return `No must was broken; ${met} of ${rules.length} rules were exercised.${lost}`
}
