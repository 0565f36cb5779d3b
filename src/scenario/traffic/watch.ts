/**
 * Judges expectations on traffic and invariants while requests are answered and changes committed, so that a run may be longer
 * than the journal.
 */
import { addDays } from '../../base/day.ts'
import { type Instant, parseSpan } from '../../base/instant.ts'
import type { Entry } from '../../journal/entry.ts'
import type { Clock } from '../../simulation/clock.ts'
import type { Commit } from '../../store/commit.ts'
import { type ChannelSale, MAX_SALES } from '../acts/channel-sales.ts'
import type { Expectation } from '../expectations/expectation-schema.ts'
import type { Outcome } from '../expectations/outcome-schema.ts'
import { pastCall } from '../expectations/past-call.ts'
import { isSelected } from '../selectors/selector.ts'
import type { PastAct } from './act-result.ts'
import {
  bookingsIn,
  comparable,
  dutiesOf,
  isActOf,
  isAnsweredAs,
  isDoneBy,
  isOfNight,
  SELLS,
  showsTaken,
} from './duty-matching.ts'
import { brokenTotals, type InvariantFacts, lostBookings, overbookings, type Violation } from './invariants.ts'
import { type Duty, PendingReactions, type StoredReactions } from './pending-reactions.ts'
import { type ActTime, ReactionTime } from './reaction-time.ts'
import { RoomsRead, SHOW_ROOMS } from './rooms-read.ts'
import { type Each, eachOutcome, type Invariant, invariantOutcome } from './watch-outcomes.ts'

interface AnsweredCall {
  readonly entry: Entry
  /** The complete text of the response. */
  readonly body: string | null
  /** When it was answered, by the sandbox's clock and the machine's. */
  readonly at: Instant
  readonly real: Instant
  readonly db: Pick<InvariantFacts['db'], 'roomNights'>
}

export interface StoredWatch {
  readonly each: readonly (StoredReactions & Partial<Pick<Each, 'blocked' | 'lastBlocked'>>)[]
  readonly invariants: readonly (Pick<Invariant, 'checked' | 'violations' | 'first'> & { readonly twice?: StoredReactions })[]
  readonly soldAt: readonly (readonly [sale: number, since: ActTime])[]
  readonly moved: number
  readonly own: readonly number[]
  readonly roomsRead?: readonly number[]
  readonly lastAct: number
}

/** The sale of a room-night on another channel. */
type SaleOfNight = (key: number) => ChannelSale | undefined

/** The operation that closes a night. */
const CLOSES = 'createBlackBooking'

const HUNDRED_YEARS_MS = 36_500 * 86_400_000
const parsedSpan = (within: string | undefined, usual: number): number => parseSpan(within ?? '') ?? usual

export class TrafficWatch {
  readonly #time = new ReactionTime()
  readonly #each: readonly Each[]
  readonly #invariants: readonly Invariant[]
  readonly #saleOfNight: SaleOfNight
  /** When each sale was made. */
  readonly #soldAt = new Map<number, ActTime>()
  /** Bookings that were made since it started. */
  readonly #own = new Set<number>()
  readonly #roomsRead = new RoomsRead()
  #lastAct = 0
  #changes = 0

