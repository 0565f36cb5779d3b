/**
 * The price of a booking session, and the booking made of it.
 *
 * @module
 */
import { createBooking, getCityTax, getCleaningFee, getDeposit, getPrices } from '../contract/booking-prices.ts'
import { propertyCapacity } from '../domain/capacity.ts'
import { isRateOf } from '../domain/chosen-rates.ts'
import { depositProblem, type NumberedProblem } from '../domain/deposit-checks.ts'
import { type CityTax, cityTaxBeforePrice } from '../domain/pricing/city-tax.ts'
import { shownAmount, shownSums } from '../domain/pricing/exact-sum.ts'
import { priceSettingsOf } from '../domain/pricing/price-settings.ts'
import { Refusal } from '../domain/refusal.ts'
import { numberedMessage } from '../domain/session-messages.ts'
import { childCount } from '../domain/session-party.ts'
import { missingFor } from '../domain/session-steps.ts'
import type { On } from '../http/binder.ts'
import type { Ctx } from '../http/context.ts'
import {
  cityTaxText,
  cleaningFeeSetting,
  depositAnswer,
  pricesEntry,
  type ShownError,
  unpricedEntry,
} from '../present/session-prices.ts'
import { createFromSession } from './session-booking.ts'
import { currentSets, nightsOf, partyOf, priceOf, type SessionPrice } from './session-pricing.ts'
import { isCareful, problemOfRooms } from './session-standing.ts'

export function bookingPriceRoutes(on: On): void {
  on(getPrices, (_, ctx) => {
    const { session, property, choices } = ctx
    demandRooms(ctx)
    const price = offeredPrice(ctx)
    if (!price.input) {
      if (choices.stale_prices === 'invalid') ctx.change((db) => db.sessions.put({ ...session, quote: null, okToBook: false }))
      return [unpricedEntry(errorOf(price.problem))]
    }
    const { input, quote } = price
    ctx.change((db) => db.sessions.put({ ...session, quote }))
    const problem = depositProblemOf(ctx)
    return [pricesEntry({ session, property, input, quote, depositError: problem && errorOf(problem) }, choices)]
  })

  on(createBooking, (_, ctx) => createFromSession(ctx))

  on(getDeposit, (_, ctx) => {
    const { property, choices } = ctx
    const problem = depositProblemOf(ctx)
    if (problem) throw stepMissing(problem, ctx)
    const { quote } = ctx.session
    if (quote) return depositAnswer(quote, property)
    if (choices.step_order !== 'free') throw stepMissing({ number: '020', about: 'ask for prices first' }, ctx)
    return { deposit: 0, daily_rate: 0 }
  })

  on(getCityTax, (_, ctx) => {
    const { cityTax } = priceSettingsOf(ctx.property, ctx.choices.per_person)
    if (!cityTax.value.gt(0)) return { city_tax: 0 }
    return { tax: cityTaxNow(cityTax, ctx), label: cityTaxText(cityTax.model, ctx.language) }
  })

  on(getCleaningFee, (_, { property }) => ({ fee: cleaningFeeSetting(property) }))
}

/** @throws Refusal `session_step_missing` */
function demandRooms(ctx: Ctx): void {
  const { session, choices } = ctx
  const missing = missingFor('price', session, choices.step_order)
  if (missing === undefined) return
  const pairs = `Selected rooms :  Session id ${ctx.sessionId}`
  throw new Refusal('session_step_missing', { what: numberedMessage('018', choices.session_messages, pairs) })
}

function stepMissing({ number, about }: NumberedProblem, { choices }: Ctx): Refusal {
  return new Refusal('session_step_missing', { what: numberedMessage(number, choices.session_messages, about) })
}

/** The price of what is on offer, where that is checked: what could not be booked has none. */
function offeredPrice(ctx: Ctx): SessionPrice {
  const price = priceOf(ctx.session, ctx)
  const reason = price.input && isCareful(ctx) ? problemOfRooms(ctx.session, ctx) : undefined
  return reason === undefined ? price : { problem: { number: '013', about: reason } }
}

const errorOf = ({ number, about }: NumberedProblem): ShownError => ({ error_number: number, error_message: about })

function depositProblemOf(ctx: Ctx): NumberedProblem | undefined {
  const { session, db, property } = ctx
  const sets = currentSets(ctx)
  return depositProblem({
    arrival: session.arrival,
    departure: session.departure,
    party: { adults: session.adults ?? 0, children: childCount(session.children) },
    capacity: propertyCapacity(property, db.rooms.by('property', property.id)),
    pairs: session.rooms.map(({ roomId, rateId }) => {
      const room = db.rooms.get(roomId)
      const knowsRoom = room?.propertyId === property.id
      return { knowsRoom, knowsRate: knowsRoom && isRateOf(sets, room, rateId) }
    }),
  })
}

/** The city tax: that of the price, so that both say the same; before there is one, what nights and guests say. */
function cityTaxNow(cityTax: CityTax, ctx: Ctx): number {
  const { session, choices } = ctx
  if (session.quote) return shownSums(session.quote).cityTax
  const engine = choices.booking_engine
  const stay = { nights: nightsOf(session).length, party: partyOf(session, ctx), counted: choices.city_tax_guests, engine }
  return shownAmount(cityTaxBeforePrice(cityTax, stay), engine)
}
