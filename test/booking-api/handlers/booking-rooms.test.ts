import { describe, expect, test } from 'vitest'
import type { BookingSession } from '../../../src/domain/session/booking-session.ts'
import { aQuote, aSession, IN_SESSION, SESSION_ID } from '../../support/session-rows.ts'
import { aBooking, aProperty, aRate, aRoom, aTariffType } from '../../support/small-world.ts'
import { type TestOptions, TestWorld } from '../../support/test-world.ts'

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

interface Rooms {
  readonly room_types: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly rooms: Readonly<
    Record<
      string,
      { readonly tariffs: Readonly<Record<string, { readonly thirty_day_price: number }>>; readonly room_type: object }
    >
  >
}

const settings = async (world: TestWorld, property: number | string = 1, language = 'en-GB') =>
  ((await begin(world, property, language)).data as { response: { data: Settings } }).response.data

const stored = (world: TestWorld) => world.sandbox.store.db.sessions.get(SESSION_ID)

/** A Tuesday to a Thursday. */
const STAY = { arrival: '2026-06-02', departure: '2026-06-04', adults: 2 } as const

const worldWith = (session: Partial<BookingSession> = {}, options: TestOptions = {}): TestWorld =>
  new TestWorld({ ...options, rows: { sessions: [aSession({ ...STAY, ...session })], ...options.rows } })

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
    expect(allowed.slice(0, 3)).toEqual(['2026-05-02', '2026-05-03', '2026-05-04'])
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
      fixedPeriodBookingsNumberOfDays: '7',
      fixedArrivalDateYesNo: 1,
      fixedArrivalDay: '6',
      capacity: { adults: '8', children: '6' },
      child_rates: { 1: { id: 1, age_from: 6, age_to: 11, price: 10.5, model: 'per_night' } },
    })
    expect(Object.keys(data.images)).toEqual(['property', 'rooms', 'slideshow'])
    expect(data.images).toMatchObject({ slideshow: [[{}, {}]], rooms: { 1: [{}] } })
    expect(data.rooms['1']?.room['large_room_image']).toContain('uploadedimages/1/rooms/1/gull.jpg')
  })

  test('returns days keyed by number in the newest release', async () => {
    const { availability } = await settings(new TestWorld({ profile: 'current', rows: { rates: [aRate({ to: '2026-05-04' })] } }))
    expect(availability.allowed_dates).toEqual({ 0: '2026-05-03', 1: '2026-05-04', 2: '2026-05-02' })
  })

  test.each([
    [0, 'Property not published or does not exist'],
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
    expect((await begin(new TestWorld({ profile: 'current' }), property)).status).toBe(400)
    expect(stored(world)).toBeUndefined()
  })

  test('is refused for a rate without a price in the newest release only', async () => {
    const rows = { rates: [aRate(), aRate({ id: 2, tariffTypeId: 2, price: 0 })] }
    expect((await begin(new TestWorld({ rows, profile: 'current' }))).message).toBe('Price not set')
    expect((await begin(new TestWorld({ rows }))).status).toBe(200)
  })
})

