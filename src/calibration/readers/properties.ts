/** Reads properties, their rooms and tariffs. */
import { isJsonMap, type JsonMap } from '../../base/json-map.ts'
import { SETTING_DEFAULTS } from '../../domain/property/settings.ts'
import type { Draft } from '../draft.ts'
import type { Call } from '../recording.ts'
import { amountOf, dayOf, defined, fileOf, flagOf, idOf, itemsOf, numberOf, textOf, valueAt } from '../values.ts'
import type { Reader, ReaderInput } from './reader.ts'

/** Settings of fields of the address form whose names differ. */
const REQUIRED_FIELDS: Readonly<Record<string, string>> = {
  firstname: 'bookingform_requiredfields_name',
  house: 'bookingform_requiredfields_houseno',
  tel_mobile: 'bookingform_requiredfields_mobile',
}

/** The file name of the first picture in a list of lists. */
function mainPicture(images: unknown): string | null | undefined {
  if (!Array.isArray(images)) return undefined
  return images.length === 0 ? null : (fileOf(valueAt([images[0]].flat()[0], 'large')) ?? null)
}

const search: Reader = ({ call, draft }) => {
  const feature = idOf(call.path['feature_ids'])
  for (const [key, item] of itemsOf(call.data)) {
    const id = idOf(key)
    if (feature !== undefined && id !== undefined) draft.features.set(id, [...(draft.features.get(id) ?? []), feature])
    const main = mainPicture(item['images'])
    const country = textOf(item['property_country_code'])
    const region = idOf(item['property_region_id'])
    draft.read(
      'properties',
      id,
      {
        name: textOf(item['property_name']),
        street: textOf(item['property_street']),
        town: textOf(item['property_town']),
        postcode: textOf(item['property_postcode']),
        region,
        country,
        tel: textOf(item['property_tel']),
        email: textOf(item['property_email']),
        stars: numberOf(item['stars']),
        category: numberOf(item['cat_id']),
        published: true,
        pictures: main === undefined ? undefined : { main },
      },
      call,
    )
    if (country !== undefined && region !== undefined)
      draft.read('regions', region, { country, name: textOf(item['property_region']) }, call)
  }
}

/** A room in any list; `id` where the row has none. */
function readRoom(draft: Draft, call: Call, property: number | undefined, item: JsonMap): void {
  draft.read(
    'rooms',
    idOf(item['room_uid'] ?? item['id']),
    {
      property,
      type: idOf(item['room_classes_uid']),
      name: textOf(item['room_name']),
      number: textOf(item['room_number']),
      floor: textOf(item['room_floor']),
      max_people: idOf(item['max_people']),
      features: idsIn(item['room_features_uid']),
    },
    call,
  )
}

const idsIn = (value: unknown): readonly number[] | undefined =>
  typeof value === 'string' ? value.split(',').flatMap((id) => idOf(id) ?? []) : undefined

/** A night of a tariff: its rate and the bounds of its tariff. */
function readRate(draft: Draft, call: Call, item: JsonMap, property: number | undefined): void {
  const rate = idOf(item['rates_uid'])
  const id = idOf(item['tarifftype_id']) ?? tariffOfRate(draft, rate) ?? rate
  const from = dayOf(item['validfrom'])
  const to = dayOf(item['validto'])
  if (id === undefined || rate === undefined || from === undefined || to === undefined) return
  draft.read(
    'tariffs',
    id,
    {
      property: idOf(item['property_uid']) ?? property,
      room_type: idOf(item['roomclass_uid']),
      title: textOf(item['rate_title']),
      description: textOf(item['rate_description']),
      max_days: numberOf(item['maxdays']),
      min_people: numberOf(item['minpeople']),
      max_people: numberOf(item['maxpeople']),
      day_of_week: numberOf(item['dayofweek']),
      ignore_pppn: flagOf(item['ignore_pppn']),
      allow_weekend: flagOf(item['allow_we']),
      weekend_only: flagOf(item['weekendonly']),
      min_rooms_selected: numberOf(item['minrooms_alreadyselected']),
      max_rooms_selected: numberOf(item['maxrooms_alreadyselected']),
    },
    call,
  )
  const row = draft.rows('tariffs').get(id)
  if (!row || draft.readBy.get(`tariffs ${id}`) !== call.number) return
  const rates = Array.isArray(row['rates']) ? row['rates'] : []
  row['rates'] = [
    ...rates,
    { id: rate, from, to, price: amountOf(item['roomrateperday']) ?? 0, min_days: numberOf(item['mindays']) ?? 1 },
  ]
}

/** The tariff that has a rate. */
function tariffOfRate(draft: Draft, rate: number | undefined): number | undefined {
  for (const [id, { rates }] of draft.rows('tariffs'))
    if (typeof id === 'number' && Array.isArray(rates) && rates.some((one) => isJsonMap(one) && one['id'] === rate)) return id
  return undefined
}

/** Everything below a tree that has a rate. */
function* ratesIn(value: unknown): Generator<JsonMap> {
  for (const [, item] of itemsOf(value)) {
    if ('rates_uid' in item) yield item
    else yield* ratesIn(item)
  }
}

