/** The lists of rows: site structure, properties, rooms, guests, guest types, coupons. */
import { fileOf, flagOf, idOf, itemsOf, textOf, valueAt } from '../values.ts'
import {
  amount,
  amounts,
  days,
  flag,
  flags,
  id,
  ids,
  makes,
  number,
  numbers,
  ofProperty,
  type Reader,
  type RowTable,
  shows,
  text,
  texts,
  writes,
} from './reader.ts'

/** A room in any list. */
export const ROOM: RowTable = {
  list: 'rooms',
  id: 'room_uid',
  fields: {
    property: (_, { property }) => property,
    type: id('room_classes_uid'),
    name: text('room_name'),
    number: text('room_number'),
    floor: text('room_floor'),
    max_people: id('max_people'),
    features: ids('room_features_uid'),
  },
}

const GUESTS: RowTable = {
  list: 'guests',
  id: 'guests_uid',
  complete: true,
  fields: {
    ...ofProperty,
    ...texts('firstname', 'surname', 'house', 'street', 'town', 'country', 'postcode', 'email'),
    region: text('county'),
    landline: text('tel_landline'),
    mobile: text('tel_mobile'),
    discount: number('discount'),
  },
}

const FOUND: RowTable = {
  list: 'properties',
  fields: {
    name: text('property_name'),
    street: text('property_street'),
    town: text('property_town'),
    postcode: text('property_postcode'),
    region: id('property_region_id'),
    country: text('property_country_code'),
    tel: text('property_tel'),
    email: text('property_email'),
    stars: number('stars'),
    category: number('cat_id'),
    published: () => true,
    pictures: ({ images }) => {
      if (!Array.isArray(images)) return undefined
      return { main: images.length === 0 ? null : (fileOf(valueAt([images[0]].flat()[0], 'large')) ?? null) }
    },
  },
}

const REPORTED: RowTable = {
  list: 'properties',
  id: 'propertys_uid',
  at: ['properties'],
  fields: {
    name: text('name'),
    latitude: text('lat'),
    longitude: text('long'),
    single_unit: ({ multi_room_property: multi }) => (flagOf(multi) === undefined ? undefined : !flagOf(multi)),
    published: () => true,
    pictures: (item) => ({ main: fileOf(item['thumbnail_location']) ?? null }),
  },
}

const search: Reader = (input) => {
  const { call, draft } = input
  shows(FOUND)(input)
  const wanted = (call.path['feature_ids'] ?? '').split(',').flatMap((one) => idOf(one) ?? [])
  for (const [key, item] of itemsOf(call.data)) {
    const property = idOf(key)
    const [country, region] = [textOf(item['property_country_code']), idOf(item['property_region_id'])]
    if (property !== undefined) draft.features.set(property, [...(draft.features.get(property) ?? []), ...wanted])
    if (country !== undefined) draft.read('regions', region, { country, name: textOf(item['property_region']) }, call)
  }
}

/** Regions by id, of the country in the path. */
const sessionRegions: Reader = ({ call, draft }) => {
  const names = valueAt(call.data, 'regions') ?? call.data
  const country = (call.path['country_code'] ?? '').toUpperCase()
  if (typeof names === 'object' && names !== null)
    for (const [key, name] of Object.entries(names)) draft.read('regions', idOf(key), { country, name: textOf(name) }, call)
}

const BY = ['Stars', 'Dates', 'Price', 'Features', 'Towns', 'Regions', 'Countries']

/** The readers by operation. */
export const LIST_READERS: Readonly<Record<string, Reader>> = {
  ...Object.fromEntries(BY.map((by) => [`searchBy${by}`, search])),
  listRoomTypes: shows({
    list: 'room_types',
    id: 'room_classes_uid',
    fields: {
      name: text('room_class_abbv'),
      description: text('room_class_full_desc'),
      image: text('image'),
      property_types: ids('ptype_xref'),
      property: id('property_uid'),
    },
  }),
  listPropertyTypes: ({ call, draft }) => {
    if (typeof call.data === 'object' && call.data !== null)
      for (const [key, name] of Object.entries(call.data)) draft.read('property_types', idOf(key), { name: textOf(name) }, call)
  },
  listPropertyFeatures: shows(
    {
      list: 'features',
      id: 'id',
      fields: {
        name: text('abbv'),
        description: text('desc'),
        image: text('image'),
        include_in_filters: flag('include_in_filters'),
        property_types: ids('ptype_xref'),
        category: id('cat_id'),
      },
    },
    { list: 'feature_categories', id: 'cat_id', fields: { title: text('cat_title') } },
  ),
  listPropertyFeatureCategories: shows({ list: 'feature_categories', id: 'id', fields: texts('title') }),
  listCategories: shows({ list: 'categories', id: 'id', fields: texts('title', 'description') }),
  listCountries: shows({ list: 'countries', id: 'id', fields: { code: text('countrycode'), name: text('countryname') } }),
  listRegions: shows({ list: 'regions', id: 'id', fields: { country: text('countrycode'), name: text('regionname') } }),
  listSessionRegions: sessionRegions,
  listProperties: ({ call, draft }) => {
    for (const one of Array.isArray(call.data) ? call.data : []) draft.read('properties', idOf(one), {}, call)
  },
  listReportProperties: (input) => {
    for (const [, report] of itemsOf(input.call.data)) shows(REPORTED)({ ...input, call: { ...input.call, data: report } })
  },
  listAvailableRooms: shows({ ...ROOM, id: 'room_uid' }),
  listGuests: shows(GUESTS),
  createGuest: makes('guests', 'guest_uid', 'guests_uid'),
  updateGuest: writes('guests', 'guest_id'),
  deleteGuest: (input) => {
    writes('guests', 'guest_id', 'deleted')(input)
    for (const [booking, { guest }] of input.draft.rows('bookings'))
      if (guest === idOf(input.call.path['guest_id']))
        input.draft.wrote('bookings', booking, ['cancelled', 'cancelled_at', 'changed'], input.call)
  },
  listGuestTypes: shows({
    list: 'guest_types',
    id: 'id',
    complete: true,
    fields: {
      ...ofProperty,
      ...texts('type', 'notes'),
      ...numbers('maximum', 'order'),
      ...flags('is_percentage', 'published', 'is_child'),
      adds: flag('posneg'),
      variance: amount('variance'),
    },
  }),
  createGuestType: makes('guest_types', 'id'),
  updateGuestType: writes('guest_types', 'guest_type_id'),
  listCoupons: (input) => {
    const { call, draft } = input
    for (const [, item] of itemsOf(call.data))
      if (draft.made.has(`coupons ${String(item['coupon_code'])}`)) draft.makes('coupons', idOf(item['coupon_id']), call)
    shows({
      list: 'coupons',
      id: 'coupon_id',
      complete: true,
      fields: {
        ...ofProperty,
        ...days('valid_from', 'valid_to', 'booking_valid_from', 'booking_valid_to'),
        ...amounts('amount'),
        code: text('coupon_code'),
        is_percentage: flag('ispercentage'),
        room_only: flag('roomonly'),
        guest: ({ guest_name: name }) =>
          [...draft.rows('guests').values()].find((row) => name !== '' && `${row['firstname']} ${row['surname']}` === name)?.[
            'id'
          ],
      },
    })(input)
  },
  createCoupon: makes('coupons', 'coupon_code'),
  updateCoupon: writes('coupons', 'coupon_id'),
}
