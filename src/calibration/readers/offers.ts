/** Reads tariffs, and what booking sessions show of a property and its prices. */
import { isJsonMap, type JsonMap } from '../../base/json-map.ts'
import { SETTING_DEFAULTS } from '../../domain/property/settings.ts'
import type { Draft } from '../draft.ts'
import { amountOf, dayOf, defined, fileOf, flagOf, idOf, itemsOf, numberOf, textOf, valueAt } from '../values.ts'
import { makes, type Reader, type ReaderInput, readRows, valuesIn } from './reader.ts'

/** Settings of fields of the address form whose names differ. */
const REQUIRED_FIELDS: Readonly<Record<string, string>> = {
  firstname: 'bookingform_requiredfields_name',
  house: 'bookingform_requiredfields_houseno',
  tel_mobile: 'bookingform_requiredfields_mobile',
}

/** A rate, and the tariff that has it. */
function readRate(item: JsonMap, { draft, call, property }: ReaderInput): void {
  const rate = idOf(item['rates_uid'])
  const tariff = idOf(item['tarifftype_id']) ?? tariffOfRate(draft, rate) ?? rate
  const [from, to] = [dayOf(item['validfrom']), dayOf(item['validto'])]
  if (tariff === undefined || rate === undefined || from === undefined || to === undefined) return
  draft.appears('tariffs', tariff, String(property), call)
  draft.read('tariffs', tariff, { ...valuesIn('tariffs', item, property), id: tariff }, call)
  const row = draft.rows('tariffs').get(tariff)
  if (!row || draft.readBy.get(`tariffs ${tariff}`) !== call.number) return
  const price = amountOf(item['roomrateperday']) ?? 0
  const rates = Array.isArray(row['rates']) ? row['rates'] : []
  row['rates'] = [...rates, { id: rate, from, to, price, min_days: numberOf(item['mindays']) ?? 1 }]
}

/** The tariff that has a rate. */
const tariffOfRate = (draft: Draft, rate: number | undefined): number | undefined =>
  idOf(draft.all('tariffs').find(({ rates }) => itemsOf(rates).some(([, { id }]) => id === rate))?.['id'])

/** Everything below a tree that has a rate. */
const ratesIn = (value: unknown): readonly JsonMap[] =>
  itemsOf(value).flatMap(([, item]) => ('rates_uid' in item ? [item] : ratesIn(item)))

const tariffs: Reader = (input) => {
  const { call, draft, property } = input
  const listed = ratesIn(call.data)
  for (const item of listed) readRate(item, input)
  if (listed.length > 0) draft.read('properties', property, { tariff_mode: 'micromanage' }, call)
  draft.listed('tariffs', String(property))
}

/** The settings that the initial data of a session show, in the spelling of the service. */
function settingsIn(found: unknown): JsonMap {
  const fields = itemsOf(valueAt(found, 'address_form_fields')).flatMap(([, { field, required }]) => {
    const [name, flag] = [REQUIRED_FIELDS[String(field)] ?? `bookingform_requiredfields_${String(field)}`, flagOf(required)]
    return flag !== undefined && name in SETTING_DEFAULTS ? [[name, flag ? '1' : '0']] : []
  })
  return defined({
    accommodates_adults: textOf(valueAt(found, 'capacity', 'adults')),
    accommodates_children: textOf(valueAt(found, 'capacity', 'children')),
    ...Object.fromEntries(fields),
  })
}

