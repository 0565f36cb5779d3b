/** Calls by which a run is compared with its control: the same client in the same world without the fault. */
import { covers, hasSameSubject } from '../../api/subject.ts'
import { TOKEN_OPERATION } from '../../booking-contract/oauth.ts'
import { endOf, isReplyLost, isUnserved, waitBetween } from '../../conformance/exchange.ts'
import { removalOf } from '../../conformance/rules/completion.ts'
import { SHOWN_BY } from '../../conformance/rules/lost-write.ts'
import { sharedAfter } from '../../conformance/threads.ts'
import { isLongEnough, requestedWait } from '../../conformance/waits.ts'
import { countsBefore, emailsOf, isKnown, NamedCalls } from './named-calls.ts'
import { isDecided, type PastCall } from './past-call.ts'
import { callText } from './text.ts'

/** From this number on, a call of the control is repeated regularly, and its count varies by one. */
const MIN_POLLS = 4
/** Only longer intervals of a regular call are compared, in milliseconds. */
const MIN_INTERVAL_MS = 500
/** Share of the calls before the fault that the control must have as well. */
const MIN_KNOWN_SHARE = 0.8

export class Comparison {
  readonly run: NamedCalls
  readonly control: NamedCalls
  /** Calls of the control that the run never sent, one of each operation of which fewer different calls succeeded. */
  readonly leftOut: readonly PastCall[]
  /** The same, with those that only failed: what a refusal by the rules of the service decides is done. */
  readonly undone: readonly PastCall[]
  readonly #before: ReturnType<typeof countsBefore>

  constructor(run: readonly PastCall[], control: readonly PastCall[]) {
    const usual = new Set(emailsOf(control))
    const known = new Set(emailsOf(run).filter((email) => usual.has(email)))
    this.control = new NamedCalls(control, [], known)
    this.run = new NamedCalls(run, this.control.visitors.values(), known)
    const done = this.run.successes()
    const sent = (call: PastCall): readonly PastCall[] => this.run.named(this.control.names.get(call) ?? '')
    const fewer = [...this.control.successes()].filter(([id, calls]) => calls.length > (done.get(id)?.length ?? 0))
    this.leftOut = fewer.flatMap(([, calls]) => calls.find((call) => sent(call).length === 0) ?? [])
    this.undone = fewer.flatMap(([, calls]) => calls.find((call) => !sent(call).some(isDecided)) ?? [])
    this.#before = countsBefore(this.run, this.control)
  }

  nameOf(call: PastCall): string {
    return this.run.names.get(call) ?? ''
  }

  /** How often a call comes in the run and in the control. @param isMeant leaves out others of its name */
  counts(call: PastCall, isMeant = (_: PastCall): boolean => true): { readonly run: number; readonly control: number } {
    const count = (calls: NamedCalls): number => calls.named(this.nameOf(call)).filter(isMeant).length
    return { run: count(this.run), control: count(this.control) }
  }

  successes(call: PastCall): { readonly run: number; readonly control: number } {
    return this.counts(call, ({ effective }) => effective)
  }

  /** How often a call is known to succeed: a write that its client gave up counts where a later call shows what became of it. */
  knownSuccesses(call: PastCall): { readonly run: number; readonly control: number } {
    const isShown = (write: PastCall): boolean => {
      const { calls, names } = this.run.names.has(write) ? this.run : this.control
      const reads = SHOWN_BY[write.operation ?? '']
      const tells = (one: PastCall): boolean =>
        one.method === 'GET'
          ? one.effective && reads?.has(one.operation ?? '') !== false && covers(one.subject, write.subject)
          : write.method === 'DELETE' && names.get(one) === names.get(write) && !one.aborted
      return calls.some((one) => one.client === write.client && one.began >= write.began + (write.abortedMs ?? 0) && tells(one))
    }
    return this.counts(call, (one) => one.effective && (!one.aborted || isShown(one)))
  }

  /** The removal of what a write makes, in the control, where the run has none. */
  missingRemoval(write: PastCall): PastCall | undefined {
    const removal = removalOf(write, this.control.calls)
    return removal && this.run.named(this.control.names.get(removal) ?? '').length === 0 ? removal : undefined
  }

  /** A later read, not made in the control, of the property, rooms and nights of a failed one, and of more. */
  widerRead(failed: PastCall): PastCall | undefined {
    const isWider = (call: PastCall): boolean =>
      call.began >= failed.ended && call.operation === failed.operation && call.effective && covers(call.subject, failed.subject)
    const isRead = failed.method === 'GET' && failed.subject?.nights !== undefined
    return isRead ? this.run.calls.find((call) => isWider(call) && this.counts(call).control === 0) : undefined
  }

