/** What no call showed, and a world needs: users of clients, prices, rooms, and the rows that others refer to. */
import { addDays } from '../base/day.ts'
import { dayOfInstant, type Instant } from '../base/instant.ts'
import { isJsonMap, type JsonMap } from '../base/json-map.ts'
import { keyOf } from '../domain/collection/fields.ts'
import { LISTS } from '../fixtures/lists.ts'
import { clientsOf, usersOf } from './clients.ts'
import { Draft, type Row } from './draft.ts'
import type { Call } from './recording.ts'
import { idOf, idsOf, itemsOf, numberOf, textOf, valueAt } from './values.ts'

/** Clients and their users. The users that invoices name are others. */
export function assumeCallers(draft: Draft, calls: readonly Call[], keepSecrets: boolean): void {
  const taken = new Set(draft.all('invoices').flatMap(({ user }) => idOf(user) ?? []))
  const desk = draft.all('bookings').filter(({ kind }) => kind === 'reception' || kind === 'black')
  let id = 0
  for (const { clients, level, properties } of usersOf(clientsOf(calls, keepSecrets))) {
    while (taken.has(++id));
    const own = desk.find(({ property }) => properties.includes(numberOf(property) ?? 0))
    const name = textOf(own?.['booked_by']) || `user-${id}`
    const isUsed = draft.all('users').some((user) => user['name'] === name)
    draft.assume('users', id, { name: isUsed ? `user-${id}` : name, level, ...(properties.length > 0 && { properties }) })
    for (const property of properties) draft.assume('properties', property, {})
    for (const { id: client, secret, scopes, expired, firstCall, favourites } of clients) {
      const row = { id: client, secret, user: id, scopes: [...scopes], ...(expired && { tokens: 'expired' }) }
      draft.rows('clients').set(client, row)
      draft.readBy.set(`clients ${client}`, firstCall)
      for (const property of favourites) draft.rows('favourites').set(`${id} ${property}`, { user: id, property })
    }
  }
  if (draft.all('users').length === 0) draft.assume('users', ++id, { name: 'manager', level: 'super' })
  const scopes = ['properties_get', 'properties_set', 'favourites_get', 'favourites_set']
  if (draft.all('clients').length === 0) draft.assume('clients', 'demo', { secret: 'demo-secret', user: id, scopes })
}

/** Prices, guests, rooms and properties. */
export function assumeRows(draft: Draft, calls: readonly Call[], at: Instant): void {
  assumePrices(draft, calls, at)
  assumeGuests(draft)
  assumeRooms(draft)
  assumeReferences(draft)
  for (const id of draft.rows('properties').keys()) assumeProperty(draft, Number(id), calls, at)
}

/** What a row is called that others refer to, and no call showed. */
const ASSUMED: Readonly<Record<string, (id: number) => JsonMap>> = {
  properties: () => ({}),
  users: (id) => ({ name: `user-${id}`, level: 'user' }),
  property_types: (id) => ({ name: `Type ${id}` }),
  room_types: (id) => ({ name: `Room type ${id}` }),
  features: (id) => ({ name: `Feature ${id}` }),
  feature_categories: (id) => ({ title: `Category ${id}` }),
  categories: (id) => ({ title: `Category ${id}` }),
}

/** The rows that rows refer to. A favourite may name a property that does not exist. */
export function assumeReferences(draft: Draft): void {
  const listOf = new Map([...LISTS].map(([list, { of }]): [string, string] => [of, list]))
  for (const [list, { fields }] of LISTS)
    for (const [name, field] of list === 'favourites' ? [] : Object.entries(fields)) {
      const to = listOf.get(field.to ?? '') ?? ''
      const fieldsOf = ASSUMED[to]
      const key = keyOf(name, field) ?? ''
      if (fieldsOf) for (const row of draft.all(list)) for (const id of idsOf(row[key])) draft.assume(to, id, fieldsOf(id))
    }
}

/**
 * The tax rates: those that sessions show for their properties, else that of the first taxed line of an invoice, or of prices;
 * and the tariffs that sessions showed and no list.
 */
