/**
 * Whether the quoted price of a session is still valid.
 *
 * @module
 * @source choice `stale_prices`
 */
import { plain } from '../../base/money.ts'
import type { Quote } from '../pricing/quote.ts'
import type { Reason } from './checks.ts'
import type { NumberedProblem } from './deposit-checks.ts'

/** The current price, or why there is none. */
export type PriceNow = { readonly quote: Quote } | { readonly quote?: undefined; readonly problem: NumberedProblem }

/**
 * Why a quote is no longer valid; undefined when it is. Total and deposit are compared exactly.
 *
 * @param told the quote; null when no price was requested
 */
export function priceChange(told: Quote | null, reckon: () => PriceNow): Reason {
  if (told === null) return 'prices have not been asked for'
  const now = reckon()
  if (!now.quote) return `the stay has no price any more: ${now.problem.about}`
  if (now.quote.totalExact !== told.totalExact) return changed('price', told.total, now.quote.total)
  if (now.quote.depositExact !== told.depositExact) return changed('deposit', told.deposit, now.quote.deposit)
  return undefined
}

const changed = (what: string, from: number, to: number): string =>
  `the ${what} has changed from ${plain(from)} to ${plain(to)}, ask for prices again`
