/** Reads rows out of responses. A field of an item is that of a fixture which has its name, or the one that a table names. */
import type { JsonMap } from '../../base/json-map.ts'
import { type Field, type Fields, keyOf } from '../../domain/collection/fields.ts'
import { LISTS } from '../../fixtures/lists.ts'
import type { Draft, Row } from '../draft.ts'
import type { Call } from '../recording.ts'
import { amountOf, dayOf, flagOf, idOf, idsOf, instantOf, itemsOf, numberOf, textOf, valueAt } from '../values.ts'

export interface ReaderInput {
  readonly call: Call
  readonly draft: Draft
  /** The id of the property in the path, or of the session. */
  readonly property: number | undefined
}

/** Adds what a successful call shows to the draft. */
export type Reader = (input: ReaderInput) => void

/** The names of fields in responses, by list and key in fixtures. Case and underscores do not count. */
const NAMES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  rooms: {
    id: ['room_uid'],
    type: ['room_classes_uid', 'room_type_id'],
    features: ['room_features_uid'],
    single_person_supplement: ['singleperson_suppliment'],
  },
  room_types: {
    id: ['room_classes_uid'],
    name: ['room_class_abbv'],
    description: ['room_class_full_desc'],
    property_types: ['ptype_xref'],
  },
  features: { name: ['abbv'], description: ['desc'], property_types: ['ptype_xref'], category: ['cat_id'] },
  regions: { country: ['countrycode'] },
  guests: {
    id: ['guests_uid'],
    region: ['county'],
    country: ['country'],
    landline: ['tel_landline', 'guest_tel_landline'],
    mobile: ['tel_mobile', 'guest_tel_mobile'],
    email: ['email', 'email_address'],
  },
  guest_types: { adds: ['posneg'] },
  properties: {
    id: ['propertys_uid'],
    region: ['property_region_id'],
    country: ['property_country_code'],
    category: ['cat_id'],
    latitude: ['lat'],
    longitude: ['long'],
  },
  tariffs: {
    room_type: ['roomclass_uid'],
    title: ['rate_title'],
    description: ['rate_description'],
    allow_weekend: ['allow_we'],
    min_rooms_selected: ['minrooms_alreadyselected'],
    max_rooms_selected: ['maxrooms_alreadyselected'],
  },
  bookings: {
    id: ['contract_uid'],
    total: ['contract_total', 'booking_contract_total'],
    currency: ['currency_code'],
    special_requests: ['special_reqs', 'specialreqs'],
    created: ['timestamp'],
    changed: ['last_changed'],
    booked_by: ['bookersusername'],
    single_person_supplement: ['single_person_suppliment'],
    deposit_reference: ['booking_deposit_ref'],
    extras_value: ['extrasoptionsvalue'],
  },
  invoices: {
    booking: ['contract_id'],
    user: ['cms_user_id'],
    raised: ['raised_date', 'raised'],
    due: ['due_date', 'due'],
    currency: ['currencycode'],
    commission: ['is_commission'],
  },
  lines: {
    name: ['li_name'],
    description: ['li_description'],
    price: ['li_init_price'],
    quantity: ['li_init_qty'],
    discount: ['li_init_discount'],
    total: ['li_init_total'],
    total_inclusive: ['li_init_total_inclusive'],
  },
}

const plain = (name: string): string => name.toLowerCase().replaceAll('_', '')

/**
 * The fields of each list, and their names in responses. Without a name in the table, they have their own, or the one behind
 * that of the row: `guest_town`.
 */
const KNOWN = new Map(
  [...LISTS, ['lines', { of: 'lineItems', fields: LISTS.get('invoices')?.fields['lines']?.fields ?? {} }] as const].map(
    ([list, { fields }]) => [list, knownFields(list, fields)],
  ),
)

