/**
 * Details of a property: texts, settings, pictures.
 * @source facts "Property details", "Images"
 */

import { language, oneOf, propertyUid } from '../api/path-values.ts'
import { Exact, exampleOf, Text } from '../api/response-fields.ts'
import { Type } from '../api/schema.ts'
import { keysOf } from '../base/keys-of.ts'
import { Subject } from './shared/operation.ts'

export const PROPERTY_DETAILS = new Subject('properties')

/** The response key of each detail that can be requested. */
const DETAIL_KEYS = {
  name: 'property_name',
  description: 'property_description',
  property_checkin_times: 'property_checkin_times',
  property_area_activities: 'property_area_activities',
  property_driving_directions: 'property_driving_directions',
  property_policies_disclaimers: 'property_policies_disclaimers',
  lat_long: 'lat_long',
  accommodation_tax_rate: 'accommodation_tax_rate',
  property_room_types: 'this_property_room_classes',
  settings: 'settings',
} as const
export type DetailItem = keyof typeof DETAIL_KEYS
const DETAIL_ITEMS = keysOf(DETAIL_KEYS)

const read = { method: 'get', scope: 'properties_get' } as const

const RoomTypeDetail = Exact({
  abbv: Text('Name of the room type'),
  desc: Text('Description, HTML'),
  image: Text('File name of the picture'),
})

export const getPropertyDetails = PROPERTY_DETAILS.operation({
  ...read,
  id: 'getPropertyDetails',
  path: '/properties/{property_id}/details/{item}[/{language}]',
  summary: 'One detail of a property; each has its own response key',
  params: {
    property_id: propertyUid,
    item: oneOf('The detail', DETAIL_ITEMS),
    language,
  },
  answer: {
    key: DETAIL_KEYS.name,
    keyBy: { param: 'item', keys: DETAIL_KEYS },
    data: Type.Union([
      Type.String({ description: 'The name, or a long text in HTML' }),
      Type.Number({ description: 'The tax rate of the accommodation, percent' }),
      Exact({ lat: Text('Latitude, degrees'), long: Text('Longitude, degrees') }),
      Type.Record(Type.String(), Type.Union([RoomTypeDetail, Type.String()]), {
        title: 'RoomTypesOrSettings',
        description: 'Room types by id, and image_rel_path, the URL of their pictures; or the settings by name',
      }),
    ]),
  },
  refusals: ['values_invalid'],
  example: { path: { property_id: '1', item: 'lat_long' }, answer: { lat: '50.1526', long: '-5.0663' } },
  source: 'facts "Property details"',
})

const Picture = Exact({
  large: Text('URL of the picture', 'http://127.0.0.1:4010/service/uploadedimages/17/property/0/harbour.jpg'),
  medium: Text('URL of the medium picture', 'http://127.0.0.1:4010/service/uploadedimages/17/property/0/medium/harbour.jpg'),
  small: Text('URL of the thumbnail', 'http://127.0.0.1:4010/service/uploadedimages/17/property/0/thumbnail/harbour.jpg'),
})

export const listPropertyImages = PROPERTY_DETAILS.operation({
  ...read,
  id: 'listPropertyImages',
  path: '/properties/{property_id}/images/{kind}',
  summary: 'The pictures of a property: the main one, the slideshow, or those of its rooms',
  params: { property_id: propertyUid, kind: oneOf('Kind of pictures', ['main', 'slideshow', 'room']) },
  answer: {
    key: 'images',
    data: Type.Union([Picture, Type.Array(Type.Array(Picture)), Type.Record(Type.String(), Type.Array(Picture))], {
      description: 'main: at most one picture; slideshow: lists of pictures; room: lists of pictures by room uid',
    }),
  },
  refusals: ['values_invalid'],
  example: { path: { property_id: '1', kind: 'main' }, answer: exampleOf(Picture.properties) },
  source: 'facts "Images"',
  choices: ['empty_map'],
})
