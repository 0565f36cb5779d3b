/**
 * Expectations on traffic and invariants, judged while calls are answered and changes committed: a run longer than the journal
 * is judged all the same.
 *
 * @module
 */
import { isSame, type Same } from '../../api/subject.ts'
import { addDays, type Day, daysUntil, parseDay } from '../../base/day.ts'
import { type Instant, parseSpan } from '../../base/instant.ts'
import type { Commit } from '../../store/commit.ts'
import { type ChannelSale, MAX_SALES } from '../acts/channel-sales.ts'
import type { Outcome } from '../expectation.ts'
import { type CalledEntry, type PastCall, pastCall } from '../past-call.ts'
import type { Expectation } from '../schema.ts'
import { isMeant } from '../selector.ts'
import { ClientTime, type Moment } from './client-time.ts'
import { delaysText } from './delays.ts'
import { Duties, type Duty, type KeptDuties } from './duties.ts'
import { brokenTotals, lostBookings, overbookings, type Violation } from './invariants.ts'
import type { PastAct } from './status.ts'

/** A call that was answered. */
export interface AnsweredCall {
  readonly entry: CalledEntry
  /** The whole text of the answer. */
  readonly body: string | null
  /** When it was answered, by the sandbox's clock and the machine's. */
  readonly at: Instant
  readonly real: Instant
}

/** One `each` expectation under way. */
interface Each {
  readonly expectation: Expectation
  readonly duties: Duties
}

/** One invariant under way. */
interface Invariant {
  readonly expectation: Expectation
  readonly within: number
  checked: number
  violations: number
  first: string | undefined
}

/** What is kept of a watch for another process that goes on. */
export interface KeptWatch {
  readonly each: readonly KeptDuties[]
  readonly invariants: readonly Pick<Invariant, 'checked' | 'violations' | 'first'>[]
  readonly soldAt: readonly (readonly [sale: number, since: Moment])[]
  readonly moved: number
  readonly own: readonly number[]
  /** The act that was noted last. */
  readonly lastAct: number
}

/** What the watch works with. */
export interface WatchHost {
  /** The sale of a room-night on another channel. */
  readonly saleOfNight: (key: number) => ChannelSale | undefined
}

const FOREVER = 36_500 * 86_400_000
const spanOf = (within: string | undefined, usual: number): number =>
  within === undefined ? usual : (parseSpan(within) ?? usual)

export class TrafficWatch {
  readonly #time = new ClientTime()
  readonly #each: readonly Each[]
  readonly #invariants: readonly Invariant[]
  readonly #host: WatchHost
  /** When sales were made. */
  readonly #soldAt = new Map<number, Moment>()
  /** Bookings that were made while it watches. */
  readonly #own = new Set<number>()
  #lastAct = 0
  #changes = 0

