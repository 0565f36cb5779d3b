/** The times of acts of traffic: regular intervals, or a Poisson process with a mean rate and weights by the hour. */
import { DAY_MS, HOUR_MS } from '../../base/duration.ts'
import { type Instant, parseSpan } from '../../base/instant.ts'
import type { Randomness } from '../../simulation/randomness.ts'
import type { Demand } from '../demand/demand.ts'
import type { Traffic } from './traffic-schema.ts'

/** Weights of the hours at which guests of demand book. */
const HOURS_OF_GUESTS = { '0-7': 0.15, '18-23': 2 }

const PER_DAY: Readonly<Record<string, number>> = { h: 24, d: 1, w: 1 / 7 }

/** Acts per day of a rate such as `200/d`. */
export function perDay(rate: string): number {
  const [count = '', unit = ''] = rate.split('/')
  return Number(count) * (PER_DAY[unit] ?? 0)
}

export function hoursProblem(hours: Readonly<Record<string, number>>): string | undefined {
  const seen = new Set<number>()
  for (const text of Object.keys(hours)) {
    const range = hourRange(text)
    if (!range) return `"${text}" is not an hour (7) or hours (7-9) from 0 to 24`
    for (let hour = range.from; hour < range.to; hour++) {
      if (seen.has(hour)) return `"${text}" names hour ${hour} again`
      seen.add(hour)
    }
  }
  return hourWeights(hours).some((weight) => weight > 0) ? undefined : 'every hour weighs 0: nothing would ever happen'
}

function hourRange(text: string): { readonly from: number; readonly to: number } | undefined {
  const match = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(text)
  const from = Number(match?.[1])
  const to = match?.[2] === undefined ? from + 1 : Number(match[2])
  return match && from < to && to <= 24 ? { from, to } : undefined
}

/** The weight of each hour of the day; their mean is 1. */
function hourWeights(hours: Readonly<Record<string, number>>): readonly number[] {
  const weights = Array.from({ length: 24 }, () => 1)
  for (const [text, weight] of Object.entries(hours)) {
    const range = hourRange(text)
    if (range) weights.fill(weight, range.from, range.to)
  }
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / 24
  return mean === 0 ? weights.map(() => 0) : weights.map((weight) => weight / mean)
}

export interface NextAct {
  /** From 1. */
  readonly number: number
  readonly at: Instant
  /** Days until the arrival, drawn by demand. */
  readonly lead?: number
}

/** One kind of traffic with its demand. */
interface SourceOf {
  readonly traffic: Pick<Traffic, 'id' | 'rate' | 'every' | 'hours'>
  readonly demand?: Demand | undefined
}

export interface LastAct {
  readonly number: number
  /** Epoch milliseconds with a fraction. */
  readonly exactly: number
}

/** The times of one kind of traffic. They depend only on the seed, its id and the number of the act. */
export class ActTimes {
  readonly #id: string
  readonly #randomness: Randomness
  readonly #every: number | undefined
  readonly #perDay: number
  readonly #weights: readonly number[] | undefined
  readonly #demand: Demand | undefined
  #number = 0
  #at: number

  /**
   * @param begun when the scenario began
   * @param after the latest act, to continue after it
   */
  constructor({ traffic, demand }: SourceOf, begun: Instant, randomness: Randomness, after?: LastAct) {
    const { id, rate, every } = traffic
    const hours = traffic.hours ?? (demand && HOURS_OF_GUESTS)
    this.#demand = demand
    this.#id = id
    this.#randomness = randomness
    this.#every = every === undefined ? undefined : (parseSpan(every) ?? DAY_MS)
    this.#perDay = rate === undefined ? 1 : perDay(rate)
    this.#weights = hours && hourWeights(hours)
    this.#at = after?.exactly ?? begun
    this.#number = after?.number ?? 0
  }

  get last(): LastAct {
    return { number: this.#number, exactly: this.#at }
  }

  next(): NextAct {
    this.#number++
    if (this.#demand) return this.#nextOf(this.#demand)
    this.#at = this.#every === undefined ? this.#after(this.#daysToNext()) : this.#at + this.#every
    return { number: this.#number, at: Math.floor(this.#at) }
  }

  /** Draws times and lead times at the highest rate, until one is kept by the weight of its day of arrival. */
  #nextOf(demand: Demand): NextAct {
    const stream = this.#randomness.stream('traffic-demand', `${this.#id}/${this.#number}`)
    for (;;) {
      this.#at = this.#after(-Math.log(1 - stream.share()) / (this.#perDay * demand.peak))
      const lead = demand.drawLead(stream)
      if (stream.share() * demand.peak < demand.weightAfter(this.#at, lead))
        return { number: this.#number, at: Math.floor(this.#at), lead }
    }
  }

  /** Days of unweighted traffic until the next act, exponentially distributed. */
  #daysToNext(): number {
    const stream = this.#randomness.stream('traffic-gap', `${this.#id}/${this.#number}`)
    return -Math.log(1 - stream.share()) / this.#perDay
  }

  /** The time when this many days of unweighted traffic have passed, with hours weighted. */
  #after(days: number): number {
    const weights = this.#weights
    if (!weights) return this.#at + days * DAY_MS
    const whole = Math.floor(days)
    let at = this.#at + whole * DAY_MS
    let left = (days - whole) * DAY_MS
    for (;;) {
      const weight = weights[Math.floor((((at % DAY_MS) + DAY_MS) % DAY_MS) / HOUR_MS)] ?? 0
      const rest = HOUR_MS - (((at % HOUR_MS) + HOUR_MS) % HOUR_MS)
      if (weight > 0 && left <= rest * weight) return at + left / weight
      left -= rest * weight
      at += rest
    }
  }
}
