/**
 * What a notification is about: a webhook brings ids only, and these operations read what they stand for.
 *
 * One operation for each kind of record; the events about it are spellings of its path. They are not in the interface
 * document. Numbers and flags are texts, as the service sends the columns of its database.
 *
 * @module
 * @source facts 14.6 "Detail endpoints"
 */
import {
  contractUid,
  Exact,
  guestTypeUid,
  guestUid,
  invoiceUid,
  Keyed,
  propertyUid,
  roomUid,
  Text,
  text,
} from '../../api/path-values.ts'
import { Type } from '../../api/schema.ts'
import { type BookingOperation, type Example, operation } from './operation.ts'

const SOURCE = 'facts 14.6 "Detail endpoints"'
const MISSING = ['webhook_record_unknown'] as const
const MISSING_OR_FOREIGN = ['webhook_record_unknown', 'webhook_record_foreign'] as const

/** The path of an event, and the paths of the other events about the same kind of record. */
function paths(events: readonly [string, ...string[]], rest: string) {
  const [path = '', ...also] = events.map((event) => `/webhooks/{property_id}/${event}${rest}`)
  return { path, ...(also.length > 0 && { also }) }
}

const common = { method: 'get', tag: 'webhooks', scope: 'webhooks_get', source: SOURCE } as const
const example = (id: Readonly<Record<string, string>>, answer: unknown): Example => ({
  path: { property_id: '1', ...id },
  answer,
})

export const getNotifiedBooking = operation({
  ...common,
  ...paths(
    [
      'booking_added',
      'booking_modified',
      'booking_cancelled',
      'deposit_saved',
      'guest_checkedin',
      'guest_checkedin_undone',
      'guest_checkedout',
      'guest_checkedout_undone',
    ],
    '/{contract_id}',
  ),
  id: 'getNotifiedBooking',
  summary: 'The booking that a notification is about',
  params: { property_id: propertyUid, contract_id: contractUid },
  answer: {
    key: 'contract_details',
    data: Exact({
      arrival: Text('First day, YYYY/MM/DD'),
      departure: Text('Day of departure, YYYY/MM/DD'),
      guest_uid: Text('Guest uid'),
      rooms_tariffs: Text('Rooms and rates, such as 7^3,8^3'),
      deposit_paid: Text('0 or 1'),
      contract_total: Text('Total'),
      special_reqs: Text('Wishes of the guest'),
      extras: Text('What optional extras come to'),
      cancelled: Text('0 or 1'),
      coupon_id: Text('Coupon id; 0 for none'),
      booked_in: Text('0 or 1'),
      bookedout: Text('0 or 1'),
      firstname: Text('First name of the guest'),
      surname: Text('Surname of the guest'),
      image: Text('Address of a picture of the guest'),
      extradeets: Keyed(
        Exact({
          uid: Text('Id'),
          name: Text('Name'),
          price: Text('Price of one'),
          tax_rate: Text('Percent'),
          qty: Text('How many'),
        }),
      ),
      roomdeets: Keyed(
        Exact({
          room_uid: Text('Room uid'),
          black_booking: Text('0 or 1'),
          reception_booking: Text('0 or 1'),
          internet_booking: Text('0 or 1'),
          room_classes_uid: Text('Room type id'),
          room_name: Text('Name of the room'),
          room_number: Text('Number of the room'),
          room_floor: Text('Floor'),
          max_people: Text('How many people it takes'),
          singleperson_suppliment: Text('Supplement for one person alone'),
          rate_title: Text('Title of the tariff; empty without one'),
        }),
      ),
    }),
  },
  refusals: MISSING,
  choices: ['empty_map'],
  example: example(
    { contract_id: '1' },
    {
      arrival: '2031/05/02',
      departure: '2031/05/06',
      guest_uid: '1',
      rooms_tariffs: '7^3',
      deposit_paid: '0',
      contract_total: '412.50',
      special_reqs: 'A cot, please',
      extras: '0.00',
      cancelled: '0',
      coupon_id: '0',
      booked_in: '0',
      bookedout: '0',
      firstname: 'Ilse',
      surname: 'Marant',
      image: 'http://127.0.0.1:4010/service/assets/images/noimage.svg',
      extradeets: [],
      roomdeets: {
        '7': {
          room_uid: '7',
          black_booking: '0',
          reception_booking: '1',
          internet_booking: '0',
          room_classes_uid: '2',
          room_name: 'Gull',
          room_number: '01',
          room_floor: '1',
          max_people: '2',
          singleperson_suppliment: '0.00',
          rate_title: 'Summer',
        },
      },
    },
  ),
})

