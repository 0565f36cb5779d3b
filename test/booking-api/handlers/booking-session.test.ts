import { describe, expect, test } from 'vitest'
import type { BookingSession } from '../../../src/domain/session/booking-session.ts'
import { AN_ADDRESS, aQuote, aSession, aToldSession, IN_SESSION, SESSION_ID } from '../../support/session-rows.ts'
import { aBooking, aProperty, aRate } from '../../support/small-world.ts'
import { type TestOptions, TestWorld } from '../../support/test-world.ts'

/** A world with one session. */
function worldWith(session: Partial<BookingSession> = {}, options: TestOptions = {}): TestWorld {
  return new TestWorld({ ...options, rows: { sessions: [aSession(session)], ...options.rows } })
}

const told = (world: TestWorld, id: string, form?: Readonly<Record<string, string>>) =>
  world.call(id, { headers: IN_SESSION, ...(form && { form }) })

const stored = (world: TestWorld) => world.sandbox.store.db.sessions.get(SESSION_ID)

const DATES = { arrivalDate: '2026-06-01', departureDate: '2026-06-03' }
const region = (world: TestWorld): string => String(world.sandbox.geography.regionsOf('GB')[0]?.id)

describe('dates', () => {
  test('are stored, and take back price and validation', async () => {
    const world = worldWith({ quote: aQuote(), okToBook: true })
    expect((await told(world, 'setDates', DATES)).data).toEqual({ valid: true })
    expect(stored(world)).toMatchObject({ arrival: '2026-06-01', departure: '2026-06-03', quote: null, okToBook: false })
    expect((await told(world, 'validateDates')).data).toEqual({ valid: true })
    expect((await told(world, 'getOkToBook')).data).toEqual({ response: false })
  })

  test.each([
    [{}, 'The arrival date was not supplied. : arrival date empty'],
    [{ ...DATES, departureDate: '2026-06-01' }, 'Dates are the same'],
    [{ ...DATES, departureDate: '2026-05-30' }, 'The arrival date is not valid. : departure date before arrival date'],
    [{ ...DATES, arrivalDate: '2026-05-02' }, 'The arrival date is outside the dates the property accepts.'],
    [{ ...DATES, arrivalDate: 'constructor' }, 'The arrival date is not valid. : arrival date wrong format'],
  ])('that cannot be are not stored: %o', async (form, reason) => {
    const world = worldWith()
    expect((await told(world, 'setDates', form)).data).toEqual({ valid: false, reason })
    expect(stored(world)?.arrival).toBeNull()
    expect((await told(world, 'validateDates')).data).toMatchObject({ valid: false })
  })

  test.each([
    [{ fixedArrivalDateYesNo: '1', fixedArrivalDay: '6' }, 'The arrival date is not valid. : stays begin on a Saturday'],
    [
      { fixedPeriodBookings: '1', fixedPeriodBookingsNumberOfDays: '7', numberofFixedPeriods: '2' },
      'The departure date is not valid. : stays last 7, 14 nights, not 2',
    ],
    [{ fixedArrivalDateYesNo: '1', fixedArrivalDay: '1' }, undefined],
    [{ fixedPeriodBookings: '1', fixedPeriodBookingsNumberOfDays: '2', numberofFixedPeriods: '1' }, undefined],
    [{ fixedPeriodBookings: '0', fixedPeriodBookingsNumberOfDays: '7' }, undefined],
  ])('keep to what the property lets: %o', async (settings, reason) => {
    const world = worldWith({}, { rows: { properties: [aProperty({ settings })] } })
    const answer = reason === undefined ? { valid: true } : { valid: false, reason }
    expect((await told(world, 'setDates', DATES)).data).toEqual(answer)
  })

  test('the newest release takes any, and remarks on the departure when asked', async () => {
    const world = worldWith({}, { profile: 'current' })
    expect((await told(world, 'validateDates')).data).toEqual({
      valid: true,
      reason: 'Error. Departure date not within dates allowed by property',
    })
    expect((await told(world, 'setDates', { ...DATES, departureDate: '2026-05-30' })).data).toEqual({ valid: true })
    expect((await told(world, 'setDates')).data).toEqual({ valid: false, reason: 'Dates are the same' })
    expect((await told(world, 'validateDates')).data).toEqual({ valid: true })
  })
})

