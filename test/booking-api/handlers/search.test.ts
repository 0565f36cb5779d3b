import { describe, expect, test } from 'vitest'
import { startOfDay } from '../../../src/base/instant.ts'
import type { SearchResult } from '../../../src/booking-contract/search.ts'
import type { RowLists } from '../../../src/store/state.ts'
import { aBooking, aProperty, aRate, smallRows, TODAY } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'

const { properties } = smallRows().collections
const [harbour, inn, lodge] = properties.map(({ id }) => String(id))

type Results = Readonly<Record<string, SearchResult>>
const search = async (world: TestWorld, id: string, path: Readonly<Record<string, string>>): Promise<Results> =>
  (await world.call(id, { path })).data
const ids = async (world: TestWorld, id: string, path: Readonly<Record<string, string>>): Promise<string[]> =>
  Object.keys(await search(world, id, path))

const PLACES: Partial<RowLists> = {
  countries: [
    { id: 1, code: 'GB', name: 'United Kingdom' },
    { id: 2, code: 'FR', name: 'France' },
  ],
  regions: [
    { id: 1113, countryCode: 'GB', name: 'Devon' },
    { id: 1029, countryCode: 'FR', name: 'Île-de-France' },
  ],
  properties: properties.map((row) => ({
    ...row,
    featureIds: row.id === 3 ? [32] : [32, 34],
    regionId: row.countryCode === 'GB' ? 1113 : 1029,
  })),
}

describe('a search result', () => {
  const one = async (
    with_: Parameters<typeof aProperty>[0],
    options = {},
    language?: string,
  ): Promise<SearchResult | undefined> => {
    const world = new TestWorld({ rows: { ...PLACES, properties: [aProperty({ regionId: 1113, ...with_ })] }, ...options })
    return (await search(world, 'searchByStars', { stars: '4', ...(language && { language }) }))['1']
  }
  const SITE = 'http://test.example/index.php?option=com_service&Itemid=101'

  test('has all fields', async () => {
    const pictures = { main: 'sea.jpg', slideshow: ['deck.jpg'], rooms: {} }
    expect(await one({ pictures })).toEqual({
      property_name: 'Harbour Hotel',
      property_street: '3 Quay Lane',
      property_town: 'Falmouth',
      property_postcode: 'TR11 3XX',
      property_region: 'Devon',
      property_region_id: '1113',
      property_country: 'United Kingdom',
      property_country_code: 'GB',
      property_tel: '01326 100200',
      property_email: 'desk@harbour.example',
      stars: 4,
      cat_id: 1,
      images: [
        [
          {
            large: 'http://test.example/service/uploadedimages/1/property/0/sea.jpg',
            medium: 'http://test.example/service/uploadedimages/1/property/0/medium/sea.jpg',
            small: 'http://test.example/service/uploadedimages/1/property/0/thumbnail/sea.jpg',
          },
        ],
      ],
      property_details_page: `${SITE}&lang=en&servicelang=en-GB&task=viewproperty&property_uid=1`,
      bookthis_link: `${SITE}&lang=en&servicelang=en-GB&task=dobooking&selectedProperty=1`,
      bookthis_text: 'Book now!',
    })
  })

  test('has empty values without picture, region or e-mail address', async () => {
    const found = await one({ regionId: 0, email: '' })
    expect(found).toMatchObject({ images: [], property_region: '', property_region_id: '0' })
    expect(found).not.toHaveProperty('property_email')
  })

  test('has no e-mail address in the current profile', async () => {
    expect(await one({}, { profile: 'current' })).not.toHaveProperty('property_email')
    expect(await one({}, { profile: 'current', choices: { property_email: 'included' } })).toHaveProperty('property_email')
  })

  test.each([
    ['fr-FR', 'Royaume-Uni', 'Réserver !', 'lang=fr&servicelang=fr-FR'],
    ['de-DE', 'Vereinigtes Königreich', 'Jetzt buchen!', 'lang=de&servicelang=de-DE'],
    ['es-ES', 'United Kingdom', 'Book now!', 'lang=es&servicelang=es-ES'],
    ['klingon', 'United Kingdom', 'Book now!', 'lang=en&servicelang=en-GB'],
  ])('has texts in %s', async (language, country, label, lang) => {
    const found = await one({}, {}, language)
    expect(found).toMatchObject({ property_country: country, bookthis_text: label })
    expect(found?.bookthis_link).toContain(lang)
  })

  test.each<[NonNullable<Parameters<typeof aProperty>[0]>['settings'], string, readonly string[]]>([
    [{ is_real_estate_listing: '1' }, 'contactowner', ['Contact agent', "Contacter l'agent", 'Makler kontaktieren']],
    [{ visitors_can_book: '0' }, 'contactowner', ['Contact us', 'Nous contacter', 'Kontakt aufnehmen']],
    [{ registeredUsersOnlyCanBook: '1' }, 'contactowner', ['Contact us', 'Nous contacter', 'Kontakt aufnehmen']],
    [{ requireApproval: '1' }, 'dobooking', ['Request booking', 'Demander une réservation', 'Buchung anfragen']],
  ])('with %j offers %s in three languages', async (settings, task, labels) => {
    for (const [index, language] of ['en-GB', 'fr-FR', 'de-DE'].entries()) {
      const found = await one({ settings: settings ?? {} }, {}, language)
      expect(found?.bookthis_text).toBe(labels[index])
      expect(found?.bookthis_link).toContain(`&task=${task}&selectedProperty=1`)
    }
  })
})

