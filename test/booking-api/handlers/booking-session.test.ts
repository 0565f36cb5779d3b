import { describe, expect, test } from 'vitest'
import { aQuote } from '../../support/session-rows.ts'
import { aBooking, aProperty } from '../../support/small-world.ts'
import { callInSession, DATES, storedSession, worldWith } from './booking-session-world.ts'

describe('dates', () => {
  test('are stored, and invalidate price and validation', async () => {
    const world = worldWith({ quote: aQuote(), okToBook: true })
    expect((await callInSession(world, 'setDates', DATES)).data).toEqual({ valid: true })
    expect(storedSession(world)).toMatchObject({ arrival: '2026-06-01', departure: '2026-06-03', quote: null, okToBook: false })
    expect((await callInSession(world, 'validateDates')).data).toEqual({ valid: true })
    expect((await callInSession(world, 'getOkToBook')).data).toEqual({ response: false })
  })

  test.each([
    [{}, 'The arrival date was not supplied. : arrival date empty'],
    [{ ...DATES, departureDate: '2026-06-01' }, 'Dates are the same'],
    [{ ...DATES, departureDate: '2026-05-30' }, 'The arrival date is not valid. : departure date before arrival date'],
    [
      { ...DATES, arrivalDate: '2026-05-02' },
      'The arrival date is outside the dates the property accepts. : 2026-05-03 to 2027-05-01',
    ],
    [{ ...DATES, arrivalDate: 'constructor' }, 'The arrival date is not valid. : arrival date wrong format'],
  ])('that are invalid are not stored: %o', async (form, reason) => {
    const world = worldWith()
    expect((await callInSession(world, 'setDates', form)).data).toEqual({ valid: false, reason })
    expect(storedSession(world)?.arrival).toBeNull()
    expect((await callInSession(world, 'validateDates')).data).toMatchObject({ valid: false })
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
  ])('must match the fixed periods of the property: %o', async (settings, reason) => {
    const world = worldWith({}, { rows: { properties: [aProperty({ settings })] } })
    const answer = reason === undefined ? { valid: true } : { valid: false, reason }
    expect((await callInSession(world, 'setDates', DATES)).data).toEqual(answer)
  })

  test('are all accepted by the newest release, with a remark on the departure in the validation', async () => {
    const world = worldWith({}, { profile: 'current' })
    expect((await callInSession(world, 'validateDates')).data).toEqual({
      valid: true,
      reason: 'Error. Departure date not within dates allowed by property',
    })
    expect((await callInSession(world, 'setDates', { ...DATES, departureDate: '2026-05-30' })).data).toEqual({ valid: true })
    expect((await callInSession(world, 'setDates')).data).toEqual({ valid: false, reason: 'Dates are the same' })
    expect((await callInSession(world, 'validateDates')).data).toEqual({ valid: true })
  })

  test.each([
    ['2026-6-5', '2026-06-05'],
    ['2026/06/05', '2026-06-05'],
    ['2026-02-30', '2026-03-02'],
    ['2026-06-05T00:00', '2026-06-05'],
    ['soon', undefined],
    ['2026-13-01', undefined],
  ])('are read by the newest release without asking for their form: %s', async (arrivalDate, arrival) => {
    const world = worldWith({}, { profile: 'current' })
    const { data } = await callInSession(world, 'setDates', { arrivalDate, departureDate: '2026-06-20' })
    expect([data, storedSession(world)?.arrival]).toMatchObject([{ valid: arrival !== undefined }, arrival ?? null])
  })
})