describe('guest numbers', () => {
  const stay = { arrival: '2026-06-01', departure: '2026-06-03' } as const
  const CHILD = '[{"id":1,"price":1,"model":"per_stay","quantity":"1","label":"0 to 5"}]'
  const rows = { childRates: [{ id: 1, propertyId: 1, ageFrom: 0, ageTo: 5, price: 1000, model: 'per_night' as const }] }

  test('are stored, and can be validated', async () => {
    const world = worldWith(stay, { rows })
    expect((await told(world, 'setGuestNumbers', { adults: '2', children: CHILD })).data).toEqual({ valid: true })
    expect(stored(world)).toMatchObject({ adults: 2, children: [{ rateId: 1, quantity: 1, sentPrice: 100 }] })
    expect((await told(world, 'validateGuestNumbers')).data).toEqual({ valid: true })
  })

  test('come after the dates', async () => {
    const world = worldWith()
    expect((await told(world, 'setGuestNumbers', { adults: '2', children: '0' })).data).toEqual({
      valid: false,
      reason: 'The arrival date was not supplied.',
    })
    expect(stored(world)?.adults).toBeNull()
    expect((await told(world, 'validateGuestNumbers')).data).toEqual({
      valid: false,
      reason: 'The arrival date was not supplied.',
    })
  })

  test.each([
    [{ adults: '50', children: '0' }, 'Too many adults. Max adults: 10'],
    [{ adults: '2', children: '60' }, 'Too many children. Max children: 6'],
    [{ adults: '0', children: '0' }, 'The number of adults is wrong. : at least one adult must come'],
    [{ children: '0' }, 'The number of adults was not supplied.'],
    [{ adults: '2', children: CHILD.replace('"id":1', '"id":7') }, 'The number of children is wrong. : there is no child rate 7'],
    [{ adults: '2', children: '0', 'guesttypes[9]': '1' }, 'The number of adults is wrong. : there is no guest type 9'],
  ])('that cannot be say why, and go on saying it: %o', async (form, reason) => {
    const world = worldWith(stay, { rows })
    expect((await told(world, 'setGuestNumbers', form)).data).toEqual({ valid: false, reason })
    expect((await told(world, 'validateGuestNumbers')).data).toEqual({ valid: false, reason })
  })

  test.each([
    [{ adults: '-1' }, 'The number of adults is wrong. : "-1" is not a number of adults'],
    [{ adults: '2', children: '0', 'guesttypes[4]': 'abc' }, 'The number of adults is wrong. : "abc" is not a number of guests'],
    [{ adults: '2', children: '-3' }, 'The number of children is wrong. : "-3" is not a number of children'],
  ])(
    'that cannot be read are refused; what was accepted before stays, without price and validation: %o',
    async (form, reason) => {
      const world = worldWith({ ...stay, adults: 2, quote: aQuote(), okToBook: true }, { rows })
      expect((await told(world, 'setGuestNumbers', form)).data).toEqual({ valid: false, reason })
      expect(stored(world)).toMatchObject({ adults: 2, refused: { guests: reason }, quote: null, okToBook: false })
    },
  )

  test('say so when the dates are still to come, where they may come later', async () => {
    const world = worldWith({}, { choices: { step_order: 'free' } })
    expect((await told(world, 'setGuestNumbers', { adults: '2', children: '0' })).data).toEqual({
      valid: false,
      reason: 'The arrival date was not supplied.',
    })
    expect(stored(world)?.adults).toBe(2)
  })

  test('of one rate are priced together', async () => {
    const world = worldWith({ ...stay, rooms: [{ roomId: 1, rateId: 1 }] }, { rows })
    const child = { id: 1, model: 'per_night', quantity: 1 }
    const children = JSON.stringify([
      { ...child, label: 'A' },
      { ...child, quantity: 2, label: 'B' },
    ])
    expect((await told(world, 'setGuestNumbers', { adults: '2', children })).data).toEqual({ valid: true })
    expect((await told(world, 'getPrices')).data).toMatchObject([
      {
        child_prices: 60,
        child_prices_breakdown: { 1: { total: 60, quantity: '3' } },
        info: { 1: { quantity: '3', label: 'A, B' } },
      },
    ])
  })

  test('that find the house taken hear that', async () => {
    const yacht = { propertyId: 4, rooms: [{ roomId: 7, rateId: 4 }] }
    const there = aBooking({ ...yacht, arrival: '2026-06-01', departure: '2026-06-05', adults: 6 })
    const world = worldWith({ ...stay, propertyId: 4 }, { rows: { bookings: [there] } })
    expect((await told(world, 'setGuestNumbers', { adults: '1', children: '0' })).data).toEqual({
      valid: false,
      reason: 'The property is taken on 2026-06-01 and another night',
    })
  })

  test('must fit beside the guests of each night', async () => {
    const there = aBooking({ arrival: '2026-06-02', departure: '2026-06-05', adults: 9 })
    const world = worldWith(stay, { rows: { bookings: [there] } })
    expect((await told(world, 'setGuestNumbers', { adults: '2', children: '0' })).data).toEqual({
      valid: false,
      reason: ' Too many adults (2) on 2026-06-02. Capacity on 2026-06-02 is  1 adults ',
    })
  })

  test('carry a coupon and guest types, where these are taken', async () => {
    const type = { propertyId: 1, type: 'Member', notes: '', maximum: 5, isPercentage: true, adds: false, variance: 1000 }
    const guestTypes = [{ ...type, id: 3, published: true, order: 1, isChild: false }]
    const form = { adults: '2', children: '0', coupon_code: ' SPRING ', 'guesttypes[3]': '2' }
    const open = worldWith(stay, { rows: { guestTypes } })
    expect((await told(open, 'setGuestNumbers', form)).data).toEqual({ valid: true })
    expect(stored(open)).toMatchObject({ couponCode: 'SPRING', guestTypes: [{ guestTypeId: 3, quantity: 2 }] })
    const closed = worldWith(stay, { rows: { guestTypes }, choices: { session_extras: 'ignore' } })
    expect((await told(closed, 'setGuestNumbers', form)).data).toEqual({ valid: true })
    expect(stored(closed)).toMatchObject({ couponCode: '', guestTypes: [] })
  })

  test('the newest release loses the reasons', async () => {
    const world = worldWith({}, { profile: 'current' })
    expect((await told(world, 'validateGuestNumbers')).message).toBe('Period start not set')
    const form = { adults: '2', children: '0' }
    expect((await told(world, 'setGuestNumbers', form)).data).toEqual({ valid: false, reason: null })
    expect(stored(world)?.adults).toBe(2)
    await told(world, 'setDates', DATES)
    expect((await told(world, 'setGuestNumbers', { adults: 'two' })).data).toEqual({ valid: true })
    expect((await told(world, 'setGuestNumbers', { adults: '50' })).data).toEqual({ valid: false, reason: null })
    expect((await told(world, 'validateGuestNumbers')).data).toEqual({ valid: false })
  })
})