describe('a search', () => {
  test.each<[string, Readonly<Record<string, string>>, readonly (string | undefined)[]]>([
    ['searchByStars', { stars: '4,5' }, [harbour, lodge]],
    ['searchByFeatures', { feature_ids: '32,34' }, [harbour, inn, '4']],
    ['searchByFeatures', { feature_ids: '32,1' }, []],
    ['searchByTowns', { towns: 'bristol,PARIS' }, [inn, lodge]],
    ['searchByTowns', { towns: 'bristol,,' }, [inn]],
    ['searchByRegions', { regions: '1029,devon' }, [harbour, inn, lodge, '4']],
    ['searchByRegions', { regions: 'ile de france' }, [lodge]],
    ['searchByCountries', { country_codes: 'fr' }, [lodge]],
    ['searchByCountries', { country_codes: 'ZZ' }, []],
    ['searchByPrice', { price_low: '59.99', price_high: '80' }, [harbour, lodge]],
    ['searchByPrice', { price_low: '1', price_high: '0' }, []],
    ['searchByDates', { start_date: '2026-05-10', end_date: '2026-05-12' }, [harbour, inn, lodge, '4']],
  ])('%s with %j finds published properties only', async (id, path, found) => {
    expect(await ids(new TestWorld({ rows: PLACES }), id, path)).toEqual(found)
  })

  test('without matches returns an empty collection', async () => {
    const path = { path: { stars: '1' } }
    expect((await new TestWorld().call('searchByStars', path)).data).toEqual([])
    expect((await new TestWorld({ choices: { empty_map: 'object' } }).call('searchByStars', path)).data).toEqual({})
  })

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ['searchByStars', { stars: 'abc' }, 'stars: "abc" is not a number'],
    ['searchByFeatures', { feature_ids: 'constructor' }, 'feature_ids: "constructor" is not a number'],
    ['searchByPrice', { price_low: 'a', price_high: 'b' }, 'price_low: "a" is not a number; price_high: "b" is not a number'],
    ['searchByDates', { start_date: 'foo', end_date: '2026-05-12' }, 'start_date: '],
    ['searchByDates', { start_date: '2026-12-12', end_date: '2026-12-10' }, 'end_date: '],
  ])('%s with %j is refused with the reason', async (id, path, message) => {
    const answer = await new TestWorld().call(id, { path })
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining(message) })
    const named = await new TestWorld({ choices: { refusal_status: 'named' } }).call(id, { path })
    expect(named).toMatchObject({ status: 204, message: expect.stringContaining(message) })
  })

  test.each<[string, Readonly<Record<string, string>>, readonly (string | undefined)[]]>([
    ['searchByStars', { stars: 'abc' }, []],
    ['searchByFeatures', { feature_ids: 'abc' }, []],
    ['searchByCountries', { country_codes: 'gb' }, [harbour, inn, lodge, '4']],
    ['searchByTowns', { towns: 'bristol,,' }, [harbour, inn, lodge, '4']],
    ['searchByPrice', { price_low: '79.5', price_high: '80.5' }, [harbour]],
    ['searchByPrice', { price_low: 'a', price_high: 'b' }, [harbour, inn, lodge, '4']],
    ['searchByDates', { start_date: 'foo', end_date: 'bar' }, [harbour, inn, lodge, '4']],
    ['searchByDates', { start_date: '2026-12-12', end_date: '2026-12-10' }, [harbour, inn, lodge, '4']],
  ])('%s with %j is handled in the current profile as in the newest release', async (id, path, found) => {
    expect(await ids(new TestWorld({ profile: 'current' }), id, path)).toEqual(found)
  })

  test('with a blank segment is refused', async () => {
    expect(await new TestWorld().send('GET', '/search/price//90')).toMatchObject({ status: 400 })
  })

  test('accepts percent-encoded names and numbers, and literal segments in any case', async () => {
    const world = new TestWorld()
    expect((await world.send('GET', '/search/Towns/f%61lmouth%2Cparis/')).body).toMatchObject({
      data: { search_results: { 1: {}, 3: {} } },
    })
    expect((await world.send('GET', '/search/nosuch/1')).status).toBe(404)
    expect((await world.send('POST', '/search/stars/3')).status).toBe(404)
  })

  test.each(['__proto__', 'constructor', 'toString', '%00', 'x'.repeat(5000)])(
    'for %j by town, region and country finds nothing',
    async (word) => {
      const world = new TestWorld()
      expect((await world.call('searchByTowns', { path: { towns: word } })).data).toEqual([])
      expect((await world.call('searchByRegions', { path: { regions: word } })).data).toEqual([])
      expect((await world.call('searchByCountries', { path: { country_codes: word } })).data).toEqual([])
    },
  )
})