  constructor(expectations: readonly Expectation[], saleOfNight: SaleOfNight) {
    this.#saleOfNight = saleOfNight
    this.#each = expectations
      .filter(({ each }) => each !== undefined)
      .map((expectation) => {
        const duties = new PendingReactions(parsedSpan(expectation.within, HUNDRED_YEARS_MS), this.#time)
        return { expectation, duties, blocked: 0, lastBlocked: undefined }
      })
    const usual = Math.max(0, ...this.#each.map(({ expectation: { within } }) => parsedSpan(within, 0)))
    this.#invariants = expectations
      .filter(({ invariant }) => invariant !== undefined)
      .map((expectation) => {
        const within = parsedSpan(expectation.within, usual)
        const twice = new PendingReactions(within, this.#time)
        return { expectation, within, twice, checked: 0, violations: 0, first: undefined }
      })
  }

  get #duties(): readonly PendingReactions[] {
    return [...this.#each.map(({ duties }) => duties), ...this.#invariants.map(({ twice }) => twice)]
  }

  /** Handles an act of traffic. */
  watchAct(act: PastAct, real: Instant): void {
    this.#changes++
    this.#lastAct = act.id
    const concerned = this.#each.filter(({ expectation }) => isActOf(expectation.each ?? '', act))
    if (act.blocked !== null) {
      for (const each of concerned) {
        each.blocked++
        each.lastBlocked = act.blocked
      }
      return
    }
    const since = this.#time.begin(act.at, real)
    if (act.sale !== undefined) {
      this.#soldAt.set(act.sale, since)
      this.#soldAt.delete(act.sale - MAX_SALES)
    }
    for (const { expectation, duties } of concerned)
      for (const duty of dutiesOf(expectation, act, since)) duties.add(duty, { at: act.at, real })
  }

  /** Handles a move of the clock. @param by milliseconds */
  clockMoved(by: number): void {
    this.#changes++
    this.#time.clockMoved(by)
  }

  /** Removes what cannot be done any more: the clock and the rows were set back to a time. @param has whether a booking is left */
  rewind(now: Instant, has: (booking: number) => boolean): void {
    this.#changes++
    for (const { duties } of this.#each)
      duties.removeIf(({ since, booking }) => since.at > now || (booking !== undefined && !has(booking)))
    for (const { twice } of this.#invariants) twice.removeIf(({ since }) => since.at > now)
  }

  /** Ends the duties that an answered request does. */
  answered(answered: AnsweredCall): void {
    this.#changes++
    const mayShowRooms = this.#each.length > 0 && SHOW_ROOMS.has(answered.entry.operation)
    if (mayShowRooms || this.#duties.some(({ size }) => size > 0)) this.#judge(answered)
    this.#time.called()
  }

  #judge({ entry, body, at, real, db }: AnsweredCall): void {
    const call = pastCall(entry)
    const bookings = bookingsIn(call, body)
    if (call.effective) {
      this.#roomsRead.note(call, bookings)
      const listed = this.#roomsRead.inList(call, bookings)
      const mayBeDone = (duty: Duty): boolean => listed.has(duty.act.booking ?? 0) || showsTaken(call, duty, db)
      if (call.method === 'GET') for (const duties of this.#duties) duties.mayDo(mayBeDone, call.at, { at, real })
    }
    for (const { expectation, duties } of this.#each) {
      if (duties.size === 0 || !isSelected(expectation, call) || !isAnsweredAs(expectation, call)) continue
      duties.end(bookings, (duty) => isDoneBy(call, expectation, duty), call.at, { at, real })
    }
    if (call.operation !== CLOSES) return
    for (const { twice } of this.#invariants)
      twice.end(
        () => [],
        (duty) => isOfNight(call, duty),
        call.at,
        { at, real },
      )
  }

  /** Checks the invariants after a change. */
  committed(commit: Commit, facts: InvariantFacts & { readonly real: Instant }): void {
    if (this.#invariants.length === 0) return
    this.#changes++
    for (const { before, after } of commit.rowsOf('bookings')) if (!before && after) this.#own.add(after.id)
    for (const invariant of this.#invariants) {
      invariant.checked++
      for (const found of this.#violations(invariant, commit, facts)) {
        if (found.twice && this.#isInTime(invariant, found.twice, facts.real)) continue
        invariant.violations++
        invariant.first ??= found.what
      }
    }
  }

  /** True for a night that was sold elsewhere just now: it is broken only if the client does not try to close it in time. */
  #isInTime({ within, twice }: Invariant, { sale, booking, night }: NonNullable<Violation['twice']>, real: Instant): boolean {
    const since = this.#soldAt.get(sale.id)
    const now = { at: booking.changedAt, real }
    if (since && this.#time.elapsed(since, now) > within) return false
    const { property, room, at } = sale
    const act = { at, do: SELLS, property, room, booking: booking.id, night }
    const subject = { property, rooms: [room], nights: { from: night, to: addDays(night, 1) } }
    if (since) twice.add({ since, act, booking: undefined, of: comparable(subject) }, now)
    return true
  }

  #violations({ expectation }: Invariant, commit: Commit, facts: InvariantFacts): readonly Violation[] {
    switch (expectation.invariant) {
      case 'no-lost-booking':
        return lostBookings(commit, facts)
      case 'totals-add-up':
        return brokenTotals(commit, facts, this.#own)
      default:
        return overbookings(commit, facts, this.#saleOfNight)
    }
  }

  get changes(): number {
    return this.#changes
  }

  /** The id of the latest act; 0 before the first. */
  get lastAct(): number {
    return this.#lastAct
  }

  state(): StoredWatch {
    return {
      each: this.#each.map(({ duties, blocked, lastBlocked }) => ({ ...duties.state(), blocked, lastBlocked })),
      invariants: this.#invariants.map(({ checked, violations, first, twice }) => {
        return { checked, violations, first, twice: twice.state() }
      }),
      soldAt: [...this.#soldAt],
      moved: this.#time.moved,
      own: [...this.#own],
      roomsRead: this.#roomsRead.state(),
      lastAct: this.#lastAct,
    }
  }

  resume({ each, invariants, soldAt, moved, own, roomsRead = [], lastAct }: StoredWatch): void {
    this.#time.moved = moved
    for (const [index, { blocked = 0, lastBlocked, ...duties }] of each.entries()) {
      Object.assign(this.#each[index] ?? {}, { blocked, lastBlocked })
      this.#each[index]?.duties.resume(duties)
    }
    for (const [index, { twice, ...kept }] of invariants.entries()) {
      Object.assign(this.#invariants[index] ?? {}, kept)
      if (twice) this.#invariants[index]?.twice.resume(twice)
    }
    for (const [sale, since] of soldAt) this.#soldAt.set(sale, this.#time.fromStored(since))
    for (const id of own) this.#own.add(id)
    this.#roomsRead.add(roomsRead)
    this.#lastAct = lastAct
  }

  /** The outcome of an expectation so far; undefined for one that is not watched. */
  outcomeOf(expectation: Expectation, id: string, clock: Clock, next?: Instant): Outcome | undefined {
    const each = this.#each.find((one) => one.expectation === expectation)
    if (each) return eachOutcome(each, id, clock, next)
    const invariant = this.#invariants.find((one) => one.expectation === expectation)
    const closesIsAsked = this.#each.some((one) => [one.expectation.operation].flat().includes(CLOSES))
    return invariant && invariantOutcome(invariant, id, clock.now(), closesIsAsked)
  }
}