describe('a change that is refused', () => {
  const ready = { ...aToldSession(), quote: aQuote(), okToBook: true }
  const backwards = { arrivalDate: DATES.departureDate, departureDate: DATES.arrivalDate }
  const DATES_REASON = 'The arrival date is not valid. : departure date before arrival date'
  const CHILDREN_REASON = 'The number of children is wrong. : children was not supplied; send 0 for none'
  const UNKNOWN_ROOM = 'room id not found for this property'

  test.each<[string, Readonly<Record<string, string>>, string, string, string, string]>([
    ['setDates', backwards, 'validateDates', DATES_REASON, 'Dates do not validate', 'set/dates'],
    [
      'setDates',
      {},
      'validateDates',
      'The arrival date was not supplied. : arrival date empty',
      'Dates do not validate',
      'set/dates',
    ],
    [
      'setGuestNumbers',
      { adults: '2' },
      'validateGuestNumbers',
      CHILDREN_REASON,
      'Guest numbers do not validate',
      'set/guest/numbers',
    ],
    [
      'setPropertyBooking',
      { selectedRooms: '1^999' },
      'validateRooms',
      '1^999 is not on offer: the rate is not one of this room',
      'Rooms do not validate',
      'set/property/booking',
    ],
    [
      'setPropertyBooking',
      { selectedRooms: '99^1' },
      'validateRooms',
      UNKNOWN_ROOM,
      'Rooms do not validate',
      'set/property/booking',
    ],
    [
      'setAddress',
      { ...AN_ADDRESS, email: 'nomail' },
      'validateAddress',
      'email "nomail" is not an e-mail address',
      'Address does not validate',
      'set/address',
    ],
  ])('%s %o: nothing can be booked, and its check says why', async (id, form, check, reason, complaint, next) => {
    const world = worldWith(ready)
    const sent = id === 'setAddress' ? { ...form, region: region(world) } : form
    expect((await told(world, id, sent)).data).toEqual({ valid: false, reason })
    expect((await told(world, 'getOkToBook')).data).toEqual({ response: false })
    expect((await told(world, check)).data).toEqual({ valid: false, reason })
    expect((await told(world, 'validateBooking')).data).toEqual({ valid: false, reason: `${complaint} ${reason}` })
    const created = await told(world, 'createBooking')
    expect(created.data).toEqual({ valid: false, reason: `Booking not validated: ${complaint} ${reason}` })
    expect(created.headers['X-Understay-Hint']).toContain(`next: POST /service/api/booking/${next}`)
  })

  test('an address names all its wrong fields, and is taken with a country code in any case', async () => {
    const world = worldWith(ready)
    const wrong = { ...AN_ADDRESS, firstname: '', country: 'xx', region: '', email: 'nomail' }
    const reason = 'firstname is required; region is required; country XX is invalid; email "nomail" is not an e-mail address'
    expect((await told(world, 'setAddress', wrong)).data).toEqual({ valid: false, reason })
    expect((await told(world, 'validateAddress')).data).toEqual({ valid: false, reason })
    const right = { ...AN_ADDRESS, country: 'gb', region: region(world) }
    expect((await told(world, 'setAddress', right)).data).toEqual({ valid: true })
  })

  test('is forgotten when the same step is accepted', async () => {
    const world = worldWith(ready)
    await told(world, 'setDates', backwards)
    await told(world, 'setDates', DATES)
    expect((await told(world, 'validateDates')).data).toEqual({ valid: true })
    expect(stored(world)?.refused).toEqual({})
  })

  test('hides the rooms and prices of the stay before it', async () => {
    const world = worldWith(ready)
    await told(world, 'setDates', backwards)
    const reason = `Dates do not validate ${DATES_REASON}`
    expect((await told(world, 'listSessionRooms')).data).toEqual({ success: false, reason })
    expect((await told(world, 'getPrices')).message).toBe(`018 -- No rooms have been selected. : ${reason}`)
  })

  test('takes ok_to_book back from the newest release as well', async () => {
    const world = worldWith(ready, { profile: 'current' })
    await told(world, 'setDates', { arrivalDate: DATES.arrivalDate, departureDate: DATES.arrivalDate })
    expect((await told(world, 'getOkToBook')).data).toEqual({ response: false })
  })
})

