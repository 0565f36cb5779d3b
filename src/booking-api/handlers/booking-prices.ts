/** The price of a booking session, and its booking. */

import { createBooking, getCityTax, getCleaningFee, getDeposit, getPrices } from '../../booking-contract/booking-prices.ts'
import { propertyCapacity } from '../../domain/booking/capacity.ts'
import { cityTaxBeforePrice } from '../../domain/pricing/city-tax.ts'
import type { CityTax } from '../../domain/pricing/city-tax-model.ts'
import { priceSettingsOf } from '../../domain/pricing/price-settings.ts'
import { dailyRate, shownAmount, shownSums } from '../../domain/pricing/shown-sums.ts'
import { Refusal } from '../../domain/refusal.ts'
import { depositProblem, type NumberedProblem } from '../../domain/session/deposit-checks.ts'
import { type MessageNumber, numberedMessage } from '../../domain/session/messages.ts'
import { childCount } from '../../domain/session/party.ts'
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
    const { input, quote } = price
    ctx.change((db) => db.sessions.put({ ...session, quote }))
    return [pricesEntry({ session, property, input, quote, depositProblem: depositProblemOf(ctx) }, choices)]
  })

  on(createBooking, (_, ctx) => createFromSession(ctx))

  on(getDeposit, (_, ctx) => {
    const { property, choices } = ctx
    const problem = depositProblemOf(ctx)
    if (problem) throw stepMissing(problem, ctx)
    const { quote } = ctx.session
    if (quote) return { deposit: depositOf(quote, property), daily_rate: dailyRate(quote) }
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
    party: { adults: session.adults ?? 0, children: childCount(session.children) },
    capacity: propertyCapacity(property, db.rooms.by('property', property.id)),
    pairs: session.rooms.map(({ roomId, rateId }) => {
      const room = db.rooms.get(roomId)
      const knowsRoom = room?.propertyId === property.id
      return { knowsRoom, knowsRate: knowsRoom && setWithRate(sets, room, rateId) !== undefined }
    }),
  })
}

/** The city tax of the calculated price; without one, by nights and guests. */
function cityTaxNow(cityTax: CityTax, ctx: Ctx): number {
  const { session, choices } = ctx
  if (session.quote) return shownSums(session.quote).cityTax
  const engine = choices.booking_engine
  const stay = { nights: nightsOf(session).length, party: pricedPartyOf(session, ctx), counted: choices.city_tax_guests, engine }
  return shownAmount(cityTaxBeforePrice(cityTax, stay), engine)
}