function knownFields(list: string, fields: Fields) {
  const singular = list.replace(/ies$/, 'y').replace(/s$/, '')
  return Object.entries(fields).flatMap(([name, field]) => {
    const key = keyOf(name, field)
    const own = key === 'property' ? ['property_uid'] : [key ?? '', `${singular}_${key}`]
    return key === undefined ? [] : [{ key, field, names: (NAMES[list]?.[key] ?? own).map(plain) }]
  })
}

const CONVERSIONS: Readonly<Record<string, (value: unknown) => unknown>> = {
  day: dayOf,
  instant: instantOf,
  number: numberOf,
  text: textOf,
  flag: flagOf,
}

/** A value of a response as that of a field in fixtures; undefined when it is none. */
function converted(value: unknown, { kind, form, optional }: Field): unknown {
  if (form === 'refs') return typeof value === 'string' || Array.isArray(value) ? idsOf(value) : undefined
  const convert = form === 'amount' ? amountOf : form === 'ref' && !optional ? idOf : CONVERSIONS[kind.replace('?', '')]
  const found = value === null ? null : form === 'place' && value === '' ? undefined : convert?.(value)
  return found === null && !kind.endsWith('?') ? undefined : found
}

/** The fields of a row that an item shows; its property is that of the path where it names no other one. */
export function valuesIn(list: string, item: JsonMap, property?: number): Row {
  const entries = Object.entries(item).reverse()
  const byName = new Map(entries.map(([name, value]) => [plain(name), value]))
  return Object.fromEntries(
    (KNOWN.get(list) ?? []).map(({ key, field, names }) => {
      const value = names.map((name) => converted(byName.get(name), field)).find((one) => one !== undefined)
      return [key, value ?? (key === 'property' ? property : value)]
    }),
  )
}

/** How a list is read. */
interface Reading {
  /** True for a list of all rows of a property: a row that a later list adds was not there at first. */
  readonly complete?: boolean
  /** Fields that names and types do not tell. */
  readonly also?: (item: JsonMap, input: ReaderInput) => JsonMap
}

/** Reads the rows of a list; an item of a keyed collection without an id has its key as id. */
export function readRows(list: string, items: unknown, input: ReaderInput, { complete, also }: Reading = {}): void {
  const { call, draft, property } = input
  for (const [key, item] of itemsOf(items)) {
    const row = { ...valuesIn(list, item, property), ...also?.(item, input) }
    const id = idOf(row['id'] ?? (Array.isArray(items) ? undefined : key))
    if (complete) draft.appears(list, id, String(property), call)
    draft.read(list, id, row, call)
  }
  if (complete) draft.listed(list, String(property))
}

/** A reader of the value of a response. */
export const shows =
  (list: string, reading?: Reading): Reader =>
  (input) =>
    readRows(list, input.call.data, input, reading)

/** A reader of the row whose id is in the path. */
export const showsOne =
  (list: string, param: string): Reader =>
  (input) =>
    readRows(list, { [input.call.path[param] ?? '']: input.call.data }, input)

/** Reads names by id. @param fields others of each row */
export function readNames(list: string, names: unknown, { call, draft }: ReaderInput, fields: JsonMap = {}): void {
  if (typeof names === 'object' && names !== null)
    for (const [key, name] of Object.entries(names)) draft.read(list, idOf(key), { ...fields, name: textOf(name) }, call)
}

/** Notes the row that a call made; the response has its id as a value, or under one of the names. */
export const makes =
  (list: string, ...names: readonly string[]): Reader =>
  ({ call, draft }) => {
    const item = itemsOf(call.data)[0]?.[1] ?? call.data
    const value = names.length === 0 ? call.data : names.map((name) => valueAt(item, name)).find((one) => one !== undefined)
    draft.makes(list, idOf(value) ?? (list === 'coupons' ? textOf(value) : undefined), call)
  }

/** Notes the fields that a call wrote to the row that its path names; all without names. */
export const writes =
  (list: string, param: string, ...names: readonly string[]): Reader =>
  ({ call, draft }) =>
    draft.wrote(list, idOf(call.path[param]), names.length === 0 ? ['*'] : names, call)
