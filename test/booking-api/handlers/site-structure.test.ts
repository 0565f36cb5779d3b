import { describe, expect, test } from 'vitest'
import type { RowLists } from '../../../src/store/state.ts'
import { aRoomType } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'

const rows: Partial<RowLists> = {
  featureCategories: [
    { id: 2, title: 'Wellness' },
    { id: 1, title: 'Kitchen' },
  ],
  features: [
    {
      id: 12,
      name: 'Sauna',
      description: 'A sauna for guests',
      image: 'sauna.png',
      includeInFilters: true,
      propertyTypeIds: [1, 6],
      categoryId: 2,
    },
    { id: 3, name: 'Cat', description: '', image: 'cat.png', includeInFilters: false, propertyTypeIds: [], categoryId: 0 },
  ],
}
const OWN_PLACES: Partial<RowLists> = {
  countries: [
    { id: 81, code: 'DE', name: 'Germany' },
    { id: 9, code: 'XK', name: 'Elsewhere' },
  ],
  regions: [{ id: 1060, countryCode: 'DE', name: 'Bayern' }],
}

const listed = async (world: TestWorld, id: string, language?: string): Promise<Record<string, unknown>> =>
  (await world.call(id, language ? { path: { language } } : {})).data

describe('reference data', () => {
  test('has the room types of the whole site, not those of single properties', async () => {
    const roomTypes = [
      aRoomType({ propertyTypeIds: [1, 5] }),
      aRoomType({ id: 2, propertyTypeIds: [] }),
      aRoomType({ id: 9, propertyId: 1 }),
    ]
    const data = await listed(new TestWorld({ rows: { roomTypes } }), 'listRoomTypes')
    expect(Object.keys(data)).toEqual(['1', '2'])
    expect(data).toMatchObject({
      1: {
        room_classes_uid: 1,
        room_class_abbv: 'Double',
        room_class_full_desc: '<p>One double bed</p>',
        image: 'double.png',
        ptype_xref: ['1', '5'],
        property_uid: 0,
      },
      2: { ptype_xref: [] },
    })
  })

  test('has the property types', async () => {
    expect(await listed(new TestWorld(), 'listPropertyTypes')).toEqual({ 1: 'Hotel', 2: 'Yacht' })
  })

  test('has each feature with its category', async () => {
    const data = await listed(new TestWorld({ rows }), 'listPropertyFeatures')
    expect(data).toEqual({
      3: {
        id: 3,
        abbv: 'Cat',
        desc: '',
        image: 'cat.png',
        property_uid: 0,
        include_in_filters: 0,
        ptype_xref: [],
        cat_id: 0,
        cat_title: '',
      },
      12: {
        id: 12,
        abbv: 'Sauna',
        desc: 'A sauna for guests',
        image: 'sauna.png',
        property_uid: 0,
        include_in_filters: 1,
        ptype_xref: [1, 6],
        cat_id: 2,
        cat_title: 'Wellness',
      },
    })
  })

  test('has the property types of a feature as texts in the current profile', async () => {
    const data = await listed(new TestWorld({ rows, profile: 'current' }), 'listPropertyFeatures')
    expect(data).toMatchObject({ 12: { ptype_xref: ['1', '6'] } })
  })

  test('has the categories of features and of properties', async () => {
    const world = new TestWorld({ rows })
    expect(await listed(world, 'listPropertyFeatureCategories')).toEqual({
      1: { id: 1, title: 'Kitchen' },
      2: { id: 2, title: 'Wellness' },
    })
    expect(await listed(world, 'listCategories')).toEqual({
      1: { id: 1, title: 'By the sea', description: 'Within sight of the sea' },
    })
  })

  test.each<[string, keyof RowLists, string]>([
    ['listRoomTypes', 'roomTypes', 'No room types in database'],
    ['listPropertyTypes', 'propertyTypes', 'No property types in database'],
    ['listPropertyFeatures', 'features', 'No property features in database'],
    ['listPropertyFeatureCategories', 'featureCategories', 'No property feature categories in database'],
    ['listCategories', 'categories', 'No categories in database'],
  ])('refuses %s if there are none', async (id, collection, message) => {
    const empty = { rows: { [collection]: [] } }
    expect(await new TestWorld(empty).call(id)).toMatchObject({ status: 409, message })
    const current = await new TestWorld({ ...empty, profile: 'current' }).call(id)
    expect(current).toMatchObject({ status: 400, body: { code: 400, error_message: message, lines: [] } })
  })

  test('refuses the regions if no country has any', async () => {
    const world = new TestWorld({ rows: { countries: [{ id: 1, code: 'XX', name: 'Nowhere' }] } })
    expect(await world.call('listRegions')).toMatchObject({ status: 409, message: 'No regions in database' })
  })

  test('needs no token, and accepts GET only', async () => {
    const world = new TestWorld()
    const headers = { authorization: 'Bearer deadbeef' }
    expect((await world.send('GET', '/site_structure/categories/', { headers })).status).toBe(200)
    expect((await world.send('POST', '/site_structure/categories')).status).toBe(404)
    expect((await world.send('GET', '/site_structure/property_feature_categories')).status).toBe(404)
    expect((await world.send('GET', '/site_structure/__proto__')).status).toBe(404)
  })
})

