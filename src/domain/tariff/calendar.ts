/**
 * The two dated maps of a tariff form: a price and a minimum stay for every day, keyed by Unix time in seconds.
 * @source spec "Tariffs"; DECISIONS "Tariffs"
 */
import type { Day } from '../../base/day.ts'
import { dayOfInstant, isMidnight } from '../../base/instant.ts'
import { type MoneyText, parseClearMoney, plainAmount, tooLarge } from '../../base/money.ts'
import type { ProblemList } from '../problem-list.ts'
import type { TariffFields } from './draft.ts'
import type { PricedDay } from './runs.ts'

export const PRICE_FIELD = 'tariffinput'
const MIN_STAY_FIELD = 'mindaysinput'

const EPOCH_KEY = /^\d{1,12}$/
const WHOLE_NUMBER = /^\d{1,9}$/
/** 9999-12-31T23:59:59Z. */
const MAX_EPOCH_SECONDS = 253_402_300_799

const EPOCH_EXPECTED = 'the key must be a whole number of Unix seconds, from 1970 to 9999'
const MILLISECONDS = 'the key must be Unix time in seconds; this looks like milliseconds: divide it by 1000'
const PRICE_EXPECTED = 'the price must be a number above 0'
const STAY_EXPECTED = 'the minimum stay must be a whole number from 1 to 999999999'
const NO_STAY = `has no partner in ${MIN_STAY_FIELD}`
const NO_PRICE = `has no partner in ${PRICE_FIELD}`

/** The problem of a key that is not a Unix time in seconds. */
export const epochProblem = (key: string): string => (/^\d{13}$/.test(key) ? MILLISECONDS : EPOCH_EXPECTED)

/** The UTC day of a key of the maps; undefined when it is not a Unix time in seconds. */
export function dayOfEpoch(key: string): Day | undefined {
  return EPOCH_KEY.test(key) && Number(key) <= MAX_EPOCH_SECONDS ? dayOfInstant(Number(key) * 1000) : undefined
}

/** Collects warnings about reinterpreted values: one sentence per kind, whatever the number of days. */
export class CalendarWarnings {
  readonly #offMidnight = { count: 0, first: '' }
  readonly #commas = { count: 0, first: '' }
  readonly #rounded = { count: 0, first: '' }

  check(key: string, day: Day, text: string, price: MoneyText | undefined): void {
    if (!isMidnight(Number(key) * 1000) && this.#offMidnight.count++ === 0)
      this.#offMidnight.first = `${PRICE_FIELD}[${key}] counts for ${day}`
    if (price?.rounded && this.#rounded.count++ === 0)
      this.#rounded.first = `${PRICE_FIELD}[${key}]=${text.slice(0, 40)} is taken as ${plainAmount(price.amount)}`
    if (price && text.includes(',') && this.#commas.count++ === 0)
      this.#commas.first = `${PRICE_FIELD}[${key}]=${text.slice(0, 40)} is read as ${plainAmount(price.amount)}`
  }

  texts(): readonly string[] {
    const { count } = this.#offMidnight
    return [
      ...(count > 0 ? [`${count} ${count === 1 ? 'date is' : 'dates are'} not at 00:00 UTC: ${this.#offMidnight.first}`] : []),
      ...pricesText(this.#commas, 'a decimal comma'),
      ...pricesText(this.#rounded, 'more than two decimals'),
    ]
  }
}

const pricesText = ({ count, first }: { readonly count: number; readonly first: string }, what: string): readonly string[] =>
  count > 0 ? [`${count} ${count === 1 ? 'price has' : 'prices have'} ${what}: ${first}`] : []

/** The maps of a form; adds a problem for each that is empty. */
export function readMaps(form: TariffFields, problems: ProblemList) {
  const prices = form.map(PRICE_FIELD)
  const stays = form.map(MIN_STAY_FIELD)
  if (prices.size === 0) problems.add(PRICE_FIELD, 'at least one date is required')
  if (stays.size === 0) problems.add(MIN_STAY_FIELD, 'at least one date is required')
  return { prices, stays }
}

/**
 * Reads the maps strictly and adds problems to `problems`.
 *
 * @returns the days without a problem, in the order sent
 */
export function readCalendar(form: TariffFields, problems: ProblemList, warnings: CalendarWarnings): PricedDay[] {
  const { prices, stays } = readMaps(form, problems)
  const taken = new Set<Day>()
  const days: PricedDay[] = []
  for (const [key, text] of prices) {
    const price = readPrice(key, text, problems)
    const minDays = stays.size === 0 ? undefined : readStay(key, stays.get(key), problems)
    const day = readDay(key, taken, problems)
    if (day === undefined) continue
    warnings.check(key, day, text, price)
    if (price && minDays !== undefined) days.push({ day, price: price.amount, minDays })
  }
  if (prices.size > 0)
    for (const key of stays.keys()) if (!prices.has(key)) problems.addEntry(MIN_STAY_FIELD, key, unmatchedKeyProblem(key))
  return days
}

const unmatchedKeyProblem = (key: string): string => (dayOfEpoch(key) === undefined ? epochProblem(key) : NO_PRICE)

function readDay(key: string, taken: Set<Day>, problems: ProblemList): Day | undefined {
  const day = dayOfEpoch(key)
  if (day === undefined) {
    problems.addEntry(PRICE_FIELD, key, epochProblem(key))
    return undefined
  }
  if (taken.has(day)) problems.addEntry(PRICE_FIELD, key, 'falls on the same UTC day as another key')
  taken.add(day)
  return day
}

function readPrice(key: string, text: string, problems: ProblemList): MoneyText | undefined {
  const price = parseClearMoney(text)
  if (price && price.amount > 0) return price
  const large = tooLarge(text)
  problems.addEntry(PRICE_FIELD, key, large === undefined ? PRICE_EXPECTED : `the price ${large}`, text)
  return undefined
}

function readStay(key: string, text: string | undefined, problems: ProblemList): number | undefined {
  if (text === undefined) problems.addEntry(PRICE_FIELD, key, NO_STAY)
  else if (WHOLE_NUMBER.test(text) && Number(text) >= 1) return Number(text)
  else problems.addEntry(MIN_STAY_FIELD, key, STAY_EXPECTED, text)
  return undefined
}
