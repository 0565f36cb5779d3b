/**
 * What a rule is, and what it finds.
 *
 * @module
 */
import type { Exchange, FactName, Facts, Kind } from './exchange.ts'

/** A broken `must` fails the run, a broken `should` warns, `info` is only reported. */
export type Severity = 'must' | 'should' | 'info'

/** One thing that was found, and the journal entries that show it. */
export interface Finding {
  readonly entries: readonly number[]
  /** A sentence a developer can act on. */
  readonly what: string
}

/** What a rule found in a run. */
export interface Findings {
  /** False when the run had nothing to judge by this rule. */
  readonly exercised: boolean
  readonly offences: readonly Finding[]
  /** What was seen but cannot be judged from the calls alone. */
  readonly remarks?: readonly Finding[]
}

export interface Rule {
  /** `<subject>/<rule>`. */
  readonly id: string
  readonly severity: Severity
  /** What a good client does. */
  readonly title: string
  /** What counts, with every threshold. */
  readonly measure: string
  /** What to do about an offence. */
  readonly remedy: string
  readonly source: string
  /** When a careful client may look as if it broke the rule. */
  readonly risk: string
  /** The kinds of clients it applies to. */
  readonly kinds: readonly Kind[]
  /** What a recording must hold for it to be judged. */
  readonly needs: readonly FactName[]
  /** @param exchanges in the order sent */
  readonly check: (exchanges: readonly Exchange[], facts: Facts) => Findings
}

/** Every kind of client. */
export const ALL: readonly Kind[] = ['channel-manager', 'booking-site', 'syndication']
/** Those that write rates, availability or guests. */
export const SYNC: readonly Kind[] = ['channel-manager']
/** Those that book for visitors. */
export const BOOKING: readonly Kind[] = ['booking-site']

/** Findings of a rule that judges calls one by one. */
export function each(
  judged: readonly Exchange[],
  offence: (exchange: Exchange) => string | undefined,
): { readonly exercised: boolean; readonly offences: readonly Finding[] } {
  const offences = judged.flatMap((exchange) => {
    const what = offence(exchange)
    return what === undefined ? [] : [{ entries: [exchange.id], what }]
  })
  return { exercised: judged.length > 0, offences }
}

/** The ids of calls, as evidence. */
export const idsOf = (...exchanges: readonly Exchange[]): readonly number[] => exchanges.map(({ id }) => id)

/** Milliseconds as a person says them. */
export const span = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`)

/** Calls as a sentence lists them: `#3, #4`. */
export const list = (exchanges: readonly Exchange[]): string => exchanges.map(({ id }) => `#${id}`).join(', ')

/**
 * Strings of two and more calls, each followed by the next; a call is part of one string only.
 *
 * @param next the later call that follows one, if any does
 */
export function strings(
  calls: readonly Exchange[],
  next: (one: Exchange) => Exchange | undefined,
): readonly (readonly [Exchange, ...(readonly Exchange[])])[] {
  const taken = new Set<Exchange>()
  return calls.flatMap((first) => {
    if (taken.has(first)) return []
    const followers: Exchange[] = []
    for (let at = next(first); at && !taken.has(at); at = next(at)) {
      followers.push(at)
      taken.add(at)
    }
    return followers.length > 0 ? [[first, ...followers] as const] : []
  })
}
