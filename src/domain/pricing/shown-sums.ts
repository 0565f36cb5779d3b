/**
 * The sums of a price in currency units: rounded to two decimals, or exact for the engine that does not round.
 * @source facts 6 step 6; choice `booking_engine`
 */
import { toNumber } from '../../base/money.ts'
import { type Amount, parseFraction, sum, toMinor, ZERO } from './amount.ts'
import type { Engine } from './price-input.ts'
import type { Quote } from './quote.ts'

export type ShownSums = Readonly<ReturnType<typeof roundedSums>>

/** The sums of a price, rounded as its engine does. */
export function shownSums(quote: Quote): ShownSums {
  return quote.engine === 'classic' ? roundedSums(quote) : exactSums(quote)
}

function roundedSums({ roomTotal, singlePersonSupplement, childrenTotal, tax, cityTax }: Quote) {
  /** Less discounts, with the supplement. */
  const adults = roomTotal + singlePersonSupplement
  return {
    adults: toNumber(adults),
    children: toNumber(childrenTotal),
    withoutTax: toNumber(adults + childrenTotal),
    // city tax and cleaning fee added, it is the total
    withTax: toNumber(adults + childrenTotal + tax),
    cityTax: toNumber(cityTax),
  }
}

function exactSums({ lines, roomTotalExact }: Quote): ShownSums {
  const of = (wanted: string): Amount => sum(lines.filter(({ rule }) => rule === wanted).map(({ exact }) => parseFraction(exact)))
  const adults = parseFraction(roomTotalExact)
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

/** An amount as the engine returns it: rounded to two decimals, or the nearest number. */
export function shownAmount(amount: Amount, engine: Engine): number {
  return engine === 'classic' ? toNumber(toMinor(amount)) : amount.valueOf()
}

/** The room total per night: divided before it is rounded. */
export function dailyRate({ engine, roomTotalExact, nights }: Pick<Quote, 'engine' | 'roomTotalExact' | 'nights'>): number {
  return shownAmount(nights === 0 ? ZERO : parseFraction(roomTotalExact).div(nights), engine)
}

/** An exact amount of a quote as the nearest number of currency units. */
export const exactNumber = (exact: string): number => parseFraction(exact).valueOf()