describe('a hint names the step that comes next', () => {
  const next = async (world: TestWorld, id: string, form?: Readonly<Record<string, string>>): Promise<string | undefined> =>
    (await told(world, id, form)).headers['X-Understay-Hint']
  const full = aToldSession({ quote: aQuote() })

  test.each<[string, Partial<BookingSession>, string, string]>([
    ['rooms of a new session', {}, 'listSessionRooms', 'POST /service/api/booking/set/dates'],
    ['rooms before guests', { ...full, adults: null }, 'listSessionRooms', 'POST /service/api/booking/set/guest/numbers'],
    ['prices before rooms', { ...full, rooms: [] }, 'getPrices', 'POST /service/api/booking/set/property/booking'],
    [
      'a check of rooms before there are some',
      { ...full, rooms: [] },
      'validateRooms',
      'POST /service/api/booking/set/property/booking',
    ],
    ['a deposit before prices', { ...full, quote: null }, 'getDeposit', 'GET /service/api/booking/prices'],
    ['a validation before prices', { ...full, quote: null }, 'validateBooking', 'GET /service/api/booking/prices'],
    ['a validation without an address', { ...full, address: null }, 'validateBooking', 'POST /service/api/booking/set/address'],
    [
      'a validation that fails for the address, before prices',
      { ...full, address: null, quote: null },
      'validateBooking',
      'POST /service/api/booking/set/address',
    ],
    ['a booking before the validation', full, 'createBooking', 'GET /service/api/booking/validate/booking'],
    ['ok_to_book before the validation', full, 'getOkToBook', 'GET /service/api/booking/validate/booking'],
    ['an empty note', { ...full, quote: null }, 'setNote', 'GET /service/api/booking/prices'],
  ])('%s', async (_, session, id, request) => {
    expect(await next(worldWith(session), id)).toContain(`next: ${request}`)
  })

  test('children that cost nothing, where the property has child rates', async () => {
    const childRates = [{ id: 4, propertyId: 1, ageFrom: 0, ageTo: 5, price: 1000, model: 'per_night' as const }]
    const world = worldWith(full, { rows: { childRates } })
    expect(await next(world, 'setGuestNumbers', { adults: '2', children: '1' })).toBe(
      'a plain number of children costs nothing; for child rates send children as JSON, [{"id":4,"quantity":1}], with ids of child_rates of initialise',
    )
  })
})

