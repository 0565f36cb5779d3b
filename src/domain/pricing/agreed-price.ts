/** The price of a booking with an agreed total, independent of tariffs. */
import type { Minor } from '../../base/money.ts'
import { nettOf } from '../property/tax-rates.ts'
import { fractionText, ofMinor } from './amount.ts'
import { depositOf, limitedDeposit } from './deposit.ts'
import type { DepositSettings } from './price-settings.ts'
import { depositFields, type Quote } from './quote.ts'

/** The agreed total, and the data that divides it into its parts. */
export interface AgreedPriceInput {
  /** With tax. */
  readonly total: Minor
  /** At least one. */
  readonly nights: number
  /** Tax on accommodation, hundredths of a percent. */
  readonly taxRate: number
  readonly deposit: DepositSettings
  /** Days until arrival. */
  readonly daysAhead: number
}

/** The price of a stay with an agreed total: all of it is accommodation, tax included. */
export function agreedPrice({ total, nights, taxRate, deposit: settings, daysAhead }: AgreedPriceInput): Quote {
  const whole = ofMinor(total)
  const oneNight = () => ({ exact: whole.div(nights), text: 'a share of the agreed total' })
  const deposit = limitedDeposit(depositOf(settings, { whole, oneNight, daysAhead }), whole)
  const roomTotal = nettOf(total, taxRate)
  return {
    engine: 'classic',
    nights,
    lines: [{ rule: 'agreed', text: 'as agreed', exact: fractionText(whole), amount: total }],
    roomTotal,
    roomTotalExact: fractionText(ofMinor(roomTotal)),
    singlePersonSupplement: 0,
    tax: total - roomTotal,
    childrenTotal: 0,
    cityTax: 0,
    cleaningFee: 0,
    total,
    totalExact: fractionText(whole),
    ...depositFields(deposit),
    discount: 0,
    couponId: 0,
  }
}
