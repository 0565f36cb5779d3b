/** A journal entry as the rules read it, with the predicates that they share. */
import type { Subject } from '../api/subject.ts'
import type { Day } from '../base/day.ts'
import { type Instant, timestamp } from '../base/instant.ts'
import { decodedOrSame } from '../base/percent-encoding.ts'
import { sessionKey } from '../base/session-key.ts'
import { shortText } from '../base/short-text.ts'
import type { BookingOperation } from '../booking-contract/shared/operation.ts'
import { type Entry, FAULTS_BEFORE_SERVICE, type NetworkFaultKind } from '../journal/entry.ts'
import type { Delivery as LoggedDelivery } from '../webhooks/delivery.ts'

/** A request and its response, of a journal or a recording; `bodyMs` is the part of `ms` after the head of the response. */
export type Exchange = Entry & { readonly bodyMs?: number }

/** Calls that belong together, in the order sent. */
export type Chain = readonly [Exchange, ...(readonly Exchange[])]

export type Delivery = Readonly<Omit<LoggedDelivery, 'request' | 'undone' | 'repeats' | 'attempt'>>

export const CLIENT_KINDS = ['channel-manager', 'booking-site', 'syndication'] as const
export type ClientKind = (typeof CLIENT_KINDS)[number]

/** Facts that a recording may lack; each rule names those it needs. */
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
  'connections',
] as const
export type FactName = (typeof FACT_NAMES)[number]

/** A booking that was made without a request, by an event or traffic; clients must pick it up. */
export interface Arrival extends Subject, Pick<Exchange, 'at' | 'real'> {
  readonly booking: number
  readonly property: number
}

/** A sale on another channel, of which the client learns from that channel. */
export interface Sale {
  readonly at: Instant
  readonly property: number
  readonly room: number
  readonly departure: Day
  readonly nights: readonly Day[]
}

export interface Facts {
  /** The kind of client; undefined applies all rules. */
  readonly kind?: ClientKind | undefined
  /** Facts that a recording lacks; undefined for none. */
  readonly missing?: readonly FactName[] | undefined
  readonly arrivals?: readonly Arrival[] | undefined
  /** Sales on other channels, oldest first. */
  readonly sales?: readonly Sale[] | undefined
  /** Oldest first. */
  readonly deliveries?: readonly Delivery[] | undefined
  /** The parts of the sandbox's time that moves of its clock have skipped. */
  readonly moves?: readonly { readonly from: Instant; readonly to: Instant }[] | undefined
  /** Until when, by the machine's clock, arrivals and deliveries were judged with earlier calls of the run. */
  readonly judgedUntil?: Instant | undefined
  /** Speed of the sandbox's clock: 1 real time, 60 one minute per second. */
  readonly speed?: number | undefined
  /** The current time, by the sandbox's clock. */
  readonly now?: Instant | undefined
  /** Milliseconds by which every response was later; undefined for a recording. Without any, threads are hardly seen. */
  readonly latency?: number | undefined
  /** The calls of the same client without the fault; undefined without such a run. */
  readonly control?: readonly Exchange[] | undefined
  readonly operations: readonly BookingOperation[]
  /** Lifetime of a token whose response does not state it, in milliseconds. */
  readonly tokenLifetimeMs: number
  readonly product: { readonly sessionHeader: string; readonly channelName: string; readonly apiPath: string }
  /** Number of calls that were not judged. */
  readonly dropped: number
}

export { TOKEN_OPERATION } from '../booking-contract/oauth.ts'

/** Milliseconds after which the same call is a new task: schedulers run every minute, and retries come sooner. */
export const MAX_RETRY_INTERVAL_MS = 60_000

type Faults = ReadonlySet<NetworkFaultKind | undefined>
const FAULTS_THAT_LOSE_REPLY: Faults = new Set([
  'carried-out',
  'cut-after-commit',
  'truncated',
  'html',
  'empty',
  'invented-carried-out',
] as const)

/** The parts of a call that show whether it was carried out and its response arrived. */
type Result = Pick<Exchange, 'status' | 'refusalCode' | 'networkFault' | 'aborted'>

/** True when a network fault stopped the call before the service received it. */
export const isUnserved = ({ networkFault }: Result): boolean => FAULTS_BEFORE_SERVICE.has(networkFault)

const hasLostReplyFault = ({ networkFault }: Result): boolean => FAULTS_THAT_LOSE_REPLY.has(networkFault)

/** True when the complete response did not reach the client: a network fault damaged it, or the client had disconnected. */
export const isReplyLost = (of: Result): boolean => hasLostReplyFault(of) || of.aborted === true

/** True when the service carried out the call, whether or not the response reached the client. */
export const isCarriedOut = (of: Result): boolean =>
  of.refusalCode === undefined && !isUnserved(of) && (hasLostReplyFault(of) || (of.status >= 200 && of.status < 300))

/** True when the call was carried out and its response reached the client. */
export const isAnswered = (of: Result): boolean => isCarriedOut(of) && !isReplyLost(of)

const INVENTED: Faults = new Set(['invented', 'invented-carried-out', 'patched'] as const)

/** True for an answer that a scenario invented or changed: the service is not known to answer this. */
export const isInvented = ({ networkFault }: Result): boolean => INVENTED.has(networkFault)

