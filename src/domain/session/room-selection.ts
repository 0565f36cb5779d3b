/**
 * The choice of rooms and rates in a booking session.
 *
 * @module
 * @source spec "Booking session"; facts 4.6; choice `selection_check`
 */
import type { Day } from '../../base/day.ts'
import type { RoomChoice } from '../booking/bookings.ts'
import { type Offer, type OfferInput, offersOf, whyNotOffered } from './offers.ts'

/** What was sent as `selectedRooms`, and what it is held against. */
export interface SelectionInput {
  /** `11^234,12^234`. */
  readonly sent: string
  /** True for a property that is let as one unit: it chooses by itself. */
  readonly singleUnit: boolean
  /** The stay and its offers; undefined before there are dates. Rooms chosen before are not looked at: a choice replaces them. */
  readonly stay: OfferInput | undefined
  /** `offered`: each pair must be on offer; `room_only`: the room must be one of the property. */
  readonly check: 'offered' | 'room_only'
}

/** What was chosen, or why not. */
export type Selection =
  | { readonly rooms: readonly RoomChoice[]; readonly reason?: undefined }
  /** `stored`: what the newest release keeps of a choice that it refuses. */
  | { readonly rooms?: undefined; readonly reason: string; readonly stored?: readonly RoomChoice[] }

/** The pair of room and rate as the interface writes it. */
export const hatPair = ({ roomId, rateId }: RoomChoice): string => `${roomId}^${rateId}`

/** Several pairs as the interface writes them. */
export const hatPairs = (rooms: readonly RoomChoice[]): string => rooms.map(hatPair).join(',')

/** Reads a choice of rooms and rates, and says what is wrong with it if something is. */
export function selectRooms({ sent, singleUnit, stay, check }: SelectionInput): Selection {
  const offers = stay ? unrestricted(stay) : []
  if (!stay || offers.length === 0) return { reason: 'no rooms available' }
  if (singleUnit) return chosenByItself(offers, stay)
  if (sent.trim() === '') return { reason: 'Requested rooms is empty' }
  const pairs = sent.split(',').map(readPair)
  if (pairs.some((pair) => pair === undefined)) return { reason: 'room id invalid' }
  const rooms = distinct(pairs.flatMap((pair) => pair ?? []))
  if (rooms.some(({ roomId }) => !roomOf(roomId, stay)))
    return { reason: 'room id not found for this property', ...(check === 'room_only' && { stored: rooms }) }
  const reason = check === 'offered' ? selectionProblem(rooms, stay) : undefined
  return reason === undefined ? { rooms } : { reason }
}

/** What is offered when no tariff asks for anything but its dates. */
function unrestricted(stay: OfferInput): readonly Offer[] {
  return offersOf({ ...stay, choices: { ...stay.choices, offer_restrictions: 'none' } })
}

/** The first offer of a property that is let as one unit; else why its first tariff is none. */
function chosenByItself(unrestricted: readonly Offer[], stay: OfferInput): Selection {
  const alone = { ...stay, chosen: [] }
  const [offer] = offersOf(alone)
  if (offer) {
    const rooms = [choiceOf(offer)]
    const reason = placesProblem(rooms, stay)
    return reason === undefined ? { rooms } : { reason }
  }
  const [nearest] = unrestricted
  const why = nearest && whyNotOffered(nearest.room, nearest.rateId, alone)
  return { reason: nearest && why ? notOnOffer(choiceOf(nearest), why) : 'no valid room/tariff combinations found for' }
}

/**
 * Looks at the pairs in the order in which they were sent, each beside those before it, and at all of them together.
 *
 * @returns why the first one that is not on offer is not, or what they lack
 */
export function selectionProblem(rooms: readonly RoomChoice[], stay: OfferInput): string | undefined {
  for (const [index, choice] of rooms.entries()) {
    const chosen = rooms.slice(0, index)
    if (chosen.some(({ roomId }) => roomId === choice.roomId)) return notOnOffer(choice, 'the room is chosen twice')
    const room = roomOf(choice.roomId, stay)
    const why = room ? whyNotOffered(room, choice.rateId, { ...stay, chosen }) : 'the room is not one of this property'
    if (why !== undefined) return notOnOffer(choice, why)
  }
  return placesProblem(rooms, stay)
}

/** Who holds the room-nights, and what rooms are called. */
export interface TakenRooms {
  readonly isTaken: (roomId: number, day: Day) => boolean
  readonly nameOf: (roomId: number) => string | undefined
}

/** The first of the chosen rooms that somebody else has taken since. */
export function takenProblem(
  rooms: readonly RoomChoice[],
  nights: readonly Day[],
  { isTaken, nameOf }: TakenRooms,
): string | undefined {
  for (const { roomId } of rooms) {
    const taken = nights.find((day) => isTaken(roomId, day))
    if (taken !== undefined) return `room ${nameOf(roomId) ?? roomId} is no longer free on ${taken}`
  }
  return undefined
}

/** The rooms together have a place for every adult, where children may share; and nobody takes more rooms than come guests. */
function placesProblem(rooms: readonly RoomChoice[], stay: OfferInput): string | undefined {
  if (stay.choices.room_capacity === 'unchecked') return undefined
  if (stay.people > 0 && rooms.length > stay.people) return `there are more rooms (${rooms.length}) than guests (${stay.people})`
  const places = rooms.reduce((sum, { roomId }) => sum + (roomOf(roomId, stay)?.maxPeople ?? 0), 0)
  return places < stay.adults ? `the rooms take ${places} people, not ${stay.adults} adults` : undefined
}

const notOnOffer = (choice: RoomChoice, why: string): string => `${hatPair(choice)} is not on offer: ${why}`

const choiceOf = ({ room, rateId }: Offer): RoomChoice => ({ roomId: room.id, rateId })

const roomOf = (roomId: number, { rooms }: OfferInput) => rooms.find(({ id }) => id === roomId)

/** A pair; undefined when its room is no positive whole number. A rate that is none is 0, which no rate is. */
function readPair(pair: string): RoomChoice | undefined {
  const [room = '', rate = ''] = pair.trim().split('^')
  const roomId = /^\d{1,9}$/.test(room) ? Number(room) : 0
  if (roomId === 0) return undefined
  return { roomId, rateId: /^\d{1,9}$/.test(rate) ? Number(rate) : 0 }
}

const distinct = (rooms: readonly RoomChoice[]): readonly RoomChoice[] => [
  ...new Map(rooms.map((choice) => [hatPair(choice), choice])).values(),
]
