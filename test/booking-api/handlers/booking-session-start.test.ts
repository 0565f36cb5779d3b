import { describe, expect, test } from 'vitest'
import { IN_SESSION, SESSION_ID } from '../../support/session-rows.ts'
import { aBooking, aProperty, aRate } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'

const begin = (world: TestWorld, property: number | string = 1, language = 'en-GB') =>
  world.call('initialiseSession', { path: { property_id: property, language }, headers: IN_SESSION })

interface Settings {
  readonly availability: { readonly allowed_dates: readonly string[]; readonly not_available_dates: readonly string[] }
  readonly rooms: Readonly<Record<string, InitialRoom>>
  readonly labels: Readonly<Record<string, string>>
  readonly extras: { readonly extra_models_explanation: object }
  readonly images: object
  readonly [field: string]: unknown
}

interface InitialRoom {
  readonly room: Readonly<Record<string, unknown>>
  readonly tariff_sets: readonly { readonly dates: Readonly<Record<string, { readonly adult_price: number }>> }[]
}

const settings = async (world: TestWorld, property: number | string = 1, language = 'en-GB') =>
  ((await begin(world, property, language)).data as { response: { data: Settings } }).response.data

const stored = (world: TestWorld) => world.sandbox.store.db.sessions.get(SESSION_ID)

