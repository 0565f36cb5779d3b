/**
 * What a booking costs. What a fixture leaves out follows from the dated rates, the property's tax and its deposit settings.
 *
 * @module
 */
import { type Day, daysBetween, daysUntil } from '../base/day.ts'
import { fromNumber, type Minor, multiplyDivide } from '../base/money.ts'
import type { Booking, RoomChoice } from '../domain/booking.ts'
import type { Property } from '../domain/property.ts'
import { isOn, setting } from '../domain/property-settings.ts'
import type { BookingRow } from './fixture-schema-booking.ts'
import type { Sourced } from './fixture-set.ts'
import { accommodationTax, grossOf, netOf, type RateBook } from './seed-rates.ts'
import type { Seeding } from './seeding.ts'

/** What a price depends on. */
export interface Stay {
  readonly property: Property
  readonly rooms: readonly RoomChoice[]
  readonly arrival: Day
  readonly departure: Day
  /** Adults and children. */
  readonly people: number
}

type Money = Pick<Booking, 'roomTotal' | 'tax' | 'extras' | 'singlePersonSupplement' | 'total' | 'depositRequired'>
type AmountKey = 'total' | 'room_total' | 'tax' | 'extras_value' | 'single_person_supplement' | 'deposit_required'

/** The amounts of a booking; total = room_total + tax + extras + supplement. */
export function bookingMoney(seeding: Seeding, rates: RateBook, at: Sourced<BookingRow>, stay: Stay): Money {
  const amount = (key: AmountKey): Minor | undefined => {
    const value = at.row[key]
    return value === undefined ? undefined : seeding.money(value, at, [key])
  }
  const extras = amount('extras_value') ?? 0
  const singlePersonSupplement = amount('single_person_supplement') ?? 0
  const asked = amount('total')
  const gross = asked === undefined ? roomPrice(seeding, rates, at, stay) : asked - extras - singlePersonSupplement
  if (gross < 0) seeding.problem(at, ['total'], 'is less than extras_value and single_person_supplement together')
  const total = asked ?? gross + extras + singlePersonSupplement
  const roomTotal = amount('room_total') ?? netOf(gross, accommodationTax(seeding, stay.property)?.rate ?? 0)
  const tax = amount('tax') ?? gross - roomTotal
  const depositRequired = amount('deposit_required') ?? depositOf(stay, total)
  return { roomTotal, tax, extras, singlePersonSupplement, total, depositRequired }
}

/**
 * The gross price of the nights, a person at a time unless the tariff is flat; people are spread evenly over the rooms.
 * A night without a price is a problem.
 */
function roomPrice(seeding: Seeding, rates: RateBook, at: Sourced<BookingRow>, stay: Stay): Minor {
  const { property, rooms, arrival, departure } = stay
  if (at.row.kind === 'black') return 0
  if (rooms.length === 0 && at.row.rooms.length === 0)
    seeding.problem(at, ['total'], 'is missing, and no room says what it costs')
  let total = 0
  for (const [index, { roomId, rateId }] of rooms.entries()) {
    const chosen = seeding.find('rates', rateId)
    const people = Math.max(1, Math.floor((stay.people + rooms.length - 1 - index) / rooms.length))
    for (const day of daysUntil(arrival, departure)) {
      const rate = chosen && rates.ofTariff(chosen.tariffTypeId, day)
      if (!rate) {
        seeding.problem(at, ['total'], `is missing, and room ${roomId} has no rate for the night of ${day}`)
        break
      }
      total += rate.price * (rate.ignorePppn ? 1 : people)
    }
  }
  const tax = isOn(property, 'prices_inclusive') ? undefined : accommodationTax(seeding, property)
  return tax ? grossOf(total, tax.rate) : total
}

/** The deposit that the property's settings ask for. */
function depositOf({ property, arrival, departure }: Stay, total: Minor): Minor {
  if (!isOn(property, 'chargeDepositYesNo')) return 0
  const value = fromNumber(Number(setting(property, 'depositValue')))
  const asked = isOn(property, 'depositIsOneNight')
    ? multiplyDivide(total, 1, daysBetween(arrival, departure))
    : isOn(property, 'depositIsPercentage')
      ? multiplyDivide(total, value, 10_000)
      : value
  const deposit = isOn(property, 'roundupDepositYesNo') ? Math.ceil(asked / 100) * 100 : asked
  return Math.min(deposit, total)
}
