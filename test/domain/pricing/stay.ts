import { addDays, type Day, daysUntil } from '../../../src/base/day.ts'
import type { Coupon } from '../../../src/domain/guest/coupons.ts'
import type { PriceChoices, PricedGuestType, PricedRoom, PriceInput } from '../../../src/domain/pricing/price-input.ts'
import { type PriceSettings, priceSettingsOf } from '../../../src/domain/pricing/price-settings.ts'
import type { Property } from '../../../src/domain/property/properties.ts'
import type { SettingKey } from '../../../src/domain/property/settings.ts'
import type { Rate } from '../../../src/domain/tariff/rates.ts'

export const TODAY: Day = '2026-05-02'
export const ARRIVAL: Day = '2026-09-01'

type Settings = Readonly<Partial<Record<SettingKey, string>>>

const PROPERTY: Property = {
  id: 1,
  name: 'House by the Sea',
  street: '',
  town: '',
  postcode: '',
  regionId: 0,
  countryCode: 'GB',
  tel: '',
  email: '',
  stars: 3,
  typeId: 1,
  categoryId: 0,
  featureIds: [],
  latitude: '',
  longitude: '',
  published: true,
  tariffMode: 'micromanage',
  singleUnit: false,
  currency: 'EUR',
  timezone: null,
  texts: {
    description: '',
    checkinTimes: '',
    areaActivities: '',
    drivingDirections: '',
    policies: '',
    metaDescription: '',
  },
  pictures: { main: null, slideshow: [], rooms: {} },
  settings: {},
}

export const property = (settings: Settings = {}, singleUnit = false): Property => ({ ...PROPERTY, singleUnit, settings })

/** Price settings as a property with these settings has them. */
export const settings = (own: Settings = {}, singleUnit = false): PriceSettings => priceSettingsOf(property(own, singleUnit))

/** A rate of so many minor units a night, flat unless it is said to be for each person. */
export const rate = (price: number, perPerson = false): Rate => ({
  id: 234,
  tariffTypeId: 19,
  propertyId: 1,
  roomTypeId: 7,
  maxDays: 365,
  minPeople: 1,
  maxPeople: 10,
  dayOfWeek: 7,
  ignorePppn: !perPerson,
  allowWeekend: true,
  weekendOnly: false,
  minRoomsSelected: 0,
  maxRoomsSelected: 100,
  from: TODAY,
  to: '2027-12-31',
  price,
  minDays: 1,
})

/** A room for two with a rate for each night, nothing of its type taken. */
export const room = (id: number, rates: readonly Rate[], more: Partial<PricedRoom> = {}): PricedRoom => ({
  room: { id, maxPeople: 2, singlePersonSupplement: 0 },
  rates,
  lengthModifiers: null,
  bookedOfType: 10,
  roomsOfType: 10,
  ...more,
})

export const PRICE_CHOICES: PriceChoices = {
  per_person: 'ignore_pppn',
  long_stay_prices: 'exact',
  amount_tax: 'nett',
  empty_room: 'one_adult',
  city_tax_guests: 'all',
}

/** Two adults in the given rooms, tax 20 %, included; deposit 20 %. */
export function stayOf(rooms: readonly PricedRoom[], more: Partial<PriceInput> = {}): PriceInput {
  const nights = rooms[0]?.rates.length ?? 0
  return {
    settings: settings(),
    nights: daysUntil(ARRIVAL, addDays(ARRIVAL, nights)),
    rooms,
    party: { adults: 2, children: [], guestTypes: [] },
    coupon: null,
    couponCode: '',
    guest: undefined,
    today: TODAY,
    taxRate: 2000,
    choices: PRICE_CHOICES,
    ...more,
  }
}

export const adults = (count: number, guestTypes: readonly PricedGuestType[] = []): PriceInput['party'] => ({
  adults: count,
  children: [],
  guestTypes,
})

/** A coupon for any guest, today and for all nights. */
export const couponOf = (more: Partial<Coupon> = {}): Coupon => ({
  id: 5,
  propertyId: 1,
  code: 'AUTUMN',
  validFrom: TODAY,
  validTo: TODAY,
  amount: 1000,
  isPercentage: true,
  roomOnly: false,
  bookingValidFrom: TODAY,
  bookingValidTo: '2027-12-31',
  guestId: 0,
  ...more,
})

/** A guest with a discount, in hundredths of a percent. */
export const guestWith = (discount: number): NonNullable<PriceInput['guest']> => ({ id: 9, discount })

/** A guest type; its variance in hundredths. */
export const guestTypeOf = (type: string, variance: number, more: Partial<PricedGuestType['type']> = {}) => ({
  id: 3,
  type,
  isPercentage: true,
  adds: true,
  variance,
  ...more,
})
