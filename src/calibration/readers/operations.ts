/** The readers of operations: what each successful call shows of the world, makes or writes. */
import { isJsonMap, type JsonMap } from '../../base/json-map.ts'
import { parsedJson } from '../../base/parsed-json.ts'
import { decodedOrSame } from '../../base/percent-encoding.ts'
import { SETTING_DEFAULTS } from '../../domain/property/settings.ts'
import { dayOf, defined, entriesOf, fileOf, idOf, idsOf, itemsOf, numberOf, textOf, valueAt } from '../values.ts'
import { makes, newKey, type Reader, type ReaderInput, readNames, readRows, rowIn, shows, showsOne, writes } from './rows.ts'

/** Everything below a tree that has a rate. */
const ratesIn = (value: unknown): readonly JsonMap[] =>
  itemsOf(value).flatMap(([, item]) => ('rates_uid' in item ? [item] : ratesIn(item)))

/** Rates, and the tariffs that have them. */
const tariffs: Reader = (input) => {
  const { call, data, draft, property, read } = input
  const listed = ratesIn(data)
  for (const item of listed) {
    const rate = { price: 0, min_days: 1, ...defined(rowIn('rates', item, input)) }
    const { id, from, to }: JsonMap = rate
    const ofRate = draft.all('tariffs').find(({ rates }) => itemsOf(rates).some(([, one]) => one['id'] === id))
    const tariff = idOf(item['tarifftype_id'] ?? ofRate?.['id']) ?? idOf(id)
    if (tariff === undefined || id === undefined || from === undefined || to === undefined) continue
    draft.appears('tariffs', tariff, String(property), call)
    read('tariffs', tariff, { ...rowIn('tariffs', item, input), id: tariff })
    const row = draft.rows('tariffs').get(tariff)
    if (row && draft.readBy.get(`tariffs ${tariff}`) === call.number)
      row['rates'] = [...itemsOf(row['rates']).map(([, one]) => one), rate]
  }
  draft.listed('tariffs', String(property))
}

function readRooms(rooms: unknown, input: ReaderInput): void {
  for (const [key, { room, room_type: type }] of itemsOf(rooms)) {
    readRows('rooms', { [key]: room }, input)
    if (isJsonMap(room)) readRows('room_types', { [String(rowIn('rooms', room, input)['type'])]: type }, input)
  }
}

function readNights(type: unknown, title: unknown, nights: unknown, { call, draft, property }: ReaderInput): void {
  for (const [, night] of itemsOf(nights)) draft.prices.push({ property, type: idOf(type), title: textOf(title), night, call })
}

const view = showsOne('bookings', 'contract_id', ({ data }) => itemsOf(data)[0]?.[1])
const CHECKED_IN = ['booked_in', 'booked_in_on', 'booked_out', 'booked_out_at', 'changed', 'notes']

/** Adds fields to the booking that the path names. */
function readBooking({ call, draft, property, read }: ReaderInput, fields: JsonMap): void {
  const id = idOf(call.path['contract_id'])
  draft.appears('bookings', id, String(property), call)
  read('bookings', id, { property, ...fields })
}