  /** The call of the control in the place of a call of the run, if need be the only one of that night; undefined when there is none. */
  counterpart(call: PastCall): PastCall | undefined {
    const [usual, place] = [this.control.named(this.nameOf(call)), this.run.named(this.nameOf(call)).indexOf(call)]
    const isSameNight = (other: PastCall): boolean =>
      other.operation === call.operation && (['property', 'night'] as const).every((same) => hasSameSubject(same, other, call))
    const [only, ...others] = call.subject?.nights && usual.length === 0 ? this.control.calls.filter(isSameNight) : []
    return usual[place] ?? usual.at(-1) ?? (others.length === 0 ? only : undefined)
  }

  isRegular(call: PastCall): boolean {
    return this.counts(call).control >= MIN_POLLS
  }

  /** True for a call of each round of a client that pauses between rounds: three or more in the control. */
  hasRounds(call: PastCall): boolean {
    return this.counts(call).control > 2 && this.#interval(call) >= MIN_INTERVAL_MS
  }

  /** True for a read that follows a write at once in the control, and only after other calls in the run. Not told of threads. */
  isPutOff(read: PastCall, write: PastCall): boolean {
    return this.#isNextInControl(read, write) && !this.isNext(read, write) && !this.hasThreads(read.client)
  }

  isMore(call: PastCall): boolean {
    const { run, control } = this.counts(call)
    return run > control + (control >= MIN_POLLS ? 1 : 0)
  }

  /** True for a call after those that the control makes as well: not for the first of a write that is repeated. */
  isAdditional(call: PastCall): boolean {
    return this.isMore(call) && this.run.named(this.nameOf(call)).indexOf(call) >= this.counts(call).control
  }

  /** True for a failed poll that is left to its next turn: polling goes on as without the fault, and no other call is missing. @param mayPause for any time */
  isLeftToNextTurn(struck: PastCall, mayPause = false): boolean {
    const name = this.nameOf(struck)
    const isFailed = (call: PastCall): boolean => isUnserved(call) || (isReplyLost(call) && !call.aborted)
    if (struck.method !== 'GET' || !isFailed(struck) || !this.isRegular(struck)) return false
    const endsRound = (call: PastCall): boolean => {
      const next = this.run.next(call)
      return next !== undefined && this.isRegular(call) && !this.#isNextInControl(next, call)
    }
    const failed = this.run.calls.filter(isFailed)
    const cut = failed.filter((call) => this.nameOf(call) !== name && endsRound(call)).length
    const { run, control } = this.counts(struck)
    const interval = Math.max(this.#interval(struck), MIN_INTERVAL_MS)
    const more = this.run.turnsLeftOut(name, interval) - this.control.turnsLeftOut(name, interval)
    const after = this.run.turnsLeftOut(name, interval, failed, mayPause ? () => Infinity : undefined)
    const left = Math.max(cut, (mayPause ? Math.ceil : Math.round)(Math.min(more, after)))
    return run + left >= control && this.leftOut.length === 0
  }

  /** True for a call of each round of a client that ends when it ends in the control, and lacks only operations of later rounds. */
  hasFewerRounds(call: PastCall): boolean {
    const rounds = this.control.named(this.nameOf(call))
    const [next, last] = [rounds[this.successes(call).run], rounds.at(-1)]
    const done = new Set(this.run.calls.flatMap(({ operation, effective }) => (effective ? [operation] : [])))
    const isMissing = ({ operation, effective }: PastCall): boolean => effective && !done.has(operation)
    const isLater = ({ operation, began }: PastCall): boolean =>
      began >= (next?.began ?? Infinity) &&
      this.control.calls.some((one) => one.operation === operation && one.began < (last?.began ?? 0))
    return this.hasRounds(call) && this.lastsAsLong(call) && this.control.calls.filter(isMissing).every(isLater)
  }

  /** True for a regular call that follows a struck one out of its turn: the next call, or after less than half of the usual interval. */
  isOutOfTurn(call: PastCall, struck: PastCall): boolean {
    const usual = this.#interval(call)
    const isAtOnce = this.isNext(call, struck) && !this.#isNextInControl(call, struck)
    const last = this.run.named(this.nameOf(call)).findLast(({ began }) => began < call.began)
    return isAtOnce || (usual >= MIN_INTERVAL_MS && last !== undefined && call.began - last.began < usual / 2)
  }

  /** The usual interval of a regular call, in milliseconds. */
  #interval(call: PastCall): number {
    const usual = this.control.named(this.nameOf(call))
    const intervals = usual.slice(1).map(({ began }, index) => began - (usual[index]?.began ?? began))
    intervals.sort((a, b) => a - b)
    return intervals[intervals.length >> 1] ?? 0
  }