export const getNotifiedBlackBooking = operation({
  ...common,
  ...paths(['blackbooking_added', 'blackbooking_deleted'], '/{contract_id}'),
  id: 'getNotifiedBlackBooking',
  summary: 'The black booking that a notification is about',
  params: { property_id: propertyUid, contract_id: contractUid },
  answer: {
    key: 'blackbooking_details',
    data: Exact({
      arrival: Text('First day, YYYY/MM/DD'),
      departure: Text('Day after the last one, YYYY/MM/DD'),
      special_reqs: Text('Why the room is out of service'),
    }),
  },
  refusals: MISSING,
  example: example({ contract_id: '101' }, { arrival: '2031/05/11', departure: '2031/05/12', special_reqs: '' }),
})

export const getNotifiedNote = operation({
  ...common,
  ...paths(['booking_note_save', 'booking_note_saved', 'booking_note_deleted'], '/{note_id}'),
  id: 'getNotifiedNote',
  summary: 'The note that a notification is about',
  params: { property_id: propertyUid, note_id: text('Note id') },
  answer: { key: 'contract_details', data: Exact({ note_content: Text('What was noted; may hold markup') }) },
  refusals: MISSING,
  example: example({ note_id: '1' }, { note_content: 'Guest checked in' }),
})

export const getNotifiedGuest = operation({
  ...common,
  ...paths(['guest_saved', 'guest_updated', 'guest_deleted'], '/{guest_id}'),
  id: 'getNotifiedGuest',
  summary: 'The guest that a notification is about',
  params: { property_id: propertyUid, guest_id: guestUid },
  answer: {
    key: 'guest_details',
    data: Exact({
      firstname: Text('First name'),
      surname: Text('Surname'),
      house: Text('House name or number'),
      street: Text('Street'),
      town: Text('Town'),
      region: Text('Region: an id or a name'),
      country: Text('Country code'),
      postcode: Text('Postcode'),
      tel_landline: Text('Landline'),
      tel_mobile: Text('Mobile'),
      discount: Text('Percent'),
      vat_number: Text('Empty: no VAT number is stored'),
      vat_number_validated: Text('0'),
    }),
  },
  refusals: MISSING,
  example: example(
    { guest_id: '1' },
    {
      firstname: 'Ada',
      surname: 'Brook',
      house: '7',
      street: 'Mill Lane',
      town: 'Westby',
      region: 'Devon',
      country: 'GB',
      postcode: 'WB1 2AB',
      tel_landline: '0100 200',
      tel_mobile: '0700 300',
      discount: '5.00',
      vat_number: '',
      vat_number_validated: '0',
    },
  ),
})

export const getNotifiedGuestType = operation({
  ...common,
  ...paths(['guest_type_saved', 'guest_type_deleted'], '/{guest_type_id}'),
  id: 'getNotifiedGuestType',
  summary: 'The guest type that a notification is about',
  params: { property_id: propertyUid, guest_type_id: guestTypeUid },
  answer: {
    key: 'guest_type_details',
    data: Exact({
      type: Text('Title in the booking form'),
      notes: Text('Internal notes'),
      maximum: Text('Most guests of this type in one booking'),
      is_percentage: Text('0 or 1'),
      posneg: Text('1 adds the variance, 0 subtracts it'),
      variance: Text('Percentage or amount'),
      is_child: Text('0 or 1'),
    }),
  },
  refusals: MISSING,
  example: example(
    { guest_type_id: '1' },
    { type: 'Senior', notes: '', maximum: '4', is_percentage: '1', posneg: '0', variance: '10.00', is_child: '0' },
  ),
})

