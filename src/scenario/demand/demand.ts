/** Demand: when guests want to stay, how long before they book, and what they book. */
import { dayOfNumber, monthOf, weekday } from '../../base/day.ts'
import { DAY_MS } from '../../base/duration.ts'
import { dayOfInstant, type Instant } from '../../base/instant.ts'
import type { Randomness, Stream } from '../../simulation/randomness.ts'
import { drawWeighted, pick } from '../traffic/drawing.ts'
import { type DemandParts, MONTHS, WEEKDAYS, type WrittenDemand } from './demand-schema.ts'
import { partsOf } from './profiles.ts'

/** The longest lead time, in days; a longer one is drawn again, evenly from the third quartile on. */
const MAX_LEAD = 450
/** The standard normal value at the third quartile. */
const QUARTILE = 0.6745

/** What the act of a number does. */
interface DrawnAct {
  readonly do: 'guest_books' | 'channel_sells'
  readonly with: Readonly<Record<string, unknown>>
  /** The number of the act with which its guest first came; its own for a new guest. */
  readonly guestOf: number
  /** The ages of the children. */
  readonly children: readonly number[]
}

const REQUESTS = [
  'Late arrival, at about 22:30.',
  'A quiet room, if possible.',
  'Extra towels, please.',
  'A parking space for one car, please.',
  'A room on an upper floor, please.',
  'A vegetarian breakfast, please.',
  'An early check-in, if possible.',
  'A small dog comes along.',
] as const
const REQUESTS_WITH_CHILDREN = [...REQUESTS, 'A high chair at breakfast, please.', 'Rooms beside each other, please.'] as const
/** Weights of the number of children, and of the number of rooms of a party with several. */
const [CHILDREN, ROOMS] = [
  { 1: 42, 2: 44, 3: 14 },
  { 2: 80, 3: 20 },
]
/** The fewest and the most rooms of a group. */
const GROUP_ROOMS = [5, 12] as const

export class Demand {
  readonly parts: DemandParts
  readonly #months: readonly number[]
  readonly #weekdays: readonly number[]
  readonly #lead: readonly [number, number, number]
  /** The highest weight of a day; the mean is 1. */
  readonly peak: number