describe('the start of a session', () => {
  test('returns the settings of the property', async () => {
    const data = await settings(new TestWorld())
    expect(data).toMatchObject({
      booking_model: 'MRP',
      language: 'en-GB',
      property_name: 'Harbour Hotel',
      bypass_confirmation: true,
      min_days: '1',
      fixedPeriodBookings: 0,
      fixedPeriodBookingsNumberOfDays: 0,
      fixedArrivalDateYesNo: 0,
      fixedArrivalDay: 7,
      capacity: { adults: '10', children: '6' },
      images: [],
      currency_code: 'EUR',
      child_rates: [],
    })
    expect(data['confirmation_url']).toContain('task=confirmbooking&selectedProperty=1')
    expect(data['property_details_url']).toContain('task=viewproperty&property_uid=1')
    expect(data['address_form_fields']).toHaveLength(8)
    expect(Object.keys(data.extras.extra_models_explanation)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '100'])
  })

  test('binds the session to the property, until it is started for another', async () => {
    const world = new TestWorld()
    await begin(world)
    expect(stored(world)).toMatchObject({ propertyId: 1, arrival: null })
    await begin(world, 4)
    expect(stored(world)).toMatchObject({ propertyId: 4 })
    expect((await settings(world, 4))['booking_model']).toBe('SRP')
  })

  test('returns a calendar from tomorrow to the day before a year from now, without fully booked days', async () => {
    const bookings = [1, 2, 3, 4].map((id) =>
      aBooking({ id, rooms: [{ roomId: id, rateId: 1 }], arrival: '2026-05-10', departure: '2026-05-12' }),
    )
    const { availability } = await settings(new TestWorld({ rows: { bookings, rates: [aRate({ to: '2027-12-31' })] } }))
    const allowed = availability.allowed_dates
    expect(availability.not_available_dates).toEqual(['2026-05-02', '2026-05-10', '2026-05-11'])
    expect(allowed.slice(0, 2)).toEqual(['2026-05-03', '2026-05-04'])
    expect(allowed).toContain('2026-05-10')
    expect(allowed).not.toContain('2026-05-11')
    expect(allowed.at(-1)).toBe('2027-05-01')
    expect(allowed).toEqual([...allowed].sort())
  })

  test('returns every room, its type and the nett price of every day', async () => {
    const { rooms } = await settings(new TestWorld())
    expect(Object.keys(rooms)).toEqual(['1', '2', '3', '4'])
    expect(rooms['3']).toMatchObject({
      room: {
        room_uid: 3,
        room_classes_uid: 2,
        max_people: 3,
        small_room_image: 'http://test.example/service/assets/images/noimage_small.gif',
      },
      room_type: {
        room_class_id: '2',
        room_class_abbv: 'Twin',
        images: [{ large: 'http://test.example/service/uploadedimages/rmtypes/twin.png' }],
      },
    })
    const [set] = rooms['3']?.tariff_sets ?? []
    expect(set).toMatchObject({ rate_title: 'Twin', tariff_type_id: '2', maxdays: '365', roomclass_uid: '2' })
    expect(set?.dates['2026-05-03']).toMatchObject({ date: '2026-05-03', checkin_date: '2026-05-04', min_days: '1' })
    expect(set?.dates['2026-05-03']?.adult_price).toBeCloseTo(80 / 1.2, 9)
    expect(set?.dates['2026-05-02']).toBeUndefined()
  })

  test('returns no rooms without tariffs or days', async () => {
    const none = { success: false, reason: 'Rooms array is empty' }
    expect((await settings(new TestWorld({ rows: { rates: [aRate({ roomTypeId: 9 })] } }))).rooms).toEqual(none)
    const late = new TestWorld({ rows: { rates: [aRate({ from: '2029-01-01', to: '2029-12-31' })] } })
    expect((await settings(late)).rooms).toEqual({ success: false, reason: 'No data in tariff sets' })
  })

  test('returns texts in the requested language, and the language as it was sent', async () => {
    const world = new TestWorld()
    const labels = async (language: string) => (await settings(world, 1, language)).labels
    expect(await labels('fr-FR')).toMatchObject({ HARRIVALDATE: 'Arrivée', ACCOMMODATION_TOTAL: 'Hébergement, total (20%)' })
    expect(await labels('de-DE')).toMatchObject({ HARRIVALDATE: 'Anreise' })
    expect(await labels('xx-YY')).toMatchObject({ HARRIVALDATE: 'Arrival' })
    const french = await settings(world, 1, 'fr-FR')
    expect(french['language']).toBe('fr-FR')
    expect(french['countries']).toMatchObject({ DE: 'Allemagne' })
    expect((await settings(world, 1, 'xx-YY'))['language']).toBe('xx-YY')
    expect(await settings(world)).toMatchObject({
      address_form_fields: [
        { field: 'firstname', label: 'First name', required: true },
        {},
        { field: 'house', required: false },
        {},
        {},
        {},
        {},
        {},
      ],
    })
  })

  test('returns fixed periods, pictures and child rates of the property', async () => {
    const pictures = { main: 'sea.jpg', slideshow: ['a.jpg', 'b.jpg'], rooms: { '1': ['gull.jpg'] } }
    const own = { fixedPeriodBookings: '1', fixedArrivalDateYesNo: '1', fixedArrivalDay: '6', accommodates_adults: '8' }
    const child = (id: number, ageFrom: number) => ({
      id,
      propertyId: 1,
      ageFrom,
      ageTo: ageFrom + 5,
      price: 1050,
      model: 'per_night' as const,
    })
    const rows = { properties: [aProperty({ pictures, settings: own })], childRates: [child(1, 6), child(2, 0)] }
    const data = await settings(new TestWorld({ rows }))
    expect(data).toMatchObject({
      fixedPeriodBookings: 1,
      fixedPeriodBookingsNumberOfDays: 7,
      fixedArrivalDateYesNo: 1,
      fixedArrivalDay: 6,
      capacity: { adults: '8', children: '6' },
      child_rates: { 1: { id: 1, age_from: 6, age_to: 11, price: 10.5, model: 'per_night' } },
    })
    expect(Object.keys(data.images)).toEqual(['property', 'rooms', 'slideshow'])
    expect(data.images).toMatchObject({ slideshow: [[{}, {}]], rooms: { 1: [{}] } })
    expect(data.rooms['1']?.room['large_room_image']).toContain('uploadedimages/1/rooms/1/gull.jpg')
  })

  test('returns every day on which a stay can end, also where all tariffs begin on one weekday', async () => {
    // Saturday 9 May is a day of arrival, 13 May the end of the longest stay
    const rates = [aRate({ from: '2026-05-05', to: '2026-05-12', dayOfWeek: 6 })]
    const { availability } = await settings(new TestWorld({ rows: { rates } }))
    expect(availability.allowed_dates).toEqual(['2026-05-09', '2026-05-10', '2026-05-11', '2026-05-12', '2026-05-13'])
    expect(availability.not_available_dates).toContain('2026-05-10')
  })

  test('returns no day on which no stay can end, where tariffs with two weekdays of arrival touch', async () => {
    // arrivals on Mondays until 12 May, then on Saturdays: 4 and 11 May, 16 May
    const rates = [
      aRate({ from: '2026-05-04', to: '2026-05-12', dayOfWeek: 1 }),
      aRate({ id: 2, tariffTypeId: 2, from: '2026-05-13', to: '2026-05-17', dayOfWeek: 6 }),
    ]
    const { availability } = await settings(new TestWorld({ rows: { rates } }))
    const days = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 17, 18].map((day) => `2026-05-${`${day}`.padStart(2, '0')}`)
    expect(availability.allowed_dates).toEqual(days)
  })

  test('returns no day on which only a room of a type without a price is free', async () => {
    // the rooms of the type of the tariff are 1 and 2
    const bookings = [1, 2].map((id) =>
      aBooking({ id, rooms: [{ roomId: id, rateId: 1 }], arrival: '2026-05-05', departure: '2026-05-07' }),
    )
    const rows = { bookings, rates: [aRate({ to: '2026-05-08' })] }
    const { availability } = await settings(new TestWorld({ rows }))
    expect(availability.allowed_dates).toEqual([3, 4, 5, 7, 8, 9].map((day) => `2026-05-0${day}`))
    expect(availability.not_available_dates).toEqual(['2026-05-02'])
  })

  test('returns days keyed by number in the newest release', async () => {
    const { availability } = await settings(new TestWorld({ profile: 'current', rows: { rates: [aRate({ to: '2026-05-04' })] } }))
    expect(availability.allowed_dates).toEqual({ 0: '2026-05-03', 1: '2026-05-04', 2: '2026-05-02' })
  })

  test.each([
    [999, 'Property not published or does not exist'],
    ['abc', 'Property not published or does not exist'],
    [-1, 'Property not published or does not exist'],
    ['1.5', 'Property not published or does not exist'],
    ['99999999999999999999', 'Property not published or does not exist'],
    ['__proto__', 'Property not published or does not exist'],
    [5, 'Property not published or does not exist', 400],
    [2, 'allPropertyTariffs array is empty', 400],
  ] as [number | string, string, number?][])('but not for property %s: %s', async (property, message, status = 404) => {
    const world = new TestWorld()
    const answer = await begin(world, property)
    expect(answer.status).toBe(status)
    expect(answer.message).toBe(message)
    const hint = 'GET /service/api/search/stars/0,1,2,3,4,5 finds the published properties'
    expect(answer.headers['X-Understay-Hint']).toBe(status === 404 ? hint : `this property cannot be booked now; ${hint}`)
    expect((await begin(new TestWorld({ profile: 'current' }), property)).status).toBe(400)
    expect(stored(world)).toBeUndefined()
  })

  test('is refused for a rate without a price in the newest release only', async () => {
    const rows = { rates: [aRate(), aRate({ id: 2, tariffTypeId: 2, price: 0 })] }
    expect((await begin(new TestWorld({ rows, profile: 'current' }))).message).toBe('Price not set')
    expect((await begin(new TestWorld({ rows }))).status).toBe(200)
  })
})

test.each(['documented', 'current'] as const)('initialise of property 0 binds nothing, in %s', async (profile) => {
  const unbound = new TestWorld({ profile })
  const message = `Property uid not set for session ${SESSION_ID}`
  expect(await begin(unbound, 0)).toMatchObject({ status: 400, message })
  expect(stored(unbound)).toBeUndefined()
  const bound = new TestWorld({ profile })
  await begin(bound, 4)
  expect(await begin(bound, 0)).toMatchObject({ status: 200 })
  expect(stored(bound)).toMatchObject({ propertyId: 4 })
})

test('initialise of a missing property is 404, and 400 as recorded', async () => {
  const call = { headers: IN_SESSION, path: { property_id: 999, language: 'en-GB' } }
  const refusal = { message: 'Property not published or does not exist' }
  expect(await new TestWorld().call('initialiseSession', call)).toMatchObject({ status: 404, ...refusal })
  expect(await new TestWorld({ profile: 'current' }).call('initialiseSession', call)).toMatchObject({ status: 400, ...refusal })
})
