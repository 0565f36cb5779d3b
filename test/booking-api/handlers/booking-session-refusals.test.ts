import { describe, expect, test } from 'vitest'
import type { BookingSession } from '../../../src/domain/session/booking-session.ts'
import { AN_ADDRESS, aCompleteSession, aQuote, IN_SESSION } from '../../support/session-rows.ts'
import { aBooking, aRate } from '../../support/small-world.ts'
import type { TestWorld } from '../../support/test-world.ts'
import { callInSession, DATES, region, storedSession, worldWith } from './booking-session-world.ts'

describe('a refused change', () => {
  const ready = { ...aCompleteSession(), quote: aQuote(), okToBook: true }
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
  ])('%s %o prevents a booking, and its check has the reason', async (id, form, check, reason, complaint, next) => {
    const world = worldWith(ready)
    const sent = id === 'setAddress' ? { ...form, region: region(world) } : form
    expect((await callInSession(world, id, sent)).data).toEqual({ valid: false, reason })
    expect((await callInSession(world, 'getOkToBook')).data).toEqual({ response: false })
    expect((await callInSession(world, check)).data).toEqual({ valid: false, reason })
    expect((await callInSession(world, 'validateBooking')).data).toEqual({ valid: false, reason: `${complaint} ${reason}` })
    const created = await callInSession(world, 'createBooking')
    expect(created.data).toEqual({ valid: false, reason: `Booking not validated: ${complaint} ${reason}` })
    expect(created.headers['X-Understay-Hint']).toContain(`next: POST /service/api/booking/${next}`)
  })

  test('an address is refused with all wrong fields, also with a country code in lower case', async () => {
    const world = worldWith(ready)
    const wrong = { ...AN_ADDRESS, firstname: '', country: 'xx', region: '', email: 'nomail' }
    const reason = 'firstname is required; region is required; country xx is invalid; email "nomail" is not an e-mail address'
    expect((await callInSession(world, 'setAddress', wrong)).data).toEqual({ valid: false, reason })
    expect((await callInSession(world, 'validateAddress')).data).toEqual({ valid: false, reason })
    const lower = { ...AN_ADDRESS, country: 'gb', region: region(world) }
    const refused = await callInSession(world, 'setAddress', lower)
    expect(refused.data).toEqual({ valid: false, reason: 'country gb is invalid' })
    expect(refused.headers['X-Understay-Hint']).toMatch(
      /is not a code of two upper-case letters, as in GB for United Kingdom: GET/,
    )
  })

  test.each([
    [
      { region: 'Devom' },
      /^region "Devom" is not the id of a region of GB: near to it is \d+ Devon; GET \/service\/api\/booking\/regions\/GB lists them$/,
    ],
    [
      { region: '1' },
      /^region "1" is not the id of a region of GB: there are (\d+ [^,]+, ){4}\d+ .* and others; GET \/service\/api\/booking\/regions\/GB lists/,
    ],
    [
      { country: 'Portugul' },
      /^country "Portugul" is not a code of two upper-case letters, as in PT for Portugal: GET \/service\/api\/site_structure\/countries lists/,
    ],
    [
      { country: 'QQ' },
      /^country "QQ" is not the code of a country, such as GB: GET \/service\/api\/site_structure\/countries lists them$/,
    ],
    [{ country: 'Curacau' }, /as in CW for Cura.*ao: GET/],
  ])('an address with %j is refused with a suggestion and the list of valid values', async (wrong, hint) => {
    const world = worldWith(ready)
    const { data, headers } = await callInSession(world, 'setAddress', { ...AN_ADDRESS, region: region(world), ...wrong })
    expect(data).toMatchObject({ valid: false })
    expect(headers['X-Understay-Hint']).toMatch(hint)
  })

  test('for missing or wrong dates is not repeated once they are set', async () => {
    const world = worldWith({})
    await callInSession(world, 'setGuestNumbers', { adults: '2', children: '0' })
    expect((await callInSession(world, 'validateGuestNumbers')).data).toMatchObject({
      reason: 'The arrival date was not supplied.',
    })
    await callInSession(world, 'setDates', DATES)
    const sentAgain = { valid: false, reason: 'Sent too early and not taken: send it again.' }
    expect((await callInSession(world, 'validateGuestNumbers')).data).toEqual(sentAgain)
    await callInSession(world, 'setDates', backwards)
    await callInSession(world, 'setGuestNumbers', { adults: '2', children: '0' })
    await callInSession(world, 'setDates', DATES)
    expect((await callInSession(world, 'validateGuestNumbers')).data).toEqual(sentAgain)
    await callInSession(world, 'setGuestNumbers', { adults: '2', children: '0' })
    expect((await callInSession(world, 'validateGuestNumbers')).data).toEqual({ valid: true })
  })

  test('is removed when the same step is accepted', async () => {
    const world = worldWith(ready)
    await callInSession(world, 'setDates', backwards)
    await callInSession(world, 'setDates', DATES)
    expect((await callInSession(world, 'validateDates')).data).toEqual({ valid: true })
    expect(storedSession(world)?.refused).toEqual({})
  })

  test('hides the rooms and prices of the previous stay', async () => {
    const world = worldWith(ready)
    await callInSession(world, 'setDates', backwards)
    const reason = `Dates do not validate ${DATES_REASON}`
    expect((await callInSession(world, 'listSessionRooms')).data).toEqual({ success: false, reason })
    expect((await callInSession(world, 'getPrices')).message).toBe(`018 -- No rooms have been selected. : ${reason}`)
  })

  test('of rooms leaves none selected: rooms that are offered only first, or only second, are listed as such', async () => {
    const rates = [aRate({ maxRoomsSelected: 0 }), aRate({ id: 2, tariffTypeId: 2, roomTypeId: 2, minRoomsSelected: 1 })]
    const world = worldWith(ready, { rows: { rates } })
    await callInSession(world, 'setPropertyBooking', { selectedRooms: '999^1' })
    const { data } = await callInSession(world, 'listSessionRooms')
    const offer = expect.anything()
    expect(data).toEqual({ room_types: { 1: offer }, rooms: { '1^1': offer, '2^1': offer } })
  })

  test('resets ok_to_book in the newest release too', async () => {
    const world = worldWith(ready, { profile: 'current' })
    await callInSession(world, 'setDates', { arrivalDate: DATES.arrivalDate, departureDate: DATES.arrivalDate })
    expect((await callInSession(world, 'getOkToBook')).data).toEqual({ response: false })
  })
})

