/**
 * All that a price depends on, looked up by whoever asks for one.
 *
 * @module
 */
import type { Day } from '../../base/day.ts'
import type { Minor } from '../../base/money.ts'
import type { Coupon } from '../guest/coupons.ts'
import type { GuestType } from '../guest/guest-types.ts'
import type { Room } from '../property/properties.ts'
import type { LengthModifiers, Rate } from '../tariff/tariffs.ts'
import type { PriceSettings } from './price-settings.ts'

/** The two ways to reckon a price; see the choice `booking_engine`. */
export type Engine = 'classic' | 'nightly-average'

/** A chosen room with what it costs. */
export interface PricedRoom {
  readonly room: Pick<Room, 'id' | 'roomTypeId' | 'maxPeople' | 'singlePersonSupplement'>
  /** The rate of each night of the stay, in the order of the nights: as many as there are nights. */
  readonly rates: readonly Rate[]
  /** What the chosen tariff takes off long stays; null when it does not. */
  readonly lengthModifiers: LengthModifiers | null
  /** Rooms of the same type that are taken on the night of arrival, of all rooms of that type: for wise prices. */
  readonly bookedOfType: number
  readonly roomsOfType: number
}

/** Children of one kind, with their price looked up; price 0 for a bare head count. */
export interface PricedChildren {
  /** Id of the child rate; 0 for a bare head count. */
  readonly rateId: number
  readonly label: string
  readonly quantity: number
  readonly price: Minor
  readonly model: 'per_night' | 'per_stay'
}

/** Guests of one guest type: some of the adults. */
export interface PricedGuestType {
  readonly type: Pick<GuestType, 'id' | 'type' | 'isPercentage' | 'adds' | 'variance'>
  readonly quantity: number
}

/** Who comes. */
export interface PricedParty {
  readonly adults: number
  readonly children: readonly PricedChildren[]
  /** Of the adults; when there are more of them than adults, the party is that much larger. */
  readonly guestTypes: readonly PricedGuestType[]
}

/** What {@link PriceInput.longStay} can be. */
export type LongStay = 'exact' | 'truncated'
/** What {@link PriceInput.cityTaxGuests} can be. */
export type CityTaxGuests = 'all' | 'one_for_children'

export interface PriceInput {
  readonly settings: PriceSettings
  /** The nights of the stay, in order, from the day of arrival; at least one. */
  readonly nights: readonly Day[]
  /** The chosen rooms in the order of the choice; at least one. */
  readonly rooms: readonly PricedRoom[]
  readonly party: PricedParty
  /** The coupon of this property with the code that was entered; whether it holds is decided here. Null when there is none. */
  readonly coupon: Coupon | null
  /** The code that was entered; empty when none was. */
  readonly couponCode: string
  /** The guest who books, when known; 0 otherwise. For coupons that are one guest's own. */
  readonly guestId: number
  /** What the guest gets off, hundredths of a percent; 0 for none. */
  readonly guestDiscount: number
  readonly today: Day
  /** Tax on accommodation, hundredths of a percent. */
  readonly taxRate: number
  /** `truncated` takes the nightly price of stays over thirty nights from its whole currency units only; nightly-average. */
  readonly longStay: LongStay
  /** Whom a city tax by guest counts: adults and children, or adults and one for any number of children. */
  readonly cityTaxGuests: CityTaxGuests
}

/** What a guest pays for one night of a room, before tax, as it is shown. Currency units. */
export interface NightPrice {
  readonly adult: number
  readonly sevenDay: number
  readonly thirtyDay: number
}