/** The readers by the ids of their operations. */
const TABLE: Readonly<Record<string, Reader>> = {
  'searchByStars searchByDates searchByPrice searchByFeatures searchByTowns': shows('properties'),
  'searchByRegions searchByCountries getNotifiedProperty': shows('properties'),
  listRoomTypes: shows('room_types'),
  listPropertyTypes: (input) => readNames('property_types', input.data, input),
  listPropertyFeatures: shows('features'),
  listPropertyFeatureCategories: shows('feature_categories'),
  listCategories: shows('categories'),
  /** Later lists may be in another language. */
  listCountries: (input) => {
    if (input.draft.rows('countries').size === 0) shows('countries')(input)
  },
  listRegions: shows('regions'),
  /** Regions by id, of the country in the path. */
  listSessionRegions: (input) => {
    const country = (input.call.path['country_code'] ?? '').toUpperCase()
    readNames('regions', valueAt(input.data, 'regions') ?? input.data, input, { country })
  },
  listProperties: ({ data, read }) => {
    for (const id of idsOf(data)) read('properties', id, {})
  },
  listReportProperties: (input) => {
    for (const [, { properties }] of itemsOf(input.data)) readRows('properties', properties, input)
  },
  getPropertyDetails: ({ data, property, read }) =>
    read('properties', property, { latitude: textOf(valueAt(data, 'lat')), longitude: textOf(valueAt(data, 'long')) }),
  listPropertyImages: ({ call, data, property, read }) => {
    if (call.path['kind'] === 'main') read('properties', property, { pictures: { main: fileOf(valueAt(data, 'large')) ?? null } })
  },
  listAvailableRooms: shows('rooms'),
  listGuests: shows('guests', true),
  createGuest: makes('guests', 'guest_uid', 'guests_uid'),
  updateGuest: writes('guests', 'guest_id'),
  deleteGuest: (input) => {
    const { call, draft } = input
    writes('guests', 'guest_id', 'deleted')(input)
    for (const [booking, { guest }] of draft.rows('bookings')) {
      if (guest !== idOf(call.path['guest_id'])) continue
      draft.wrote('bookings', booking, ['cancelled', 'cancelled_at', 'changed'], call)
      for (const [invoice, row] of draft.rows('invoices'))
        if (row['booking'] === booking) draft.wrote('invoices', invoice, ['status', 'shown'], call)
    }
  },
  listGuestTypes: shows('guest_types', true),
  createGuestType: makes('guest_types', 'id'),
  updateGuestType: writes('guest_types', 'guest_type_id'),
  listCoupons: shows('coupons', true),
  createCoupon: ({ call, data, draft }) => {
    const code = textOf(valueAt(itemsOf(data)[0]?.[1] ?? data, 'coupon_code'))
    draft.made.set(newKey('coupons', { code }), call)
  },
  updateCoupon: writes('coupons', 'coupon_id'),
  'listTariffs listPropertyTariffs': tariffs,
  createTariff: makes('tariffs'),
  updateTariff: ({ call, data, draft }) => {
    const tariff = idOf(data)
    if (idOf(call.form.get('tarifftypeid')) !== tariff) draft.makes('tariffs', tariff, call)
    draft.wrote('tariffs', tariff, ['*'], call)
  },
  initialiseSession: (input) => {
    const { call, data, draft, property } = input
    draft.rows('sessions').set(call.session ?? '', { property })
    const found = valueAt(data, 'response', 'data') ?? valueAt(data, 'data') ?? data
    readRows('properties', { [String(property)]: found }, input)
    const rate = /\(([\d.]+)%\)/.exec(textOf(valueAt(found, 'labels', 'ACCOMMODATION_TOTAL')) ?? '')?.[1]
    const taxes = draft.rows('taxes')
    if (rate !== undefined && property !== undefined && !taxes.has(property))
      taxes.set(property, { rate: numberOf(rate), call: call.number })
    readRows('child_rates', valueAt(found, 'child_rates'), input)
    readRooms(valueAt(found, 'rooms'), input)
  },
  /** The rooms on offer to a session, which name their room types; and the tariffs of their prices. */
  listSessionRooms: (input) => {
    const { data, property, read } = input
    for (const [key, item] of itemsOf(valueAt(data, 'room_types'))) {
      readRows('room_types', { [key]: item['room_type_info'] }, input)
      const offer = itemsOf(item['room_type_rooms'])[0]?.[1]
      const type = idOf(key)
      for (const pair of [offer?.['hatPairs'] ?? []].flat()) read('rooms', idOf(String(pair).split('^')[0]), { property, type })
      for (const [, { tariffs: nights }] of itemsOf(item['room_type_tariffs']))
        readNights(type, offer?.['tariff_name'], nights, input)
    }
    readRooms(valueAt(data, 'rooms'), input)
  },
  getPrices: (input) => {
    for (const [, { rooms }] of itemsOf(input.data))
      for (const [key, { tariff_set: nights }] of itemsOf(rooms))
        readNights(input.draft.rows('rooms').get(Number(key))?.['type'], undefined, nights, input)
  },
  setDates: ({ call: { session = '', form }, draft }) => {
    const dates = { arrival: dayOf(form.get('arrivalDate')), departure: dayOf(form.get('departureDate')) }
    draft.rows('sessions').set(session, { ...draft.rows('sessions').get(session), ...defined(dates) })
  },
  createBooking: ({ call, data, draft }) => {
    if (isJsonMap(data) && data['valid'] !== false)
      draft.made.set(newKey('bookings', draft.rows('sessions').get(call.session ?? '') ?? {}), call)
  },
  listBookings: shows('bookings', true),
  'listBookingsBetween listArrivalsToday listDeparturesToday listResidents': shows('bookings'),
  'getBookingDates getBookingPayment': view,
  getBookingGuest: (input) => {
    view(input)
    const link = textOf(itemsOf(input.data)[0]?.[1]['EMAIL_LINK']) ?? ''
    const name = / @ (.+)$/.exec(decodedOrSame(/\?subject=(.*?)&body=/.exec(link)?.[1] ?? ''))?.[1]
    input.read('properties', input.property, { name })
  },
  getBookingRooms: (input) => {
    const items = itemsOf(input.data).map(([, item]) => item)
    const rateless = items.length > 0 && items.every((item) => item['RINFO_TARIFF'] === '')
    readBooking(input, { rateless, roomViews: items.every((item) => item['RINFO_NAME'] !== null) ? items : undefined })
  },
  getBookingNotes: (input) => {
    const notes = itemsOf(input.data).map(([, item]) => defined(rowIn('notes', item, input)))
    readBooking(input, { notes })
  },
  getCheckInStatus: showsOne('bookings', 'contract_id'),
  'checkInGuest undoCheckIn checkOutGuest undoCheckOut': writes('bookings', 'contract_id', ...CHECKED_IN),
  /** The end of an overdue stay is today, and notes have no ids. */
  getTimeline: (input) => {
    const { data, draft } = input
    readRows('bookings', parsedJson(textOf(data) ?? ''), {
      ...input,
      read: (list, id, { departure, notes, ...fields }) => {
        if (list === 'bookings') draft.rows('timeline').set(Number(id), defined({ departure, notes }))
        input.read(list, id, fields)
      },
    })
  },
  'listInvoices listInvoicesBetween getInvoice getNotifiedInvoice': shows('invoices'),
  /** The nights of black bookings. A list from an earlier day showed all of them. */
  listBlackBookings: (input) => {
    const { call, data, draft, property, read } = input
    const [from, earliest] = [dayOf(call.path['date']), draft.blackFrom.get(property)]
    const isKnown = earliest !== undefined && from !== undefined && from >= earliest
    readRows('rooms', data, input)
    for (const [, item] of itemsOf(data)) {
      const [id, room, night] = [idOf(item['contract_uid']), idOf(item['room_uid']), dayOf(item['date'])]
      if (id === undefined || room === undefined) continue
      if (isKnown) draft.makes('bookings', id, call)
      read('bookings', id, { property, kind: 'black', rooms: [room], nightsSeen: [] })
      const nights = draft.rows('bookings').get(id)?.['nightsSeen']
      if (Array.isArray(nights) && night !== undefined && !nights.includes(night)) nights.push(night)
    }
    if (from !== undefined && !isKnown) draft.blackFrom.set(property, from)
  },
  createBlackBooking: (input) => {
    makes('bookings')(input)
    input.read('rooms', idOf(input.call.path['room_id']), { property: input.property })
  },
  getNotifiedSettings: ({ data, property, read }) => {
    const settings = entriesOf(data).filter(([name, value]) => name in SETTING_DEFAULTS && typeof value === 'string')
    read('properties', property, { settings: Object.fromEntries(settings) })
  },
  getNotifiedRoom: showsOne('rooms', 'room_id'),
  getNotifiedRooms: (input) => {
    readNames('room_types', valueAt(input.data, 'room_types'), input)
    for (const [type, rooms] of entriesOf(valueAt(input.data, 'property_rooms')))
      for (const room of idsOf(rooms)) input.read('rooms', room, { property: input.property, type: idOf(type) })
  },
  getNotifiedTariffs: (input) => {
    for (const [, { rates_uid: rate_id, roomrateperday: adult_price, mindays, ...rate }] of itemsOf(
      valueAt(input.data, 'tariffs'),
    ))
      readNights(rate['roomclass_uid'], rate['rate_title'], [{ rate_id, adult_price, mindays }], input)
  },
  getNotifiedGuest: showsOne('guests', 'guest_id'),
  getNotifiedGuestType: showsOne('guest_types', 'guest_type_id'),
  getNotifiedBooking: (input) => {
    readRows('rooms', valueAt(input.data, 'roomdeets'), input)
    showsOne('bookings', 'contract_id')(input)
  },
  getNotifiedBlackBooking: showsOne('bookings', 'contract_id', ({ call, data, draft }) => {
    const isKnown = draft.rows('bookings').has(Number(call.path['contract_id']))
    return isJsonMap(data) && { ...data, BOOKINGTYPE: isKnown ? undefined : 'black' }
  }),
}

export const READERS: Readonly<Record<string, Reader>> = Object.fromEntries(
  Object.entries(TABLE).flatMap(([ids, reader]) => ids.split(' ').map((id) => [id, reader])),
)
