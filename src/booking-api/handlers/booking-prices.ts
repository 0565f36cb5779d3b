/** The price of a booking session, and its booking. */

import { daysBetween } from '../../base/day.ts'
import { createBooking, getCityTax, getCleaningFee, getDeposit, getPrices } from '../../booking-contract/booking-prices.ts'
import { propertyCapacity } from '../../domain/booking/capacity.ts'
import { headCount } from '../../domain/booking/party.ts'
import { ofMinor, parseFraction, ZERO } from '../../domain/pricing/amount.ts'
import { cityTaxGuests, cityTaxOf, cityTaxSteps } from '../../domain/pricing/city-tax.ts'
import type { CityTax } from '../../domain/pricing/city-tax-model.ts'
import { calculatedDeposit, type Deposit, NO_DEPOSIT } from '../../domain/pricing/deposit.ts'
import { nightlyAverageBasis } from '../../domain/pricing/nightly-average.ts'
import { priceSettingsOf } from '../../domain/pricing/price-settings.ts'
import { depositFields, type Quote, withCityTax } from '../../domain/pricing/quote.ts'
import { dailyRate, shownAmount, shownSums } from '../../domain/pricing/shown-sums.ts'
import { Refusal } from '../../domain/refusal.ts'
import { depositProblem, type NumberedProblem } from '../../domain/session/deposit-checks.ts'
import { type MessageNumber, numberedMessage } from '../../domain/session/messages.ts'
import { type Milestone, missingFor, missingReason } from '../../domain/session/steps.ts'
import { setWithRate } from '../../domain/tariff/tariff-set.ts'
import type { Ctx, On } from '../handler-context.ts'
import { cityTaxText, cleaningFeeSetting, depositOf, pricesEntry, unpricedEntry } from '../responses/booking-prices.ts'
import { isCareful, problemOfRooms } from '../session/checks.ts'
import { createFromSession } from '../session/create-booking.ts'
import { nextRequest } from '../session/hints.ts'
import { currentSets, nightsOf, pricedPartyOf, priceOf, type SessionPrice } from '../session/price.ts'

export function bookingPriceRoutes(on: On): void {
  on(getPrices, (_, ctx) => {
    const { session, property, choices } = ctx
    requireRooms(ctx)
    const price = offeredPrice(ctx)
    if (!price.input) {
      if (choices.stale_prices === 'invalid') ctx.change((db) => db.sessions.put({ ...session, quote: null, okToBook: false }))
      ctx.hint(nextRequest(ctx, MILESTONES[price.problem.number]))
      return [unpricedEntry(price.problem)]
    }
    const { input } = price
    const depositProblem = depositProblemOf(ctx)
    const isMistaken = choices.city_tax_in_prices === 'deposit' && price.quote.cityTax > 0 && !depositProblem
    const quote = isMistaken ? withDepositAsCityTax(price.quote) : price.quote
    ctx.change((db) => db.sessions.put({ ...session, quote: isCareful(ctx) ? price.quote : quote }))
    if (session.needsDates) ctx.hint(nextRequest(ctx, 'dates'))
    return [pricesEntry({ session, property, input, quote, depositProblem }, choices)]
  })

  on(createBooking, (_, ctx) => createFromSession(ctx))

  on(getDeposit, (_, ctx) => {
    const { session, property, choices } = ctx
    const problem = depositProblemOf(ctx)
    if (problem) throw stepMissing(problem, ctx)
    const { quote } = session
    if (!quote && choices.step_order !== 'free') throw stepMissing({ number: '020', about: 'ask for prices first' }, ctx)
    const engine = quote?.engine ?? choices.booking_engine
    const deposit = engine === 'classic' ? (quote ?? depositFields(NO_DEPOSIT)) : depositFields(requestedDeposit(ctx))
    if (quote && !isCareful(ctx)) ctx.change((db) => db.sessions.put({ ...session, quote: { ...quote, ...deposit } }))
    return { deposit: depositOf({ ...deposit, engine }, property), daily_rate: quote ? dailyRate(quote) : 0 }
  })

  on(getCityTax, (_, ctx) => {
    const { cityTax } = priceSettingsOf(ctx.property)
    if (!cityTax.value.gt(0)) return { city_tax: 0 }
    return { tax: cityTaxNow(cityTax, ctx), label: cityTaxText(cityTax.model, ctx.language) }
  })

  on(getCleaningFee, (_, { property }) => ({ fee: cleaningFeeSetting(property) }))
}

