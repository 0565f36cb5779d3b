/** The moments at which a program of a client ended, or was killed, and another one began. */
import { groupBy } from '../base/group-by.ts'
import type { Instant } from '../base/instant.ts'
import type { Entry } from '../journal/entry.ts'
import { bySending, TOKEN_OPERATION } from './exchange.ts'

/** A call of any kind: what it sent and changed shows no restart. */
export type RestartFacts = Omit<Entry, 'changed' | 'fault' | 'request'>

interface Restart {
  /** Empty when it is not known. */
  readonly client: string
  /** When the earlier program is last seen, and the next one first; by the machine's clock. */
  readonly from: Instant
  readonly to: Instant
  /** The id of the first call of the next one. */
  readonly firstId: number
  /** False when all that shows it is that connections which are otherwise kept had all closed. */
  readonly isCertain: boolean
}

/** A program that ends so soon after a response may not have reacted to it yet, in milliseconds: longer than most pauses before a retry. */
const NO_REACTION_MS = 2000

/** A client that makes its first call more often than this on a connection that is open begins its rounds with it. */
const MAX_ROUNDS = 2

/** A call of the earlier program may arrive so much later than the first of the next, in milliseconds. */
const LATE_MS = 50

export class Restarts {
  /** The certain ones first. */
  readonly #all: readonly Restart[]
  readonly #clients: ReadonlyMap<string, string>

  /** @param isPartial true when calls are missing: what these may have made certain is taken as certain, a token in a gap too */
  constructor(calls: readonly RestartFacts[], isPartial = false) {
    this.#clients = new Map(calls.flatMap(({ token, client }) => (token && client ? [[token, client]] : [])))
    const sorted = calls.toSorted(bySending)
    const byClient = groupBy(sorted, (call) => this.#clientOf(call))
    const found = [...byClient].flatMap(([client, own]) => restartsOf(own, isPartial).map((restart) => ({ ...restart, client })))
    this.#all = found.sort((a, b) => Number(b.isCertain) - Number(a.isCertain))
  }

  /** The restart, if possible a certain one, of the program that made a call, soon after the response, and before a later call. */
  between(call: RestartFacts, next?: RestartFacts): Restart | undefined {
    const client = this.#clientOf(call)
    return this.#all.find(
      ({ client: other, from, to, firstId }) =>
        other === client &&
        (call.real < to || (call.real === to && call.id < firstId)) &&
        from - (call.real + call.ms) < NO_REACTION_MS &&
        (!next || to <= next.real),
    )
  }

  #clientOf({ client, token = '' }: RestartFacts): string {
    return client ?? this.#clients.get(token) ?? ''
  }
}

/**
 * The restarts of one client: calls come on other connections than all earlier ones, and the earlier program left a call that nothing
 * delayed, or the next one begins as the run began, or with a token in place of all earlier ones. Of a client that has a connection for
 * each call, it takes both.
 *
 * @param calls in the order sent
 */
function restartsOf(calls: readonly RestartFacts[], isPartial: boolean): readonly Omit<Restart, 'client'>[] {
  const firstUse = new Map(calls.toReversed().map((call) => [call.connection, call]))
  const isFirstUse = (call: RestartFacts): boolean => firstUse.get(call.connection) === call
  const connectionsEnd = endsOf(calls, 'connection')
  const tokensEnd = endsOf(calls, 'token')
  const begins = beginsOf(calls)
  const isKept = keepsConnections(calls, isPartial, isFirstUse)
  const found: Omit<Restart, 'client'>[] = []
  let leftAt = 0
  for (const [index, call] of calls.entries()) {
    const { real, ms, connection, aborted, abortedMs, networkFault, operation } = call
    const last = calls[index - 1]
    if (last && connectionsEnd[index] && (connection === undefined || isFirstUse(call))) {
      const isGap = isPartial && call.id > last.id + 1
      const hasNewToken = (isGap || operation === TOKEN_OPERATION) && tokensEnd[index]
      const signs = Number(begins[index]) + Number(hasNewToken) + Number(isPartial)
      const kept = isKept(call, index)
      const isCertain = leftAt >= last.real || signs >= (kept ? 1 : 2)
      const begun = isGap ? { real: last.real, id: last.id + 1 } : call
      if (isCertain || kept) found.push({ from: last.real, to: begun.real, firstId: begun.id, isCertain })
    }
    const wasLeft = connection !== undefined && aborted && networkFault === undefined && abortedMs === undefined
    if (wasLeft) leftAt = Math.max(leftAt, real + ms)
  }
  return found
}

/** For each call whether those before it used their connections, or tokens, for the last time. */
function endsOf(calls: readonly RestartFacts[], key: 'connection' | 'token'): readonly boolean[] {
  const lastUse = new Map(calls.map((call, index) => [call[key], index]))
  let until = 0
  return calls.map((call, index) => {
    const isLate = (calls[until]?.real ?? 0) - call.real < LATE_MS
    const isEnd = until < index || (isLate && isOnlyUse(calls.slice(index, until + 1)))
    until = Math.max(until, (call[key] !== undefined && lastUse.get(call[key])) || index)
    return isEnd
  })
}

/** True when no call but the last one is on its connection: a program that was killed may leave one call that arrives late. */
const isOnlyUse = (calls: readonly RestartFacts[]): boolean =>
  calls.filter(({ connection }) => connection === calls.at(-1)?.connection).length === 1

/** For each call whether the work begins with it as the run began; never where each round of the client begins so. */
function beginsOf(calls: readonly RestartFacts[]): readonly boolean[] {
  const first = workFrom(calls, 0)
  const isRound = (call: RestartFacts, before?: RestartFacts): boolean =>
    before?.connection !== undefined && before.connection === call.connection && before.operation !== TOKEN_OPERATION
  const rounds = calls.filter((call, index) => textOf(call) === first && isRound(call, calls[index - 1]))
  // the first call again may repeat one that failed
  let isRepeated = false
  let work = 0
  return calls.map((call, index) => {
    const { status, networkFault, operation } = call
    const isBegin = rounds.length <= MAX_ROUNDS && !isRepeated && work > 1 && workFrom(calls, index) === first
    work = operation === TOKEN_OPERATION ? 0 : work + 1
    if (textOf(call) === first) isRepeated = status >= 400 || (networkFault !== undefined && networkFault !== 'delay')
    return isBegin
  })
}

/** Finds whether the client uses connections again, before and after a call. */
function keepsConnections(calls: readonly RestartFacts[], isPartial: boolean, isFirstUse: (call: RestartFacts) => boolean) {
  const lastUse = new Map(calls.map((call) => [call.connection, call]))
  const isUsedAgain = (call: RestartFacts): boolean => call.connection !== undefined && lastUse.get(call.connection) !== call
  const [first, last] = [isPartial ? -1 : calls.findIndex(isUsedAgain), calls.findLastIndex(isUsedAgain)]
  // a connection of its own for each write, which some libraries need, shows no restart
  const writes = calls.filter(({ method, operation }) => method !== 'GET' && operation !== TOKEN_OPERATION)
  const hasFreshWrites = !isPartial && writes.length > 0 && writes.every(isFirstUse)
  return ({ method }: RestartFacts, index: number): boolean =>
    first < index && index <= last && (method === 'GET' || !hasFreshWrites)
}

/** The first call from a place on that is not for a token. */
function workFrom(calls: readonly RestartFacts[], index: number): string | undefined {
  let at = index
  while (calls[at]?.operation === TOKEN_OPERATION) at++
  const first = calls[at]
  return first && textOf(first)
}

const textOf = ({ method, target }: RestartFacts): string => `${method} ${target}`
