/**
 * The engine of nightly averages: rates, long stays, adults and children, and nothing else.
 *
 * @module
 * @source facts 6; choice `booking_engine`
 */
import { daysBetween } from '../../base/day.ts'
import { type Amount, inWords, NOTHING, sum } from './amount.ts'
import { childrenSteps } from './children.ts'
import { cityTaxGuests, cityTaxSteps } from './city-tax.ts'
import { cleaningFeeSteps } from './cleaning-fee.ts'
import { type Deposit, depositOf } from './deposit.ts'
import { counted } from './in-words.ts'
import { amountFor, nightAmounts } from './night-price.ts'
import { nightsInWords } from './nightly-rates.ts'
import type { PricedRoom, PriceInput } from './price-input.ts'
import type { Rule, Step } from './rule.ts'
import { tax } from './tax.ts'

/** Every room is charged for all adults, and for two at least. */
const adultsCharged = ({ party }: PriceInput): number => Math.max(2, party.adults)

/** The nights of a room at the price for short stays, and at the one for stays as long as this. */
function nightsOf({ settings, taxRate, longStay, nights }: PriceInput, { rates, lengthModifiers }: PricedRoom) {
  const context = { inclusive: settings.inclusive, taxRate, lengthModifiers, longStay }
  const amounts = rates.map(({ price }) => nightAmounts(price, context))
  return { plain: amounts.map(({ adult }) => adult), due: amounts.map((night) => amountFor(night, nights.length)) }
}

const nights: Rule = (input) =>
  input.rooms.map((priced): Step => {
    const { plain } = nightsOf(input, priced)
    const adults = adultsCharged(input)
    const least = input.party.adults < adults ? ', the least that is charged' : ''
    const text = `room ${priced.room.id}: ${nightsInWords(plain)}, x ${adults} adults${least}`
    return { rule: 'nightly_rates', kind: 'room', text, exact: sum(plain).mul(adults) }
  })

const longStays: Rule = (input) =>
  input.rooms.flatMap((priced): readonly Step[] => {
    const { plain, due } = nightsOf(input, priced)
    const off = sum(plain).sub(sum(due)).mul(adultsCharged(input))
    if (off.equals(0)) return []
    const average = (all: readonly Amount[]): string => inWords(sum(all).div(all.length))
    const each = `a night costs ${average(due)} in place of ${average(plain)}`
    const text = `room ${priced.room.id}: ${each}, x ${counted(due.length, 'night')} x ${adultsCharged(input)} adults`
    return [{ rule: 'length_of_stay', kind: 'discount', text, exact: off.neg() }]
  })

const children: Rule = ({ party, nights: all }) => childrenSteps(party.children, all.length)

const cityTax: Rule = ({ settings, party, nights: all, cityTaxGuests: who }, { room }) => {
  const guests = cityTaxGuests({ party, counted: who, engine: 'nightly-average' })
  return cityTaxSteps(settings.cityTax, { nights: all.length, guests, stay: room })
}

const cleaningFee: Rule = ({ settings }) => cleaningFeeSteps(settings.cleaningFee, 1)

export const NIGHTLY_AVERAGE_RULES: readonly Rule[] = [nights, longStays, tax, children, cityTax, cleaningFee]

/** The deposit on a price: a part of the room total only; none where the property asks for none. */
export function nightlyAverageDeposit(input: PriceInput, roomTotal: Amount): Deposit {
  const { deposit } = input.settings
  if (deposit.value.equals(0)) return { exact: NOTHING, text: 'no deposit is asked for' }
  const arrival = input.nights[0] ?? input.today
  const nights = input.nights.length
  const oneNight = { exact: roomTotal.div(nights), text: `${inWords(roomTotal)} / ${counted(nights, 'night')}` }
  return depositOf(deposit, { whole: roomTotal, oneNight, daysAhead: daysBetween(input.today, arrival) })
}
