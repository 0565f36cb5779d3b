/**
 * The sums of a price as numbers of currency units: in whole hundredths, or exact where the engine rounds nothing.
 *
 * @module
 * @source facts 6 step 6; choice `booking_engine`
 */
import { toNumber } from '../../base/money.ts'
import { type Amount, fromFull, NOTHING, sum, toMinor } from './amount.ts'
import type { Engine } from './price-input.ts'
import type { Quote } from './quote.ts'

/** What a price comes to, in currency units. */
export interface ShownSums {
  /** The adults' stay before tax: discounts taken off, supplement added. */
  readonly adults: number
  readonly children: number
  /** Adults and children before tax. */
  readonly withoutTax: number
  /** Adults and children with tax. With city tax and cleaning fee it comes to the total. */
  readonly withTax: number
  readonly cityTax: number
}

/** The sums of a price as its engine gives them. */
export function shownSums(quote: Quote): ShownSums {
  return quote.engine === 'classic' ? wholeSums(quote) : exactSums(quote)
}

function wholeSums({ roomTotal, singlePersonSupplement, childrenTotal, tax, cityTax }: Quote): ShownSums {
  const adults = roomTotal + singlePersonSupplement
  return {
    adults: toNumber(adults),
    children: toNumber(childrenTotal),
    withoutTax: toNumber(adults + childrenTotal),
    withTax: toNumber(adults + childrenTotal + tax),
    cityTax: toNumber(cityTax),
  }
}

function exactSums({ lines, roomTotalExact }: Quote): ShownSums {
  const of = (wanted: string): Amount => sum(lines.filter(({ rule }) => rule === wanted).map(({ exact }) => fromFull(exact)))
  const adults = fromFull(roomTotalExact)
  const children = of('children')
  const withoutTax = adults.add(children)
  return {
    adults: adults.valueOf(),
    children: children.valueOf(),
    withoutTax: withoutTax.valueOf(),
    withTax: withoutTax.add(of('tax')).valueOf(),
    cityTax: of('city_tax').valueOf(),
  }
}

/** An amount as an engine gives it: in whole hundredths, or as the nearest number. */
export function shownAmount(amount: Amount, engine: Engine): number {
  return engine === 'classic' ? toNumber(toMinor(amount)) : amount.valueOf()
}

/** The room total by night: divided before it is rounded. */
export function dailyRate({ engine, roomTotalExact, nights }: Pick<Quote, 'engine' | 'roomTotalExact' | 'nights'>): number {
  return shownAmount(nights === 0 ? NOTHING : fromFull(roomTotalExact).div(nights), engine)
}

/** An exact amount of a quote, such as its deposit, as the nearest number of currency units. */
export const exactNumber = (exact: string): number => fromFull(exact).valueOf()