describe('the rooms of a session', () => {
  const list = (world: TestWorld) => world.call('listSessionRooms', { headers: IN_SESSION })
  const rooms = async (world: TestWorld): Promise<Rooms> => (await list(world)).data

  test('are listed by type and tariff, and by pair of room and rate', async () => {
    const { room_types, rooms: pairs } = await rooms(worldWith())
    expect(Object.keys(pairs)).toEqual(['1^1', '2^1', '3^2', '4^2'])
    expect(room_types['2']).toMatchObject({
      room_type_info: { room_class_abbv: 'Twin', room_type_id: '2' },
      room_type_rooms: [{ tariff_name: 'Twin', hatPairs: ['3^2', '4^2'] }],
      occupancy_levels: { room_type_name: 'Twin', room_type_id: 2, max_adults: 3, max_children: 2, max_occupancy: 3 },
      room_type_features: [],
    })
    expect(pairs['4^2']).toMatchObject({
      room: { room_uid: 4, room_type_id: '2' },
      room_type: { room_type_id: '2' },
      room_features: [],
    })
    expect(Object.keys(pairs['4^2']?.tariffs ?? {})).toEqual(['2026-06-02', '2026-06-03'])
    expect(pairs['4^2']?.tariffs['2026-06-02']).toMatchObject({
      rate_id: '2',
      mindays: '1',
      next_checkin_date: '2026-06-03',
      room_type_id: '2',
    })
    expect(pairs['4^2']?.tariffs['2026-06-02']?.thirty_day_price).toBeCloseTo(66.666666667, 6)
  })

  test('have one entry per tariff of a type; the newest release merges them', async () => {
    const rates = [aRate(), aRate({ id: 9, tariffTypeId: 9, price: 12_000 })]
    const tariffTypes = [aTariffType(), aTariffType({ id: 9, title: 'Late' })]
    const apart = await rooms(worldWith({}, { rows: { rates, tariffTypes } }))
    expect(apart.room_types['1']?.['room_type_rooms']).toEqual([
      { tariff_name: 'Standard', hatPairs: ['1^1', '2^1'] },
      { tariff_name: 'Late', hatPairs: ['1^9', '2^9'] },
    ])
    expect(apart.room_types['1']?.['room_type_tariffs']).toHaveLength(2)
    const merged = await rooms(worldWith({}, { rows: { rates, tariffTypes }, profile: 'current' }))
    expect(merged.room_types['1']?.['room_type_rooms']).toEqual([{ tariff_name: 'Late', hatPairs: ['1^1', '1^9', '2^1', '2^9'] }])
    expect(merged.rooms['1^9']?.room_type).toHaveProperty('room_type_id')
    expect(merged.rooms['2^9']?.room_type).not.toHaveProperty('room_type_id')
  })

  test('exclude a room with a taken night', async () => {
    const bookings = [aBooking({ arrival: '2026-06-03', departure: '2026-06-05', rooms: [{ roomId: 3, rateId: 2 }] })]
    expect(Object.keys((await rooms(worldWith({}, { rows: { bookings } }))).rooms)).toEqual(['1^1', '2^1', '4^2'])
  })

  test('meet the restrictions of the tariff, but not in the newest release', async () => {
    const rates = [aRate({ minDays: 3 }), aRate({ id: 2, tariffTypeId: 2, roomTypeId: 2, maxPeople: 1 })]
    expect(await rooms(worldWith({}, { rows: { rates } }))).toEqual({ room_types: [], rooms: [] })
    const children = [{ rateId: 0, quantity: 1, label: '', sentPrice: 0, sentModel: 'per_night' as const }]
    const people = [aRate({ minPeople: 3 })]
    expect(Object.keys((await rooms(worldWith({ children }, { rows: { rates: people } }))).rooms)).toEqual(['1^1', '2^1'])
    expect(Object.keys((await rooms(worldWith({}, { rows: { rates }, profile: 'current' }))).rooms)).toHaveLength(4)
  })

  test('are one for a single unit', async () => {
    expect(Object.keys((await rooms(worldWith({ propertyId: 4 }))).rooms)).toEqual(['7^4'])
  })

  test.each([
    [{ arrival: null, departure: null }, 'Arrival date not set'],
    [{ departure: null }, 'Departure date not set'],
    [{ adults: null }, 'Guest numbers not set'],
  ])('require dates and guests: %o', async (session, reason) => {
    expect((await list(worldWith(session))).data).toEqual({ success: false, reason })
  })

  test('require only dates in the newest release, with at least one night', async () => {
    expect((await list(worldWith({ arrival: null, departure: null }, { profile: 'current' }))).data).toEqual({
      success: false,
      reason: 'Arrival date not set',
    })
    expect((await list(worldWith({ departure: STAY.arrival }, { profile: 'current' }))).data).toEqual({
      success: false,
      reason: 'Dates are the same day',
    })
    expect((await rooms(worldWith({ adults: null }, { profile: 'current' }))).rooms).toHaveProperty('1^1')
  })
})