describe('countries and regions', () => {
  test('are those of the world unless a fixture has its own', async () => {
    const world = new TestWorld()
    const countries = await listed(world, 'listCountries')
    const regions = await listed(world, 'listRegions')
    expect(Object.keys(countries).length).toBeGreaterThan(240)
    expect(Object.keys(regions).length).toBeGreaterThan(3000)
    expect(countries).toMatchObject({
      GB: { id: expect.stringMatching(/^\d+$/), countrycode: 'GB', countryname: 'United Kingdom' },
    })
    for (const region of Object.values(regions).slice(0, 50))
      expect(countries).toHaveProperty((region as { countrycode: string }).countrycode)
  })

  test('of a fixture replace them', async () => {
    const world = new TestWorld({ rows: OWN_PLACES })
    expect(await listed(world, 'listCountries')).toEqual({
      XK: { id: '9', countrycode: 'XK', countryname: 'Elsewhere' },
      DE: { id: '81', countrycode: 'DE', countryname: 'Germany' },
    })
    expect(await listed(world, 'listRegions')).toEqual({ 1060: { id: '1060', countrycode: 'DE', regionname: 'Bayern' } })
  })

  test.each([
    ['en-GB', 'Germany', 'Spain'],
    ['de-DE', 'Deutschland', 'Spanien'],
    ['fr-FR', 'Allemagne', 'Espagne'],
    ['xx-XX', 'Germany', 'Spain'],
  ])('are named in %s, and sorted by that name', async (language, germany, spain) => {
    const data = await listed(new TestWorld(), 'listCountries', language)
    expect(data).toMatchObject({ DE: { countryname: germany }, ES: { countryname: spain } })
    const names = Object.values(data).map((entry) => (entry as { countryname: string }).countryname)
    const { compare } = new Intl.Collator(language === 'xx-XX' ? 'en' : language)
    expect(names).toEqual(names.toSorted(compare))
  })

  test('are cached by language', async () => {
    const world = new TestWorld()
    const english = await listed(world, 'listCountries')
    expect(await listed(world, 'listCountries', 'de-DE')).not.toEqual(english)
    expect(await listed(new TestWorld(), 'listCountries')).toEqual(english)
    expect(await listed(new TestWorld({ rows: OWN_PLACES }), 'listCountries')).not.toEqual(english)
  })

  test('give the language field precedence over the segment', async () => {
    const { data } = await new TestWorld().call('listCountries', { path: { language: 'fr-FR' }, query: 'servicelang=de-DE' })
    expect(data).toMatchObject({ DE: { countryname: 'Deutschland' } })
  })
})
