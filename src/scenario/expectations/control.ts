/** Calls by which a run is compared with its control: the same client in the same world without the fault. */
import { hasSameSubject } from '../../api/subject.ts'
import { groupBy } from '../../base/group-by.ts'
import { TOKEN_OPERATION } from '../../booking-contract/oauth.ts'
import { isAnswered, isUnserved } from '../../conformance/exchange.ts'
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
/** Stands for the e-mail addresses of guests who have other ones in each run. */
const MADE_UP = 'made up'
type Visitors = ReadonlyMap<string, string>

/** Names calls so that equal calls of two runs have equal names: without tokens, session ids, connections, and ids made during the run. */
function callNames(calls: readonly PastCall[], visitors: Visitors): ReadonlyMap<PastCall, string> {
  const made = new Map<string, string>()
  return new Map(
    calls.toSorted(bySending).map((call) => {
      const { operation, method, path, target, request, session } = call
      const value = (field: string, text: string): string =>
        ID_FIELD.test(field) && !FIXED_ID_FIELD.test(field) ? (made.get(text) ?? text) : text
      const named = Object.entries(path).map(([field, text]) => value(field, text))
      const visitor = (session === undefined ? undefined : visitors.get(session)) ?? ''
      const isMadeUp = operation === 'setAddress' && visitor.endsWith(MADE_UP)
      const form = [...new URLSearchParams(isMadeUp ? '' : request)].map(([field, text]) => `${field}=${value(field, text)}`)
      const where = operation === undefined ? [method, target] : [operation, ...named]
      const name = [...where, ...form, visitor].join(' ')
      if (method !== 'GET') for (const id of call.changed) if (!made.has(id)) made.set(id, `<${name}>`)
      return [call, name]
    }),
  )
}

const bySending = (a: PastCall, b: PastCall): number => a.began - b.began || a.id - b.id

/**
 * The visitor of each session: the first arrival and e-mail address that were set in it. A session that ended with an error before it had
 * an address is of a visitor who is missing, else of that of the next one.
 *
 * @param usual the visitors without the fault
 * @param known the e-mail addresses of both runs: visitors of one arrival who have others are taken for one
 */
function visitorsOf(calls: readonly PastCall[], usual: Iterable<string>, known: ReadonlySet<string>): Visitors {
  const sessions = [...groupBy(calls, ({ session }) => session)].map(([session, own]) => {
    const sent = (field: string): string => own.map((call) => call.form(field) ?? '').find((text) => text !== '') ?? ''
    const email = sent('email')
    return { session, own, arrival: sent('arrivalDate'), email: email === '' || known.has(email) ? email : MADE_UP }
  })
  const nameOf = ({ arrival, email }: { arrival: string; email: string }): string => `${arrival} ${email}`
  const missing = [...new Set(usual)].filter((name) => isKnown(name) && !sessions.some((one) => nameOf(one) === name))
  return new Map(
    sessions.map(({ session, own, ...one }) => {
      const last = own.at(-1)
      if (one.email !== '' || !last || isAnswered(last)) return [session, nameOf(one)]
      const isNext = ({ own: [first], arrival }: (typeof sessions)[number]): boolean =>
        first !== undefined && first.began > last.began && (one.arrival === '' || arrival === one.arrival)
      return [session, missing.find((name) => name.startsWith(one.arrival)) ?? nameOf(sessions.find(isNext) ?? one)]
    }),
  )
}

/** False for a visitor whose address was never set. */
const isKnown = (visitor: string): boolean => !visitor.endsWith(' ')

/** The e-mail addresses of visitors. */
const emailsOf = (calls: readonly PastCall[]): readonly string[] =>
  calls.flatMap((call) => (call.session === undefined ? [] : (call.form('email') ?? [])))

/** The calls of a run by name, in the order sent. */
class NamedCalls {
  readonly calls: readonly PastCall[]
  readonly visitors: Visitors
  readonly names: ReadonlyMap<PastCall, string>
  readonly #byName: ReadonlyMap<string, readonly PastCall[]>

  constructor(calls: readonly PastCall[], usual: Iterable<string>, known: ReadonlySet<string>) {
    this.calls = calls
    this.visitors = visitorsOf(calls, usual, known)
    this.names = callNames(calls, this.visitors)
    this.#byName = groupBy(this.names.keys(), (call) => this.names.get(call))
  }

  named(name: string): readonly PastCall[] {
    return this.#byName.get(name) ?? []
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
    const usual = new Set(emailsOf(control))
    const known = new Set(emailsOf(run).filter((email) => usual.has(email)))
    this.control = new NamedCalls(control, [], known)
    this.run = new NamedCalls(run, this.control.visitors.values(), known)
  }

  nameOf(call: PastCall): string {
    return this.run.names.get(call) ?? ''
  }

  /** How often a call comes in the run and in the control. */
  counts(call: PastCall): { readonly run: number; readonly control: number } {
    const name = this.nameOf(call)
    return { run: this.run.named(name).length, control: this.control.named(name).length }
  }