/** @throws Refusal `session_step_missing` */
function requireRooms(ctx: Ctx): void {
  const { session, choices } = ctx
  const missing = missingFor('price', session, choices.step_order)
  if (missing === undefined) return
  const isRefused = missing !== 'rooms' || session.rooms.length > 0
  const about = isRefused ? missingReason(missing, session) : `Selected rooms :  Session id ${ctx.sessionId}`
  const what = numberedMessage('018', choices.session_messages, about)
  throw new Refusal('session_step_missing', { what, hint: nextRequest(ctx) })
}

function stepMissing({ number, about }: NumberedProblem, ctx: Ctx): Refusal {
  const what = numberedMessage(number, ctx.choices.session_messages, about)
  return new Refusal('session_step_missing', { what, hint: nextRequest(ctx, MILESTONES[number]) })
}

/** The milestone of each numbered problem. */
const MILESTONES: Readonly<Partial<Record<MessageNumber, Milestone>>> = {
  '006': 'dates',
  '007': 'dates',
  '008': 'dates',
  '011': 'guests',
  '012': 'guests',
  '013': 'rooms',
  '016': 'rooms',
  '018': 'rooms',
  '020': 'price',
}

/** The price of a session; under full checks, only if its rooms are on offer. */
function offeredPrice(ctx: Ctx): SessionPrice {
  const price = priceOf(ctx.session, ctx)
  const reason = price.input && isCareful(ctx) ? problemOfRooms(ctx.session, ctx) : undefined
  return reason === undefined ? price : { problem: { number: '013', about: reason } }
}

function depositProblemOf(ctx: Ctx): NumberedProblem | undefined {
  const { session, db, property } = ctx
  const sets = currentSets(ctx)
  return depositProblem({
    arrival: session.arrival,
    departure: session.departure,
    party: { adults: session.adults ?? 0, children: headCount(session.children) },
    capacity: propertyCapacity(property, db.rooms.by('property', property.id)),
    pairs: session.rooms.map(({ roomId, rateId }) => {
      const room = db.rooms.get(roomId)
      const knowsRoom = room?.propertyId === property.id
      return { knowsRoom, knowsRate: knowsRoom && setWithRate(sets, room, rateId) !== undefined }
    }),
  })
}

/**
 * The deposit of its own request in the nightly-average engine: also for a property that requires none, and before prices.
 * @source facts 4.16
 */
function requestedDeposit(ctx: Ctx): Deposit {
  const { session, property } = ctx
  const [roomTotal, nights] = session.quote ? [parseFraction(session.quote.roomTotalExact), session.quote.nights] : [ZERO, 0]
  const today = ctx.today(property)
  const basis = nightlyAverageBasis(roomTotal, nights, daysBetween(today, session.arrival ?? today))
  return calculatedDeposit(priceSettingsOf(property).deposit, basis)
}

/**
 * The quote with the mistaken city tax, which is charged. Full checks hold quotes against the true price, so they keep that.
 * @source facts "Suspected bugs" 5; choice `city_tax_in_prices`
 */
const withDepositAsCityTax = (quote: Quote): Quote =>
  withCityTax(quote, parseFraction(quote.depositExact), 'the deposit, by city_tax_in_prices=deposit')

/** The city tax of the calculated price, which replaces a mistaken one; without a price, by nights and guests. */
function cityTaxNow(cityTax: CityTax, ctx: Ctx): number {
  const { session, choices } = ctx
  const { quote } = session
  const engine = quote?.engine ?? choices.booking_engine
  const guests = cityTaxGuests({ party: pricedPartyOf(session, ctx), counted: choices.city_tax_guests, engine })
  if (!quote) {
    // before prices, the nightly-average engine knows no nights
    const nights = engine === 'classic' ? nightsOf(session).length : 0
    return shownAmount(cityTaxOf(cityTax, { nights, guests, stay: ZERO }), engine)
  }
  if (choices.city_tax_in_prices === 'tax' || isCareful(ctx)) return shownSums(quote).cityTax
  const stay = parseFraction(quote.roomTotalExact).add(ofMinor(quote.singlePersonSupplement))
  const [step] = cityTaxSteps(cityTax, { nights: quote.nights, guests, stay })
  if (!step) return shownSums(quote).cityTax
  const corrected = withCityTax(quote, step.exact, step.text)
  ctx.change((db) => db.sessions.put({ ...session, quote: corrected }))
  return shownSums(corrected).cityTax
}
