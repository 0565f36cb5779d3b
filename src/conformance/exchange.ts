/**
 * What the rules read of a journal entry, and the plain questions they ask of it.
 *
 * @module
 */

import type { Comparable, Subject } from '../api/subject.ts'
import type { Instant } from '../base/instant.ts'
import type { BookingOperation } from '../booking-api/contract/operation.ts'
import type { Entry, NetworkFaultKind } from '../journal/entry.ts'
import type { Delivery } from './delivery.ts'

/** One request and what became of it: an entry of a journal, or one read from a recording. */
export type Exchange = Entry

/** What a client is for; decides which rules apply. */
export const KINDS = ['channel-manager', 'booking-site', 'syndication'] as const
export type Kind = (typeof KINDS)[number]

/** What a recording may lack: each rule names what it needs. */
export const FACT_NAMES = [
  'tokens',
  'refusal-codes',
  'rows',
  'unread-fields',
  'warnings',
  'forms',
  'answers',
  'sandbox-clock',
  'arrivals',
  'deliveries',
] as const
export type FactName = (typeof FACT_NAMES)[number]

/** A booking that came in by itself, which a client has to pick up. */
export interface Arrival extends Subject {
  readonly booking: number
  readonly property: number
  /** When it was made, by the sandbox's clock. */
  readonly at: Instant
}

/** What the rules need to know beside the entries. */
export interface Facts {
  /** Which rules apply; undefined: all of them. */
  readonly kind?: Kind | undefined
  /** What a recording does not hold; undefined: nothing is missing. */
  readonly missing?: readonly FactName[] | undefined
  /** Bookings that came in by themselves. */
  readonly arrivals?: readonly Arrival[] | undefined
  /** Deliveries of webhooks, oldest first. */
  readonly deliveries?: readonly Delivery[] | undefined
  /** How fast the sandbox's clock runs: 1 as the machine's, 60 a minute a second. */
  readonly speed?: number | undefined
  /** The moment of judging, by the sandbox's clock. */
  readonly now?: Instant | undefined
  readonly operations: readonly BookingOperation[]
  /** How long a token lives where its answer does not say, milliseconds. */
  readonly tokenLifetimeMs: number
  readonly product: { readonly sessionHeader: string; readonly channelName: string; readonly apiPath: string }
  /** Calls that no rule has seen. */
  readonly dropped: number
}

export { TOKEN_OPERATION } from '../booking-api/contract/oauth.ts'

/**
 * The same call after this long is a new undertaking, not a retry of the old one, milliseconds: schedulers run by the
 * minute, and a retry within one undertaking comes sooner.
 */
export const RETRY_APART = 60_000

const UNSERVED: ReadonlySet<NetworkFaultKind> = new Set<NetworkFaultKind>(['status', 'cut-before'])
const REPLY_LOST: ReadonlySet<NetworkFaultKind> = new Set<NetworkFaultKind>([
  'carried-out',
  'cut-after-commit',
  'truncated',
  'html',
  'empty',
])

/** True when the call was stopped on its way: the service never saw it. */
export const isUnserved = ({ edge }: Exchange): boolean => edge !== undefined && UNSERVED.has(edge)

const isHarmed = ({ edge }: Exchange): boolean => edge !== undefined && REPLY_LOST.has(edge)

/** True when the answer never reached the client whole: it came to harm on the way back, or nobody waited for it any more. */
export const isReplyLost = (of: Exchange): boolean => isHarmed(of) || of.gone === true

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** True when the service did what was asked, whether or not the client could read that. */
export const isDone = (of: Exchange): boolean =>
  of.refusalCode === undefined && !isUnserved(of) && (isHarmed(of) || isSuccess(of.status))

/** True when the client was told that what it asked for was done. */
export const isAnswered = (of: Exchange): boolean => isDone(of) && !isReplyLost(of)

/** True when the same call may well succeed later: 429, 5xx, a cut line, an answer nobody can read. */
export const isTrouble = (of: Exchange): boolean =>
  isReplyLost(of) || of.edge === 'cut-before' || of.status === 429 || of.status >= 500

/** True when a call only looks. */
export const isRead = ({ method }: Exchange): boolean => method === 'GET'

/** When the answer went out, by the machine's clock. Whoever hung up may have done so at any time: the call counts as over at once. */
export const endOf = ({ real, ms, gone }: Exchange): Instant => (gone ? real : real + ms)

/** True when a call was sent once the answer to another was out, so that it can be a reaction to it. */
export const isAfter = (next: Exchange, previous: Exchange): boolean => next !== previous && next.real >= endOf(previous)

/**
 * How long the client waited, milliseconds: the longer of what the machine's clock and the sandbox's clock say, because a
 * test may move the sandbox's clock instead of waiting.
 */
export function waitBetween(previous: Exchange, next: Exchange): number {
  const [shown, passed] = [next.at - previous.at, next.real - previous.real]
  const moved = Math.abs(shown - passed) > SAME_PACE_MS
  return Math.max(next.real - endOf(previous), moved ? shown : 0, 0)
}

/** Clocks that differ by no more than this over one wait run side by side. */
const SAME_PACE_MS = 50

/** True when a call was sent before another one, also within the same millisecond. */
export const isSentBefore = (one: Exchange, other: Exchange): boolean =>
  one.real < other.real || (one.real === other.real && one.id < other.id)

/** Calls with the same key are the same call: address, form and session are the same. */
export const keyOf = ({ method, target, request, session }: Exchange): string =>
  `${method} ${target} ${request ?? ''} ${session?.trim() ?? ''}`

/** Exchanges in groups, each in the order sent. */
export function grouped<K>(
  exchanges: readonly Exchange[],
  keyOfOne: (exchange: Exchange) => K | undefined,
): ReadonlyMap<K, readonly Exchange[]> {
  const groups = new Map<K, Exchange[]>()
  for (const exchange of exchanges) {
    const key = keyOfOne(exchange)
    if (key === undefined) continue
    const group = groups.get(key)
    if (group) group.push(exchange)
    else groups.set(key, [exchange])
  }
  return groups
}

/** The calls that came after one of them, in their order. */
export const laterThan = (exchanges: readonly Exchange[], of: Exchange): readonly Exchange[] =>
  exchanges.slice(exchanges.indexOf(of) + 1)

/** In the order sent; entries come in the order in which they were finished. */
export const inOrder = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  [...exchanges].sort((a, b) => a.real - b.real || a.id - b.id)

/** The fields of the form, as far as the journal kept them. */
export function formOf({ request }: Exchange): readonly (readonly [name: string, value: string])[] {
  if (!request?.includes('=')) return []
  return request.split('&').map((part) => {
    const at = part.indexOf('=')
    return [plain(at < 0 ? part : part.slice(0, at)), plain(at < 0 ? '' : part.slice(at + 1))] as const
  })
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The text of the answer. */
export const answerText = ({ response }: Exchange): string => response ?? ''

/** A header of the answer, in any case. */
export function answerHeader({ responseHeaders }: Exchange, name: string): string | undefined {
  const found = Object.entries(responseHeaders ?? {}).find(([key]) => key.toLowerCase() === name)
  return found?.[1]
}

/** How a sentence speaks of a call: `#12 listBookings`. */
export const named = ({ id, operation, method, target }: Exchange): string => `#${id} ${operation ?? `${method} ${target}`}`

/** A call as subjects are compared. */
export const comparable = (call: Exchange): Comparable => ({
  subject: call.subject ?? (call.property === undefined ? undefined : { property: call.property }),
  session: call.session?.trim(),
  token: call.token,
  client: call.client,
  key: keyOf(call),
})