/** The statuses by which a service asks a client to wait. @source RFC 6585 section 4, RFC 9110 section 15.6.4 */
export const WAIT_STATUSES: ReadonlySet<number> = new Set([429, 503])

/** True when a retry may succeed: 429, 5xx, a closed connection, an unreadable response. */
export const mayBeRetried = (of: Exchange): boolean =>
  (isReplyLost(of) && !(isInvented(of) && !of.aborted)) ||
  of.networkFault === 'cut-before' ||
  of.status === 429 ||
  of.status >= 500

export const isRead = ({ method }: Exchange): boolean => method === 'GET'

/** When the response was sent, by the machine's clock; for a client that disconnected, when the call was received. */
export const endOf = ({ real, ms, aborted }: Pick<Exchange, 'real' | 'ms' | 'aborted'>): Instant => (aborted ? real : real + ms)

/** True when a call was sent after the response to another one, so that it can be a reaction to it. */
export const isAfter = (next: Exchange, previous: Exchange): boolean => next !== previous && next.real >= endOf(previous)

/** Milliseconds that the client waited, by the longer of both clocks: a test may move the sandbox's clock instead of waiting. */
export function waitBetween(previous: Exchange, next: Exchange, facts: Pick<Facts, 'moves'> = {}): number {
  const [shown, passed] = [next.at - previous.at, next.real - previous.real]
  const isOther = Math.abs(shown - passed) > SAME_SPEED_MS
  return Math.max(next.real - endOf(previous), isOther ? shown : movedTime(facts, previous.at, next.at), 0)
}

/** Milliseconds of a part of the sandbox's time that moves of its clock have skipped. */
export const movedTime = ({ moves = [] }: Pick<Facts, 'moves'>, since: Instant, until: Instant): number =>
  moves.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, until) - Math.max(from, since)), 0)

/** Clocks that differ by at most this over one wait run at the same speed, in milliseconds. */
const SAME_SPEED_MS = 50

/** By the time at which calls were sent; within the same millisecond the id decides. */
export const bySending = (a: Pick<Exchange, 'real' | 'id'>, b: Pick<Exchange, 'real' | 'id'>): number =>
  a.real - b.real || a.id - b.id

export const isSentBefore = (one: Exchange, other: Exchange): boolean => bySending(one, other) < 0

/** The booking session that a call names, as the service reads it: two spellings may name one. */
export const sessionOf = ({ session }: Pick<Exchange, 'session'>): string | undefined =>
  session === undefined ? undefined : sessionKey(session) || undefined

type SentParts = Pick<Exchange, 'method' | 'target' | 'request' | 'session'>

/** Equal for calls with the same method, address, form and session. */
export const keyOf = (call: SentParts): string => `${call.method} ${call.target} ${call.request ?? ''} ${sessionOf(call) ?? ''}`

/** True for calls with the same {@link keyOf}; quicker, because most calls differ in their address. */
export const isSameCall = (one: Exchange, other: Exchange): boolean =>
  one.method === other.method &&
  one.target === other.target &&
  (one.request ?? '') === (other.request ?? '') &&
  sessionOf(one) === sessionOf(other)

export const callsAfter = (exchanges: readonly Exchange[], of: Exchange): readonly Exchange[] =>
  exchanges.slice(exchanges.indexOf(of) + 1)

/** Sorts entries, which come in the order in which they ended, by the time they were sent. */
export const inOrder = (exchanges: readonly Exchange[]): readonly Exchange[] => exchanges.toSorted(bySending)

/** True for a form of which only the beginning is kept. */
export const isFormCut = ({ request = '' }: Exchange): boolean => /(?:~\d+~-?\d+| \.\.\. cut)$/.test(request)

/** The form fields; none of a form of which only the beginning is kept. */
export function formOf(one: Exchange): readonly (readonly [name: string, value: string])[] {
  const { request } = one
  if (!request?.includes('=') || isFormCut(one)) return []
  return request.split('&').map((part) => {
    const at = part.indexOf('=')
    return [decodedOrSame(at < 0 ? part : part.slice(0, at)), decodedOrSame(at < 0 ? '' : part.slice(at + 1))] as const
  })
}

export const answerText = ({ response }: Exchange): string => response ?? ''

/** The first value of a form field; undefined where it is not there or not kept. */
export const formField = (one: Exchange, name: string): string | undefined => formOf(one).find(([key]) => key === name)?.[1]

/** @param name in lower case */
export function answerHeader({ responseHeaders }: Exchange, name: string): string | undefined {
  return Object.entries(responseHeaders ?? {}).find(([key]) => key.toLowerCase() === name)?.[1]
}

export const targetText = (target: string): string => shortText(target, 100)

/** Names a call in a message: `#12 listBookings (GET /service/api/listbooking/1 at 09:00:12)`. */
export function callName({ id, operation, method, target, at }: Exchange): string {
  const sent = `${method} ${targetText(target)} at ${timestamp(at).slice(11)}`
  return operation === undefined ? `#${id} ${sent}` : `#${id} ${operation} (${sent})`
}

/** The subject of a call; of one without it, its property. */
export const subjectOfCall = ({ subject, property }: Exchange): Subject | undefined =>
  subject ?? (property === undefined ? undefined : { property })
