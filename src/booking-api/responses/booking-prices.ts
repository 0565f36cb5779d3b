/**
 * The price of a booking session in responses.
 *
 * Nightly prices are exact. Sums are rounded to cents, except in the nightly-average engine, which does not round.
 * @source facts "GET /booking/prices"; choice `booking_engine`
 */
import { toNumber } from '../../base/money.ts'
import type { Choices } from '../../booking-contract/choices/choices.ts'
import type { Language, Translated } from '../../booking-contract/shared/language.ts'
import { childrenPrice } from '../../domain/pricing/children.ts'
import type { CityTaxModel } from '../../domain/pricing/city-tax-model.ts'
import { amountFor, nightPrice } from '../../domain/pricing/night-price.ts'
import type { PricedChildren, PricedRoom, PriceInput } from '../../domain/pricing/price-input.ts'
import type { Quote } from '../../domain/pricing/quote.ts'
import { exactNumber, shownSums } from '../../domain/pricing/shown-sums.ts'
import type { Property } from '../../domain/property/properties.ts'
import { isOn, setting } from '../../domain/property/settings.ts'
import type { BookingSession } from '../../domain/session/booking-session.ts'
import type { NumberedProblem } from '../../domain/session/deposit-checks.ts'
import { hatPairs } from '../../domain/session/room-selection.ts'
import { nightFields } from './booking-room-parts.ts'
import { keyedCollection } from './shared/keyed-collection.ts'

/** A session with its price and the input of the calculation. */
export interface PricedSession {
  readonly session: BookingSession
  readonly property: Property
  readonly input: PriceInput
  readonly quote: Quote
  /** The reason there is no deposit; undefined with one. */
  readonly depositProblem: NumberedProblem | undefined
}

type PriceChoices = Pick<Choices, 'empty_map'>

/** The single entry of the response of `prices`. */
export function pricesEntry(priced: PricedSession, style: PriceChoices) {
  const { session, input, quote } = priced
  const sums = shownSums(quote)
  const labelled = input.party.children.filter(({ label }) => label !== '')
  return {
    requestedRooms: hatPairs(session.rooms),
    rooms: Object.fromEntries(input.rooms.map((room) => [String(room.room.id), roomEntry(room, input)])),
    adult_prices: sums.adults,
    adult_quantity: session.adults === null ? '' : session.adults === 0 ? 0 : String(session.adults),
    stayDays: quote.nights,
    ...(labelled.length > 0 && {
      info: Object.fromEntries(labelled.map((kind) => [String(kind.rateId), childInfo(kind, quote.nights)])),
    }),
    child_prices_breakdown: childTotals(input, sums.children > 0, style),
    child_prices: sums.children,
    accommodation_total_ex_tax: sums.withoutTax,
    accommodation_total_inc_tax: sums.withTax,
    ...feesOf(priced),
  }
}

/** A selected room with the price of each night, and their averages. */
function roomEntry({ room, rates, lengthModifiers }: PricedRoom, { settings, taxRate, choices, nights }: PriceInput) {
  const context = { inclusive: settings.inclusive, taxRate, lengthModifiers, longStay: choices.long_stay_prices }
  const prices = rates.map((rate) => nightPrice(rate.price, context))
  const average = (of: (price: (typeof prices)[number]) => number): number =>
    prices.reduce((sum, price) => sum + of(price), 0) / prices.length
  const [adult, sevenDay, thirtyDay] = [average((p) => p.adult), average((p) => p.sevenDay), average((p) => p.thirtyDay)]
  return {
    room_id: room.id,
    tariff_set: Object.fromEntries(
      nights.flatMap((date, index) => {
        const [rate, price] = [rates[index], prices[index]]
        return rate && price ? [[date, nightFields(date, rate, price)] as const] : []
      }),
    ),
    calculated_prices: {
      calculated_base_price: amountFor({ adult, sevenDay, thirtyDay }, nights.length),
      cumulative_adult_price: adult,
      cumulative_seven_day_price: sevenDay,
      cumulative_thirty_day_price: thirtyDay,
    },
  }
}

const childInfo = ({ price, quantity, model, label, rateId }: PricedChildren, nights: number) => ({
  child_price: toNumber(price),
  quantity: String(quantity),
  stay_days: nights,
  model,
  label,
  child_rate_id: rateId,
})

/** The price of the children at each rate; 0 if every selected rate is flat. */
function childTotals({ party, nights }: PriceInput, charged: boolean, { empty_map }: PriceChoices) {
  const known = party.children.filter(({ rateId }) => rateId !== 0)
  return keyedCollection(empty_map, known, (kind) => {
    const { rateId: id, quantity, price } = kind
    const total = charged ? childrenPrice(kind, nights.length).valueOf() : 0
    return [id, quantity > 0 ? { id, total, quantity: String(quantity), rate: toNumber(price) } : { id }]
  })
}

/** The last fields of `prices`: deposit, city tax and cleaning fee. */
function feesOf({ quote, property, depositProblem }: PricedSession) {
  const deposit = depositProblem ? numberedError(depositProblem) : depositOf(quote, property)
  return {
    deposit,
    city_tax: shownSums(quote).cityTax,
    cleaning_fee: quote.engine === 'classic' ? toNumber(quote.cleaningFee) : (cleaningFeeSetting(property) ?? 0),
  }
}

const numberedError = ({ number, about }: NumberedProblem) => ({ error_number: number, error_message: about })

/** The entry of a session without a price: its reason, and no fees. */
export const unpricedEntry = (problem: NumberedProblem) => ({
  ...numberedError(problem),
  deposit: numberedError(problem.number === '016' ? { number: '013', about: 'room id invalid for property' } : problem),
  city_tax: 0,
  cleaning_fee: 0,
})

/** The deposit; in the nightly-average engine, a fixed amount is the text of the setting. */
export function depositOf(
  { engine, deposit, depositExact }: Pick<Quote, 'engine' | 'deposit' | 'depositExact'>,
  property: Property,
): number | string {
  if (engine === 'classic') return toNumber(deposit)
  const fixed = setting(property, 'depositValue')
  const percent = ['depositIsPercentage', 'depAmount', 'depositIsOneNight', 'roundupDepositYesNo'] as const
  const amount = exactNumber(depositExact)
  return !percent.some((key) => isOn(property, key)) && Number(fixed) === amount ? fixed : amount
}

const NUMERIC = /^\d+(?:\.\d+)?$/

export function cleaningFeeSetting(property: Property): string | null {
  const fee = property.settings.cleaning_fee?.trim().replace(',', '.') ?? ''
  return NUMERIC.test(fee) ? fee : null
}

const CITY_TAX_TEXTS: Readonly<Record<CityTaxModel, Translated>> = {
  single: { 'en-GB': 'One-off charge', 'fr-FR': 'Montant unique', 'de-DE': 'Einmalig' },
  pernight: { 'en-GB': 'For each night', 'fr-FR': 'Par nuit', 'de-DE': 'Je Nacht' },
  perguest: { 'en-GB': 'For each guest', 'fr-FR': 'Par personne', 'de-DE': 'Je Gast' },
  perguestpernight: {
    'en-GB': 'For each guest and night',
    'fr-FR': 'Par personne et par nuit',
    'de-DE': 'Je Gast und Nacht',
  },
  percentbookingtotal: {
    'en-GB': 'Share of the booking value',
    'fr-FR': 'Pourcentage du montant du séjour',
    'de-DE': 'Anteil am Reisepreis',
  },
}

export const cityTaxText = (model: CityTaxModel, language: Language): string => CITY_TAX_TEXTS[model][language]
