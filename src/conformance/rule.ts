import { type Chain, type ClientKind, callName, type Exchange, type FactName, type Facts } from './exchange.ts'
import { Programs } from './programs.ts'

/** A broken `must` fails the run, a broken `should` warns, a broken `info` is only reported. */
export type Severity = 'must' | 'should' | 'info'

export interface Finding {
  /** For a finding about a delivery: the next call, by which the parts of a run are merged. */
  readonly entries: readonly number[]
  readonly delivery?: number
  readonly what: string
}

export interface Findings {
  /** False when the run contains nothing that this rule judges. */
  readonly exercised: boolean
  readonly offences: readonly Finding[]
  /** Findings that need a manual check: they cannot be judged from the calls alone. */
  readonly remarks?: readonly Finding[]
}

/** What a rule judges: calls in the order sent, their programs, and the facts about the run. */
export interface Run extends Facts {
  readonly exchanges: readonly Exchange[]
  readonly programs: Programs
}

export const runOf = (exchanges: readonly Exchange[], facts: Facts): Run => ({
  ...facts,
  exchanges,
  programs: new Programs(exchanges, facts),
})

export interface Rule {
  /** `<subject>/<rule>`. */
  readonly id: string
  readonly severity: Severity
  /** What a correct client does. */
  readonly title: string
  /** What counts, with every threshold. */
  readonly measure: string
  /** How to fix an offence. */
  readonly remedy: string
  readonly source: string
  /** When a correct client may appear to break the rule. */
  readonly risk: string
  /** The kinds of clients it applies to; undefined for every kind. */
  readonly kinds?: readonly ClientKind[]
  /** The facts that a recording must contain for it to be judged. */
  readonly needs?: readonly FactName[]
  readonly check: (run: Run) => Findings
}

/** True for a rule about retries: the only ones that judge a client by its reaction to an invented answer. */
export const isAboutRetries = ({ id }: Rule): boolean => /^resilience\/(?!conflict-)/.test(id)

/** Clients that write rates, availability or guests. */
export const SYNC_KINDS: readonly ClientKind[] = ['channel-manager']
/** Clients that book for visitors. */
export const BOOKING_KINDS: readonly ClientKind[] = ['booking-site']

/** The findings of a rule that judges each call separately. */
export function judgeEach(judged: readonly Exchange[], offence: (exchange: Exchange) => string | undefined): Findings {
  const offences = judged.flatMap((exchange) => {
    const what = offence(exchange)
    return what === undefined ? [] : [{ entries: [exchange.id], what }]
  })
  return { exercised: judged.length > 0, offences }
}

/** True for a request of a monitor or browser, which many rules do not judge. */
export const isProbe = ({ method }: Exchange): boolean => method === 'HEAD' || method === 'OPTIONS'

export const isClientError = ({ status }: Exchange): boolean => status >= 400 && status < 500

export const idsOf = (...exchanges: readonly Exchange[]): readonly number[] => exchanges.map(({ id }) => id)

/** Formats milliseconds: `250 ms`, `1.5 s`. */
export const milliseconds = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`)

const MAX_NAMED = 2
const MAX_IDS = 10

/** Names the first calls of a list, and gives the ids of others: `#3 ..., #4 ... and 2 more (#5, #6)`. */
export function callList(exchanges: readonly Exchange[]): string {
  const named = exchanges.slice(0, MAX_NAMED).map(callName).join(', ')
  const more = exchanges.slice(MAX_NAMED)
  const ids = more.slice(0, MAX_IDS).map(({ id }) => `#${id}`)
  return more.length === 0 ? named : `${named} and ${more.length} more (${ids.join(', ')}${more.length > MAX_IDS ? ', ...' : ''})`
}

/** A remark on calls that threads, or a restarted program, sent before they can have known of an earlier one. */
export const excusedFinding = (first: Exchange, excused: readonly Exchange[], what: string): Finding => ({
  entries: idsOf(first, ...excused),
  what: `${what}: excused, because threads or a restarted program may not have known of #${first.id} yet`,
})

/** Sequences of two and more calls, none in two of them. @param next the later call that follows a call, if any */
export function sequences(calls: readonly Exchange[], next: (one: Exchange) => Exchange | undefined): readonly Chain[] {
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
