/**
 * The description of the site for syndication applications; no token is needed.
 * @source spec "Core report"
 */
import type { Static } from 'typebox'
import { Exact, exampleOf, Int, Named, Single, Text, withExample } from '../api/response-fields.ts'
import { Type } from '../api/schema.ts'
import { Subject } from './shared/operation.ts'

export const CORE = new Subject('core')

const report = {
  method: 'get',
  params: {},
  source: 'spec "Core report"; facts "Core"',
  choices: ['core_urls'],
} as const

const addresses = {
  api_url: Text(
    'URL of the interface, with a slash at the end; percent-encoded, plain under the choice core_urls',
    'http%3A%2F%2F127.0.0.1%3A4010%2Fservice%2Fapi%2F',
  ),
  service_url: Text(
    'URL of the web site, encoded like api_url',
    'http%3A%2F%2F127.0.0.1%3A4010%2Findex.php%3Foption%3Dcom_service%26Itemid%3D101%26lang%3Den%26servicelang%3Den-GB',
  ),
}
const EXAMPLE = exampleOf(addresses)
const EXAMPLE_PAGE = 'http://127.0.0.1:4010/index.php?option=com_service&Itemid=101&lang=en&servicelang=en-GB'

export const getReport = CORE.operation({
  ...report,
  id: 'getReport',
  path: '/core/report',
  summary: 'URLs of the site and number of its properties',
  answer: {
    key: 'report',
    data: Single(Exact({ ...addresses, property_count: Int('Number of properties that get_properties lists') })),
  },
  example: { answer: [{ ...EXAMPLE, property_count: 12 }] },
  choices: ['core_urls', 'property_count'],
})

const SyndicatedProperty = Named('SyndicatedProperty', {
  view_property_url: Text('URL of the page of the property, not encoded', `${EXAMPLE_PAGE}&task=viewproperty&property_uid=7`),
  booking_form_url: Text('URL of the page to book it, not encoded', `${EXAMPLE_PAGE}&task=dobooking&selectedProperty=7`),
  propertys_uid: Int('Property uid', 7),
  name: Text('Name', 'Casa do Farol'),
  multi_room_property: withExample(Type.Boolean({ description: 'True when it has more than one room' }), true),
  lat: Text('Latitude in degrees', '37.1250'),
  long: Text('Longitude in degrees', '-7.6486'),
  metadescription: Text('Short description for search engines', 'Eight rooms between the river and the salt pans'),
  thumbnail_location: Text(
    'URL of its small picture',
    'http://127.0.0.1:4010/service/uploadedimages/7/property/0/thumbnail/terrace.jpg',
  ),
})
export type SyndicatedProperty = Static<typeof SyndicatedProperty>

export const listReportProperties = CORE.operation({
  ...report,
  id: 'listReportProperties',
  path: '/core/get_properties',
  summary: 'The properties to syndicate: published, with a picture, and not a tour',
  answer: { key: 'properties', data: Single(Exact({ ...addresses, properties: Type.Array(SyndicatedProperty) })) },
  example: { answer: [{ ...EXAMPLE, properties: [exampleOf(SyndicatedProperty.properties)] }] },
})