function assumePrices(draft: Draft, calls: readonly Call[], at: Instant): void {
  const rates = draft.all('tariffs').flatMap((tariff) => itemsOf(tariff['rates']).map(([, rate]) => rate))
  const prices = new Map(rates.map((rate) => [idOf(rate['id']), numberOf(rate['price'])]))
  const seen = draft.prices.map((one) => ({ ...one, id: idOf(one.night['rate_id']), nett: numberOf(one.night['adult_price']) }))
  const writes = calls.filter(({ ok, operation }) => ok && /^(?:create|update)Tariff$/.test(operation?.id ?? ''))
  const taxes = draft.all('invoices').flatMap(({ lines }) => itemsOf(lines).map(([, line]) => line['tax']))
  const taxed = seen.map(({ id, nett = 0 }) => [nett, (prices.get(id) ?? 0) / (nett || Number.NaN)] as const)
  // The highest price is rounded least.
  const [[, ratio] = [0, 1]] = taxed.filter(([, one]) => one >= 1).sort(([one], [other]) => other - one)
  const rate = Math.round((ratio - 1) * 10_000) / 100
  const shown = draft.rows('taxes')
  const tax = assumeTax(draft, 1, draft.all('taxes')[0] ?? { rate: numberOf(taxes.find(isJsonMap)?.['rate']) ?? rate }, taxes)
  for (const [property, one] of shown) {
    const same = draft.all('tax_rates').find((row) => row['rate'] === one['rate'])
    const { id } = same ?? assumeTax(draft, draft.freeId('tax_rates'), one, taxes)
    const row = draft.assume('properties', property, {})
    if (id !== 1) row['settings'] = { ...Object(row['settings']), accommodation_tax_code: String(id) }
  }
  for (const { id, nett, property, type, title, night, call } of seen) {
    const mayBeNew = writes.some(({ number, path }) => number < call.number && idOf(path['property_id']) === property)
    if (mayBeNew || id === undefined || nett === undefined || property === undefined || prices.get(id) !== undefined) continue
    const own = numberOf((shown.get(property) ?? tax)['rate']) ?? 0
    const price = Math.round(nett * (100 + own)) / 100
    assumeTariff(draft, id, { property, room_type: type ?? 1, title }, { at, price, min_days: numberOf(night['mindays']) ?? 1 })
    draft.readBy.set(`tariffs ${id}`, call.number)
    prices.set(id, price)
  }
}

/** A tax rate, with its names in a line of an invoice. @param lines those of all invoices */
function assumeTax(draft: Draft, id: number, { rate, call }: JsonMap, lines: readonly unknown[]): Row {
  const named = lines.find((line) => numberOf(valueAt(line, 'rate')) === rate)
  const shownBy = numberOf(call)
  if (shownBy !== undefined) {
    draft.rows('tax_rates').set(id, { id, rate })
    draft.readBy.set(Draft.key('tax_rates', id), shownBy)
  }
  return draft.assume('tax_rates', id, { code: `0${id}`, description: 'VAT', rate, ...(isJsonMap(named) && named) })
}

/** A tariff for the year around an instant. Its rate has the same id, unless another tariff's has it. */
function assumeTariff(draft: Draft, id: number, row: JsonMap, { at, ...rate }: JsonMap & { readonly at: Instant }): void {
  const from = addDays(dayOfInstant(at), -31)
  const isTaken = draft.all('tariffs').some(({ rates }) => itemsOf(rates).some(([, one]) => idOf(one['id']) === id))
  const rates = [{ ...(!isTaken && { id }), from, to: addDays(from, 400), min_days: 1, ...rate }]
  draft.assume('tariffs', id, { ...row, title: row['title'] ?? `Tariff ${id}`, rates })
}

