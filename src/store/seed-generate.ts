/**
 * Makes fixture rows in bulk: properties with rooms, a year's rates, guests, and stays that never share a room-night.
 *
 * @module
 */
import { addDays, type Day, daysBetween } from '../base/day.ts'
import type { Stream } from '../sim/chance.ts'
import type { MakePeople, People } from '../sim/people.ts'
import type { FixtureRow, Generate, ListName } from './fixture-schema.ts'
import type { FixtureFile, Sourced } from './fixture-set.ts'
import type { MergedLists } from './seed-merge.ts'
import type { Seeding } from './seeding.ts'

type Made<K extends ListName> = Sourced<FixtureRow<K>>[]

export interface GeneratedLists {
  readonly property_types: Made<'property_types'>
  readonly room_types: Made<'room_types'>
  readonly properties: Made<'properties'>
  readonly rooms: Made<'rooms'>
  readonly tariffs: Made<'tariffs'>
  readonly guests: Made<'guests'>
  readonly bookings: Made<'bookings'>
  /** All users, when one of them gets the properties. */
  readonly users: Made<'users'> | undefined
}

/** Stays are spread so that a room has this many days for each, unless the block says how many properties there are. */
const DAYS_PER_STAY = 5
const LONGEST_STAY = 14

/** The plan of a block, with its defaults. */
interface Plan {
  readonly properties: number
  readonly roomsPerProperty: number
  readonly bookings: number
  readonly guests: number
  readonly from: Day
  readonly days: number
}

/** Makes the rows of one `generate` block. The same seed and plan make the same rows. */
export function generateRows(
  seeding: Seeding,
  lists: MergedLists,
  at: Sourced<Generate>,
  block: Generate,
  people: MakePeople | undefined,
): GeneratedLists {
  const made: GeneratedLists = {
    property_types: [],
    room_types: [],
    properties: [],
    rooms: [],
    tariffs: [],
    guests: [],
    bookings: [],
    users: undefined,
  }
  const plan = planOf(seeding, at, block)
  if (!plan) return made
  if (!people) throw new Error('a generate block needs a FixtureSet with people: read it with readFixtures or parseFixture')
  const key = `${at.file.name}/${lists.properties.length}`
  const chance = seeding.options.chance.stream('generate', key)
  const maker = new Maker(seeding, at.file, made, people(chance.integer(0, 2 ** 31)), chance)
  maker.houses(plan, block, firstTypes(seeding, lists, maker))
  maker.stays(plan, block)
  return { ...made, users: usersWith(lists, at, block, made, seeding) }
}

function planOf(seeding: Seeding, at: Sourced<Generate>, block: Generate): Plan | undefined {
  const { rooms_per_property: roomsPerProperty = 10, bookings = 0, guests = Math.ceil(bookings / 3) } = block
  const from = seeding.day(block.from ?? 'today-365', at, ['from'])
  const to = seeding.day(block.to ?? 'today+365', at, ['to'])
  if (!from || !to) return undefined
  const days = daysBetween(from, to)
  const wanted = Math.ceil((bookings * DAYS_PER_STAY) / (roomsPerProperty * Math.max(1, days)))
  const { properties = Math.max(1, wanted) } = block
  if (days < 1) seeding.problem(at, ['to'], `${to} is not after ${from}`)
  else if (bookings > properties * roomsPerProperty * days) {
    const room = `${properties * roomsPerProperty} rooms in ${days} days`
    seeding.problem(at, ['bookings'], `${bookings} bookings do not fit into ${room}`)
  } else if (bookings > 0 && guests === 0) seeding.problem(at, ['guests'], 'bookings need at least one guest')
  else return { properties, roomsPerProperty, bookings, guests, from, days }
  return undefined
}

interface Types {
  readonly propertyType: number
  readonly roomTypes: readonly number[]
}

/** The first types of the world, made when it has none. */
function firstTypes(seeding: Seeding, lists: MergedLists, maker: Maker): Types {
  const propertyType = lists.property_types[0]?.row.id ?? maker.propertyType(seeding.nextId('propertyTypes'))
  const free = lists.room_types.filter(({ row }) => (row.property ?? 0) === 0)
  const roomTypes = free.slice(0, 3).map(({ row }) => row.id)
  return { propertyType, roomTypes: roomTypes.length > 0 ? roomTypes : [maker.roomType(seeding.nextId('roomTypes'))] }
}

/** The users of the world, the named one holding the new properties as well. */
function usersWith(lists: MergedLists, at: Sourced<Generate>, block: Generate, made: GeneratedLists, seeding: Seeding) {
  if (block.user === undefined) return undefined
  const ids = made.properties.map(({ row }) => row.id)
  if (!lists.users.some(({ row }) => row.id === block.user)) seeding.problem(at, ['user'], `there is no user ${block.user}`)
  return lists.users.map((user) => {
    if (user.row.id !== block.user) return user
    return { ...user, row: { ...user.row, properties: [...(user.row.properties ?? []), ...ids] } }
  })
}

class Maker {
  readonly #seeding: Seeding
  readonly #file: FixtureFile
  readonly #made: GeneratedLists
  readonly #people: People
  readonly #chance: Stream