describe('an address', () => {
  test('is stored, and can be validated', async () => {
    const world = worldWith()
    const form = { ...AN_ADDRESS, region: region(world) }
    expect((await told(world, 'setAddress', form)).data).toEqual({ valid: true })
    expect(stored(world)?.address).toEqual(form)
    expect((await told(world, 'validateAddress')).data).toEqual({ valid: true })
  })

  test('that lacks something is refused, and the validation says why', async () => {
    const world = worldWith()
    const form = { ...AN_ADDRESS, region: region(world), surname: '' }
    expect((await told(world, 'setAddress', form)).data).toEqual({ valid: false, reason: 'surname is required' })
    expect((await told(world, 'validateAddress')).data).toEqual({ valid: false, reason: 'surname is required' })
  })

  test('needs what the property demands', async () => {
    const rows = { properties: [aProperty({ settings: { bookingform_requiredfields_town: '1' } })] }
    const world = worldWith({}, { rows })
    const form = { ...AN_ADDRESS, region: region(world), town: '' }
    expect((await told(world, 'setAddress', form)).data).toEqual({ valid: false, reason: 'town is required' })
  })

  test('comes after the guests where the listed order is demanded', async () => {
    const world = worldWith({}, { choices: { step_order: 'as_listed' } })
    expect((await told(world, 'setAddress', AN_ADDRESS)).data).toEqual({ valid: false, reason: 'Arrival date not set' })
    expect(stored(world)?.address).toBeNull()
  })
})

describe('notes', () => {
  test('are kept in their order and leave the validation alone', async () => {
    const world = worldWith({ quote: aQuote(), okToBook: true })
    for (const note of ['Late arrival', 'Two dogs'])
      expect((await told(world, 'setNote', { note })).data).toEqual({ valid: true })
    expect(stored(world)).toMatchObject({ notes: ['Late arrival', 'Two dogs'], okToBook: true })
  })

  test('cannot fill a sandbox: a long one is refused, and one too many', async () => {
    const world = worldWith({ notes: Array.from({ length: 49 }, () => 'x') })
    expect((await told(world, 'setNote', { note: 'x'.repeat(5001) })).data).toEqual({
      valid: false,
      reason: 'Note too long: 5001 characters, where 5000 are the most',
    })
    expect((await told(world, 'setNote', { note: 'x'.repeat(5000) })).data).toEqual({ valid: true })
    expect((await told(world, 'setNote', { note: 'one more' })).data).toEqual({
      valid: false,
      reason: 'Too many notes: 50 are the most',
    })
    expect(stored(world)?.notes).toHaveLength(50)
  })

  test.each(['', 'undefined', 'null', '  '])('an empty one is refused: "%s"', async (note) => {
    const world = worldWith()
    expect((await told(world, 'setNote', { note })).data).toEqual({ valid: false, reason: 'Note empty' })
  })
})

describe('the chosen rooms', () => {
  test('must have been chosen', async () => {
    expect((await told(worldWith(), 'validateRooms')).data).toEqual({ valid: false, reason: 'hatPairs not stored' })
    expect((await told(worldWith(aToldSession()), 'validateRooms')).data).toEqual({ valid: true })
  })

  test('must still be free', async () => {
    const rows = { bookings: [aBooking({ arrival: '2026-06-02', departure: '2026-06-05' })] }
    expect((await told(worldWith(aToldSession(), { rows }), 'validateRooms')).data).toEqual({
      valid: false,
      reason: 'room Gull is no longer free on 2026-06-02',
    })
  })
})

describe('the chosen rate', () => {
  test('must still suit the stay', async () => {
    const rows = { rates: [aRate({ minDays: 3 })] }
    expect((await told(worldWith(aToldSession(), { rows }), 'validateRooms')).data).toEqual({
      valid: false,
      reason: '1^1 is not on offer: nights: at least 3',
    })
  })
})

