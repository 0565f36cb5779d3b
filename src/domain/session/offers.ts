/**
 * The tariffs offered for each room, for the nights and party of a booking session.
 * @source spec "Tariff"; facts 4.5 and "Eligibility of a (room, tariff) combination"
 */
import { type Day, dayNumber, daysUntil } from '../../base/day.ts'
import { freeRooms, type TakenNights } from '../booking/availability.ts'
import type { RoomChoice } from '../booking/bookings.ts'
import type { Room } from '../property/rooms.ts'
import { type NightRates, nightRates, rateOn, setWithRate, type TariffSet } from '../tariff/tariff-set.ts'
import type { Reason } from './checks.ts'
import { type OfferRules, offerProblem, type RequestedStay } from './offer-rules.ts'

/** The choices that decide which offers are made. */
export interface OfferChoices extends OfferRules {
  readonly offer_restrictions: 'applied' | 'none'
  readonly rooms_free: 'nights' | 'any_night'
  readonly room_capacity: 'adults' | 'unchecked'
}

export interface OfferInput {
  readonly arrival: Day
  /** Not a night of the stay. */
  readonly departure: Day
  /** Number of adults and children; 0 when unknown. */
  readonly people: number
  readonly adults: number
  /** The rooms selected so far. */
  readonly chosen: readonly Pick<RoomChoice, 'roomId'>[]
  /** The rooms of the property with a tariff, in display order. */
  readonly rooms: readonly Room[]
  /** True for a room of the property, with a tariff or not. */
  readonly ownsRoom: (id: number) => boolean
  readonly sets: readonly TariffSet[]
  readonly nights: TakenNights
  /** Weekdays whose nights are weekend nights. */
  readonly weekend: ReadonlySet<number>
  readonly choices: OfferChoices
}

export interface Offer {
  readonly room: Room
  readonly set: TariffSet
  /** The room and the rate of the night of arrival, which name the offer. */
  readonly choice: RoomChoice
  /** The rate of each night of the stay, in order. */
  readonly rates: NightRates
}

/** All offers, by room, then by tariff. @param restrictions those of tariffs: by default as the choice says */
export function offersOf(input: OfferInput, restrictions = input.choices.offer_restrictions): readonly Offer[] {
  const offers = roomsOnOffer(input).flatMap((room) => input.sets.flatMap((set) => offerOf(room, set, input) ?? []))
  if (restrictions === 'none') return offers
  return offers.filter(({ room, rates }) => !offerProblem(rates, requestedStay(room.id, input), input.choices))
}

/** The rooms that are free for the stay. */
function roomsOnOffer({ arrival, departure, rooms, nights, choices }: OfferInput): readonly Room[] {
  if (departure <= arrival) return []
  const free = freeRooms(rooms, arrival, departure, nights)
  if (choices.rooms_free === 'nights' || free.length === rooms.length) return free
  const everTaken = new Set(Array.from(nights.nights(), ({ roomId }) => roomId))
  return rooms.filter(({ id }) => !everTaken.has(id))
}

function offerOf(room: Room, set: TariffSet, { arrival, departure }: OfferInput): Offer | undefined {
  if (set.roomTypeId !== room.roomTypeId) return undefined
  const rates = nightRates(set, daysUntil(arrival, departure))
  return rates && { room, set, choice: { roomId: room.id, rateId: rates[0].id }, rates }
}

function requestedStay(roomId: number, { arrival, departure, people, chosen, weekend }: OfferInput): RequestedStay {
  const otherRooms = chosen.filter((choice) => choice.roomId !== roomId).length
  return { nights: daysUntil(arrival, departure), people, otherRooms, weekend }
}

/** The days of a stay, and the nights that are taken. */
export type StayNights = Pick<OfferInput, 'arrival' | 'departure' | 'nights'>

/** The first night of a stay on which a room is taken. */
export function takenNight(roomId: number, { arrival, departure, nights }: StayNights): Day | undefined {
  const first = dayNumber(arrival)
  return daysUntil(arrival, departure).find((_, index) => nights.taken(roomId, first + index))
}

/** Why a room is not offered at a rate: taken, no price, or a restriction of the tariff; undefined when it is offered. */
export function whyNotOffered(room: Room, rateId: number, input: OfferInput): Reason {
  const takenAt = takenNight(room.id, input)
  if (takenAt) return `not free on ${takenAt}`
  const nights = daysUntil(input.arrival, input.departure)
  const set = setWithRate(input.sets, room, rateId)
  if (!set) return 'the rate is not one of this room'
  const rates = nightRates(set, nights)
  if (!rates) return `no price on ${nights.find((night) => !rateOn(set, night))}`
  if (rates[0].id !== rateId) return `the rate on arrival is ${rates[0].id}`
  if (input.choices.offer_restrictions === 'none') return undefined
  return offerProblem(rates, requestedStay(room.id, input), input.choices)
}

const IS_HIDDEN = 'free, but as another room is taken, the choice rooms_free=any_night hides all that were ever booked'

/** Why no room is on offer: the reason of the first room that has a tariff, of a free one if there is any. */
export function whyNoOffer(input: OfferInput): string {
  const free = freeRooms(input.rooms, input.arrival, input.departure, input.nights)
  for (const room of new Set([...free, ...input.rooms]))
    for (const set of input.sets.filter(({ roomTypeId }) => roomTypeId === room.roomTypeId)) {
      const rate = rateOn(set, input.arrival)
      const why = rate ? (whyNotOffered(room, rate.id, input) ?? IS_HIDDEN) : `no price on ${input.arrival}`
      return `${room.name || `room ${room.id}`}, ${set.type?.title ?? 'its tariff'}: ${why}`
    }
  return 'no room has a tariff'
}
