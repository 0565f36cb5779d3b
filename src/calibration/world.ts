/** The world behind recorded calls: the rows that responses show, and what has to be assumed to make them a valid world. */
import { addDays, type Day, daysBetween, parseDay } from '../base/day.ts'
import { dayOfInstant, type Instant } from '../base/instant.ts'
import { isJsonMap, type JsonMap } from '../base/json-map.ts'
import type { FixtureData } from '../fixtures/fixture-set.ts'
import { readFixtures } from '../fixtures/source.ts'
import { clientsOf, usersOf } from './clients.ts'
import { type Contact, Draft, type ListName, type OtherChange } from './draft.ts'
import { LIST_READERS } from './readers/lists.ts'
import { OFFER_READERS } from './readers/offers.ts'
import type { Reader } from './readers/reader.ts'
import { SessionStays, STAY_READERS } from './readers/stays.ts'
import type { Call } from './recording.ts'
import { validWorld } from './valid-world.ts'
import { defined, idOf, itemsOf, numberOf, textOf, valueAt } from './values.ts'

/** Where a row comes from. */
export interface RowSource {
  readonly row: string
  /** The call it was first read from; undefined for an assumed row. */
  readonly call: number | undefined
  readonly assumed: readonly string[]
}

/** A world, and what is known of it. */
export interface FoundWorld {
  readonly data: FixtureData
  readonly rows: readonly RowSource[]
  /** What was read and left out, with the reason. */
  readonly leftOut: readonly string[]
  readonly others: readonly OtherChange[]
}

export interface WorldOptions {
  readonly at: Instant
  /** True to keep the secrets of the recording. */
  readonly keepSecrets: boolean
}

const READERS: Readonly<Record<string, Reader>> = { ...LIST_READERS, ...OFFER_READERS, ...STAY_READERS }

/** Finds the world that the calls began with. */
export async function worldOf(calls: readonly Call[], options: WorldOptions): Promise<FoundWorld> {
  const draft = draftOf(calls)
  await addStock(draft, calls)
  const builder = new WorldBuilder(draft, calls, options)
  const { lists, nextIds, assumed } = builder.build()
  const valid = await validWorld(lists, options.at)
  const { leftOut } = valid
  const data = Object.keys(nextIds).length > 0 ? { ...valid.data, next_ids: nextIds } : valid.data
  const rows = Object.entries(data).flatMap(([list, items]) =>
    (Array.isArray(items) ? items : []).flatMap((item: unknown) => {
      const id = valueAt(item, 'id')
      const key = `${list} ${String(id)}`
      return id === undefined ? [] : [{ row: key, call: draft.readBy.get(key), assumed: assumed.get(key) ?? [] }]
    }),
  )
  return { data, rows, leftOut, others: draft.others }
}

function draftOf(calls: readonly Call[]): Draft {
  const draft = new Draft()
  const stays = new SessionStays()
  for (const call of calls) {
    const { operation, path, session, ok } = call
    if (!operation || !ok) continue
    stays.follow(call, draft)
    const property = idOf(path['property_id']) ?? (operation.session ? stays.propertyOf(session) : undefined)
    if (property !== undefined && operation.tag !== 'favourites') draft.read('properties', property, {}, call)
    READERS[operation.id]?.({ call, draft, property })
  }
  return draft
}

/** The lists that every installation begins with, and the operations that show them. */
const STOCK: Readonly<Record<string, string>> = {
  property_types: 'listPropertyTypes',
  room_types: 'listRoomTypes',
  feature_categories: 'listPropertyFeatureCategories',
  features: 'listPropertyFeatures',
  categories: 'listCategories',
}

/** Assumes the stock rows of lists that no call read whole. Countries and regions that were not listed are the world's. */
async function addStock(draft: Draft, calls: readonly Call[]): Promise<void> {
  const isListed = (operation: string): boolean => calls.some((call) => call.ok && call.operation?.id === operation)
  const { sources } = await readFixtures(['reference-world'])
  for (const [list, operation] of Object.entries(STOCK)) {
    if (isListed(operation)) continue
    const rows: unknown = sources[0]?.files[0]?.data[list]
    for (const row of Array.isArray(rows) ? rows : [])
      if (isJsonMap(row)) draft.rows(list).set(Number(row['id']), { ...row, ...draft.rows(list).get(Number(row['id'])) })
  }
  if (!isListed('listCountries')) draft.rows('countries').clear()
  if (!isListed('listRegions') || !isListed('listCountries')) draft.rows('regions').clear()
}