/** The guests of bookings: those that lists show, or new ones. */
function assumeGuests(draft: Draft): void {
  for (const [id, row] of draft.rows('bookings')) {
    if (row['kind'] === 'black') continue
    const contact = draft.rows('contacts').get(Number(id)) ?? {}
    const isNamed = Boolean(contact['firstname'] || contact['surname'])
    const guest = idOf(row['guest']) ?? (isNamed ? (guestLike(draft, contact) ?? draft.freeId('guests')) : undefined)
    if (guest === undefined) continue
    row['guest'] = guest
    const key = Draft.key('guests', guest)
    draft.rows('guests').set(guest, { ...contact, ...draft.rows('guests').get(guest), id: guest })
    if (isNamed && !draft.readBy.has(key)) draft.readBy.set(key, draft.readBy.get(Draft.key('bookings', id)) ?? 1)
    draft.assume('guests', guest, { firstname: '', surname: '', property: row['property'] })
  }
}

function guestLike(draft: Draft, contact: JsonMap): number | undefined {
  const isLike = (guest: Row): boolean =>
    ['property', 'firstname', 'surname', 'email'].every((name) => guest[name] === undefined || guest[name] === contact[name])
  return idOf(draft.all('guests').find(isLike)?.['id'])
}

/** Every booked room has a property, every tariff a room, every room a type. */
function assumeRooms(draft: Draft): void {
  for (const { property, rooms } of draft.all('bookings'))
    for (const room of idsOf(rooms)) draft.assume('rooms', room, { property })
  for (const { property, room_type: type } of draft.all('tariffs'))
    if (!draft.all('rooms').some((room) => room['property'] === property && room['type'] === type))
      draft.newRoom({ property, type })
  for (const { id, property = draft.all('properties')[0]?.['id'] } of draft.all('rooms')) {
    const tariff = draft.all('tariffs').find((row) => row['property'] === property)
    draft.assume('rooms', Number(id), { property, type: tariff?.['room_type'] ?? draft.all('room_types')[0]?.['id'] ?? 1 })
  }
}

const NO_OFFER = /allPropertyTariffs array is empty|has no rooms/

/** A property. Published is one that searches find, or that has rows; it has a tariff unless calls deny it. */
function assumeProperty(draft: Draft, id: number, calls: readonly Call[], at: Instant): void {
  const row = draft.assume('properties', id, {})
  const has = (list: string): Row | undefined => draft.all(list).find(({ property }) => property === id)
  const searched = calls.some(({ operation, ok }) => ok && operation?.tag === 'search')
  const hasContent = ['tariffs', 'rooms', 'guests', 'bookings'].some(has)
  const hidden = row['published'] === undefined && (searched || !hasContent)
  const own = calls.filter(({ path }) => idOf(path['property_id']) === id)
  const isBookable = !own.some(
    ({ operation, data, ok, message }) =>
      NO_OFFER.test(message) || (ok && data !== undefined && operation?.id === 'listTariffs' && itemsOf(data).length === 0),
  )
  if (!hidden && isBookable && !has('tariffs')) {
    const room = has('rooms') ?? draft.newRoom({ property: id, type: 1 })
    assumeTariff(draft, draft.freeId('tariffs'), { property: id, room_type: room['type'], title: 'Tariff' }, { at, price: 100 })
  }
  const refusesTariffs = own.some(({ message }) => /not valid for this property/.test(message))
  // Sessions may leave out the tariffs of other modes.
  const isPriced = draft.prices.some(({ property }) => property === id)
  const firstOf = (list: string, field: string): unknown => draft.all(list).find((one) => one[field] !== undefined)?.[field]
  const found = calls.filter(({ ok, data, path }) => ok && path['feature_ids'] && valueAt(data, String(id)) !== undefined)
  draft.assume('properties', id, {
    name: `Property ${id}`,
    country: textOf(firstOf('properties', 'country')) ?? 'GB',
    type: draft.rows('property_types').has(1) ? 1 : (firstOf('property_types', 'id') ?? 1),
    currency: firstOf('bookings', 'currency'),
    features: found.length > 0 ? [...new Set(found.flatMap(({ path }) => idsOf(path['feature_ids'])))] : undefined,
    published: hidden ? false : undefined,
    tariff_mode: refusesTariffs ? (isPriced ? 'standard' : 'normal') : undefined,
  })
}