  /** The call of the control in the place of a call of the run, if need be the only one of that night; undefined when there is none. */
  counterpart(call: PastCall): PastCall | undefined {
    const [usual, place] = [this.control.named(this.nameOf(call)), this.run.named(this.nameOf(call)).indexOf(call)]
    const isSameNight = (other: PastCall): boolean =>
      other.operation === call.operation && (['property', 'night'] as const).every((same) => hasSameSubject(same, other, call))
    const [only, ...others] = call.subject?.nights && usual.length === 0 ? this.control.calls.filter(isSameNight) : []
    return usual[place] ?? usual.at(-1) ?? (others.length === 0 ? only : undefined)
  }

  /** True for a call that the control makes regularly. */
  isRegular(call: PastCall): boolean {
    return this.counts(call).control >= MIN_POLLS
  }

  /** True for a call of each round of a client that pauses between rounds: three or more in the control. */
  hasRounds(call: PastCall): boolean {
    return this.counts(call).control > 2 && this.#interval(call) >= MIN_INTERVAL_MS
  }

  /** True for a read that follows a write at once in the control, and only after other calls in the run. Not told of threads. */
  isPutOff(read: PastCall, write: PastCall): boolean {
    const { run, control } = this.counts(read)
    return (
      run >= control && this.#isNextInControl(read, write) && nextCall(this.run, write) !== read && !this.hasThreads(read.client)
    )
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
    const endsRound = (call: PastCall): boolean => {
      const next = nextCall(this.run, call)
      return next !== undefined && isUnserved(call) && this.isRegular(call) && !this.isNextInBoth(next, call)
    }
    const cut = this.run.calls.filter((call) => this.nameOf(call) !== name && endsRound(call)).length
    const { run, control } = this.counts(struck)
    return run + cut >= control && this.hasAllSuccesses()
  }

  /** True when as many different calls of each operation succeeded as in the control. @param isMeant leaves out other calls */
  hasAllSuccesses(isMeant = (_: PastCall): boolean => true): boolean {
    const operations = [...new Set(this.control.calls.filter(isMeant).map(({ operation }) => operation))]
    return operations.every((id) => this.run.successes(id) >= this.control.successes(id))
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

  /** True when the client makes calls for as long as in the control, give or take an interval of a regular call. */
  lastsAsLong(call: PastCall): boolean {
    return Math.abs(this.#additionalTime()) <= this.#interval(call)
  }

  /** True when the client ends no sooner than in the control and, if it pauses between such calls, soon after the last or a delay. */
  endsInTime(call: PastCall): boolean {
    const interval = this.#interval(call)
    const last = this.run.named(this.nameOf(call)).at(-1)
    const waited = this.run.calls.filter((other) => other === last || other.networkFault === 'delay')
    const rest = (this.run.calls.at(-1)?.began ?? 0) - Math.max(...waited.map(({ ended }) => ended))
    return this.#additionalTime() >= -interval && (interval < MIN_INTERVAL_MS || rest <= interval)
  }

  /** How much longer than in the control the client makes calls, in milliseconds. */
  #additionalTime(): number {
    const duration = ({ calls }: NamedCalls): number => (calls.at(-1)?.began ?? 0) - (calls[0]?.began ?? 0)
    return duration(this.run) - duration(this.control)
  }

  /** False for calls in sessions of two visitors. */
  mayShareVisitor(one: PastCall, other: PastCall): boolean {
    const [visitor = ' ', second = ' '] = [one, other].map(({ session }) => session && this.run.visitors.get(session))
    return !isKnown(visitor) || !isKnown(second) || visitor === second
  }

  /** True for the call that follows a struck one, when it follows the same call of the control, too. */
  isNextInBoth(call: PastCall, struck: PastCall): boolean {
    return nextCall(this.run, struck) === call && this.#isNextInControl(call, struck)
  }

  #isNextInControl(call: PastCall, struck: PastCall): boolean {
    const place = this.counterpart(struck)
    const next = place && nextCall(this.control, place)
    return next !== undefined && this.control.names.get(next) === this.nameOf(call)
  }

  /** True when calls of a client overlap in the run. */
  hasThreads(client: string | undefined): boolean {
    return overlap(this.run.calls.filter((call) => call.client === client).toSorted(bySending))
  }

  /** Why the run cannot be compared from a call on; undefined when it can. @param place the call of the control in its place */
  problem(struck: PastCall, place = this.control.named(this.nameOf(struck))[0]): string | undefined {
    if (!place)
      return `the run without the fault has no such call as ${callText(struck)}: something in it differs from run to run, such as a random night or name`
    const before = this.run.calls.filter(({ id, operation }) => id < struck.id && operation !== TOKEN_OPERATION)
    const known = before.filter((call) => this.counts(call).control > 0).length
    if (known >= before.length * MIN_KNOWN_SHARE) return undefined
    return `the run without the fault has only ${known} of the ${before.length} calls before ${callText(struck)}`
  }
}

/** Share of the calls before the fault that the control must have as well. */
const MIN_KNOWN_SHARE = 0.8

const nextCall = ({ calls }: NamedCalls, { ended }: PastCall): PastCall | undefined =>
  calls.filter(({ began, operation }) => began >= ended && operation !== TOKEN_OPERATION).sort(bySending)[0]
