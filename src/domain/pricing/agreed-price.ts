/**
 * A price that was agreed, whatever the tariffs say.
 *
 * @module
 */
import { type Minor, multiplyDivide } from '../../base/money.ts'
import { inFull, ofMinor, toMinor } from './amount.ts'
import { depositOf, limitedDeposit } from './deposit.ts'
import type { DepositSettings } from './price-settings.ts'
import type { Quote } from './quote.ts'

/** What was agreed, and what the parts of it follow from. */
export interface Agreed {
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

/** The price of a stay of which only the total was agreed: all of it is accommodation, with its tax in it. */
export function agreedPrice({ total, nights, taxRate, deposit: settings, daysAhead }: Agreed): Quote {
  const whole = ofMinor(total)
  const oneNight = { exact: whole.div(nights), text: 'a share of what was agreed' }
  const deposit = limitedDeposit(depositOf(settings, { whole, oneNight, daysAhead }), whole)
  const roomTotal = multiplyDivide(total, 10_000, 10_000 + taxRate)
  return {
    engine: 'classic',
    nights,
    lines: [{ rule: 'agreed', text: 'as agreed', exact: inFull(whole), amount: total }],
    roomTotal,
    roomTotalExact: inFull(ofMinor(roomTotal)),
    singlePersonSupplement: 0,
    tax: total - roomTotal,
    childrenTotal: 0,
    cityTax: 0,
    cleaningFee: 0,
    total,
    totalExact: inFull(whole),
    deposit: toMinor(deposit.exact),
    depositExact: inFull(deposit.exact),
    depositText: deposit.text,
    discount: 0,
    couponId: 0,
  }
}