describe('a search by dates', () => {
  const nights = { start_date: '2026-05-10', end_date: '2026-05-12' }
  const yachtTaken = aBooking({
    propertyId: 4,
    arrival: '2026-05-11',
    departure: '2026-05-14',
    rooms: [{ roomId: 7, rateId: 4 }],
  })

  test('excludes a property whose only room is taken, and includes it after the booking is removed', async () => {
    const world = new TestWorld({ rows: { bookings: [yachtTaken] } })
    expect(await ids(world, 'searchByDates', nights)).toEqual(['1', '2', '3'])
    expect(await ids(world, 'searchByDates', { start_date: '2026-05-14', end_date: '2026-05-16' })).toContain('4')
    world.sandbox.store.change((db) => {
      for (const { id } of db.roomNights.by('booking', yachtTaken.id)) db.roomNights.remove(id)
    })
    expect(await ids(world, 'searchByDates', nights)).toContain('4')
  })

  test('over years checks all bookings', async () => {
    const world = new TestWorld({ rows: { bookings: [yachtTaken] } })
    expect(await ids(world, 'searchByDates', { start_date: '0001-01-01', end_date: '9999-12-31' })).toEqual(['1', '2', '3'])
    expect(await ids(world, 'searchByDates', { start_date: '2026-05-14', end_date: '9999-12-31' })).toEqual(['1', '2', '3', '4'])
  })
})

describe('a search by dates without a night', () => {
  const noNight = { start_date: '2026-05-10', end_date: '2026-05-10' }

  test('is refused', async () => {
    const answer = await new TestWorld().call('searchByDates', { path: noNight })
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining('there is no night between them') })
  })

  test('finds properties with a room as recorded, with a hint', async () => {
    const answer = await new TestWorld({ choices: { date_ranges: 'as_recorded' } }).call('searchByDates', { path: noNight })
    expect(Object.keys(answer.data)).not.toEqual([])
    expect(answer.headers['X-Understay-Hint']).toBe(
      'there is no night between these days, so every property with a room is found',
    )
  })
})

describe('a search by price', () => {
  test('uses the current day', async () => {
    const rates = [aRate({ from: '2026-05-04', to: '2026-05-04', price: 4250 })]
    const world = new TestWorld({ rows: { rates } })
    const band = { price_low: '42.50', price_high: '42.50' }
    expect(await ids(world, 'searchByPrice', band)).toEqual([])
    world.advance(24 * 3_600_000)
    expect(await ids(world, 'searchByPrice', band)).toEqual(['1'])
    world.advance(24 * 3_600_000)
    expect(await ids(world, 'searchByPrice', band)).toEqual([])
  })

  test('uses tomorrow in the time zone of the property, by choice', async () => {
    const rows = {
      properties: [aProperty({ timezone: 'Pacific/Kiritimati' })],
      rates: [aRate({ from: '2026-05-04', to: '2026-05-04', price: 4250 })],
    }
    const at = startOfDay(TODAY) + 23 * 3_600_000
    const band = { price_low: '42', price_high: '43' }
    expect(await ids(new TestWorld({ rows, at }), 'searchByPrice', band)).toEqual([])
    expect(await ids(new TestWorld({ rows, at, choices: { today: 'property' } }), 'searchByPrice', band)).toEqual(['1'])
  })
})
