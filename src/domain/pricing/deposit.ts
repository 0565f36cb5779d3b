/**
 * The deposit: one night, the whole, a percentage or a fixed amount, never below the least there is.
 *
 * @module
 * @source facts 6.2
 */
import { type Amount, inWords } from './amount.ts'
import type { DepositSettings } from './price-settings.ts'

/** What a deposit is reckoned from. */
export interface DepositBasis {
  /** What it is a part of. */
  readonly whole: Amount
  /** What one night comes to, and how. */
  readonly oneNight: Deposit
  /** Days until arrival, as the engine counts them. */
  readonly daysAhead: number
}

export interface Deposit {
  readonly exact: Amount
  readonly text: string
}

/** The deposit of a stay; the first rule that fits decides, then the least deposit is looked at. */
export function depositOf(settings: DepositSettings, basis: DepositBasis): Deposit {
  const deposit = firstThatFits(settings, basis)
  if (!basis.whole.gt(deposit.exact) || !settings.minimum.gt(deposit.exact)) return deposit
  return { exact: settings.minimum, text: `at least ${inWords(settings.minimum)}` }
}

/** A deposit of no more than there is to pay. */
export function limitedDeposit(deposit: Deposit, total: Amount): Deposit {
  return deposit.exact.gt(total)
    ? { exact: total, text: `${deposit.text}, no more than the total of ${inWords(total)}` }
    : deposit
}

function firstThatFits(settings: DepositSettings, { whole, oneNight, daysAhead }: DepositBasis): Deposit {
  if (settings.isOneNight) return { ...oneNight, text: `one night: ${oneNight.text}` }
  if (settings.wholeWithinDays !== null && daysAhead <= settings.wholeWithinDays) {
    return { exact: whole, text: `the whole of ${inWords(whole)}, arrival is no more than ${settings.wholeWithinDays} days away` }
  }
  if (settings.isWhole) return { exact: whole, text: `the whole of ${inWords(whole)}` }
  const up = (amount: Amount): Amount => (settings.roundsUp ? amount.ceil() : amount)
  const rounded = settings.roundsUp ? ', rounded up' : ''
  if (!settings.isPercentage) return { exact: up(settings.value), text: `a fixed amount of ${inWords(settings.value)}${rounded}` }
  const text = `${settings.value.valueOf()} % of ${inWords(whole)}${rounded}`
  return { exact: up(whole.mul(settings.value).div(100)), text }
}