describe('the whole booking', () => {
  /** Two nights at 100 for each of two adults, tax included, a fifth of it as deposit. */
  const quote = aQuote({ total: 40_000, totalExact: '400', deposit: 8000, depositExact: '80' })
  const complete = (changes: Partial<BookingSession> = {}, options: TestOptions = {}) => {
    const first = new TestWorld()
    return worldWith(aToldSession({ address: { ...AN_ADDRESS, region: region(first) }, quote, ...changes }), options)
  }

  test('does, once everything has been told and priced', async () => {
    const world = complete()
    expect((await told(world, 'validateBooking')).data).toEqual({ valid: true })
    expect((await told(world, 'getOkToBook')).data).toEqual({ response: true })
  })

  test.each<[string, Partial<BookingSession>, string]>([
    [
      'no address',
      { address: null },
      'Address does not validate firstname is required; surname is required; region is required; country is required; tel_mobile is required; email is required',
    ],
    [
      'no dates',
      { arrival: null, departure: null },
      'Dates do not validate The arrival date was not supplied. : arrival date empty',
    ],
    ['no guests', { adults: null }, 'Guest numbers do not validate The number of adults was not supplied.'],
    ['no rooms', { rooms: [] }, 'Rooms do not validate hatPairs not stored'],
    ['no price', { quote: null }, 'Accommodation total does not validate Prices not calculated, or no longer valid'],
    [
      'a price that is another by now',
      { quote: { ...quote, total: 39_900, totalExact: '399' } },
      'Accommodation total does not validate the price has changed from 399.00 to 400.00, ask for prices again',
    ],
    [
      'dates that have gone by',
      { arrival: '2026-05-01' },
      'Dates do not validate The arrival date is outside the dates the property accepts.',
    ],
  ])('does not with %s, and takes back what was said before', async (_, changes, reason) => {
    const world = complete({ ...changes, okToBook: true })
    expect((await told(world, 'validateBooking')).data).toEqual({ valid: false, reason })
    expect((await told(world, 'getOkToBook')).data).toEqual({ response: false })
  })

  test('does not when somebody else has taken the room since', async () => {
    const rows = { bookings: [aBooking({ arrival: '2026-06-02', departure: '2026-06-05' })] }
    expect((await told(complete({}, { rows }), 'validateBooking')).data).toEqual({
      valid: false,
      reason: 'Rooms do not validate room Gull is no longer free on 2026-06-02',
    })
  })

  test.each<[string, string, Readonly<Record<string, string>>]>([
    ['the dates change', 'setDates', DATES],
    ['the guests change', 'setGuestNumbers', { adults: '1', children: '0' }],
    ['the address changes', 'setAddress', AN_ADDRESS],
  ])('when %s, prices must be asked for again', async (_, id, form) => {
    const world = complete({ okToBook: true })
    await told(world, id, id === 'setAddress' ? { ...form, region: region(world) } : form)
    expect((await told(world, 'getOkToBook')).data).toEqual({ response: false })
    expect((await told(world, 'validateBooking')).data).toEqual({
      valid: false,
      reason: 'Accommodation total does not validate Prices not calculated, or no longer valid',
    })
  })

  test('where stale prices are kept, one that is another by now still does, and is what the booking costs', async () => {
    const stale = { ...quote, total: 39_900, totalExact: '399' }
    const world = complete({ quote: stale }, { choices: { stale_prices: 'kept' } })
    await told(world, 'setDates', { ...DATES, departureDate: '2026-06-05' })
    expect((await told(world, 'validateBooking')).data).toEqual({ valid: true })
    expect((await told(world, 'createBooking')).data).toEqual({ valid: true })
    expect(world.sandbox.store.db.bookings.all()[0]).toMatchObject({ departure: '2026-06-05', total: 39_900 })
    const never = complete({ quote: null }, { choices: { stale_prices: 'kept' } })
    expect((await told(never, 'validateBooking')).data).toEqual({
      valid: false,
      reason: 'Accommodation total does not validate Prices not calculated, or no longer valid',
    })
  })

  test('in the newest release a stale price still does, a missing one does not', async () => {
    const world = complete({}, { profile: 'current' })
    await told(world, 'setDates', { ...DATES, arrivalDate: '2026-05-30' })
    expect((await told(world, 'validateBooking')).data).toEqual({ valid: true })
    const unpriced = complete({ quote: null, okToBook: true }, { profile: 'current' })
    expect((await told(unpriced, 'validateBooking')).data).toEqual({
      valid: false,
      reason: 'Accommodation total does not validate',
    })
    expect((await told(unpriced, 'getOkToBook')).data).toEqual({ response: true })
  })
})

