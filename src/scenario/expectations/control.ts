/** Calls by which a run is compared with its control: the same client in the same world without the fault. */
import { TOKEN_OPERATION } from '../../booking-contract/oauth.ts'
import { isUnserved } from '../../conformance/exchange.ts'
import { overlap } from '../../conformance/threads.ts'
import type { PastCall } from './past-call.ts'
import { callText } from './text.ts'

/** From this number on, a call of the control is repeated regularly, and its count varies by one. */
const MIN_POLLS = 4
/** Only longer intervals of a regular call are compared, in milliseconds. */
const MIN_INTERVAL_MS = 500
/** Fields with ids that are made during a run. Those of properties and rooms are the same in every run. */
const ID_FIELD = /id$/i
const FIXED_ID_FIELD = /^(?:property|room)/i

/** Names calls so that equal calls of two runs have equal names: without tokens, session ids, connections, and ids made during the run. */
function callNames(calls: readonly PastCall[], visitors: ReadonlyMap<string, string>): ReadonlyMap<PastCall, string> {
  const made = new Map<string, string>()
  return new Map(
    calls.toSorted(bySending).map((call) => {
      const { operation, method, path, target, request, session } = call
      const value = (field: string, text: string): string =>
        ID_FIELD.test(field) && !FIXED_ID_FIELD.test(field) ? (made.get(text) ?? text) : text
      const named = Object.entries(path).map(([field, text]) => value(field, text))
      const form = [...new URLSearchParams(request)].map(([field, text]) => `${field}=${value(field, text)}`)
      const where = operation === undefined ? [method, target] : [operation, ...named]
      const name = [...where, ...form, session === undefined ? '' : (visitors.get(session) ?? '')].join(' ')
      if (method !== 'GET') for (const id of call.changed) if (!made.has(id)) made.set(id, `<${name}>`)
      return [call, name]
    }),
  )
}

const bySending = (a: PastCall, b: PastCall): number => a.began - b.began || a.id - b.id

/** The visitor of each session: the first arrival and e-mail address that were set in it; without an address, that of the only visitor who arrives then. */
function visitorsOf(calls: readonly PastCall[]): ReadonlyMap<string, string> {
  const visitors = new Map<string, { arrival?: string; email?: string }>()
  for (const { session, form } of calls) {
    if (session === undefined) continue
    const visitor = visitors.get(session) ?? {}
    visitors.set(session, visitor)
    const [arrival, email] = [form('arrivalDate'), form('email')]
    if (arrival !== undefined) visitor.arrival ??= arrival
    if (email !== undefined) visitor.email ??= email
  }
  const emails = new Map<string | undefined, string>()
  for (const { arrival, email } of visitors.values())
    if (email !== undefined) emails.set(arrival, (emails.get(arrival) ?? email) === email ? email : '')
  return new Map(
    [...visitors].map(([session, { arrival, email = emails.get(arrival) }]) => [session, `${arrival ?? ''} ${email ?? ''}`]),
  )
}

/** The calls of a run by name, in the order sent. */
class NamedCalls {
  readonly calls: readonly PastCall[]
  readonly visitors: ReadonlyMap<string, string>
  readonly names: ReadonlyMap<PastCall, string>
  readonly #byName = new Map<string, PastCall[]>()

  constructor(calls: readonly PastCall[]) {
    this.calls = calls
    this.visitors = visitorsOf(calls)
    this.names = callNames(calls, this.visitors)
    for (const [call, name] of this.names) this.#byName.set(name, [...(this.#byName.get(name) ?? []), call])
  }

  named(name: string): readonly PastCall[] {
    return this.#byName.get(name) ?? []
  }

  /** From the first call to the last one, in milliseconds. */
  get duration(): number {
    const moments = this.calls.map(({ began }) => began)
    return Math.max(...moments) - Math.min(...moments)
  }

  /** The number of different calls of an operation that succeeded. */
  successes(id: string | undefined): number {
    const isSuccess = ({ operation, effective }: PastCall): boolean => operation === id && effective
    return [...this.#byName.values()].filter((calls) => calls.some(isSuccess)).length
  }
}

/** A run and its control. */
export class Comparison {
  readonly run: NamedCalls
  readonly control: NamedCalls

  constructor(run: readonly PastCall[], control: readonly PastCall[]) {
    this.run = new NamedCalls(run)
    this.control = new NamedCalls(control)
  }

  nameOf(call: PastCall): string {
    return this.run.names.get(call) ?? ''
  }

