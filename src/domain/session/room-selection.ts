/**
 * The choice of rooms and rates in a booking session.
 * @source spec "Booking session"; facts 4.6; choice `selection_check`
 */
import type { RoomChoice } from '../booking/bookings.ts'
import type { Room } from '../property/rooms.ts'
import { quoted } from './limits.ts'
import { type Offer, type OfferChoices, type OfferInput, offersOf, type StayNights, takenNight, whyNotOffered } from './offers.ts'

/** The sent `selectedRooms`, and the data it is checked against. */
export interface SelectionInput {
  /** `11^234,12^234`. */
  readonly sent: string
  /** True for a property that is let as one unit: the selection is automatic. */
  readonly singleUnit: boolean
  /** The stay; undefined before dates are set. An earlier selection is ignored, because a new one replaces it. */
  readonly stay: OfferInput | undefined
  /** `offered`: each pair must be on offer; `room_only`: the room must be one of the property. */
  readonly check: 'offered' | 'room_only'
}

export type Selection =
  | { readonly rooms: readonly RoomChoice[]; readonly reason?: undefined }
  /** `stored`: the rooms that the newest release stores although it refuses the selection. */
  | { readonly rooms?: undefined; readonly reason: string; readonly stored?: readonly RoomChoice[] }

/** Formats a pair of room and rate as the interface does. */
export const hatPair = ({ roomId, rateId }: RoomChoice): string => `${roomId}^${rateId}`

/** Formats several pairs. */
export const hatPairs = (rooms: readonly RoomChoice[]): string => rooms.map(hatPair).join(',')

export function selectRooms({ sent, singleUnit, stay, check }: SelectionInput): Selection {
  const offers = stay ? offersOf(stay, 'none') : []
  if (!stay || offers.length === 0) return { reason: 'no rooms available' }
  if (singleUnit) return automaticSelection(offers, stay)
  if (sent.trim() === '') return { reason: 'Requested rooms is empty' }
  const texts = sent.split(',')
  const pairs = texts.map(readPair)
  if (pairs.some((pair) => pair === undefined)) return { reason: 'room id invalid' }
  const wrong = check === 'offered' ? texts.find((text) => !PAIR.test(text.trim())) : undefined
  if (wrong !== undefined)
    return { reason: `${quoted(wrong)} is not a pair of room and rate such as 11^234; pairs are separated by commas` }
  const rooms = distinct(pairs.flatMap((pair) => pair ?? []))
  const isKnown = ({ roomId }: RoomChoice) => roomOf(roomId, stay) || (check === 'offered' && stay.ownsRoom(roomId))
  if (!rooms.every(isKnown))
    return { reason: 'room id not found for this property', ...(check === 'room_only' && { stored: rooms }) }
  const reason = check === 'offered' ? selectionProblem(rooms, stay) : undefined
  return reason === undefined ? { rooms } : { reason }
}

/** The first offer of a property that is let as one unit, or why its first tariff is not offered. */
function automaticSelection(unrestricted: readonly Offer[], stay: OfferInput): Selection {
  const alone = { ...stay, chosen: [] }
  const [offer] = offersOf(alone)
  if (offer) {
    const rooms = [offer.choice]
    const reason = capacityProblem([offer.room], stay)
    return reason === undefined ? { rooms } : { reason }
  }
  const [nearest] = unrestricted
  const why = nearest && whyNotOffered(nearest.room, nearest.choice.rateId, alone)
  return { reason: nearest && why ? notOnOffer(nearest.choice, why) : 'no valid room/tariff combinations found for' }
}

/**
 * Checks the pairs, each together with those before it, and then all of them together. The order in which they were sent does not matter.
 *
 * @returns why the first invalid pair is not offered, or the problem of the whole selection
 */
