import { describe, expect, test } from 'vitest'
import { aProperty } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'

describe('the details of a property', () => {
  const texts = {
    description: '<p>By the sea</p>',
    checkinTimes: '<p>From 14:00</p>',
    areaActivities: '<p>Sailing</p>',
    drivingDirections: '<p>Left</p>',
    policies: '<p>No pets</p>',
    metaDescription: '',
  }
  const world = new TestWorld({ rows: { properties: [aProperty({ texts, settings: { cformat: '1' } })] } })
  const detail = (item: string, more: object = {}) =>
    world.call('getPropertyDetails', { path: { property_id: 1, item, ...more }, as: 'reader' })

  test.each([
    ['name', 'property_name', 'Harbour Hotel'],
    ['description', 'property_description', texts.description],
    ['property_checkin_times', 'property_checkin_times', texts.checkinTimes],
    ['property_area_activities', 'property_area_activities', texts.areaActivities],
    ['property_driving_directions', 'property_driving_directions', texts.drivingDirections],
    ['property_policies_disclaimers', 'property_policies_disclaimers', texts.policies],
    ['lat_long', 'lat_long', { lat: '50.1526', long: '-5.0663' }],
    ['accommodation_tax_rate', 'accommodation_tax_rate', 20],
    [
      'property_room_types',
      'this_property_room_classes',
      {
        '1': { abbv: 'Double', desc: '<p>One double bed</p>', image: 'double.png' },
        '2': { abbv: 'Twin', desc: '<p>One double bed</p>', image: 'twin.png' },
        image_rel_path: 'http://test.example/service/uploadedimages/rmtypes/',
      },
    ],
  ])('%s have the key %s', async (item, key, value) => {
    expect((await detail(item)).body).toEqual({ data: { [key]: value }, meta: { code: 200 } })
  })

  test('settings are texts, defaults included, with mode, units and currency', async () => {
    const { data } = await detail('settings')
    expect(data).toMatchObject({
      tariffmode: '2',
      singleRoomProperty: '0',
      property_currencycode: 'EUR',
      cformat: '1',
      depositValue: '20',
    })
    expect(Object.values(data).every((value) => typeof value === 'string')).toBe(true)
    expect(data).not.toHaveProperty('version')
  })

  test('accept a language, and the item in any case', async () => {
    expect((await detail('name', { language: 'fr-FR' })).data).toBe('Harbour Hotel')
    expect((await detail('LAT_LONG')).body).toMatchObject({ data: { lat_long: { lat: '50.1526' } } })
  })

  test.each(['nosuch', '__proto__', 'constructor', '-1'])('have no item %s', async (item) => {
    expect(await detail(item)).toMatchObject({ status: 400, message: expect.stringMatching(/^item: expected name, /) })
  })
})

describe('the pictures of a property', () => {
  const pictures = { main: 'sea view.jpg', slideshow: ['a.jpg', 'b.jpg'], rooms: { 1: ['room.jpg'] } }
  const images = (kind: string, own = true, choices = {}) =>
    new TestWorld({ ...(own && { rows: { properties: [aProperty({ pictures })] } }), choices }).call('listPropertyImages', {
      path: { property_id: 1, kind },
      as: 'reader',
    })
  const picture = (folder: string, file: string) => ({
    large: `http://test.example/service/uploadedimages/1/${folder}/${file}`,
    medium: `http://test.example/service/uploadedimages/1/${folder}/medium/${file}`,
    small: `http://test.example/service/uploadedimages/1/${folder}/thumbnail/${file}`,
  })

  test('are one main picture, lists for the slideshow, lists by room', async () => {
    expect((await images('main')).data).toEqual(picture('property/0', 'sea%20view.jpg'))
    expect((await images('slideshow')).data).toEqual([[picture('slideshow/0', 'a.jpg'), picture('slideshow/0', 'b.jpg')]])
    expect((await images('room')).data).toEqual({ '1': [picture('rooms/1', 'room.jpg')] })
  })

  test('are empty collections if there are none', async () => {
    for (const kind of ['main', 'slideshow', 'room']) expect((await images(kind, false)).data).toEqual([])
    expect((await images('room', false, { empty_map: 'object' })).data).toEqual({})
  })

  test('are refused for another kind', async () => {
    expect(await images('attic')).toMatchObject({ status: 400, message: expect.stringMatching(/^kind: /) })
  })
})
