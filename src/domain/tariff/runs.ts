/**
 * Converts priced days to runs of days with the same price and minimum stay, and back.
 * @source facts "Grouping algorithm"; choice `tariff_gaps`
 */
import { addDays, type Day, daysThrough } from '../../base/day.ts'
import type { Minor } from '../../base/money.ts'
import { compareTexts } from '../text-order.ts'
import type { Rate } from './rates.ts'

/** The price and minimum stay of a night. */
export interface PricedDay {
  readonly day: Day
  readonly price: Minor
  /** Nights. */
  readonly minDays: number
}

/** Days with one price and one minimum stay, both ends included. */
export type Run = Pick<Rate, 'from' | 'to' | 'price' | 'minDays'>

/** How unpriced days between priced ones are read: without a price, or with that of the run before. */
export type Gaps = 'open' | 'previous_price'

/**
 * Joins days into runs. With `open`, {@link expand} returns exactly the same days.
 *
 * @param days in any order, each day once
 */
export function compress(days: readonly PricedDay[], gaps: Gaps): Run[] {
  const runs: Run[] = []
  for (const { day, price, minDays } of inOrder(days)) {
    const last = runs.at(-1)
    const goesOn = last && last.price === price && last.minDays === minDays
    const dayBefore = last && addDays(day, -1)
    if (goesOn && (gaps === 'previous_price' || last.to === dayBefore)) {
      runs[runs.length - 1] = { ...last, to: day }
      continue
    }
    if (last && dayBefore && gaps === 'previous_price') runs[runs.length - 1] = { ...last, to: dayBefore }
    runs.push({ from: day, to: day, price, minDays })
  }
  return runs
}

export function expand(runs: readonly Run[]): PricedDay[] {
  return runs.flatMap(({ from, to, price, minDays }) => daysThrough(from, to).map((day) => ({ day, price, minDays })))
}

/** The priced nights of existing rates that are missing in a form. */
export function unsentNights(sent: readonly Pick<PricedDay, 'day'>[], rates: readonly Run[]): PricedDay[] {
  const days = new Set(sent.map(({ day }) => day))
  return expand(rates).filter(({ day, price }) => price > 0 && !days.has(day))
}

/** The warning about nights that lose their price because the form does not contain them. */
export function removedNightsWarning(nights: readonly PricedDay[]): string {
  const days = inOrder(nights)
  const range = `${days[0]?.day} to ${days.at(-1)?.day}`
  const verb = nights.length === 1 ? 'night was' : 'nights were'
  return `${nights.length} ${verb} priced before and ${nights.length === 1 ? 'is' : 'are'} not now (${range}): a PUT replaces all nights of a tariff, so send those that are to stay as well`
}

/** Single nights without a price between priced ones, as a loop over months that ends on the 30th leaves them. */
export function skippedNights(days: readonly Pick<PricedDay, 'day'>[]): readonly Day[] {
  const priced = new Set(days.map(({ day }) => day))
  return days.map(({ day }) => addDays(day, 1)).filter((next) => !priced.has(next) && priced.has(addDays(next, 1)))
}

export function skippedNightsWarning(nights: readonly Day[]): string {
  const what = nights.length === 1 ? 'night between priced ones has' : 'single nights between priced ones have'
  return `${nights.length} ${what} no price and cannot be booked, such as ${[...nights].sort(compareTexts)[0]}: send each night that is to be sold`
}

function inOrder(days: readonly PricedDay[]): readonly PricedDay[] {
  return [...days].sort((one, other) => compareTexts(one.day, other.day))
}