  constructor(seeding: Seeding, file: FixtureFile, made: GeneratedLists, people: People, chance: Stream) {
    this.#seeding = seeding
    this.#file = file
    this.#made = made
    this.#people = people
    this.#chance = chance
  }

  propertyType(id: number): number {
    this.#made.property_types.push(this.#sourced({ id, name: 'Hotel' }))
    return id
  }

  roomType(id: number): number {
    this.#made.room_types.push(this.#sourced({ id, name: 'Double room' }))
    return id
  }

  /** Properties, their rooms, and a tariff with four seasons for each type of room. */
  houses({ properties, roomsPerProperty, from, days }: Plan, block: Generate, { propertyType, roomTypes }: Types): void {
    const { country = 'GB', currency = 'EUR' } = block
    for (let n = 0; n < properties; n++) {
      const id = this.#seeding.nextId('properties')
      const name = this.#people.house()
      const house = {
        id,
        name,
        town: this.#people.town(),
        country,
        currency,
        type: propertyType,
        stars: this.#chance.integer(1, 5),
      }
      this.#made.properties.push(this.#sourced(house))
      for (let k = 0; k < roomsPerProperty; k++) {
        const type = roomTypes[k % roomTypes.length] ?? 1
        const room = { id: this.#seeding.nextId('rooms'), property: id, type, name: `Room ${k + 1}`, number: String(k + 1) }
        this.#made.rooms.push(this.#sourced({ ...room, floor: String(Math.floor(k / 10)) }))
      }
      for (const type of roomTypes.slice(0, roomsPerProperty)) this.#tariff(id, type, from, days)
    }
  }

  #tariff(property: number, room_type: number, from: Day, days: number): void {
    const base = this.#chance.integer(40, 160)
    const season = Math.ceil((days + LONGEST_STAY) / 4)
    const rates = [0, 1, 2, 3].map((index) => ({
      from: addDays(from, index * season),
      to: addDays(from, (index + 1) * season - 1),
      price: base + 10 * index,
      min_days: 1,
    }))
    const title = `Tariff of room type ${room_type}`
    const tariff = { id: this.#seeding.nextId('tariffTypes'), property, room_type, title, ignore_pppn: true, rates }
    this.#made.tariffs.push(this.#sourced(tariff))
  }

  /** Guests and bookings. Each room's days are cut into as many slices as it gets stays; a stay keeps to its slice. */
  stays({ bookings, guests, from, days }: Plan, { invoices = true }: Generate): void {
    const { rooms, properties } = this.#made
    const guestsOf = new Map<number, number[]>(properties.map(({ row }) => [row.id, []]))
    for (let n = 0; n < guests; n++) this.#guest(properties[n % properties.length]?.row.id ?? 0, guestsOf)
    for (const [index, { row: room }] of rooms.entries()) {
      const count = Math.floor((bookings * (index + 1)) / rooms.length) - Math.floor((bookings * index) / rooms.length)
      const own = guestsOf.get(room.property) ?? []
      if (count > 0 && own.length === 0) this.#guest(room.property, guestsOf)
      for (let n = 0; n < count; n++) {
        const start = Math.floor((n * days) / count)
        const slice = Math.floor(((n + 1) * days) / count) - start
        const offset = this.#chance.integer(0, Math.floor((slice - 1) / 2))
        const nights = this.#chance.integer(1, Math.min(LONGEST_STAY, slice - offset))
        const guest = own[this.#chance.integer(0, own.length - 1)] ?? 0
        this.#stay({ property: room.property, room: room.id, guest, arrival: addDays(from, start + offset), nights, invoices })
      }
    }
  }

  #guest(property: number, guestsOf: Map<number, number[]>): void {
    const id = this.#seeding.nextId('guests')
    guestsOf.get(property)?.push(id)
    this.#made.guests.push(this.#sourced({ id, property, country: 'GB', ...this.#people.person() }))
  }

  /** One in twenty is cancelled; past stays have ended, present ones are in the house. */
  #stay(stay: { property: number; room: number; guest: number; arrival: Day; nights: number; invoices: boolean }): void {
    const { property, room, guest, arrival, nights, invoices } = stay
    const { today } = this.#seeding.options
    const departure = addDays(arrival, nights)
    const cancelled = this.#chance.integer(1, 20) === 1
    const kind = this.#chance.integer(0, 1) === 1 ? ('internet' as const) : ('reception' as const)
    const course = cancelled
      ? { cancelled }
      : { booked_in: arrival < today, booked_out: departure <= today, deposit_paid: this.#chance.integer(0, 1) === 1 }
    const paid = !cancelled && departure <= today
    const invoice = invoices ? (paid ? { status: 'paid' as const } : {}) : (false as const)
    const id = this.#seeding.nextId('bookings')
    this.#made.bookings.push(this.#sourced({ id, property, guest, kind, rooms: [room], arrival, departure, ...course, invoice }))
  }

  #sourced<T>(row: T): Sourced<T> {
    return { row, file: this.#file, path: ['generate'] }
  }
}