describe('a selection of rooms', () => {
  const choose = (world: TestWorld, selectedRooms?: string) =>
    world.call('setPropertyBooking', { headers: IN_SESSION, form: selectedRooms === undefined ? {} : { selectedRooms } })
  const body = async (world: TestWorld, selectedRooms?: string) =>
    (await choose(world, selectedRooms)).body as { data: Record<string, unknown> }

  test('is stored, and invalidates price and validation', async () => {
    const world = worldWith({ quote: aQuote(), okToBook: true })
    expect((await choose(world, '1^1,3^2')).data).toEqual({ valid: true, hatPair: '1^1,3^2' })
    expect(stored(world)).toMatchObject({
      rooms: [
        { roomId: 1, rateId: 1 },
        { roomId: 3, rateId: 2 },
      ],
      quote: null,
      okToBook: false,
    })
  })

  test('that is not on offer is refused with a reason', async () => {
    const bookings = [aBooking({ arrival: '2026-06-03', departure: '2026-06-05' })]
    const world = worldWith({}, { rows: { bookings } })
    expect((await choose(world, '1^1')).data).toEqual({ valid: false, reason: '1^1 is not on offer: not free on 2026-06-03' })
    expect((await choose(world, '6^3')).data).toEqual({ valid: false, reason: 'room id not found for this property' })
    expect((await choose(world)).data).toEqual({ valid: false, reason: 'Requested rooms is empty' })
    expect(stored(world)?.rooms).toEqual([])
  })

  test('requires dates and guests', async () => {
    expect((await choose(worldWith({ arrival: null, departure: null }), '1^1')).data).toEqual({
      valid: false,
      reason: 'Arrival date not set',
    })
    expect((await choose(worldWith({ adults: null }), '1^1')).data).toEqual({ valid: false, reason: 'Guest numbers not set' })
  })

  test('is automatic for a single unit', async () => {
    const world = worldWith({ propertyId: 4 })
    expect((await choose(world)).data).toEqual({ valid: true, hatPair: '7^4' })
    expect((await choose(world, 'anything')).data).toEqual({ valid: true, hatPair: '7^4' })
  })

  test('in the newest release has another key for refusals, accepts any rate, and is valid only when repeated', async () => {
    const world = worldWith({}, { profile: 'current' })
    expect((await body(world)).data).toEqual({ set_rooms: { valid: false, reason: 'Requested rooms is empty' } })
    expect((await body(world, '0^2')).data).toEqual({ set_rooms: { valid: false, reason: 'room id invalid' } })
    expect((await body(world, '2^999')).data).toEqual({ set_property_booking: { valid: false, reason: null } })
    expect((await body(world, '2^999')).data).toEqual({ set_property_booking: { valid: true, hatPair: '2^999' } })
    const undated = worldWith({ arrival: null, departure: null }, { profile: 'current' })
    expect((await body(undated, '1^1')).data).toEqual({ set_rooms: { valid: false, reason: 'no rooms available' } })
  })

  test('of a room with features has them by id', async () => {
    const rows = {
      rooms: [aRoom({ featureIds: [3, 8] })],
      features: [
        {
          id: 3,
          name: 'Balcony',
          description: '',
          image: 'balcony.png',
          includeInFilters: true,
          propertyTypeIds: [],
          categoryId: 0,
        },
      ],
    }
    const listed = await worldWith({}, { rows }).call('listSessionRooms', { headers: IN_SESSION })
    expect(listed.data).toMatchObject({
      rooms: {
        '1^1': {
          room: { room_features_uid: '3,8' },
          room_features: { 3: { room_features_uid: 3, feature_description: 'Balcony' } },
        },
      },
      room_types: { 1: { room_type_features: { 3: { room_features_uid: 3 } } } },
    })
  })
})

test.each(['999', '0'])('initialise of the missing property %s is 404, and 400 as recorded', async (property_id) => {
  const call = { headers: IN_SESSION, path: { property_id, language: 'en-GB' } }
  const refusal = { message: 'Property not published or does not exist' }
  expect(await new TestWorld().call('initialiseSession', call)).toMatchObject({ status: 404, ...refusal })
  expect(await new TestWorld({ profile: 'current' }).call('initialiseSession', call)).toMatchObject({ status: 400, ...refusal })
})