describe('the hint names the next step', () => {
  const next = async (world: TestWorld, id: string, form?: Readonly<Record<string, string>>): Promise<string | undefined> =>
    (await callInSession(world, id, form)).headers['X-Understay-Hint']
  const full = aCompleteSession({ quote: aQuote() })

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
    ['an address that is refused before the dates', {}, 'setAddress', 'POST /service/api/booking/set/address'],
    ['guests that are refused before the dates', {}, 'setGuestNumbers', 'POST /service/api/booking/set/dates'],
  ])('%s', async (_, session, id, request) => {
    expect(await next(worldWith(session), id)).toContain(`next: ${request}`)
  })

  test.each(['setGuestNumbers', 'validateGuestNumbers', 'validateBooking', 'listSessionRooms'])(
    '%s leads to other dates when every room is taken',
    async (id) => {
      const yacht = { propertyId: 4, rooms: [{ roomId: 7, rateId: 4 }] }
      const there = aBooking({ ...yacht, arrival: '2026-06-01', departure: '2026-06-05', adults: 6 })
      const world = worldWith({ ...full, propertyId: 4 }, { rows: { bookings: [there] } })
      const party = { adults: '2', children: '0' }
      if (id === 'listSessionRooms') await callInSession(world, 'setGuestNumbers', party)
      expect(await next(world, id, party)).toContain('next: POST /service/api/booking/set/dates')
    },
  )

  test('a client that lost the response to its create reads that the session has booked', async () => {
    const world = worldWith(full)
    await callInSession(world, 'getPrices')
    await callInSession(world, 'validateBooking')
    expect((await callInSession(world, 'createBooking')).data).toEqual({ valid: true })
    const booked = storedSession(world)?.bookingId
    expect(booked).toBeGreaterThan(0)
    for (const id of ['getOkToBook', 'createBooking'])
      expect(await next(world, id)).toContain(`; the session has booked contract ${booked}`)
    await callInSession(world, 'setDates', { arrivalDate: '2026-07-01', departureDate: '2026-07-03' })
    expect(await next(world, 'getOkToBook'), 'other dates').not.toContain('has booked')
    await callInSession(world, 'setDates', DATES)
    expect(await next(world, 'getOkToBook')).toContain('has booked')
    await world.call('initialiseSession', { headers: IN_SESSION, path: { property_id: '4', language: 'en-GB' } })
    expect(await next(world, 'getOkToBook'), 'another property').not.toContain('has booked')
  })

  test('the hint explains free children if the property has child rates', async () => {
    const childRates = [{ id: 4, propertyId: 1, ageFrom: 0, ageTo: 5, price: 1000, model: 'per_night' as const }]
    const world = worldWith(full, { rows: { childRates } })
    expect(await next(world, 'setGuestNumbers', { adults: '2', children: '1' })).toBe(
      'a plain number of children costs nothing; for child rates send children as JSON, [{"id":4,"quantity":1}], with ids of child_rates of initialise',
    )
    const withoutRate = { adults: '1', children: '[{"id":null,"quantity":1}]' }
    expect(await next(world, 'setGuestNumbers', withoutRate)).toContain('[{"id":4,"quantity":1}]')
    const oneWithout = { adults: '1', children: '[{"id":4,"quantity":1},{"id":null,"quantity":2}]' }
    expect(await next(world, 'setGuestNumbers', oneWithout)).toContain('[{"id":4,"quantity":2}]')
  })

  test('a coupon code that no coupon can have is refused', async () => {
    const sent = { adults: '2', children: '0', coupon_code: 'x'.repeat(256) }
    const { data } = await callInSession(worldWith(full), 'setGuestNumbers', sent)
    expect(data).toEqual({ valid: false, reason: 'coupon_code is longer than 255 characters' })
  })
})
