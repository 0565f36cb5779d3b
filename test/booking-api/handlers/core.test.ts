import { describe, expect, test } from 'vitest'
import { aProperty, smallRows } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'

const API = 'http://test.example/service/api/'
const SITE = 'http://test.example/index.php?option=com_service&Itemid=101&lang=en&servicelang=en-GB'
const pictures = { main: 'sea view.jpg', slideshow: [], rooms: {} }
const { properties } = smallRows().collections
const pictured = (ids: readonly number[]) => properties.map((row) => (ids.includes(row.id) ? { ...row, pictures } : row))

describe('the report', () => {
  test('counts the listed properties, and has encoded URLs', async () => {
    const { data } = await new TestWorld({ rows: { properties: pictured([1, 4, 5]) } }).call('getReport')
    expect(data).toEqual([{ api_url: encodeURIComponent(API), service_url: encodeURIComponent(SITE), property_count: 2 }])
  })

  test('has plain URLs by choice, and in the current profile', async () => {
    const plain = [{ api_url: API, service_url: SITE, property_count: 0 }]
    expect((await new TestWorld({ choices: { core_urls: 'plain' } }).call('getReport')).data).toEqual(plain)
    const elsewhere = [
      { api_url: API, service_url: 'http://test.example/index.php?option=com_service&page_id=4', property_count: 5 },
    ]
    expect((await new TestWorld({ profile: 'current' }).call('getReport')).data).toEqual(elsewhere)
  })

  test('has the name of the product', async () => {
    const { data } = await new TestWorld({ product: 'acme', choices: { core_urls: 'plain' } }).call('getReport')
    expect(data).toEqual([
      {
        api_url: 'http://test.example/acme/api/',
        acme_url: 'http://test.example/index.php?option=com_acme&Itemid=101&lang=en&acmelang=en-GB',
        property_count: 0,
      },
    ])
  })

  test('needs no token, and accepts GET only', async () => {
    const world = new TestWorld()
    expect((await world.send('GET', '/core/report/')).status).toBe(200)
    expect(await world.send('POST', '/core/report')).toMatchObject({ status: 404, message: 'Request unknown' })
    expect(await world.send('GET', '/core')).toMatchObject({ status: 404 })
  })
})

describe('the properties to syndicate', () => {
  test('are the published ones with a picture', async () => {
    const world = new TestWorld({ rows: { properties: pictured([1, 4, 5]) } })
    const { data } = await world.call('listReportProperties')
    expect(data).toEqual([
      {
        api_url: encodeURIComponent(API),
        service_url: encodeURIComponent(SITE),
        properties: [
          expect.objectContaining({ propertys_uid: 1, multi_room_property: true }),
          expect.objectContaining({ propertys_uid: 4, multi_room_property: false }),
        ],
      },
    ])
  })

  test('have address, picture and booking page', async () => {
    const texts = { ...aProperty().texts, metaDescription: 'By the harbour' }
    const world = new TestWorld({ rows: { properties: [aProperty({ pictures, texts })] } })
    const { data } = await world.call('listReportProperties')
    expect(data).toEqual([
      expect.objectContaining({
        properties: [
          {
            view_property_url: `${SITE}&task=viewproperty&property_uid=1`,
            booking_form_url: `${SITE}&task=dobooking&selectedProperty=1`,
            propertys_uid: 1,
            name: 'Harbour Hotel',
            multi_room_property: true,
            lat: '50.1526',
            long: '-5.0663',
            metadescription: 'By the harbour',
            thumbnail_location: 'http://test.example/service/uploadedimages/1/property/0/thumbnail/sea%20view.jpg',
          },
        ],
      }),
    ])
  })

  test('are empty if no property has a picture', async () => {
    const { data } = await new TestWorld().call('listReportProperties')
    expect(data).toEqual([expect.objectContaining({ properties: [] })])
  })
})
