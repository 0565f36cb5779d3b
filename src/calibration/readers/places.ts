/** Where the fields of rows are in the items of responses, for those that do not have their own name there. */
import type { JsonMap } from '../../base/json-map.ts'
import { INVOICE_STATUSES } from '../../domain/invoice/invoices.ts'
import { SETTING_DEFAULTS } from '../../domain/property/settings.ts'
import type { Draft } from '../draft.ts'
import { lineKind } from '../stays.ts'
import { dayOf, defined, fileOf, flagOf, idOf, idsOf, instantOf, itemsOf, numberOf, textOf, valueAt } from '../values.ts'

export const BLACK_TITLE = 'Black booking'

/** Names of a field in responses, of which the first that has a value counts; or what makes its value of an item. */
type Place = string | ((item: JsonMap, draft: Draft) => unknown)

/** Where fields are that do not have their own name, by list and key in fixtures. Case and underscores do not count. */
export const PLACES: Readonly<Record<string, Readonly<Record<string, Place>>>> = {
  rooms: {
    type: 'room_classes_uid room_type_id',
    features: 'room_features_uid',
    single_person_supplement: 'singleperson_suppliment',
  },
  room_types: {
    id: 'room_classes_uid',
    name: 'room_class_abbv',
    description: 'room_class_full_desc',
    property_types: 'ptype_xref',
  },
  features: { name: 'abbv', description: 'desc', property_types: 'ptype_xref', category: 'cat_id' },
  guests: { region: 'county', country: 'country', email: 'email email_address' },
  guest_types: { adds: 'posneg' },
  coupons: {
    guest: ({ guest_name: name }, draft) =>
      (name && draft.all('guests').find(({ firstname, surname }) => `${firstname} ${surname}` === name)?.['id']) || undefined,
  },
  properties: {
    type: 'ptype_id',
    region: 'property_region_id property_region',
    country: 'property_country_code property_country',
    category: 'cat_id',
    latitude: 'lat',
    longitude: 'long',
    published: (item) =>
      flagOf(item['published']) ?? (['images', 'thumbnail_location', 'booking_model'].some((name) => name in item) || undefined),
    single_unit: ({ multi_room_property: multi, booking_model: model }) =>
      model === undefined ? multi && !flagOf(multi) : model === 'SRP',
    pictures: ({ images, thumbnail_location: thumbnail }) => {
      const picture = Array.isArray(images) ? valueAt([images[0]].flat()[0], 'large') : thumbnail
      return Array.isArray(images) || thumbnail !== undefined ? { main: fileOf(picture) ?? null } : undefined
    },
    texts: ({ metadescription: text }) => (text ? { meta_description: text } : undefined),
    settings: settingsIn,
  },
  tariffs: {
    room_type: 'roomclass_uid',
    title: 'rate_title',
    description: 'rate_description',
    allow_weekend: 'allow_we',
    min_rooms_selected: 'minrooms_alreadyselected',
    max_rooms_selected: 'maxrooms_alreadyselected',
  },
  bookings: {
    id: 'contract_uid',
    arrival: 'arrival booking_arrival start',
    departure: 'departure booking_departure end',
    total: 'contract_total booking_contract_total',
    special_requests: 'special_reqs specialreqs',
    created: 'timestamp',
    changed: 'last_changed',
    booked_by: 'bookersusername',
    single_person_supplement: 'single_person_suppliment',
    deposit_reference: 'booking_deposit_ref',
    extras_value: 'extrasoptionsvalue',
    /** What these days are without a flag is no day. */
    booked_in_on: ({ booked_in: flag, booked_in_date: day }) => (flagOf(flag) ? dayOf(day) : undefined),
    booked_out_at: ({ booked_out: flag, booked_out_date: at }) => (flagOf(flag) ? (instantOf(at) ?? undefined) : undefined),
    guest: ({ guest_uid: guest }) => idOf(guest),
    invoice: ({ invoice_uid: invoice }) => (numberOf(invoice) === 0 ? false : idOf(invoice)),
    kind: ({ BOOKINGTYPE: kind, title }) =>
      title === BLACK_TITLE ? 'black' : ['reception', 'internet', 'black'].find((one) => one === textOf(kind)?.toLowerCase()),
    approval: ({ approved, cancelled }) => {
      const number = numberOf(approved)
      if (number === undefined) return undefined
      return number === 1 ? 'approved' : number === 2 || flagOf(cancelled) ? 'rejected' : 'waiting'
    },
    rooms: ({ this_contract_room_uids: rooms, rooms_tariffs: pairs }) => {
      const found = idsOf(rooms ?? textOf(pairs)?.replaceAll(/\^[^,]*/g, ''))
      return found.length > 0 ? found : undefined
    },
    notes: ({ description }) => {
      const events = /(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d) (.*?)<br\/>(?=<hr\/>|\d{4}-\d\d-\d\d \d\d:|$)/g
      const notes = [...(textOf(description) ?? '').matchAll(events)].map(([, at, text]) => ({ text, at: instantOf(at) }))
      return notes.length > 0 ? notes : undefined
    },
  },
  invoices: {
    booking: 'contract_id',
    user: 'cms_user_id',
    status: ({ status, STATUS = status }) => INVOICE_STATUSES[numberOf(STATUS) ?? -1],
    shown: (item) => ('grand_total' in item ? item : undefined),
  },
  notes: {
    id: ({ EDITLINK: link }) => idOf(/note_id=(\d+)/.exec(textOf(link) ?? '')?.[1]),
    text: 'note',
    at: 'datetime',
  },
  rates: { from: 'validfrom', to: 'validto', price: 'roomrateperday' },
  lines: {
    kind: ({ LI_NAME: name }) => lineKind(name)['kind'],
    name: ({ LI_NAME: name }) => lineKind(name)['name'],
    description: 'li_description',
    price: 'li_init_price',
    quantity: 'li_init_qty',
    discount: 'li_init_discount',
    total: 'li_init_total',
    total_inclusive: 'li_init_total_inclusive',
    tax: ({ LI_TAX_CODE: code, LI_TAX_RATE: rate, LI_TAX_DESCRIPTION: description }) =>
      numberOf(rate) || code
        ? { code: textOf(code) ?? '', description: textOf(description) ?? '', rate: numberOf(rate) ?? 0 }
        : 'none',
  },
}

/** Settings of fields of the address form whose names differ. */
const REQUIRED_FIELDS: Readonly<Record<string, string>> = { firstname: 'name', house: 'houseno', tel_mobile: 'mobile' }

/** The settings that the initial data of a session show, in the spelling of the service. */
function settingsIn({ capacity, address_form_fields: shown }: JsonMap): JsonMap | undefined {
  const fields = itemsOf(shown).flatMap(([, { field, required }]) => {
    const name = `bookingform_requiredfields_${REQUIRED_FIELDS[String(field)] ?? String(field)}`
    const flag = flagOf(required)
    return flag !== undefined && name in SETTING_DEFAULTS ? [[name, flag ? '1' : '0']] : []
  })
  const [adults, children] = [textOf(valueAt(capacity, 'adults')), textOf(valueAt(capacity, 'children'))]
  const settings = { accommodates_adults: adults, accommodates_children: children, ...Object.fromEntries(fields) }
  return capacity || shown ? defined(settings) : undefined
}