export const getNotifiedInvoice = operation({
  ...common,
  ...paths(['invoice_saved', 'invoice_cancelled'], '/{invoice_id}'),
  id: 'getNotifiedInvoice',
  summary: 'The invoice that a notification is about',
  params: { property_id: propertyUid, invoice_id: invoiceUid },
  answer: {
    key: 'invoice_details',
    data: Exact({
      invoice: Exact({
        id: Text('Invoice id'),
        status: Text('0 unpaid, 1 paid, 2 cancelled, 3 pending'),
        raised_date: Text('YYYY-MM-DD HH:MM:SS'),
        due_date: Text('YYYY-MM-DD HH:MM:SS'),
        paid: Text('YYYY-MM-DD HH:MM:SS; 1970-01-01 00:00:01 while it is not'),
        init_total: Text('Sum of all lines with tax, payments included: what is open'),
        currencycode: Text('ISO 4217'),
        contract_id: Text('The booking; 0 without one'),
        property_uid: Text('Property uid'),
      }),
    }),
  },
  refusals: MISSING_OR_FOREIGN,
  example: example(
    { invoice_id: '203' },
    {
      invoice: {
        id: '203',
        status: '0',
        raised_date: '2031-05-01 10:00:00',
        due_date: '2031-05-15 10:00:00',
        paid: '1970-01-01 00:00:01',
        init_total: '412.50',
        currencycode: 'EUR',
        contract_id: '1',
        property_uid: '1',
      },
    },
  ),
})

export const getNotifiedProperty = operation({
  ...common,
  ...paths(['property_saved', 'property_added', 'property_deleted', 'property_published', 'property_unpublished'], ''),
  id: 'getNotifiedProperty',
  summary: 'The property that a notification is about',
  params: { property_id: propertyUid },
  answer: {
    key: 'property_details',
    data: Exact({
      property: Exact({
        propertys_uid: Text('Property uid'),
        property_name: Text('Name'),
        property_street: Text('Street'),
        property_town: Text('Town'),
        property_postcode: Text('Postcode'),
        property_region: Text('Region id'),
        property_country: Text('Country code'),
        property_tel: Text('Telephone'),
        property_email: Text('Email address'),
        stars: Text('0 to 5'),
        ptype_id: Text('Property type id'),
        lat: Text('Latitude'),
        long: Text('Longitude'),
        published: Text('0 or 1'),
      }),
    }),
  },
  refusals: [],
  example: example(
    {},
    {
      property: {
        propertys_uid: '1',
        property_name: 'Harbour Hotel',
        property_street: 'Quay 1',
        property_town: 'Westby',
        property_postcode: 'WB1 2AB',
        property_region: '1113',
        property_country: 'GB',
        property_tel: '0100 200',
        property_email: 'desk@example.test',
        stars: '3',
        ptype_id: '1',
        lat: '50.46',
        long: '-3.53',
        published: '1',
      },
    },
  ),
})

export const getNotifiedSettings = operation({
  ...common,
  ...paths(['property_settings_updated'], ''),
  id: 'getNotifiedSettings',
  summary: 'The settings of the property that a notification is about',
  params: { property_id: propertyUid },
  answer: { key: 'property_settings', data: Type.Record(Type.String(), Type.String()) },
  refusals: [],
  example: example({}, { depositValue: '20', property_currencycode: 'EUR' }),
})

const NotifiedRoom = Exact({
  room_uid: Text('Room uid'),
  room_classes_uid: Text('Room type id'),
  propertys_uid: Text('Property uid'),
  max_people: Text('How many people it takes'),
  room_name: Text('Name'),
  room_number: Text('Number'),
  room_floor: Text('Floor'),
  singleperson_suppliment: Text('Supplement for one person alone'),
})