const initialise: Reader = (input) => {
  const { call, draft, property } = input
  draft.sessions.set(call.session ?? '', { property })
  const found = valueAt(call.data, 'response', 'data') ?? valueAt(call.data, 'data') ?? call.data
  const model = textOf(valueAt(found, 'booking_model'))
  const shown = {
    name: textOf(valueAt(found, 'property_name')),
    published: true,
    currency: textOf(valueAt(found, 'currency_code')),
    single_unit: model === undefined ? undefined : model === 'SRP',
    settings: settingsIn(found),
  }
  draft.read('properties', property, shown, call)
  const label = textOf(valueAt(found, 'labels', 'ACCOMMODATION_TOTAL')) ?? ''
  const rate = numberOf(/\(([\d.]+)%\)/.exec(label)?.[1])
  if (rate !== undefined) draft.read('tax_rates', 1, { rate }, call)
  readRows('child_rates', valueAt(found, 'child_rates'), input)
  roomsIn(valueAt(found, 'rooms'), input)
}

/** Rooms with their types. */
function roomsIn(rooms: unknown, { call, draft, property }: ReaderInput): void {
  for (const [key, { room, room_type: type }] of itemsOf(rooms)) {
    if (!isJsonMap(room)) continue
    const row = valuesIn('rooms', room, property)
    draft.read('rooms', idOf(row['id'] ?? key.split('^')[0]), row, call)
    draft.read('room_types', idOf(row['type']), { name: textOf(valueAt(type, 'room_class_abbv')) }, call)
  }
}

/** The rooms on offer to a session, which name their room types; and the tariffs of their prices. */
const sessionRooms: Reader = (input) => {
  const { call, draft, property } = input
  for (const [key, item] of itemsOf(valueAt(call.data, 'room_types'))) {
    const type = idOf(key)
    const info = valueAt(item, 'room_type_info')
    const shown = { name: textOf(valueAt(info, 'room_class_abbv')), image: fileOf(valueAt(info, 'image')) }
    draft.read('room_types', type, shown, call)
    const [offer] = itemsOf(item['room_type_rooms']).map(([, one]) => one)
    for (const pair of Array.isArray(offer?.['hatPairs']) ? offer['hatPairs'] : [])
      draft.read('rooms', idOf(String(pair).split('^')[0]), { property, type }, call)
    for (const [, { tariffs: nights }] of itemsOf(item['room_type_tariffs']))
      for (const [, night] of itemsOf(nights))
        draft.prices.push({ property, type, title: textOf(offer?.['tariff_name']), night, call })
  }
  roomsIn(valueAt(call.data, 'rooms'), input)
}

const prices: Reader = ({ call, draft, property }) => {
  for (const [, item] of itemsOf(call.data))
    for (const [key, { tariff_set: nights }] of itemsOf(item['rooms']))
      for (const [, night] of itemsOf(nights))
        draft.prices.push({ property, type: idOf(draft.rows('rooms').get(Number(key))?.['type']), title: undefined, night, call })
}

/** The readers by operation. */
export const OFFER_READERS: Readonly<Record<string, Reader>> = {
  listTariffs: tariffs,
  listPropertyTariffs: tariffs,
  initialiseSession: initialise,
  listSessionRooms: sessionRooms,
  getPrices: prices,
  getNotifiedTariffs: ({ call, draft, property }) => {
    for (const [, { rates_uid: rate_id, roomrateperday: adult_price, mindays, roomclass_uid, rate_title }] of itemsOf(
      valueAt(call.data, 'tariffs'),
    )) {
      const night = { rate_id, adult_price, mindays }
      draft.prices.push({ property, type: idOf(roomclass_uid), title: textOf(rate_title), night, call })
    }
  },
  getNotifiedSettings: ({ call, draft, property }) => {
    const texts = Object.entries(isJsonMap(call.data) ? call.data : {})
    const settings = texts.filter(([name, value]) => name in SETTING_DEFAULTS && typeof value === 'string')
    draft.read('properties', property, { settings: Object.fromEntries(settings) }, call)
  },
  createTariff: makes('tariffs'),
  updateTariff: ({ call, draft }) => {
    const tariff = idOf(call.data)
    if (idOf(call.form.get('tarifftypeid')) !== tariff) draft.makes('tariffs', tariff, call)
    draft.wrote('tariffs', tariff, ['*'], call)
  },
}