type Row = Record<string, unknown>

/** Completes the rows of a draft: adds what they refer to, and the fields that a row must have. */
class WorldBuilder {
  readonly #draft: Draft
  readonly #calls: readonly Call[]
  readonly #options: WorldOptions
  readonly #assumed = new Map<string, string[]>()

  constructor(draft: Draft, calls: readonly Call[], options: WorldOptions) {
    this.#draft = draft
    this.#calls = calls
    this.#options = options
  }

  build(): {
    readonly lists: Record<string, Row[]>
    readonly nextIds: Readonly<Record<string, number>>
    readonly assumed: ReadonlyMap<string, readonly string[]>
  } {
    this.#addCallers()
    this.#addTax()
    this.#addPricedTariffs()
    this.#linkStays()
    this.#completeRooms()
    this.#completeProperties()
    this.#completeTypes()
    const bookings = this.#bookings()
    const lists: Record<string, Row[]> = { ...bookings }
    for (const list of PLAIN_LISTS) lists[list] = [...this.#rows(list).values()]
    lists['favourites'] = this.#favourites
    return { lists, nextIds: this.#nextIds(bookings.bookings), assumed: this.#assumed }
  }

  #favourites: Row[] = []

  /** The first ids that recorded calls gave to new rows, where they do not follow the ids of the rows that were read. */
  #nextIds(bookings: readonly Row[]): Readonly<Record<string, number>> {
    const next: Record<string, number> = {}
    for (const [list, id] of this.#draft.nextIds) {
      const rows =
        list === 'bookings' ? [...this.#rows('bookings').values(), ...bookings] : [...this.#rows(listName(list)).values()]
      if (id > MIN_GAP + Math.max(0, ...rows.map((row) => idOf(row['id']) ?? 0))) next[list] = id
    }
    return next
  }

  #rows(list: ListName): Map<number | string, Row> {
    return this.#draft.rows(list)
  }

  /** Sets a field that a row lacks, and notes that it is assumed. */
  #assume(list: ListName, id: number | string, fields: JsonMap): Row {
    const rows = this.#rows(list)
    const row = rows.get(id) ?? { id }
    rows.set(id, row)
    const missing = Object.entries(defined(fields)).filter(([name]) => row[name] === undefined)
    for (const [name, value] of missing) row[name] = value
    const key = Draft.key(list, id)
    if (missing.length > 0) this.#assumed.set(key, [...(this.#assumed.get(key) ?? []), ...missing.map(([name]) => name)])
    return row
  }