  constructor(expectations: readonly Expectation[], host: WatchHost) {
    this.#host = host
    this.#each = expectations.flatMap((expectation) =>
      expectation.each === undefined
        ? []
        : [{ expectation, duties: new Duties(spanOf(expectation.within, FOREVER), this.#time) }],
    )
    const usual = Math.max(0, ...this.#each.map(({ expectation: { within } }) => spanOf(within, 0)))
    this.#invariants = expectations.flatMap((expectation) =>
      expectation.invariant === undefined
        ? []
        : [{ expectation, within: spanOf(expectation.within, usual), checked: 0, violations: 0, first: undefined }],
    )
  }

  /** Notes an act of traffic. @param sale its number, where it was a sale on another channel */
  acted(act: PastAct, real: Instant, sale: number | undefined): void {
    this.#changes++
    this.#lastAct = act.id
    if (act.blocked !== undefined) return
    const since = this.#time.begin(act.at, real)
    if (sale !== undefined) {
      this.#soldAt.set(sale, since)
      this.#soldAt.delete(sale - MAX_SALES)
    }
    for (const each of this.#each)
      if (isOf(each.expectation.each ?? '', act))
        for (const duty of dutiesOf(each.expectation, act, since)) each.duties.add(duty, { at: act.at, real })
  }

  /** Notes that the clock was moved. @param by milliseconds */
  clockMoved(by: number): void {
    this.#changes++
    this.#time.clockMoved(by)
  }

  /** Looks whether a call that was answered does what was to be done. */
  answered(answered: AnsweredCall): void {
    this.#changes++
    if (this.#each.some(({ duties }) => duties.size > 0)) this.#judge(answered)
    this.#time.called()
  }

  #judge({ entry, body, at, real }: AnsweredCall): void {
    const call = pastCall(entry)
    const bookings = bookingsIn(call, body)
    for (const { expectation, duties } of this.#each) {
      if (duties.size === 0 || !isMeant(expectation, call) || !isAnsweredAs(expectation, call)) continue
      const sames = samesOf(expectation)
      duties.end(bookings, ({ of }) => sames.every((same) => isSame(same, call, of)), call.at, { at, real })
    }
  }

  /** Checks the invariants after a change. */
  committed(commit: Commit, facts: Parameters<typeof brokenTotals>[1] & { readonly real: Instant }): void {
    if (this.#invariants.length === 0) return
    this.#changes++
    for (const { before, after } of commit.rowsOf('bookings')) if (!before && after) this.#own.add(after.id)
    for (const invariant of this.#invariants) {
      invariant.checked++
      for (const found of this.#violations(invariant, commit, facts)) {
        invariant.violations++
        invariant.first ??= found.what
      }
    }
  }

  #violations(
    { expectation, within }: Invariant,
    commit: Commit,
    facts: Parameters<typeof brokenTotals>[1] & { readonly real: Instant },
  ): readonly Violation[] {
    switch (expectation.invariant) {
      case 'no-lost-booking':
        return lostBookings(commit, facts)
      case 'totals-add-up':
        return brokenTotals(commit, facts, this.#own)
      default:
        return overbookings(commit, facts, (key, at) => {
          const sale = this.#host.saleOfNight(key)
          const since = sale && this.#soldAt.get(sale.id)
          return since && this.#time.since(since, { at, real: facts.real }) > within ? sale : undefined
        })
    }
  }

  /** How often anything in it changed. */
  get changes(): number {
    return this.#changes
  }

  /** The act that was noted last; 0 before the first. */
  get lastAct(): number {
    return this.#lastAct
  }

  /** All it has seen, as it stands. */
  kept(): KeptWatch {
    return {
      each: this.#each.map(({ duties }) => duties.kept()),
      invariants: this.#invariants.map(({ checked, violations, first }) => ({ checked, violations, first })),
      soldAt: [...this.#soldAt],
      moved: this.#time.moved,
      own: [...this.#own],
      lastAct: this.#lastAct,
    }
  }

  /** Goes on with what another process has seen. */
  goOn({ each, invariants, soldAt, moved, own, lastAct }: KeptWatch): void {
    this.#time.goOn(moved)
    for (const [index, duties] of each.entries()) this.#each[index]?.duties.goOn(duties)
    for (const [index, kept] of invariants.entries()) Object.assign(this.#invariants[index] ?? {}, kept)
    for (const [sale, since] of soldAt) this.#soldAt.set(sale, this.#time.again(since))
    for (const id of own) this.#own.add(id)
    this.#lastAct = lastAct
  }

  /** What became of an expectation so far; undefined for one that is not watched. */
  outcomeOf(expectation: Expectation, id: string, now: Instant): Outcome | undefined {
    const each = this.#each.find((one) => one.expectation === expectation)
    if (each) return eachOutcome(each, id, now)
    const invariant = this.#invariants.find((one) => one.expectation === expectation)
    return invariant && invariantOutcome(invariant, id)
  }
}

const SHOWN = /"contract_uid":"?(\d+)/g

/** The bookings that a call names or its answer shows; the text is read at most once. */
function bookingsIn({ subject }: PastCall, body: string | null): () => ReadonlySet<number> {
  let all: Set<number> | undefined
  return () => {
    all ??= new Set([...(body ?? '').matchAll(SHOWN)].map(([, id]) => Number(id)))
    if (subject?.booking !== undefined) all.add(subject.booking)
    return all
  }
}

/** `guests` is what the traffic begins with, `guests/guest_cancels` what follows. */
function isOf(each: string, act: PastAct): boolean {
  const [traffic, word] = each.split('/')
  return act.traffic === traffic && (word === undefined ? act.head : act.do === word)
}

/** Without `same`, a call has to be about the booking, else about the room and night, else about the property. */
function samesOf({ same }: Expectation): readonly Same[] {
  return same === undefined ? ['property', 'room', 'night', 'booking'] : typeof same === 'string' ? [same] : same
}

function dutiesOf(expectation: Expectation, act: PastAct, since: Moment): readonly Duty[] {
  const { booking, property, room, arrival, departure } = act
  const nobody = { session: undefined, token: undefined, client: undefined, key: '' }
  const named = property === undefined ? {} : { property }
  const [from, to] = [parseDay(arrival ?? ''), parseDay(departure ?? '')]
  const byNight = booking === undefined || (samesOf(expectation).includes('night') && expectation.same !== undefined)
  if (!byNight || !from || !to || room === undefined) {
    const subject = { ...named, ...(booking !== undefined && { booking }) }
    return [{ since, booking, of: { subject, ...nobody } }]
  }
  return daysUntil(from, to).map((day: Day) => {
    const subject = { ...named, rooms: [room], nights: { from: day, to: addDays(day, 1) } }
    return { since, booking: undefined, of: { subject, ...nobody } }
  })
}

function isAnsweredAs({ refused = false, status }: Expectation, call: PastCall): boolean {
  if (call.refused !== refused) return false
  if (status === undefined) return refused || (call.status >= 200 && call.status < 300)
  return typeof status === 'number' ? call.status === status : String(call.status).startsWith(status.slice(0, 1))
}

function eachOutcome({ expectation, duties }: Each, id: string, now: Instant): Outcome {
  const delays = duties.delays(now)
  const { met, late, missed, waiting } = delays
  const bad = late + missed
  const state = bad > 0 ? 'unmet' : met > 0 ? 'met' : 'inconclusive'
  const wanted = `each of ${expectation.each}${expectation.within === undefined ? '' : ` within ${expectation.within}`}`
  const told = met + late + missed + waiting === 0 ? 'nothing of it happened' : delaysText(delays)
  return {
    id,
    state,
    met: state === 'met',
    expectation,
    found: met,
    wanted: state === 'met' ? `${wanted} (${told})` : wanted,
    ...(state !== 'met' && { difference: `expected ${wanted}: ${told}` }),
    nearest: [],
    entries: [],
    delays,
  }
}

function invariantOutcome({ expectation, violations, first, checked }: Invariant, id: string): Outcome {
  const wanted = `${expectation.invariant} after every change`
  const difference = `expected ${wanted}: broken ${violations} ${violations === 1 ? 'time' : 'times'}, first: ${first}`
  return {
    id,
    state: violations > 0 ? 'unmet' : 'met',
    met: violations === 0,
    expectation,
    found: violations,
    wanted: `${wanted} (${checked} checked)`,
    ...(violations > 0 && { difference }),
    nearest: [],
    entries: [],
    checks: { changes: checked, broken: violations, ...(first !== undefined && { first }) },
  }
}
