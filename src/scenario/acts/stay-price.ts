import { daysBetween, daysUntil } from '../../base/day.ts'
import type { Minor } from '../../base/money.ts'
import type { ChildParty, Party } from '../../domain/booking/party.ts'
import type { Coupon } from '../../domain/guest/coupons.ts'
import type { Guest } from '../../domain/guest/guests.ts'
import { agreedPrice } from '../../domain/pricing/agreed-price.ts'
import { priceStay } from '../../domain/pricing/price.ts'
import { type PricedRoom, takenOfType } from '../../domain/pricing/price-input.ts'
import { priceSettingsOf } from '../../domain/pricing/price-settings.ts'
import type { Quote } from '../../domain/pricing/quote.ts'
import { dayAt, type Property } from '../../domain/property/properties.ts'
import type { Room } from '../../domain/property/rooms.ts'
import type { TaxRate } from '../../domain/property/tax-rates.ts'
import { childrenOfAges } from '../../domain/session/party.ts'
import { pricedParty } from '../../domain/session/priced-party.ts'
import { chosenRates } from '../../domain/tariff/chosen-rates.ts'
import { rateOn, tariffSets } from '../../domain/tariff/tariff-set.ts'
import type { Db } from '../../store/db.ts'
import type { ScenarioContext } from '../scenario-context.ts'
import type { Stay } from './stay.ts'
import type { TariffRules } from './tariff-rules.ts'

export interface StayToPrice extends Stay {
  readonly property: Property
  readonly rooms: readonly Room[]
  readonly party: Party
  readonly coupon?: Coupon | undefined
  /** Undefined for a guest who is new. */
  readonly guest: Guest | undefined
  /** The agreed total with tax; undefined for the price by the tariffs. */
  readonly total: Minor | undefined
  readonly tax: TaxRate | undefined
  readonly tariffs: StayTariffs
}

/** The tariff of a room on the nights of a stay; undefined when none prices all of them. */
export type StayTariffs = (room: Room) => PricedRoom | undefined

interface PricedStay extends Stay {
  readonly property: Property
  /** Why a tariff is not offered for the stay. */
  readonly rules?: TariffRules | undefined
  /** The booking that changes to the stay. */
  readonly own?: number
}

/** Finds the tariffs of rooms: the first that prices all nights, and whose rules the stay meets. */
export function stayTariffs(
  db: Db,
  { choices, now }: Pick<ScenarioContext, 'choices' | 'now'>,
  { property, arrival, departure, rules, own }: PricedStay,
): StayTariffs {
  const today = dayAt(now, property, choices.today)
  const since = daysBetween(today, arrival) < 0 ? arrival : today
  const all = db.rates.by('property', property.id)
  // merged tariffs are those of all days
  const rates = choices.rate_sets === 'merged' ? all : all.filter(({ from, to }) => from < departure && to >= arrival)
  const sets = tariffSets(property, rates, (id) => db.tariffTypes.get(id), { today: since, modes: 'all' })
  const nights = daysUntil(arrival, departure)
  const [first] = nights
  const tariffOf = (room: Room): Omit<PricedRoom, 'room'> | undefined => {
    for (const set of sets.filter(({ roomTypeId }) => roomTypeId === room.roomTypeId)) {
      const rateId = first && rateOn(set, first)?.id
      if (rateId === undefined) continue
      const chosen = chosenRates(sets, { room, rateId, nights }, choices.rate_sets)
      if (chosen.rates && rules?.(chosen.rates) === undefined)
        return { ...chosen, ...takenOfType(db, { property, room, arrival: first, own }) }
    }
    return undefined
  }
  const ofTypes = new Map<number, ReturnType<typeof tariffOf>>()
  return (room) => {
    const { roomTypeId } = room
    if (!ofTypes.has(roomTypeId)) ofTypes.set(roomTypeId, tariffOf(room))
    const tariff = ofTypes.get(roomTypeId)
    return tariff && { room, ...tariff }
  }
}

/** Prices a stay: each room by its tariff, or by the agreed total. A room that no tariff prices on every night has rate 0. */
export function pricedStay(db: Db, context: ScenarioContext, stay: StayToPrice) {
  const priced = stay.rooms.flatMap((room) => stay.tariffs(room) ?? [])
  const rateOf = (roomId: number): number => priced.find(({ room }) => room.id === roomId)?.rates[0]?.id ?? 0
  const rooms = stay.rooms.map(({ id }) => ({ roomId: id, rateId: rateOf(id) }))
  return { rooms, quote: quoteOf(db, context, stay, priced) }
}

function quoteOf(db: Db, { choices, now }: ScenarioContext, stay: StayToPrice, priced: readonly PricedRoom[]): Quote {
  const { property, total, tax, arrival, departure, coupon = null, guest } = stay
  const settings = priceSettingsOf(property)
  const [today, nights, taxRate] = [dayAt(now, property, choices.today), daysUntil(arrival, departure), tax?.rate ?? 0]
  if (total !== undefined || priced.length === 0) {
    const daysAhead = daysBetween(today, arrival)
    return agreedPrice({ total: total ?? 0, nights: nights.length, taxRate, deposit: settings.deposit, daysAhead })
  }
  const party = pricedParty(stay.party, property.id, db, choices.child_prices)
  const booked = { coupon, couponCode: coupon?.code ?? '', guest }
  return priceStay({ settings, nights, rooms: priced, party, today, taxRate, choices, ...booked }, choices.booking_engine)
}

/** Children by the rates of a property for their ages. */
export const childrenByAge = (db: Db, property: number, ages: readonly number[]): readonly ChildParty[] =>
  childrenOfAges(ages, db.childRates.by('property', property))
