/**
 * Whether the quoted price of a session is still valid.
 * @source choice `stale_prices`
 */
import { plainAmount } from '../../base/money.ts'
import type { Quote } from '../pricing/quote.ts'
import type { Reason } from './checks.ts'
import type { NumberedProblem } from './deposit-checks.ts'

/** The current price, or why there is none. */
export type CurrentPrice = { readonly quote: Quote } | { readonly quote?: undefined; readonly problem: NumberedProblem }

/**
 * Why a quote is no longer valid; undefined when it is. Total and deposit are compared exactly.
 *
 * @param quoted null when no price was requested
 */
export function priceChange(quoted: Quote | null, calculate: () => CurrentPrice): Reason {
  if (quoted === null) return 'prices have not been asked for'
  const now = calculate()
  if (!now.quote) return `the stay has no price any more: ${now.problem.about}`
  if (now.quote.totalExact !== quoted.totalExact) return changed('price', quoted.total, now.quote.total)
  if (now.quote.depositExact !== quoted.depositExact) return changed('deposit', quoted.deposit, now.quote.deposit)
  return undefined
}

const changed = (what: string, from: number, to: number): string =>
  `the ${what} has changed from ${plainAmount(from)} to ${plainAmount(to)}, ask for prices again`
