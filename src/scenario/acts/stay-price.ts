/**
 * The price of a stay that an act books.
 *
 * @module
 */
import { type Day, daysBetween, daysUntil } from '../../base/day.ts'
import type { Minor } from '../../base/money.ts'
import { nightKey, type RoomChoice } from '../../domain/booking/bookings.ts'
import { agreedPrice } from '../../domain/pricing/agreed-price.ts'
import { priceStay } from '../../domain/pricing/price.ts'
import type { PricedRoom } from '../../domain/pricing/price-input.ts'
import { priceSettingsOf } from '../../domain/pricing/price-settings.ts'
import type { Quote } from '../../domain/pricing/quote.ts'
import { dayAt, type Property, type Room } from '../../domain/property/properties.ts'
import type { TaxRate } from '../../domain/property/site-structure.ts'
import { chosenRates } from '../../domain/tariff/chosen-rates.ts'
import { rateOn, type TariffSet, tariffSets } from '../../domain/tariff/tariff-set.ts'
import type { Db } from '../../store/db.ts'
import type { ScenarioContext } from '../scenario-context.ts'

/** Rooms and nights to price. */
export interface StayToPrice {
  readonly property: Property
  readonly rooms: readonly Room[]
  readonly arrival: Day
  readonly departure: Day
  readonly adults: number
  /** The agreed total with tax; undefined for the price by the tariffs. */
  readonly total: Minor | undefined
  readonly tax: TaxRate | undefined
}

/** The booked rooms and their price. A room that no tariff prices on every night has rate 0 and costs nothing. */
export interface PricedStay {
  readonly rooms: readonly RoomChoice[]
  readonly quote: Quote
}

/** Prices a stay: each room by the first tariff that prices all nights, or by the agreed total. */
export function pricedStay(db: Db, context: ScenarioContext, stay: StayToPrice): PricedStay {
  const { choices, now } = context
  const { property, arrival, departure } = stay
  const today = dayAt(now, property, choices.today)
  const nights = daysUntil(arrival, departure)
  const since = daysBetween(today, arrival) < 0 ? arrival : today
  const rates = db.rates.by('property', property.id)
  const sets = tariffSets(property, rates, (id) => db.tariffTypes.get(id), { today: since, modes: 'all' })
  const priced = stay.rooms.flatMap((room) => pricedRoom(db, room, nights, { sets, which: choices.rate_sets }) ?? [])
  const rooms = stay.rooms.map(({ id }) => ({ roomId: id, rateId: rateOf(priced, id) }))
  return { rooms, quote: quoteOf(context, stay, { priced, nights, today }) }
}

const rateOf = (priced: readonly PricedRoom[], roomId: number): number =>
  priced.find(({ room }) => room.id === roomId)?.rates[0]?.id ?? 0

interface PriceInput {
  readonly priced: readonly PricedRoom[]
  readonly nights: readonly Day[]
  readonly today: Day
}

function quoteOf({ choices }: ScenarioContext, { property, adults, total, tax, arrival }: StayToPrice, input: PriceInput): Quote {
  const { priced, nights, today } = input
  const settings = priceSettingsOf(property, choices.per_person)
  const taxRate = tax?.rate ?? 0
  if (total !== undefined || priced.length === 0) {
    const daysAhead = daysBetween(today, arrival)
    return agreedPrice({ total: total ?? 0, nights: nights.length, taxRate, deposit: settings.deposit, daysAhead })
  }
  const nobodyKnown = { coupon: null, couponCode: '', guestId: 0, guestDiscount: 0 }
  const rules = { longStay: choices.long_stay_prices, cityTaxGuests: choices.city_tax_guests }
  const party = { adults, children: [], guestTypes: [] }
  return priceStay({ settings, nights, rooms: priced, party, today, taxRate, ...nobodyKnown, ...rules }, choices.booking_engine)
}

function pricedRoom(
  db: Db,
  room: Room,
  nights: readonly Day[],
  { sets, which }: { readonly sets: readonly TariffSet[]; readonly which: ScenarioContext['choices']['rate_sets'] },
): PricedRoom | undefined {
  const [first] = nights
  for (const set of sets.filter(({ roomTypeId }) => roomTypeId === room.roomTypeId)) {
    const rateId = first === undefined ? undefined : rateOn(set, first)?.id
    if (rateId === undefined) continue
    const chosen = chosenRates(sets, { room, rateId, nights }, which)
    if (!chosen.set) continue
    return { room, rates: chosen.rates, lengthModifiers: chosen.set.type?.lengthModifiers ?? null, ...ofType(db, room, first) }
  }
  return undefined
}

/** The number of rooms of a type that are taken on the first night, and of all rooms of that type. */
function ofType(db: Db, { propertyId, roomTypeId }: Room, arrival: Day | undefined) {
  const all = db.rooms.by('property', propertyId).filter((room) => room.roomTypeId === roomTypeId)
  const taken = arrival === undefined ? [] : all.filter(({ id }) => db.roomNights.has(nightKey(id, arrival)))
  return { bookedOfType: taken.length, roomsOfType: all.length }
}
