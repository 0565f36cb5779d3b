/**
 * The deposit: one night, the whole price, a percentage or a fixed amount, with a minimum.
 * @source facts 6.2
 */
import { type Amount, amountText, ZERO } from './amount.ts'
import type { DepositSettings } from './price-settings.ts'

export interface DepositBasis {
  /** The price it is a part of. */
  readonly whole: Amount
  /** The price of one night, with its explanation. */
  readonly oneNight: () => Deposit
  /** Days until arrival, by the rule of the engine. */
  readonly daysAhead: number
}

export interface Deposit {
  readonly exact: Amount
  readonly text: string
}

export const NO_DEPOSIT: Deposit = { exact: ZERO, text: 'no deposit is required' }

/** The deposit of a stay; none for a property whose `depositValue` is 0, whatever its other settings say. */
export function depositOf(settings: DepositSettings, basis: DepositBasis): Deposit {
  return settings.value.equals(0) ? NO_DEPOSIT : calculatedDeposit(settings, basis)
}

/** The deposit by the first setting that applies, then raised to the minimum. */
export function calculatedDeposit(settings: DepositSettings, basis: DepositBasis): Deposit {
  const deposit = unlimitedDeposit(settings, basis)
  if (!basis.whole.gt(deposit.exact) || !settings.minimum.gt(deposit.exact)) return deposit
  return { exact: settings.minimum, text: `at least ${amountText(settings.minimum)}` }
}

export function limitedDeposit(deposit: Deposit, total: Amount): Deposit {
  return deposit.exact.gt(total)
    ? { exact: total, text: `${deposit.text}, no more than the total of ${amountText(total)}` }
    : deposit
}

function unlimitedDeposit(settings: DepositSettings, { whole, oneNight, daysAhead }: DepositBasis): Deposit {
  if (settings.isOneNight) {
    const { exact, text } = oneNight()
    return { exact, text: `one night: ${text}` }
  }
  if (settings.wholeWithinDays !== null && daysAhead <= settings.wholeWithinDays) {
    return {
      exact: whole,
      text: `the whole of ${amountText(whole)}, arrival is no more than ${settings.wholeWithinDays} days away`,
    }
  }
  if (settings.isWhole) return { exact: whole, text: `the whole of ${amountText(whole)}` }
  const up = (amount: Amount): Amount => (settings.roundsUp ? amount.ceil() : amount)
  const rounded = settings.roundsUp ? ', rounded up' : ''
  if (!settings.isPercentage)
    return { exact: up(settings.value), text: `a fixed amount of ${amountText(settings.value)}${rounded}` }
  const text = `${settings.value.valueOf()} % of ${amountText(whole)}${rounded}`
  return { exact: up(whole.mul(settings.value).div(100)), text }
}