describe('errors, and days', () => {
  test('every numbered error has a text', async () => {
    const { messages } = (await told(new TestWorld(), 'listErrorMessages')).data as { messages: Record<string, object> }
    expect(Object.keys(messages)).toHaveLength(21)
    expect(messages['018']).toEqual({ error_message: 'No rooms have been selected.', error_number: '018' })
    expect(messages['019']).toBeUndefined()
  })

  const range = (world: TestWorld, start_date: string, end_date: string) =>
    world.call('listDatesInRange', { headers: IN_SESSION, path: { start_date, end_date } })

  test('a range of days holds its end; in the newest release it does not', async () => {
    const days = ['2031-05-01', '2031-05-02', '2031-05-03']
    expect((await range(new TestWorld(), '2031-05-01', '2031-05-03')).data).toEqual({ periods: days })
    expect((await range(new TestWorld(), '2031-05-01', '2031-05-01')).data).toEqual({ periods: ['2031-05-01'] })
    const current = new TestWorld({ profile: 'current' })
    expect((await range(current, '2026-06-01', '2026-06-03')).data).toEqual({ periods: ['2026-06-01', '2026-06-02'] })
    expect((await range(current, '2027-05-01', '2031-05-03')).data).toEqual({ periods: ['2027-05-01'] })
    expect((await range(current, '2026-06-03', '2026-06-01')).data).toEqual({ periods: [] })
    expect((await range(current, 'foo', 'bar')).data).toEqual({ periods: [] })
  })

  test.each([
    ['2031-05-03', '2031-05-01', 'end_date: "2031-05-01" is before start_date "2031-05-03"'],
    ['foo', '2031-05-01', 'start_date: expected a day that exists, as YYYY-MM-DD, not "foo"'],
    ['2026-01-01', '9999-12-31', 'end_date: "9999-12-31" is 36525 days or more after start_date'],
  ])('%s to %s is no range', async (start, end, message) => {
    expect(await range(new TestWorld(), start, end)).toMatchObject({ status: 400, message })
  })
})

describe('prices and regions', () => {
  const price = async (amount: string, settings: Readonly<Record<string, string>> = {}, currency = 'EUR') => {
    const world = worldWith({}, { rows: { properties: [aProperty({ settings, currency })] } })
    return (await world.call('formatPrice', { headers: IN_SESSION, path: { amount } })).data
  }

  test.each([
    ['1234.5', {}, '1,234.50€'],
    ['1234.5', { cformat: '1' }, '1.234,50€'],
    ['1234.5', { cformat: '3' }, '1234.50€'],
    ['1234.5', { cformat: '4' }, '1&nbsp;234.50€'],
    ['1234.5', { cformat: '5' }, '1&nbsp;234,50€'],
    ['1234.5', { cformat: '6' }, '1234€'],
    ['0.5', { cformat: '1' }, '0.50€'],
    ['12.99', {}, '12.99€'],
    ['0.999', {}, '1.00€'],
    ['12.345', {}, '12.35€'],
    ['999.995', {}, '1,000.00€'],
    ['1234567.891', {}, '1,234,567.89€'],
    ['-5', {}, '-5.00€'],
    ['12,5', {}, '12.50€'],
  ])('%s by %o is %s', async (amount, settings, text) => {
    expect(await price(amount, settings)).toEqual({ price: text })
  })

  test('the symbol is that of the property, on its side', async () => {
    expect(await price('12.5', {}, 'GBP')).toEqual({ price: '12.50£' })
  })

  const regions = async (country_code: string) =>
    (await worldWith().call('listSessionRegions', { headers: IN_SESSION, path: { country_code } })).data as {
      regions: Record<string, string>
    }

  test('regions are found in any case of the code', async () => {
    const found = await regions('gb')
    expect(Object.keys(found.regions).length).toBeGreaterThan(1)
    expect(found).toEqual(await regions('GB'))
  })

  test.each(['ZZ', '__proto__', '-1', 'constructor'])('a country nobody knows has none: %s', async (code) => {
    expect(await regions(code)).toEqual({ regions: [] })
  })
})
