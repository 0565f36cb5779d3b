/** Prices that follow demand: by season and by how much of a month is taken, within limits. */
import { addDays, type Day, dateOf, dayNumber, daysInMonth, monthOf } from '../../base/day.ts'
import { multiplyDivide } from '../../base/money.ts'
import { nightKeyAt } from '../../domain/booking/room-nights.ts'
import { recordEvent } from '../../domain/event/events.ts'
import { dayAt } from '../../domain/property/properties.ts'
import type { Rate } from '../../domain/tariff/rates.ts'
import type { Run } from '../../domain/tariff/runs.ts'
import type { WriteDb } from '../../store/db.ts'
import type { Progress } from '../../store/progress.ts'
import type { ScenarioContext } from '../scenario-context.ts'
import { type DemandParts, MONTHS } from './demand-schema.ts'

/** Prices are kept up to date this far ahead. */
const DAYS_AHEAD = 450
/** Factors are exact to thousandths. */
const PARTS = 1000

/** The price of a tariff before any factor, for a part of its days. */
type BasePrice = Omit<Run, 'minDays'>

/** The rates of the properties that a kind of traffic books, as the desk changes them. Those that a client writes stay. */
export class DemandPrices {
  readonly #price: DemandParts['price']
  readonly #properties: readonly number[] | undefined
  readonly #progress: Progress
  readonly #key: string
  readonly #bases: Map<number, BasePrice>
  /** The highest id of the rates that were there before. */
  #newest: number | undefined

  /** @param traffic.properties undefined for all */
  constructor(
    price: DemandParts['price'],
    { order, properties }: { readonly order: number; readonly properties: readonly number[] | undefined },
    progress: Progress,
  ) {
    this.#price = price
    this.#properties = properties
    this.#progress = progress
    this.#key = `base ${order}/`
    this.#bases = new Map(progress.entriesWithPrefix<BasePrice>(this.#key).map(([id, base]) => [Number(id), base]))
    this.#newest = progress.get<number>(`rates ${order}`)
  }

  /** Changes the rates of the coming months, in a change of its own. @returns those that changed */
  follow(context: ScenarioContext): readonly Rate[] {
    const before = new Map(this.#bases)
    try {
      return context.store.change((db) => this.#follow(db, context))
    } catch (error) {
      // The parts of its rates were rolled back, too.
      for (const [id, base] of this.#bases) if (base !== before.get(id)) this.#note(id, before.get(id))
      throw error
    }
  }

  #follow(db: WriteDb, context: ScenarioContext): readonly Rate[] {
    if (this.#newest === undefined) {
      this.#newest = Math.max(0, ...db.rates.all().map(({ id }) => id))
      this.#progress.set(`rates ${this.#key.slice(5, -1)}`, this.#newest)
    }
    const properties = this.#properties ?? db.properties.all().map(({ id }) => id)
    return properties.flatMap((property) => this.#followAt(db, context, property))
  }

  #followAt(db: WriteDb, { now, choices }: ScenarioContext, property: number): readonly Rate[] {
    const today = dayAt(now, db.properties.get(property), choices.today)
    const last = addDays(today, DAYS_AHEAD)
    const factors = new Map<string, number>()
    const rates = db.rates.by('property', property).filter(({ from, to }) => from <= last && to >= today)
    const changed = rates
      .flatMap((rate) => this.#byMonth(db, rate, last))
      .flatMap((rate) => {
        const month = rate.from.slice(0, 7)
        const factor = factors.get(month) ?? this.#factor(db, property, rate.from)
        factors.set(month, factor)
        const base = this.#baseOf(rate)
        const price = base && Math.max(1, multiplyDivide(base.price, Math.round(factor * PARTS), PARTS))
        return price === undefined || price === rate.price ? [] : [db.rates.put({ ...rate, price })]
      })
    if (changed.length > 0) recordEvent(db, { at: now, task: 'tariffs_updated', data: { property_uid: property } })
    return changed
  }

  #baseOf({ id, from, to }: Rate): BasePrice | undefined {
    const base = this.#bases.get(id)
    return base?.from === from && base.to === to ? base : undefined
  }

  /** Splits a rate by month, and notes its price. @returns the parts; none for a rate that a client wrote */
  #byMonth(db: WriteDb, rate: Rate, last: Day): readonly Rate[] {
    const known = this.#baseOf(rate)
    if (!known && rate.id > (this.#newest ?? 0)) return []
    if (known && rate.from.slice(0, 7) === rate.to.slice(0, 7)) return [rate]
    const parts: Rate[] = []
    for (let from = rate.from; from <= rate.to; ) {
      const end = addDays(from, daysInMonth(from) - dateOf(from))
      const to = end < rate.to && from <= last ? end : rate.to
      const part = db.rates.put({ ...rate, id: parts.length === 0 ? rate.id : db.nextId('rates'), from, to })
      const base = { from, to, price: known?.price ?? rate.price }
      this.#note(part.id, base)
      if (from <= last) parts.push(part)
      from = addDays(to, 1)
    }
    return parts
  }

  #note(id: number, base: BasePrice | undefined): void {
    if (base) this.#bases.set(id, base)
    else this.#bases.delete(id)
    this.#progress.set(`${this.#key}${id}`, base)
  }

  /** The factor of a month: its season, and the highest step that its occupancy has reached, within the limits. */
  #factor({ rooms, roomNights }: WriteDb, property: number, day: Day): number {
    const { season = {}, occupancy = {}, limits: [lowest = 0.1, highest = 10] = [] } = this.#price
    const first = dayNumber(addDays(day, 1 - dateOf(day)))
    const all = rooms.by('property', property)
    const nights = daysInMonth(day)
    let taken = 0
    for (const { id } of all) for (let n = 0; n < nights; n++) if (roomNights.has(nightKeyAt(id, first + n))) taken++
    const share = (taken / Math.max(1, all.length * nights)) * 100
    const steps = Object.entries(occupancy).map(([from, factor]) => [Number.parseFloat(from), factor] as const)
    const step = steps.sort(([a], [b]) => a - b).findLast(([from]) => share >= from)?.[1] ?? 1
    const month = MONTHS[monthOf(day) - 1] ?? 'jan'
    return Math.min(highest, Math.max(lowest, (season[month] ?? 1) * step))
  }
}