  /** True when the client makes calls for as long as in the control, give or take an interval of a regular call. @param less how much less, in ms */
  lastsAsLong(call: PastCall, less = this.#interval(call)): boolean {
    const more = this.#additionalTime()
    return more >= -less && more <= this.#interval(call)
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
    const lasts = ({ calls }: NamedCalls): number => (calls.at(-1)?.began ?? 0) - (calls[0]?.began ?? 0)
    return lasts(this.run) - lasts(this.control)
  }

  /** False for calls in sessions of two visitors. */
  mayShareVisitor(one: PastCall, other: PastCall): boolean {
    const [visitor = ' ', second = ' '] = [one, other].map(({ session }) => session && this.run.visitors.get(session))
    return !isKnown(visitor) || !isKnown(second) || visitor === second
  }

  /** The next call after a poll, as without the fault, before the time that the response asked for. Not told of threads. */
  nextWithinWait(struck: PastCall): PastCall | undefined {
    const next = this.hasThreads(struck.client) ? undefined : this.run.next(struck)
    const isInTime = !next || isLongEnough(waitBetween(struck, next), requestedWait(struck) ?? 0)
    return !isInTime && this.#isNextInControl(next, struck) ? next : undefined
  }

  isNext(call: PastCall, struck: PastCall): boolean {
    return this.run.next(struck) === call
  }

  /** Number of calls that a client leaves out which ends at a struck call, but for what its threads had under way; 0 for one that goes on. */
  callsMissingAfter({ client, ended }: PastCall): number {
    const isOwn = (call: PastCall): boolean => call.client === client && call.operation !== TOKEN_OPERATION
    const rest = this.run.calls.filter((call) => isOwn(call) && call.began >= ended)
    const names = new Set(this.control.calls.filter(isOwn).map((call) => this.control.names.get(call) ?? ''))
    const missing = [...names].flatMap((name) => this.control.named(name).slice(this.run.named(name).length)).length
    const last = rest.at(-1)
    const isEnd = !last || (this.hasThreads(client) && last.began - ended < sharedAfter(this.run.calls)(last))
    return isEnd && missing > rest.length ? missing : 0
  }

  #isNextInControl(call: PastCall, struck: PastCall): boolean {
    const place = this.counterpart(struck)
    const next = place && this.control.next(place)
    return next !== undefined && this.control.names.get(next) === this.nameOf(call)
  }

  /** The read with which a client ends its calls about just the property and night of a write, in both runs. */
  lastCheck(write: PastCall): PastCall | undefined {
    const { property, nights: { from, to } = {} } = write.subject ?? {}
    const isAbout = ({ subject: { property: other, nights } = {} }: PastCall): boolean =>
      nights !== undefined && other === property && nights.from === from && (nights.to ?? to) === to
    const lastOf = ({ calls }: NamedCalls, of: PastCall) => calls.findLast((call) => call.began >= endOf(of) && isAbout(call))
    const place = this.counterpart(write)
    const [check, usual] = [lastOf(this.run, write), place && lastOf(this.control, place)]
    const isSame = check && usual && this.nameOf(check) === this.control.names.get(usual)
    // With fewer such reads than usual, it left out one that it makes anyway.
    const isWhole = isSame && this.counts(check).run >= this.counts(check).control
    return isWhole && check.method === 'GET' && !this.isRegular(check) ? check : undefined
  }

  /** The number of threads of a client, as far as its calls overlap in one of the runs. */
  threadsOf(client: string | undefined): number {
    return Math.max(this.run.threadsOf(client), this.control.threadsOf(client))
  }

  hasThreads(client: string | undefined): boolean {
    return this.threadsOf(client) > 1
  }

  /** Why the run cannot be compared from a call on; undefined when it can. @param place the call of the control in its place */
  problem(struck: PastCall, place = this.control.named(this.nameOf(struck))[0]): string | undefined {
    if (!place)
      return `the run without the fault has no such call as ${callText(struck)}: something in it differs from run to run, such as a random night or name`
    const { all, known } = this.#before.get(struck.began) ?? { all: 0, known: 0 }
    if (known >= all * MIN_KNOWN_SHARE) return undefined
    return `the run without the fault has only ${known} of the ${all} calls before ${callText(struck)}`
  }
}