  /** How often a call comes in the run and in the control. */
  counts(call: PastCall): { readonly run: number; readonly control: number } {
    const name = this.nameOf(call)
    return { run: this.run.named(name).length, control: this.control.named(name).length }
  }

  /** The call of the control in the place of a call of the run; undefined when there is none. */
  counterpart(call: PastCall): PastCall | undefined {
    const name = this.nameOf(call)
    return this.control.named(name)[this.run.named(name).indexOf(call)] ?? this.control.named(name).at(-1)
  }

  /** True for a call that the control makes regularly. */
  isRegular(call: PastCall): boolean {
    return this.counts(call).control >= MIN_POLLS
  }

  /** True for a call that comes more often than in the control. */
  isMore(call: PastCall): boolean {
    const { run, control } = this.counts(call)
    return run > control + (control >= MIN_POLLS ? 1 : 0)
  }

  /** True for a failed poll that is left to its next turn: polling goes on as without the fault, and no other call is missing. */
  isLeftToNextTurn(struck: PastCall): boolean {
    const name = this.nameOf(struck)
    if (struck.method !== 'GET' || !isUnserved(struck) || !this.isRegular(struck)) return false
    // A round ends early at another poll that fails.
    const cut = this.run.calls.filter((call) => isUnserved(call) && this.isRegular(call) && this.nameOf(call) !== name).length
    const { run, control } = this.counts(struck)
    const operations = [...new Set(this.control.calls.map(({ operation }) => operation))]
    return run + cut >= control && operations.every((id) => this.run.successes(id) >= this.control.successes(id))
  }

  /** True for a regular call that follows a struck one out of its turn: the next call, or after less than half of the usual interval. */
  isOutOfTurn(call: PastCall, struck: PastCall): boolean {
    const usual = this.#interval(call)
    const isNext = nextCall(this.run, struck) === call && !this.isNextInBoth(call, struck)
    const last = this.run.named(this.nameOf(call)).findLast(({ began }) => began < call.began)
    return isNext || (usual >= MIN_INTERVAL_MS && last !== undefined && call.began - last.began < usual / 2)
  }

  /** The usual interval of a regular call, in milliseconds. */
  #interval(call: PastCall): number {
    const of = this.control.named(this.nameOf(call))
    const intervals = of.slice(1).map(({ began }, index) => began - (of[index]?.began ?? began))
    return intervals.toSorted((a, b) => a - b)[intervals.length >> 1] ?? 0
  }

  /** True when the client makes calls for as long as in the control, less than one interval of a regular call excepted. */
  lastsAsLong(call: PastCall): boolean {
    return this.run.duration + this.#interval(call) >= this.control.duration
  }

  /** False for calls in sessions of two visitors. */
  mayShareVisitor(one: PastCall, other: PastCall): boolean {
    const [visitor, second] = [one, other].map(({ session }) => session && this.run.visitors.get(session))
    return visitor === undefined || second === undefined || visitor === second
  }

  /** True for the call that follows a struck one, when it follows the same call of the control, too. */
  isNextInBoth(call: PastCall, struck: PastCall): boolean {
    const place = this.counterpart(struck)
    const next = place && nextCall(this.control, place)
    return nextCall(this.run, struck) === call && next !== undefined && this.control.names.get(next) === this.nameOf(call)
  }

  /** True when calls of a client overlap in the run. */
  hasThreads(client: string | undefined): boolean {
    return overlap(this.run.calls.filter((call) => call.client === client).toSorted(bySending))
  }

  /** Why the run cannot be compared from a call on; undefined when it can. */
  problem(struck: PastCall): string | undefined {
    if (this.counts(struck).control === 0) return `the run without the fault has no such call as ${callText(struck)}`
    const before = this.run.calls.filter(({ id, operation }) => id < struck.id && operation !== TOKEN_OPERATION)
    const known = before.filter((call) => this.counts(call).control > 0).length
    return known < before.length * MIN_KNOWN_SHARE
      ? `the run without the fault has only ${known} of the ${before.length} calls before ${callText(struck)}`
      : undefined
  }
}

/** Share of the calls before the fault that the control must have as well. */
const MIN_KNOWN_SHARE = 0.8

const nextCall = ({ calls }: NamedCalls, { ended }: PastCall): PastCall | undefined =>
  calls.filter(({ began, operation }) => began >= ended && operation !== TOKEN_OPERATION).sort(bySending)[0]
