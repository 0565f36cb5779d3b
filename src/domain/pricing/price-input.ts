import type { Day } from '../../base/day.ts'
import type { Minor } from '../../base/money.ts'
import { nightKey } from '../booking/room-nights.ts'
import type { Coupon } from '../guest/coupons.ts'
import type { GuestType } from '../guest/guest-types.ts'
import type { Guest } from '../guest/guests.ts'
import type { Property } from '../property/properties.ts'
import type { Room } from '../property/rooms.ts'
import { isOn } from '../property/settings.ts'
import type { Rate } from '../tariff/rates.ts'
import type { LengthModifiers } from '../tariff/tariff-types.ts'
import type { PriceSettings } from './price-settings.ts'

/** The two price calculations; see the choice `booking_engine`. */
export type Engine = 'classic' | 'nightly-average'

/** A selected room with its rates. */
export interface PricedRoom {
  readonly room: Pick<Room, 'id' | 'maxPeople' | 'singlePersonSupplement'>
  /** One rate for each night of the stay, in order. */
  readonly rates: readonly Rate[]
  /** The discounts of the selected tariff for long stays; null when it has none. */
  readonly lengthModifiers: LengthModifiers | null
  /** The number of rooms of the same type that are taken on the night of arrival; for wise prices. */
  readonly bookedOfType: number
  readonly roomsOfType: number
}

interface RoomRows {
  readonly rooms: { by(index: 'property', propertyId: number): readonly Room[] }
  readonly roomNights: { get(nightKey: number): { readonly bookingId: number } | undefined }
}

interface RoomOfStay {
  readonly property: Property
  readonly room: Room
  readonly arrival: Day | undefined
  /** The booking that is priced: its nights do not count. */
  readonly own?: number | undefined
}

/**
 * The number of rooms of a room's type that are taken in the night of arrival, and of all rooms of the type; counted only where
 * prices depend on it.
 */
export function takenOfType({ rooms, roomNights }: RoomRows, { property, room: { roomTypeId }, arrival, own }: RoomOfStay) {
  if (!isOn(property, 'wisepriceactive')) return { bookedOfType: 0, roomsOfType: 1 }
  const all = rooms.by('property', property.id).filter((room) => room.roomTypeId === roomTypeId)
  const nights = arrival === undefined ? [] : all.flatMap(({ id }) => roomNights.get(nightKey(id, arrival)) ?? [])
  const taken = nights.filter(({ bookingId }) => bookingId !== own)
  return { bookedOfType: taken.length, roomsOfType: all.length }
}

/** Children at one rate, with its price; price 0 for children without a rate. */
export interface PricedChildren {
  /** Id of the child rate; 0 for children without a rate. */
  readonly rateId: number
  readonly label: string
  readonly quantity: number
  readonly price: Minor
  readonly model: 'per_night' | 'per_stay'
}

/** Guests of one guest type; they are adults. */
export interface PricedGuestType {
  readonly type: Pick<GuestType, 'type' | 'isPercentage' | 'adds' | 'variance'>
  readonly quantity: number
}

export interface PricedParty {
  readonly adults: number
  readonly children: readonly PricedChildren[]
  /** Included in the adults; if there are more of them than adults, all of them count. */
  readonly guestTypes: readonly PricedGuestType[]
}

export interface PriceChoices {
  /** What decides whether a price is per person or flat: each tariff, or the setting of the property. */
  readonly per_person: 'ignore_pppn' | 'property_setting'
  /** `truncated` calculates the price of stays of more than 30 nights from whole currency units; nightly-average engine only. */
  readonly long_stay_prices: 'exact' | 'truncated'
  /** `as_prices`: amounts of coupons, length modifiers and single supplements include tax when the rates do. */
  readonly amount_tax: 'nett' | 'as_prices'
  /** What a room without adults costs at a rate per person: as for one adult, or nothing; classic engine only. */
  readonly empty_room: 'one_adult' | 'free'
  /** The guests a city tax is charged for: adults and all children, or adults and one for any number of children. */
  readonly city_tax_guests: 'all' | 'one_for_children'
}

export interface PriceInput {
  readonly settings: PriceSettings
  /** The nights of the stay, in order, from the day of arrival; at least one. */
  readonly nights: readonly Day[]
  /** The selected rooms in order of selection; at least one. */
  readonly rooms: readonly PricedRoom[]
  readonly party: PricedParty
  /** The coupon of the property with the entered code, valid or not; null when there is none. */
  readonly coupon: Coupon | null
  /** The entered code; empty without one. */
  readonly couponCode: string
  /** The guest who books; undefined for one who is new. */
  readonly guest: Pick<Guest, 'id' | 'discount'> | undefined
  readonly today: Day
  /** Tax on accommodation, hundredths of a percent. */
  readonly taxRate: number
  readonly choices: PriceChoices
}

/** The price of one night for a guest, before tax, in currency units: in stays of up to 6 nights, from 7 on, and of more than 30. */
export interface NightPrice<A = number> {
  readonly adult: A
  readonly sevenDay: A
  readonly thirtyDay: A
}