describe('guest numbers', () => {
  const stay = { arrival: '2026-06-01', departure: '2026-06-03' } as const
  const CHILD = '[{"id":1,"price":1,"model":"per_stay","quantity":"1","label":"0 to 5"}]'
  const rows = { childRates: [{ id: 1, propertyId: 1, ageFrom: 0, ageTo: 5, price: 1000, model: 'per_night' as const }] }

  test('are stored, and can be validated', async () => {
    const world = worldWith(stay, { rows })
    expect((await callInSession(world, 'setGuestNumbers', { adults: '2', children: CHILD })).data).toEqual({ valid: true })
    expect(storedSession(world)).toMatchObject({ adults: 2, children: [{ rateId: 1, quantity: 1, sentPrice: 100 }] })
    expect((await callInSession(world, 'validateGuestNumbers')).data).toEqual({ valid: true })
  })

  test('require dates', async () => {
    const world = worldWith()
    expect((await callInSession(world, 'setGuestNumbers', { adults: '2', children: '0' })).data).toEqual({
      valid: false,
      reason: 'The arrival date was not supplied.',
    })
    expect(storedSession(world)?.adults).toBeNull()
    expect((await callInSession(world, 'validateGuestNumbers')).data).toEqual({
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
  ])('that are invalid are refused with a reason, also in the validation: %o', async (form, reason) => {
    const world = worldWith(stay, { rows })
    expect((await callInSession(world, 'setGuestNumbers', form)).data).toEqual({ valid: false, reason })
    expect((await callInSession(world, 'validateGuestNumbers')).data).toEqual({ valid: false, reason })
  })

  test.each([
    [{ adults: '-1' }, 'The number of adults is wrong. : "-1" is not a number of adults'],
    [{ adults: '2', children: '0', 'guesttypes[4]': 'abc' }, 'The number of adults is wrong. : "abc" is not a number of guests'],
    [{ adults: '2', children: '-3' }, 'The number of children is wrong. : "-3" is not a number of children'],
  ])(
    'that cannot be read are refused; what was accepted before stays, without price and validation: %o',
    async (form, reason) => {
      const world = worldWith({ ...stay, adults: 2, quote: aQuote(), okToBook: true }, { rows })
      expect((await callInSession(world, 'setGuestNumbers', form)).data).toEqual({ valid: false, reason })
      expect(storedSession(world)).toMatchObject({ adults: 2, refused: { guests: reason }, quote: null, okToBook: false })
    },
  )

  test('are accepted before dates under step_order=free, with a reason', async () => {
    const world = worldWith({}, { choices: { step_order: 'free' } })
    expect((await callInSession(world, 'setGuestNumbers', { adults: '2', children: '0' })).data).toEqual({
      valid: false,
      reason: 'The arrival date was not supplied.',
    })
    expect(storedSession(world)?.adults).toBe(2)
  })

  test('at one rate are priced together', async () => {
    const world = worldWith({ ...stay, rooms: [{ roomId: 1, rateId: 1 }] }, { rows })
    const child = { id: 1, model: 'per_night', quantity: 1 }
    const children = JSON.stringify([
      { ...child, label: 'A' },
      { ...child, quantity: 2, label: 'B' },
    ])
    expect((await callInSession(world, 'setGuestNumbers', { adults: '2', children })).data).toEqual({ valid: true })
    expect((await callInSession(world, 'getPrices')).data).toMatchObject([
      {
        child_prices: 60,
        child_prices_breakdown: { 1: { total: 60, quantity: '3' } },
        info: { 1: { quantity: '3', label: 'A, B' } },
      },
    ])
  })

  test('are refused with that reason in a fully booked property', async () => {
    const yacht = { propertyId: 4, rooms: [{ roomId: 7, rateId: 4 }] }
    const there = aBooking({ ...yacht, arrival: '2026-06-01', departure: '2026-06-05', adults: 6 })
    const world = worldWith({ ...stay, propertyId: 4 }, { rows: { bookings: [there] } })
    expect((await callInSession(world, 'setGuestNumbers', { adults: '1', children: '0' })).data).toEqual({
      valid: false,
      reason: 'The property is taken on 2026-06-01 and another night',
    })
  })

  test('must not exceed the remaining capacity of each night', async () => {
    const there = aBooking({ arrival: '2026-06-02', departure: '2026-06-05', adults: 9 })
    const world = worldWith(stay, { rows: { bookings: [there] } })
    expect((await callInSession(world, 'setGuestNumbers', { adults: '2', children: '0' })).data).toEqual({
      valid: false,
      reason: ' Too many adults (2) on 2026-06-02. Capacity on 2026-06-02 is  1 adults ',
    })
  })

  test('include a coupon and guest types under session_extras=accept', async () => {
    const type = { propertyId: 1, type: 'Member', notes: '', maximum: 5, isPercentage: true, adds: false, variance: 1000 }
    const guestTypes = [{ ...type, id: 3, published: true, order: 1, isChild: false }]
    const form = { adults: '2', children: '0', coupon_code: ' SPRING ', 'guesttypes[3]': '2' }
    const open = worldWith(stay, { rows: { guestTypes } })
    expect((await callInSession(open, 'setGuestNumbers', form)).data).toEqual({ valid: true })
    expect(storedSession(open)).toMatchObject({ couponCode: 'SPRING', guestTypes: [{ guestTypeId: 3, quantity: 2 }] })
    const closed = worldWith(stay, { rows: { guestTypes }, choices: { session_extras: 'ignore' } })
    expect((await callInSession(closed, 'setGuestNumbers', form)).data).toEqual({ valid: true })
    expect(storedSession(closed)).toMatchObject({ couponCode: '', guestTypes: [] })
  })

  test('have no reasons in the newest release', async () => {
    const world = worldWith({}, { profile: 'current' })
    expect((await callInSession(world, 'validateGuestNumbers')).message).toBe('Period start not set')
    const form = { adults: '2', children: '0' }
    expect((await callInSession(world, 'setGuestNumbers', form)).data).toEqual({ valid: false, reason: null })
    expect(storedSession(world)?.adults).toBe(2)
    await callInSession(world, 'setDates', DATES)
    expect((await callInSession(world, 'setGuestNumbers', { adults: 'two' })).data).toEqual({ valid: true })
    expect((await callInSession(world, 'setGuestNumbers', { adults: '50' })).data).toEqual({ valid: false, reason: null })
    expect((await callInSession(world, 'validateGuestNumbers')).data).toEqual({ valid: false })
  })
})
