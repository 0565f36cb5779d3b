/**
 * Details of notifications about properties, rooms and tariffs.
 * @source facts 14.6 "Detail endpoints"
 */
import { propertyUid, roomUid } from '../api/path-values.ts'
import { Exact, exampleOf, Keyed, Text, withExample } from '../api/response-fields.ts'
import { Type } from '../api/schema.ts'
import { Subject } from './shared/operation.ts'
import { common, example, paths, RECORD_UNKNOWN_OR_FOREIGN } from './shared/webhook-parts.ts'

export const WEBHOOK_PROPERTIES = new Subject('webhooks')

const NotifiedProperty = Exact({
  propertys_uid: Text('Property uid', '1'),
  property_name: Text('Name', 'Harbour Hotel'),
  property_street: Text('Street', 'Quay 1'),
  property_town: Text('Town', 'Westby'),
  property_postcode: Text('Postcode', 'WB1 2AB'),
  property_region: Text('Region id', '1113'),
  property_country: Text('Country code', 'GB'),
  property_tel: Text('Telephone', '0100 200'),
  property_email: Text('Email address', 'desk@example.test'),
  stars: Text('0 to 5', '3'),
  ptype_id: Text('Property type id', '1'),
  lat: Text('Latitude', '50.46'),
  long: Text('Longitude', '-3.53'),
  published: Text('0 or 1', '1'),
})

export const getNotifiedProperty = WEBHOOK_PROPERTIES.operation({
  ...common,
  ...paths(['property_saved', 'property_added', 'property_deleted', 'property_published', 'property_unpublished'], ''),
  id: 'getNotifiedProperty',
  summary: 'The property that a notification is about',
  params: { property_id: propertyUid },
  answer: { key: 'property_details', data: Exact({ property: NotifiedProperty }) },
  example: example({}, { property: exampleOf(NotifiedProperty.properties) }),
})

export const getNotifiedSettings = WEBHOOK_PROPERTIES.operation({
  ...common,
  ...paths(['property_settings_updated'], ''),
  id: 'getNotifiedSettings',
  summary: 'The settings of the property that a notification is about',
  params: { property_id: propertyUid },
  answer: { key: 'property_settings', data: Type.Record(Type.String(), Type.String()) },
  example: example({}, { depositValue: '20', property_currencycode: 'EUR' }),
})

const NotifiedRoom = Exact({
  room_uid: Text('Room uid', '1'),
  room_classes_uid: Text('Room type id', '2'),
  propertys_uid: Text('Property uid', '1'),
  max_people: Text('Maximum number of people', '2'),
  room_name: Text('Name', 'Gull'),
  room_number: Text('Number', '01'),
  room_floor: Text('Floor', '1'),
  singleperson_suppliment: Text('Single person supplement', '0.00'),
})

export const getNotifiedRoom = WEBHOOK_PROPERTIES.operation({
  ...common,
  ...paths(['room_added', 'room_updated', 'room_deleted'], '/{room_id}'),
  id: 'getNotifiedRoom',
  summary: 'The room that a notification is about',
  params: { property_id: propertyUid, room_id: roomUid },
  answer: { key: 'room_details', data: NotifiedRoom },
  refusals: RECORD_UNKNOWN_OR_FOREIGN,
  example: example({ room_id: '1' }, exampleOf(NotifiedRoom.properties)),
})

export const getNotifiedRooms = WEBHOOK_PROPERTIES.operation({
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
  choices: ['empty_map'],
  example: example({}, { property_rooms: { '2': ['1', '2'] }, room_types: { '2': 'Double' } }),
})

const NotifiedRate = Exact({
  rates_uid: Text('Rate id', '910'),
  rate_title: Text('Title', 'Summer'),
  rate_description: Text('Description', ''),
  validfrom: Text('First day, YYYY/MM/DD', '2031/06/01'),
  validto: Text('Last day, YYYY/MM/DD', '2031/06/02'),
  roomrateperday: Text('Price of a night without tax', '66.67'),
  mindays: Text('Minimum number of nights', '2'),
  maxdays: Text('Maximum number of nights', '365'),
  minpeople: Text('Minimum number of people', '1'),
  maxpeople: Text('Maximum number of people', '4'),
  roomclass_uid: Text('Room type id', '2'),
  ignore_pppn: Text('0 or 1', '0'),
  tariff_dates: withExample(Type.Array(Type.String(), { description: 'All its days, YYYY/MM/DD' }), ['2031/06/01', '2031/06/02']),
})

export const getNotifiedTariffs = WEBHOOK_PROPERTIES.operation({
  ...common,
  ...paths(['tariffs_updated'], ''),
  id: 'getNotifiedTariffs',
  summary: 'The current and future rates of the property that a notification is about',
  params: { property_id: propertyUid },
  answer: { key: 'property_tariffs', data: Exact({ tariffs: Keyed(NotifiedRate) }) },
  choices: ['empty_map'],
  example: example({}, { tariffs: { '910': exampleOf(NotifiedRate.properties) } }),
})