export const getNotifiedRoom = operation({
  ...common,
  ...paths(['room_added', 'room_updated', 'room_deleted'], '/{room_id}'),
  id: 'getNotifiedRoom',
  summary: 'The room that a notification is about',
  params: { property_id: propertyUid, room_id: roomUid },
  answer: { key: 'room_details', data: NotifiedRoom },
  refusals: MISSING_OR_FOREIGN,
  example: example(
    { room_id: '1' },
    {
      room_uid: '1',
      room_classes_uid: '2',
      propertys_uid: '1',
      max_people: '2',
      room_name: 'Gull',
      room_number: '01',
      room_floor: '1',
      singleperson_suppliment: '0.00',
    },
  ),
})

export const getNotifiedRooms = operation({
  ...common,
  ...paths(['rooms_multiple_added'], ''),
  id: 'getNotifiedRooms',
  summary: 'All rooms of the property that a notification is about',
  params: { property_id: propertyUid },
  answer: {
    key: 'all_property_rooms',
    data: Exact({
      property_rooms: Keyed(Type.Array(Type.String(), { description: 'Room uids of that room type' })),
      room_types: Keyed(Text('Name of the room type')),
    }),
  },
  refusals: [],
  choices: ['empty_map'],
  example: example({}, { property_rooms: { '2': ['1', '2'] }, room_types: { '2': 'Double' } }),
})

export const getNotifiedTariffs = operation({
  ...common,
  ...paths(['tariffs_updated'], ''),
  id: 'getNotifiedTariffs',
  summary: 'The rates of the property that a notification is about, those that are over left out',
  params: { property_id: propertyUid },
  answer: {
    key: 'property_tariffs',
    data: Exact({
      tariffs: Keyed(
        Exact({
          rates_uid: Text('Rate id'),
          rate_title: Text('Title'),
          rate_description: Text('Description'),
          validfrom: Text('First day, YYYY/MM/DD'),
          validto: Text('Last day, YYYY/MM/DD'),
          roomrateperday: Text('Price of a night without tax'),
          mindays: Text('Fewest nights'),
          maxdays: Text('Most nights'),
          minpeople: Text('Fewest people'),
          maxpeople: Text('Most people'),
          roomclass_uid: Text('Room type id'),
          ignore_pppn: Text('0 or 1'),
          tariff_dates: Type.Array(Type.String(), { description: 'Every day of it, YYYY/MM/DD' }),
        }),
      ),
    }),
  },
  refusals: [],
  choices: ['empty_map'],
  example: example(
    {},
    {
      tariffs: {
        '910': {
          rates_uid: '910',
          rate_title: 'Summer',
          rate_description: '',
          validfrom: '2031/06/01',
          validto: '2031/06/02',
          roomrateperday: '66.67',
          mindays: '2',
          maxdays: '365',
          minpeople: '1',
          maxpeople: '4',
          roomclass_uid: '2',
          ignore_pppn: '0',
          tariff_dates: ['2031/06/01', '2031/06/02'],
        },
      },
    },
  ),
})

export const webhookOperations: readonly BookingOperation[] = [
  getNotifiedBooking,
  getNotifiedBlackBooking,
  getNotifiedNote,
  getNotifiedGuest,
  getNotifiedGuestType,
  getNotifiedInvoice,
  getNotifiedProperty,
  getNotifiedSettings,
  getNotifiedRoom,
  getNotifiedRooms,
  getNotifiedTariffs,
]

/** The operation that reads what a notification is about, and its path with the ids of the notification. */
export interface DetailRequest {
  readonly operation: string
  readonly path: string
}

/**
 * How to read what a notification is about; undefined for an event that no operation tells more of.
 *
 * @param data the members of the notification
 */
export function detailRequestOf(task: string, data: Readonly<Record<string, unknown>>): DetailRequest | undefined {
  for (const { id, path, also = [] } of webhookOperations) {
    const found = [path, ...also].find((one) => one.split('/')[3] === task)
    if (found === undefined) continue
    const values = found.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(data[name] ?? data[name.replace(/_id$/, '_uid')] ?? '')),
    )
    return /\/(?:\/|$)/.test(values) ? undefined : { operation: id, path: values }
  }
  return undefined
}