export function selectionProblem(rooms: readonly RoomChoice[], stay: OfferInput): string | undefined {
  const areDistinct = new Set(rooms.map(({ roomId }) => roomId)).size === rooms.length
  const ordered = areDistinct ? inOrderOfBounds(rooms, stay) : rooms
  for (const [index, choice] of ordered.entries()) {
    const chosen = ordered.slice(0, index)
    if (chosen.some(({ roomId }) => roomId === choice.roomId)) return notOnOffer(choice, 'the room is chosen twice')
    const room = roomOf(choice.roomId, stay)
    const foreign = stay.ownsRoom(choice.roomId) ? 'the room has no tariff' : 'the room is not one of this property'
    const why = room ? whyNotOffered(room, choice.rateId, { ...stay, chosen }) : foreign
    if (why !== undefined) return notOnOffer(choice, why)
  }
  return capacityProblem(
    rooms.flatMap(({ roomId }) => roomOf(roomId, stay) ?? []),
    stay,
  )
}

/** The pairs in an order that meets the bounds of their tariffs on the rooms selected before, if there is one; else as they are. */
function inOrderOfBounds(rooms: readonly RoomChoice[], { sets }: OfferInput): readonly RoomChoice[] {
  const rates = new Map(sets.flatMap((set) => set.rates.map((rate) => [rate.id, rate] as const)))
  const least = ({ rateId }: RoomChoice) => rates.get(rateId)?.minRoomsSelected ?? 0
  const most = ({ rateId }: RoomChoice) => rates.get(rateId)?.maxRoomsSelected ?? 0
  const left = new Set(rooms)
  const ordered: RoomChoice[] = []
  while (left.size > 0) {
    const ready = [...left].filter((choice) => least(choice) <= ordered.length)
    const [first, ...others] = ready.length > 0 ? ready : left
    if (!first) break
    const next = others.reduce((one, other) => (most(other) < most(one) ? other : one), first)
    ordered.push(next)
    left.delete(next)
  }
  return ordered
}

/** The first selected room that has been taken since. */
export function takenProblem(
  rooms: readonly RoomChoice[],
  stay: StayNights,
  nameOf: (roomId: number) => string | undefined,
): string | undefined {
  for (const { roomId } of rooms) {
    const taken = takenNight(roomId, stay)
    if (taken !== undefined) return `room ${nameOf(roomId) || roomId} is no longer free on ${taken}`
  }
  return undefined
}

/** Who stays, and the choice that decides what the rooms must take. */
interface PartyToPlace extends Pick<OfferInput, 'people' | 'adults'> {
  readonly choices: Pick<OfferChoices, 'room_capacity'>
}

/** Requires a place for every adult (children may share), and at most one room per guest. */
export function capacityProblem(
  rooms: readonly Pick<Room, 'maxPeople'>[],
  { people, adults, choices }: PartyToPlace,
): string | undefined {
  if (choices.room_capacity === 'unchecked') return undefined
  if (people > 0 && rooms.length > people) return `there are more rooms (${rooms.length}) than guests (${people})`
  const places = rooms.reduce((sum, { maxPeople }) => sum + maxPeople, 0)
  return places < adults ? `the rooms take ${places} people, not ${adults} adults` : undefined
}

const notOnOffer = (choice: RoomChoice, why: string): string => `${hatPair(choice)} is not on offer: ${why}`

const roomOf = (roomId: number, { rooms }: OfferInput) => rooms.find(({ id }) => id === roomId)

const PAIR = /^\d{1,9}\^\d{1,9}$/

/** Parses a pair; undefined for an invalid room id. An invalid rate becomes 0, which no rate has. */
function readPair(pair: string): RoomChoice | undefined {
  const [room = '', rate = ''] = pair.trim().split('^')
  const roomId = /^\d{1,9}$/.test(room) ? Number(room) : 0
  if (roomId === 0) return undefined
  return { roomId, rateId: /^\d{1,9}$/.test(rate) ? Number(rate) : 0 }
}

const distinct = (rooms: readonly RoomChoice[]): readonly RoomChoice[] => [
  ...new Map(rooms.map((choice) => [hatPair(choice), choice])).values(),
]
