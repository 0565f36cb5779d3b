/** The lists of rows: site structure, properties, rooms, guests, guest types, coupons. */
import { isJsonMap, type JsonMap } from '../../base/json-map.ts'
import { fileOf, flagOf, idOf, idsOf, itemsOf, textOf, valueAt } from '../values.ts'
import { makes, type Reader, readNames, readRows, shows, showsOne, writes } from './reader.ts'

/** What search results and reports show of a published property besides plain fields. */
function publishedFields({ images, multi_room_property: multi, thumbnail_location: thumbnail }: JsonMap): JsonMap {
  const isMulti = flagOf(multi)
  const picture = Array.isArray(images) ? valueAt([images[0]].flat()[0], 'large') : thumbnail
  const isShown = Array.isArray(images) || thumbnail !== undefined
  return {
    published: true,
    single_unit: isMulti === undefined ? undefined : !isMulti,
    pictures: isShown ? { main: fileOf(picture) ?? null } : undefined,
  }
}

const search: Reader = (input) => {
  const { call, draft } = input
  readRows('properties', call.data, input, { also: publishedFields })
  const wanted = idsOf(call.path['feature_ids'] ?? '')
  for (const [key, item] of itemsOf(call.data)) {
    const property = idOf(key)
    const [country, region] = [textOf(item['property_country_code']), idOf(item['property_region_id'])]
    if (property !== undefined) draft.features.set(property, [...(draft.features.get(property) ?? []), ...wanted])
    if (country !== undefined) draft.read('regions', region, { country, name: textOf(item['property_region']) }, call)
  }
}

const BY = ['Stars', 'Dates', 'Price', 'Features', 'Towns', 'Regions', 'Countries']

/** The readers by operation. */
export const LIST_READERS: Readonly<Record<string, Reader>> = {
  ...Object.fromEntries(BY.map((by) => [`searchBy${by}`, search])),
  listRoomTypes: shows('room_types'),
  listPropertyTypes: (input) => readNames('property_types', input.call.data, input),
  listPropertyFeatures: (input) => {
    shows('features')(input)
    for (const [, { cat_id: category, cat_title: title }] of itemsOf(input.call.data))
      input.draft.read('feature_categories', idOf(category), { title: textOf(title) }, input.call)
  },
  listPropertyFeatureCategories: shows('feature_categories'),
  listCategories: shows('categories'),
  /** Later lists may be in another language. */
  listCountries: (input) => {
    if (input.draft.rows('countries').size === 0) shows('countries')(input)
  },
  listRegions: shows('regions'),
  /** Regions by id, of the country in the path. */
  listSessionRegions: (input) => {
    const { data, path } = input.call
    readNames('regions', valueAt(data, 'regions') ?? data, input, { country: (path['country_code'] ?? '').toUpperCase() })
  },
  listProperties: ({ call, draft }) => {
    for (const id of idsOf(call.data)) draft.read('properties', id, {}, call)
  },
  listReportProperties: (input) => {
    for (const [, report] of itemsOf(input.call.data))
      readRows('properties', report['properties'], input, { also: publishedFields })
  },
  getPropertyDetails: ({ call, draft, property }) => {
    const [latitude, longitude] = [textOf(valueAt(call.data, 'lat')), textOf(valueAt(call.data, 'long'))]
    draft.read('properties', property, { latitude, longitude }, call)
  },
  listPropertyImages: ({ call, draft, property }) => {
    if (call.path['kind'] !== 'main') return
    draft.read('properties', property, { pictures: { main: fileOf(valueAt(call.data, 'large')) ?? null } }, call)
  },
  getNotifiedProperty: shows('properties', {
    also: ({ ptype_id: type, property_country: country, property_region: region, published }) => {
      return { type: idOf(type), country: textOf(country), region: idOf(region), published: flagOf(published) }
    },
  }),
  getNotifiedRoom: showsOne('rooms', 'room_id'),
  getNotifiedRooms: (input) => {
    const { call, draft, property } = input
    const byType = valueAt(call.data, 'property_rooms')
    readNames('room_types', valueAt(call.data, 'room_types'), input)
    for (const [type, rooms] of Object.entries(isJsonMap(byType) ? byType : {}))
      for (const room of idsOf(rooms)) draft.read('rooms', room, { property, type: idOf(type) }, call)
  },
  getNotifiedGuest: showsOne('guests', 'guest_id'),
  getNotifiedGuestType: showsOne('guest_types', 'guest_type_id'),
  listAvailableRooms: shows('rooms'),
  listGuests: shows('guests', { complete: true }),
  createGuest: makes('guests', 'guest_uid', 'guests_uid'),
  updateGuest: writes('guests', 'guest_id'),
  deleteGuest: (input) => {
    writes('guests', 'guest_id', 'deleted')(input)
    for (const [booking, { guest }] of input.draft.rows('bookings'))
      if (guest === idOf(input.call.path['guest_id']))
        input.draft.wrote('bookings', booking, ['cancelled', 'cancelled_at', 'changed'], input.call)
  },
  listGuestTypes: shows('guest_types', { complete: true }),
  createGuestType: makes('guest_types', 'id'),
  updateGuestType: writes('guest_types', 'guest_type_id'),
  listCoupons: (input) => {
    const { call, draft } = input
    for (const [, item] of itemsOf(call.data)) {
      const maker = draft.made.get(`coupons ${String(item['coupon_code'])}`)
      if (maker) draft.makes('coupons', idOf(item['coupon_id']), maker)
    }
    const guestOf = ({ guest_name: name }: JsonMap): unknown =>
      name && draft.all('guests').find(({ firstname, surname }) => `${firstname} ${surname}` === name)?.['id']
    shows('coupons', { complete: true, also: (item) => ({ guest: guestOf(item) || undefined }) })(input)
  },
  createCoupon: makes('coupons', 'coupon_code'),
  updateCoupon: writes('coupons', 'coupon_id'),
}
