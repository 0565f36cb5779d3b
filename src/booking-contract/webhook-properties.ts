/**
 * Details of notifications about properties, rooms and tariffs.
 * @source facts 14.6 "Detail endpoints"
 */
import { Exact, Keyed, propertyUid, roomUid, Text } from '../api/path-values.ts'
import { Type } from '../api/schema.ts'
import { operation } from './shared/operation.ts'
import { common, example, paths, RECORD_UNKNOWN_OR_FOREIGN } from './shared/webhook-parts.ts'

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
  max_people: Text('Maximum number of people'),
  room_name: Text('Name'),
  room_number: Text('Number'),
  room_floor: Text('Floor'),
  singleperson_suppliment: Text('Single person supplement'),
})

export const getNotifiedRoom = operation({
  ...common,
  ...paths(['room_added', 'room_updated', 'room_deleted'], '/{room_id}'),
  id: 'getNotifiedRoom',
  summary: 'The room that a notification is about',
  params: { property_id: propertyUid, room_id: roomUid },
  answer: { key: 'room_details', data: NotifiedRoom },
  refusals: RECORD_UNKNOWN_OR_FOREIGN,
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
  summary: 'The current and future rates of the property that a notification is about',
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
          mindays: Text('Minimum number of nights'),
          maxdays: Text('Maximum number of nights'),
          minpeople: Text('Minimum number of people'),
          maxpeople: Text('Maximum number of people'),
          roomclass_uid: Text('Room type id'),
          ignore_pppn: Text('0 or 1'),
          tariff_dates: Type.Array(Type.String(), { description: 'All its days, YYYY/MM/DD' }),
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