  #nextId(list: ListName): number {
    return Math.max(0, ...[...this.#rows(list).keys()].map((id) => (typeof id === 'number' ? id : 0))) + 1
  }

  /** Clients, their users, and the users that invoices name. */
  #addCallers(): void {
    const taken = new Set([...this.#rows('invoices').values()].flatMap(({ user }) => idOf(user) ?? []))
    const names = [...this.#rows('bookings').values()].filter(({ kind }) => kind === 'reception' || kind === 'black')
    let id = 0
    for (const { clients, level, properties } of usersOf(clientsOf(this.#calls, this.#options.keepSecrets))) {
      while (taken.has(++id));
      const own = names.find(({ property }) => properties.includes(numberOf(property) ?? 0))
      const name = textOf(own?.['booked_by']) || `user-${id}`
      const used = [...this.#rows('users').values()].some((user) => user['name'] === name)
      this.#assume('users', id, {
        name: used ? `user-${id}` : name,
        level,
        ...(properties.length > 0 && { properties: [...properties] }),
      })
      for (const property of properties)
        this.#rows('properties').set(property, this.#rows('properties').get(property) ?? { id: property })
      for (const client of clients) {
        const { secret, scopes, expired, firstCall } = client
        this.#rows('clients').set(client.id, {
          id: client.id,
          secret,
          user: id,
          scopes: [...scopes],
          ...(expired && { tokens: 'expired' }),
        })
        this.#draft.readBy.set(`clients ${client.id}`, firstCall)
        for (const property of client.favourites ?? [])
          if (!this.#favourites.some((one) => one['user'] === id && one['property'] === property))
            this.#favourites.push({ user: id, property })
      }
    }
    for (const user of taken) this.#assume('users', user, { name: `user-${user}`, level: 'user' })
    if (this.#rows('users').size === 0) this.#assume('users', 1, { name: 'manager', level: 'super' })
    if (this.#rows('clients').size > 0) return
    const scopes = ['properties_get', 'properties_set', 'favourites_get', 'favourites_set']
    const [user] = this.#rows('users').keys()
    this.#assume('clients', 'demo', { secret: 'demo-secret', user, scopes })
  }

  /** The tax rate of the first taxed line of an invoice. */
  #addTax(): void {
    for (const { lines } of this.#rows('invoices').values())
      for (const line of Array.isArray(lines) ? lines : []) {
        const tax = valueAt(line, 'tax')
        if (isJsonMap(tax) && this.#rows('tax_rates').size === 0) this.#rows('tax_rates').set(1, { id: 1, ...tax })
      }
    if (this.#rows('tax_rates').size === 0)
      this.#assume('tax_rates', 1, { code: '01', description: 'VAT', rate: this.#pricedTax() ?? 0 })
  }

  /** The tax rate that the nightly prices of a session leave out of the price of their tariff. */
  #pricedTax(): number | undefined {
    for (const { night } of this.#draft.prices) {
      const [gross, nett] = [this.#priceOf(idOf(night['rate_id'])), numberOf(night['adult_price'])]
      if (gross && nett && gross >= nett) return Math.round((gross / nett - 1) * 10_000) / 100
    }
    return undefined
  }

  #priceOf(rate: number | undefined): number | undefined {
    const rates = [...this.#rows('tariffs').values()].flatMap((tariff) => (Array.isArray(tariff['rates']) ? tariff['rates'] : []))
    return numberOf(
      valueAt(
        rates.find((one) => valueAt(one, 'id') === rate),
        'price',
      ),
    )
  }

  /** The tariffs of nights that sessions showed and no list of tariffs. */
  #addPricedTariffs(): void {
    const tax = 1 + (numberOf([...this.#rows('tax_rates').values()][0]?.['rate']) ?? 0) / 100
    for (const { property, type, title, night, call } of this.#draft.prices) {
      const [id, nett] = [idOf(night['rate_id']), numberOf(night['adult_price'])]
      if (id === undefined || nett === undefined || this.#priceOf(id) !== undefined || property === undefined) continue
      const from = addDays(dayOfInstant(this.#options.at), -31)
      const price = Math.round(nett * tax * 100) / 100
      const rates = [{ id, from, to: addDays(from, 400), price, min_days: numberOf(night['mindays']) ?? 1 }]
      this.#assume('tariffs', id, { property, room_type: type ?? 1, title: title ?? `Tariff ${id}`, rates })
      this.#assumed.set(Draft.key('tariffs', id), ['rates'])
      this.#draft.readBy.set(Draft.key('tariffs', id), call.number)
    }
  }

  /** Gives bookings their guests, rooms and invoices. */
  #linkStays(): void {
    for (const [id, row] of this.#rows('bookings')) {
      if (row['kind'] === 'black' || typeof id !== 'number') continue
      const contact = this.#draft.contacts.get(id)
      if (idOf(row['guest']) === undefined && contact) row['guest'] = this.#guestOf(contact)
      const guest = idOf(row['guest'])
      if (guest !== undefined && !this.#rows('guests').has(guest)) this.#assume('guests', guest, guestFields(contact ?? {}))
      if (guest !== undefined)
        this.#assume('guests', guest, { ...guestFields(contact ?? {}), firstname: '', surname: '', property: row['property'] })
    }
  }

  /** The id of the guest that a list shows; a new one when none is known. */
  #guestOf(contact: Contact): number | undefined {
    if (!contact['firstname'] && !contact['surname']) return undefined
    for (const [id, guest] of this.#rows('guests'))
      if (
        ['property', 'firstname', 'surname', 'email'].every((name) => guest[name] === undefined || guest[name] === contact[name])
      )
        return typeof id === 'number' ? id : undefined
    const id = this.#nextId('guests')
    this.#assume('guests', id, guestFields(contact))
    return id
  }

  /** Every room has a property and a room type; every property with stays has a room. */
  #completeRooms(): void {
    for (const { property, rooms } of this.#rows('bookings').values())
      for (const room of Array.isArray(rooms) ? rooms : [])
        if (typeof room === 'number') this.#assume('rooms', room, { property })
    const tariffOf = (property: unknown): unknown =>
      [...this.#rows('tariffs').values()].find((row) => row['property'] === property)?.['room_type']
    for (const { property, room_type } of [...this.#rows('tariffs').values()])
      if (![...this.#rows('rooms').values()].some((room) => room['property'] === property && room['type'] === room_type))
        this.#assume('rooms', this.#nextId('rooms'), { property, type: room_type })
    for (const id of this.#rows('rooms').keys()) {
      const property = this.#rows('rooms').get(id)?.['property'] ?? this.#rows('properties').keys().next().value
      this.#assume('rooms', id, { property, type: tariffOf(property) ?? this.#rows('room_types').keys().next().value ?? 1 })
    }
  }

  #completeProperties(): void {
    const named = (
      ['rooms', 'tariffs', 'guests', 'guest_types', 'coupons', 'bookings', 'invoices', 'child_rates'] as const
    ).flatMap((list) => [...this.#rows(list).values()].flatMap(({ property }) => idOf(property) ?? []))
    for (const id of named) this.#assume('properties', id, {})
    const searched = this.#calls.some(({ operation, ok }) => ok && operation?.tag === 'search')
    const known = [...this.#rows('properties').values()]
    const country = textOf(known.map((row) => row['country']).find((code) => code !== undefined)) ?? 'GB'
    const type = this.#rows('property_types').has(1) ? 1 : (this.#rows('property_types').keys().next().value ?? 1)
    const currency = [...this.#rows('bookings').values()].find((row) => row['currency'] !== undefined)?.['currency']
    for (const [id, row] of this.#rows('properties')) {
      const features = typeof id === 'number' ? this.#draft.features.get(id) : undefined
      if (features) row['features'] = [...new Set(features)]
      for (const feature of features ?? []) this.#assume('features', feature, { name: `Feature ${feature}` })
      const hidden = row['published'] === undefined && (searched || !this.#hasContent(id))
      if (!hidden && this.#isBookable(id)) this.#assumeTariff(id)
      const refusesTariffs = this.#calls.some(
        ({ operation, path, message }) =>
          operation?.id === 'createTariff' && idOf(path['property_id']) === id && /not valid for this property/.test(message),
      )
      this.#assume('properties', id, {
        name: `Property ${id}`,
        country,
        type,
        currency,
        published: hidden ? false : undefined,
        tariff_mode: refusesTariffs ? 'normal' : undefined,
      })
    }
  }

  /** True when calls showed a tariff, a room, a guest or a booking of a property. */
  #hasContent(id: number | string): boolean {
    return ['tariffs', 'rooms', 'guests', 'bookings'].some((list) =>
      [...this.#rows(list).values()].some((row) => row['property'] === id),
    )
  }

  /** False when a call showed that a property has no tariff or no room. */
  #isBookable(id: number | string): boolean {
    return !this.#calls.some(
      ({ operation, path, data, ok, message }) =>
        idOf(path['property_id']) === id &&
        (/allPropertyTariffs array is empty|has no rooms/.test(message) ||
          (ok && operation?.id === 'listTariffs' && itemsOf(data).length === 0)),
    )
  }

  /** A published property that no call denies one has a tariff, or none of its sessions could begin. */
  #assumeTariff(property: number | string): void {
    if ([...this.#rows('tariffs').values()].some((row) => row['property'] === property)) return
    const room = [...this.#rows('rooms').values()].find((row) => row['property'] === property)
    const from = addDays(dayOfInstant(this.#options.at), -31)
    const id = this.#nextId('tariffs')
    const rates = [{ id, from, to: addDays(from, 400), price: 100, min_days: 1 }]
    this.#assume('tariffs', id, { property, room_type: room?.['type'] ?? 1, title: 'Tariff', rates })
    if (!room) this.#assume('rooms', this.#nextId('rooms'), { property, type: 1 })
  }

  /** The rows that rows of the site refer to. */
  #completeTypes(): void {
    for (const { type, category } of this.#rows('properties').values()) {
      this.#assume('property_types', idOf(type) ?? 1, { name: `Type ${String(type)}` })
      if (idOf(category) !== undefined) this.#assume('categories', idOf(category) ?? 1, { title: `Category ${String(category)}` })
    }
    for (const { type } of this.#rows('rooms').values())
      this.#assume('room_types', idOf(type) ?? 1, { name: `Room type ${String(type)}` })
    for (const { room_type } of this.#rows('tariffs').values())
      this.#assume('room_types', idOf(room_type) ?? 1, { name: `Room type ${String(room_type)}` })
    for (const { category } of this.#rows('features').values())
      if (idOf(category) !== undefined)
        this.#assume('feature_categories', idOf(category) ?? 1, { title: `Category ${String(category)}` })
    for (const list of ['room_types', 'features'] as const)
      for (const { property_types } of this.#rows(list).values())
        for (const type of Array.isArray(property_types) ? property_types : [])
          this.#assume('property_types', Number(type), { name: `Type ${type}` })
  }

  /** Bookings with their invoices, black bookings, and the other invoices. */
  #bookings(): { readonly bookings: Row[]; readonly black_bookings: Row[]; readonly invoices: Row[] } {
    const bookings: Row[] = []
    const black_bookings: Row[] = []
    const used = new Set<number | string>()
    const nights = new RoomNights()
    for (const [id, row] of this.#rows('bookings')) {
      if (row['kind'] === 'black') black_bookings.push(...blackBookings(id, row, nights))
    }
    for (const row of this.#rows('bookings').values()) {
      if (row['kind'] === 'black' || row['arrival'] === undefined || row['departure'] === undefined) continue
      const { roomViews: _____, rateless, invoice: _, nightsSeen: __, rooms: ___, ...fields } = row
      const invoiceId = idOf(row['invoice'])
      const invoice = invoiceId === undefined ? undefined : this.#rows('invoices').get(invoiceId)
      if (invoiceId !== undefined && invoice) used.add(invoiceId)
      const rooms = this.#roomsOf(row, nights)
      bookings.push({
        ...fields,
        guest: idOf(row['guest']) ?? 0,
        rooms: rateless ? rooms.map((room) => ({ room, rate: 0 })) : rooms,
        ...(row['room_total'] !== undefined && row['tax'] === undefined && { tax: 0 }),
        ...(invoice ? { invoice: invoiceOfBooking(invoice) } : invoiceId === undefined ? {} : { invoice: { id: invoiceId } }),
      })
    }
    const invoices = [...this.#rows('invoices')].flatMap(([id, row]) =>
      used.has(id) ? [] : [otherInvoice(row, this.#rows('bookings'))],
    )
    return { bookings, black_bookings, invoices }
  }

  /** The rooms of a booking: those that were read, else a free one. */
  #roomsOf(row: Row, nights: RoomNights): number[] {
    const own = [...this.#rows('rooms')].filter(([, room]) => room['property'] === row['property'])
    const read = Array.isArray(row['rooms']) ? row['rooms'].flatMap((id) => idOf(id) ?? []) : []
    const viewed = (Array.isArray(row['roomViews']) ? row['roomViews'] : []).flatMap((view) => {
      const found = own.find(
        ([, room]) => room['name'] === valueAt(view, 'RINFO_NAME') && room['number'] === valueAt(view, 'RINFO_NUMBER'),
      )
      return found ? (idOf(found[0]) ?? []) : []
    })
    const rooms = read.length > 0 ? read : viewed
    const idle = row['cancelled'] === true || (row['approval'] !== undefined && row['approval'] !== 'approved')
    const [arrival, departure] = [parseDay(String(row['arrival'])), parseDay(String(row['departure']))]
    if (!arrival || !departure) return rooms
    if (rooms.length > 0) {
      if (!idle) for (const room of rooms) nights.take(room, arrival, departure)
      return rooms
    }
    const free =
      own.map(([id]) => Number(id)).find((id) => idle || nights.isFree(id, arrival, departure)) ?? this.#newRoom(row['property'])
    this.#assumed.set(`bookings ${String(row['id'])}`, ['rooms'])
    if (!idle) nights.take(free, arrival, departure)
    return [free]
  }

  #newRoom(property: unknown): number {
    const id = this.#nextId('rooms')
    const type = [...this.#rows('rooms').values()].find((room) => room['property'] === property)?.['type'] ?? 1
    this.#assume('rooms', id, { property, type })
    this.#assume('room_types', idOf(type) ?? 1, { name: `Room type ${String(type)}` })
    return id
  }
}

/** A smaller gap is more likely rows that calls made which were not recorded. */
const MIN_GAP = 5
const NUMBERED = ['tariffs', 'guest_types', 'guests', 'coupons', 'bookings', 'invoices'] as const
/** A list whose new rows get numbers. */
const listName = (list: string): (typeof NUMBERED)[number] => NUMBERED.find((name) => name === list) ?? 'bookings'

const PLAIN_LISTS = [
  'users',
  'clients',
  'property_types',
  'room_types',
  'feature_categories',
  'features',
  'categories',
  'tax_rates',
  'countries',
  'regions',
  'properties',
  'rooms',
  'tariffs',
  'child_rates',
  'guest_types',
  'guests',
  'coupons',
] as const satisfies readonly ListName[]

/** The fields of a guest that a list of bookings or a guest view shows. */
function guestFields({ regionName: _, countryName: __, ...fields }: Contact): JsonMap {
  return fields
}

/** Black bookings are written by nights in a row. */
function blackBookings(id: number | string, row: Row, nights: RoomNights): Row[] {
  const room = (Array.isArray(row['rooms']) ? row['rooms'] : []).flatMap((one) => idOf(one) ?? [])[0]
  const seen = (Array.isArray(row['nightsSeen']) ? row['nightsSeen'] : []).flatMap((day) => parseDay(String(day)) ?? []).sort()
  const [first, last] = [seen[0], seen.at(-1)]
  const from = parseDay(String(row['arrival'])) ?? first
  if (room === undefined || from === undefined) return []
  const departure = parseDay(String(row['departure']))
  const until = departure && departure > from ? departure : addDays(last ?? from, 1)
  nights.take(room, from, until)
  return [
    {
      id,
      property: row['property'],
      room,
      from,
      nights: Math.max(1, daysBetween(from, until)),
      ...defined({ booked_by: row['booked_by'] }),
    },
  ]
}

function invoiceOfBooking({
  property: _,
  booking: __,
  subscription: ___,
  commission: ____,
  shownTotal: _____,
  ...invoice
}: Row): Row {
  return invoice
}

function otherInvoice({ shownTotal, ...row }: Row, bookings: ReadonlyMap<number | string, Row>): Row {
  const booking = idOf(row['booking'])
  return {
    ...row,
    booking: booking !== undefined && bookings.has(booking) ? booking : 0,
    lines: row['lines'] ?? [{ price: shownTotal ?? 0, tax: 'none' }],
  }
}

/** The nights on which rooms are taken. */
class RoomNights {
  readonly #taken = new Set<string>()

  isFree(room: number, from: Day, until: Day): boolean {
    return !this.#nights(room, from, until).some((night) => this.#taken.has(night))
  }

  take(room: number, from: Day, until: Day): void {
    for (const night of this.#nights(room, from, until)) this.#taken.add(night)
  }

  #nights(room: number, from: Day, until: Day): readonly string[] {
    const count = Math.min(2000, Math.max(0, daysBetween(from, until)))
    return Array.from({ length: count }, (_, index) => `${room} ${addDays(from, index)}`)
  }
}