const tariffs: Reader = ({ call, draft, property }) => {
  const listed = new Set([...ratesIn(call.data)])
  for (const item of listed) readRate(draft, call, item, property)
  if (listed.size > 0) draft.read('properties', property, { tariff_mode: 'micromanage' }, call)
}

/** The settings that the initial data of a session show, in the spelling of the service. */
function settingsIn(found: unknown): JsonMap {
  const field = (value: unknown, key: string): JsonMap => defined({ [key]: textOf(value) })
  const required = itemsOf(valueAt(found, 'address_form_fields')).map(([, item]) => {
    const name = textOf(item['field'])
    const setting = REQUIRED_FIELDS[name ?? ''] ?? `bookingform_requiredfields_${name}`
    const flag = flagOf(item['required'])
    return flag === undefined || setting in SETTING_DEFAULTS === false ? {} : { [setting]: flag ? '1' : '0' }
  })
  return Object.assign(
    {},
    field(valueAt(found, 'capacity', 'adults'), 'accommodates_adults'),
    field(valueAt(found, 'capacity', 'children'), 'accommodates_children'),
    ...required,
  )
}

function initialise({ call, draft, property }: ReaderInput): void {
  const found = valueAt(call.data, 'response', 'data') ?? valueAt(call.data, 'data') ?? call.data
  const model = textOf(valueAt(found, 'booking_model'))
  draft.read(
    'properties',
    property,
    {
      name: textOf(valueAt(found, 'property_name')),
      published: true,
      currency: textOf(valueAt(found, 'currency_code')),
      single_unit: model === undefined ? undefined : model === 'SRP',
      settings: settingsIn(found),
    },
    call,
  )
  for (const [id, item] of itemsOf(valueAt(found, 'child_rates')))
    draft.read(
      'child_rates',
      idOf(id),
      {
        property,
        age_from: numberOf(item['age_from']),
        age_to: numberOf(item['age_to']),
        price: amountOf(item['price']),
        model: textOf(item['model']),
      },
      call,
    )
  for (const [id, item] of itemsOf(valueAt(found, 'rooms'))) {
    const room = isJsonMap(item['room']) ? item['room'] : {}
    readRoom(draft, call, property, { ...room, room_uid: room['room_uid'] ?? id })
    const type = isJsonMap(item['room_type']) ? item['room_type'] : {}
    draft.read('room_types', idOf(room['room_classes_uid']), { name: textOf(type['room_class_abbv']) }, call)
  }
}

/** The rooms on offer to a session, which name their room types. */
const sessionRooms: Reader = ({ call, draft, property }) => {
  for (const [key, item] of itemsOf(valueAt(call.data, 'room_types'))) {
    const type = idOf(key)
    const info = isJsonMap(item['room_type_info']) ? item['room_type_info'] : {}
    draft.read('room_types', type, { name: textOf(info['room_class_abbv']), image: fileOf(info['image']) }, call)
    for (const [, { hatPairs }] of itemsOf(item['room_type_rooms']))
      for (const pair of Array.isArray(hatPairs) ? hatPairs : [])
        draft.read('rooms', idOf(String(pair).split('^')[0]), { property, type }, call)
  }
}

/** The readers of properties, by operation. */
export const PROPERTY_READERS: Readonly<Record<string, Reader>> = {
  ...Object.fromEntries(
    ['Stars', 'Dates', 'Price', 'Features', 'Towns', 'Regions', 'Countries'].map((by) => [`searchBy${by}`, search]),
  ),
  listAvailableRooms: ({ call, draft, property }) => {
    for (const [, item] of itemsOf(call.data)) readRoom(draft, call, property, item)
  },
  listTariffs: tariffs,
  listPropertyTariffs: tariffs,
  listProperties: ({ call, draft }) => {
    for (const id of Array.isArray(call.data) ? call.data : []) draft.read('properties', idOf(id), {}, call)
  },
  listReportProperties: ({ call, draft }) => {
    for (const [, report] of itemsOf(call.data))
      for (const [, item] of itemsOf(report['properties'])) {
        const multi = flagOf(item['multi_room_property'])
        draft.read(
          'properties',
          idOf(item['propertys_uid']),
          {
            name: textOf(item['name']),
            single_unit: multi === undefined ? undefined : !multi,
            latitude: textOf(item['lat']),
            longitude: textOf(item['long']),
            published: true,
            pictures: { main: fileOf(item['thumbnail_location']) ?? null },
          },
          call,
        )
      }
  },
  initialiseSession: initialise,
  listSessionRooms: sessionRooms,
  createTariff: ({ call, draft }) => {
    draft.makes('tariffs', idOf(call.data), call)
  },
  updateTariff: ({ call, draft }) => {
    const id = idOf(call.data)
    if (id !== undefined && idOf(call.form.get('tarifftypeid')) !== id) draft.makes('tariffs', id, call)
    draft.wrote('tariffs', id, ['*'], call)
  },
}