  constructor(written: WrittenDemand) {
    this.parts = partsOf(written)
    this.#months = withMeanOne(MONTHS.map((month) => this.parts.season[month] ?? 0))
    this.#weekdays = withMeanOne(WEEKDAYS.map((day) => this.parts.weekdays[day] ?? 0))
    const [first = 0, median = first, third = median] = this.parts.lead
    this.#lead = [first, median, third]
    this.peak = Math.max(...this.#months) * Math.max(...this.#weekdays)
  }

  /** How many stays begin some days after a time; 1 is the mean of a year. */
  weightAfter(at: Instant, days: number): number {
    const day = dayOfNumber(Math.floor(at / DAY_MS) + days)
    return (this.#months[monthOf(day) - 1] ?? 0) * (this.#weekdays[weekday(day)] ?? 0)
  }

  /** Draws the lead time in days: log-normal, with a width of its own on each side of the median. */
  drawLead(stream: Stream): number {
    const [first, median, third] = this.#lead
    const normal = Math.sqrt(-2 * Math.log(1 - stream.share())) * Math.cos(2 * Math.PI * stream.share())
    const ratio = normal < 0 ? (median + 1) / (first + 1) : (third + 1) / (median + 1)
    const lead = Math.ceil((median + 1) * ratio ** (normal / QUARTILE)) - 1
    return lead <= MAX_LEAD ? lead : Math.floor(third + stream.share() * Math.max(0, MAX_LEAD - third))
  }

  /** Draws what an act does. @param wanted.lead days until the arrival, of which the weight is that of its day in UTC */
  drawAct(
    randomness: Randomness,
    { id, number, at, lead }: { readonly id: string; readonly number: number; readonly at: Instant; readonly lead: number },
  ): DrawnAct {
    const { stream, from, nights, earlier } = this.#drawHead(randomness, id, number)
    const stay = { arrival: lead === 0 ? 'today' : dayOfInstant(at + lead * DAY_MS), nights, fit: 'best' }
    if (from === 'channel') return { do: 'channel_sells', with: stay, guestOf: number, children: [] }
    const { countries } = this.parts
    const guestOf = (earlier && this.#guestOf(randomness, id, earlier)) ?? number
    const country = drawWeighted(countries, randomness.stream('traffic-country', `${id}/${guestOf}`))
    const by = from === 'desk' ? { by: 'desk' } : {}
    const children = this.#drawChildren(stream)
    const party = this.#drawParty(stream, children)
    return { do: 'guest_books', with: { ...stay, ...by, guest: { country }, ...party }, guestOf, children }
  }

  /** Draws what all acts have. @returns also the number of an earlier act, if the guest comes again */
  #drawHead(randomness: Randomness, id: string, number: number) {
    const { source, nights, repeat } = this.parts
    const stream = randomness.stream('traffic-act', `${id}/${number}`)
    const from = drawWeighted(source, stream)
    const drawnNights = Number(drawWeighted(nights, stream))
    const comesAgain = number > 1 && stream.happens(repeat)
    return { stream, from, nights: drawnNights, earlier: comesAgain ? stream.integer(1, number - 1) : undefined }
  }

  /** The number of the act with which the guest of an act first came; where it is a sale, of the nearest before it that is none. */
  #guestOf(randomness: Randomness, id: string, act: number): number | undefined {
    for (let number = act; number > 0; ) {
      const { from, earlier } = this.#drawHead(randomness, id, number)
      if (from !== 'channel' && earlier === undefined) return number
      number = from === 'channel' ? number - 1 : (earlier ?? 0)
    }
    return undefined
  }

  #drawChildren(stream: Stream): readonly number[] {
    const { children, ages: [youngest = 0, oldest = 17] = [] } = this.parts.party
    const count = stream.happens(children) ? Number(drawWeighted(CHILDREN, stream)) : 0
    return Array.from({ length: count }, () => stream.integer(youngest, oldest))
  }

  #drawParty(stream: Stream, children: readonly number[]): Readonly<Record<string, unknown>> {
    const { party, requests, coupons } = this.parts
    const hasChildren = children.length > 0
    const isGroup = stream.happens(party.groups) && !hasChildren
    const some = stream.happens(party.rooms) ? Number(drawWeighted(ROOMS, stream)) : 1
    const rooms = isGroup ? stream.integer(...GROUP_ROOMS) : some
    const inRooms = Array.from({ length: rooms }, () => Number(drawWeighted(party.adults ?? { 2: 1 }, stream)))
    const adults = inRooms.reduce((sum, one) => sum + one, 0)
    const request = stream.happens(requests) && pick(hasChildren ? REQUESTS_WITH_CHILDREN : REQUESTS, stream)
    return {
      rooms,
      adults: hasChildren ? Math.min(adults, 2 * rooms) : adults,
      ...(hasChildren && { children }),
      ...(request && { request }),
      ...(stream.happens(coupons) && { coupon: 'any' }),
    }
  }

  /** The share of bookings with this lead time that are cancelled, 0 to 1. */
  cancelled(lead: number): number {
    const points = Object.entries(this.parts.cancels).map(
      ([days, share]) => [Number(days), Number.parseFloat(share) / 100] as const,
    )
    const after = points.findIndex(([days]) => days >= lead)
    const [days, share] = points.at(after) ?? [0, 0]
    const [daysBefore, shareBefore] = points[after - 1] ?? [days, share]
    return after <= 0 || days === daysBefore
      ? share
      : shareBefore + ((lead - daysBefore) / (days - daysBefore)) * (share - shareBefore)
  }
}

function withMeanOne(weights: readonly number[]): readonly number[] {
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length
  return weights.map((weight) => (mean === 0 ? 0 : weight / mean))
}
