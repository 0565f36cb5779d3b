/**
 * The nightly-average engine: rates, long stays, adults, children, city tax and cleaning fee only.
 * @source facts 6; choice `booking_engine`
 */

import { countText } from '../../base/count-text.ts'
import { daysBetween } from '../../base/day.ts'
import { type Amount, amountText, sum, ZERO } from './amount.ts'
import { childrenSteps } from './children.ts'
import { cityTaxGuests, cityTaxSteps } from './city-tax.ts'
import { cleaningFeeSteps } from './cleaning-fee.ts'
import { type Deposit, type DepositBasis, depositOf } from './deposit.ts'
import { amountFor, nightAmounts } from './night-price.ts'
import { nightsText } from './nightly-rates.ts'
import type { PricedRoom, PriceInput } from './price-input.ts'
import type { Rule, Step } from './rule.ts'
import { tax } from './tax.ts'

/** Every room is charged for all adults, at least for two. */
const adultsCharged = ({ party }: PriceInput): number => Math.max(2, party.adults)

/** The nights of a room at the price for short stays (`plain`), and at the price for this length of stay (`due`). */
function nightsOf({ settings, taxRate, choices, nights }: PriceInput, { rates, lengthModifiers }: PricedRoom) {
  const context = { inclusive: settings.inclusive, taxRate, lengthModifiers, longStay: choices.long_stay_prices }
  const amounts = rates.map(({ price }) => nightAmounts(price, context))
  return { plain: amounts.map(({ adult }) => adult), due: amounts.map((night) => amountFor(night, nights.length)) }
}

const nights: Rule = (input) =>
  input.rooms.map((priced): Step => {
    const { plain } = nightsOf(input, priced)
    const adults = adultsCharged(input)
    const minimum = input.party.adults < adults ? ', the minimum charge' : ''
    const text = `room ${priced.room.id}: ${nightsText(plain)}, x ${adults} adults${minimum}`
    return { rule: 'nightly_rates', kind: 'room', text, exact: sum(plain).mul(adults) }
  })

const longStays: Rule = (input) =>
  input.rooms.flatMap((priced): readonly Step[] => {
    const { plain, due } = nightsOf(input, priced)
    const off = sum(plain).sub(sum(due)).mul(adultsCharged(input))
    if (off.equals(0)) return []
    const average = (all: readonly Amount[]): string => amountText(sum(all).div(all.length))
    const each = `a night costs ${average(due)} instead of ${average(plain)}`
    const text = `room ${priced.room.id}: ${each}, x ${countText(due.length, 'night')} x ${adultsCharged(input)} adults`
    return [{ rule: 'length_of_stay', kind: 'discount', text, exact: off.neg() }]
  })

const children: Rule = ({ party, nights: all }) => childrenSteps(party.children, all.length)

const cityTax: Rule = ({ settings, party, nights: all, choices }, { room }) => {
  const guests = cityTaxGuests({ party, counted: choices.city_tax_guests, engine: 'nightly-average' })
  return cityTaxSteps(settings.cityTax, { nights: all.length, guests, stay: room })
}

const cleaningFee: Rule = ({ settings }) => cleaningFeeSteps(settings.cleaningFee, 1)

export const NIGHTLY_AVERAGE_RULES: readonly Rule[] = [nights, longStays, tax, children, cityTax, cleaningFee]

/** What a deposit is a part of: the room total. @param nights 0 before a price was asked for */
export function nightlyAverageBasis(roomTotal: Amount, nights: number, daysAhead: number): DepositBasis {
  const oneNight = () => ({
    exact: nights === 0 ? ZERO : roomTotal.div(nights),
    text: `${amountText(roomTotal)} / ${countText(nights, 'night')}`,
  })
  return { whole: roomTotal, oneNight, daysAhead }
}

export function nightlyAverageDeposit({ settings, nights, today }: PriceInput, roomTotal: Amount): Deposit {
  return depositOf(settings.deposit, nightlyAverageBasis(roomTotal, nights.length, daysBetween(today, nights[0] ?? today)))
}
