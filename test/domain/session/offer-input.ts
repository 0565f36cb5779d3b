/**
 * Input of offers in tests.
 *
 * @module
 */
import { type Day, dayNumber } from '../../../src/base/day.ts'
import type { Property } from '../../../src/domain/property/properties.ts'
import { type OfferInput, offersOf } from '../../../src/domain/session/offers.ts'
import type { Rate } from '../../../src/domain/tariff/rates.ts'
import { tariffSets } from '../../../src/domain/tariff/tariff-set.ts'
import { aProperty, aRate, aRoom, aTariffType, TODAY } from '../../support/small-world.ts'

export const DOCUMENTED = {
  offer_restrictions: 'applied',
  weekday_rules: 'all',
  rooms_selected_bound: 'inclusive',
  rooms_free: 'nights',
  room_capacity: 'adults',
} as const

export const setsOf = (rates: readonly Rate[], property: Property = aProperty()) =>
  tariffSets(property, rates, (id) => aTariffType({ id, title: `Tariff ${id}` }), { today: TODAY, modes: 'all' })

export interface OfferParts extends Partial<Omit<OfferInput, 'nights' | 'sets'>> {
  readonly rates?: readonly Rate[]
  /** Nights taken: room id and day. */
  readonly booked?: readonly (readonly [room: number, day: Day])[]
}

/** Two doubles and a twin, each with one tariff, from 2026-05-11 (a Monday) to 2026-05-13. */
export function offerInput({
  rates = [aRate(), aRate({ id: 2, tariffTypeId: 2, roomTypeId: 2 })],
  booked = [],
  ...with_
}: OfferParts = {}): OfferInput {
  return {
    arrival: '2026-05-11',
    departure: '2026-05-13',
    people: 2,
    adults: 2,
    chosen: [],
    rooms: [aRoom(), aRoom({ id: 2 }), aRoom({ id: 3, roomTypeId: 2 })],
    ownsRoom: (id) => id <= 4,
    sets: setsOf(rates),
    nights: {
      taken: (room, night) => booked.some(([id, day]) => id === room && dayNumber(day) === night),
      nights: () => booked.map(([roomId, day]) => ({ roomId, day })),
    },
    weekend: new Set([5, 6]),
    choices: DOCUMENTED,
    ...with_,
  }
}

export const pairs = (input: OfferInput): string[] => offersOf(input).map(({ choice }) => `${choice.roomId}^${choice.rateId}`)
