import { describe, expect, test } from 'vitest'
import type { BookingSession } from '../../../src/domain/session/booking-session.ts'
import { AN_ADDRESS, aCompleteSession, aQuote } from '../../support/session-rows.ts'
import { aBooking, aProperty, aRate } from '../../support/small-world.ts'
import { type TestOptions, TestWorld } from '../../support/test-world.ts'
import { callInSession, DATES, region, storedSession, worldWith } from './booking-session-world.ts'

describe('an address', () => {
  test('is stored, and can be validated', async () => {
    const world = worldWith()
    const form = { ...AN_ADDRESS, region: region(world) }
    expect((await callInSession(world, 'setAddress', form)).data).toEqual({ valid: true })
    expect(storedSession(world)?.address).toEqual(form)
    expect((await callInSession(world, 'validateAddress')).data).toEqual({ valid: true })
  })

  test('that is incomplete is refused, and the validation has the reason', async () => {
    const world = worldWith()
    const form = { ...AN_ADDRESS, region: region(world), surname: '' }
    expect((await callInSession(world, 'setAddress', form)).data).toEqual({ valid: false, reason: 'surname is required' })
    expect((await callInSession(world, 'validateAddress')).data).toEqual({ valid: false, reason: 'surname is required' })
  })

  test('requires the fields of the property', async () => {
    const rows = { properties: [aProperty({ settings: { bookingform_requiredfields_town: '1' } })] }
    const world = worldWith({}, { rows })
    const form = { ...AN_ADDRESS, region: region(world), town: '' }
    expect((await callInSession(world, 'setAddress', form)).data).toEqual({ valid: false, reason: 'town is required' })
  })

  test('requires guests under step_order=as_listed', async () => {
    const world = worldWith({}, { choices: { step_order: 'as_listed' } })
    expect((await callInSession(world, 'setAddress', AN_ADDRESS)).data).toEqual({ valid: false, reason: 'Arrival date not set' })
    expect(storedSession(world)?.address).toBeNull()
  })
})

describe('notes', () => {
  test('are stored in order and do not affect the validation', async () => {
    const world = worldWith({ quote: aQuote(), okToBook: true })
    for (const note of ['Late arrival', 'Two dogs'])
      expect((await callInSession(world, 'setNote', { note })).data).toEqual({ valid: true })
    expect(storedSession(world)).toMatchObject({ notes: ['Late arrival', 'Two dogs'], okToBook: true })
  })

  test('are limited in length and number', async () => {
    const world = worldWith({ notes: Array.from({ length: 49 }, () => 'x') })
    expect((await callInSession(world, 'setNote', { note: 'x'.repeat(5001) })).data).toEqual({
      valid: false,
      reason: 'Note too long: 5001 characters, where 5000 are the most',
    })
    expect((await callInSession(world, 'setNote', { note: 'x'.repeat(5000) })).data).toEqual({ valid: true })
    expect((await callInSession(world, 'setNote', { note: 'one more' })).data).toEqual({
      valid: false,
      reason: 'Too many notes: 50 are the most',
    })
    expect(storedSession(world)?.notes).toHaveLength(50)
  })

  test.each(['', 'undefined', 'null', '  '])('are refused when empty: "%s"', async (note) => {
    const world = worldWith()
    expect((await callInSession(world, 'setNote', { note })).data).toEqual({ valid: false, reason: 'Note empty' })
  })
})

describe('the selected rooms', () => {
  test('must be set', async () => {
    expect((await callInSession(worldWith(), 'validateRooms')).data).toEqual({ valid: false, reason: 'hatPairs not stored' })
    expect((await callInSession(worldWith(aCompleteSession()), 'validateRooms')).data).toEqual({ valid: true })
  })

  test('must be free', async () => {
    const rows = { bookings: [aBooking({ arrival: '2026-06-02', departure: '2026-06-05' })] }
    expect((await callInSession(worldWith(aCompleteSession(), { rows }), 'validateRooms')).data).toEqual({
      valid: false,
      reason: 'room Gull is no longer free on 2026-06-02',
    })
  })
})

describe('the selected rate', () => {
  test('must match the stay', async () => {
    const rows = { rates: [aRate({ minDays: 3 })] }
    expect((await callInSession(worldWith(aCompleteSession(), { rows }), 'validateRooms')).data).toEqual({
      valid: false,
      reason: '1^1 is not on offer: nights: at least 3',
    })
  })
})

describe('the complete booking', () => {
  /** Two nights at 100 for each of two adults, tax included, a fifth of it as deposit. */
  const quote = aQuote({ total: 40_000, totalExact: '400', deposit: 8000, depositExact: '80' })
  const complete = (changes: Partial<BookingSession> = {}, options: TestOptions = {}) => {
    const first = new TestWorld()
    return worldWith(aCompleteSession({ address: { ...AN_ADDRESS, region: region(first) }, quote, ...changes }), options)
  }

  test('is valid when everything is set and priced', async () => {
    const world = complete()
    expect((await callInSession(world, 'validateBooking')).data).toEqual({ valid: true })
    expect((await callInSession(world, 'getOkToBook')).data).toEqual({ response: true })
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
      'Dates do not validate The arrival date is outside the dates the property accepts. : 2026-05-03 to 2027-05-01',
    ],
  ])('is invalid with %s, and loses an earlier validation', async (_, changes, reason) => {
    const world = complete({ ...changes, okToBook: true })
    expect((await callInSession(world, 'validateBooking')).data).toEqual({ valid: false, reason })
    expect((await callInSession(world, 'getOkToBook')).data).toEqual({ response: false })
  })

  test('is invalid when another booking has taken the room', async () => {
    const rows = { bookings: [aBooking({ arrival: '2026-06-02', departure: '2026-06-05' })] }
    expect((await callInSession(complete({}, { rows }), 'validateBooking')).data).toEqual({
      valid: false,
      reason: 'Rooms do not validate room Gull is no longer free on 2026-06-02',
    })
  })

  test.each<[string, string, Readonly<Record<string, string>>]>([
    ['the dates change', 'setDates', DATES],
    ['the guests change', 'setGuestNumbers', { adults: '1', children: '0' }],
    ['the address changes', 'setAddress', { ...AN_ADDRESS, email: 'other@example.test' }],
  ])('requires new prices when %s', async (_, id, form) => {
    const world = complete({ okToBook: true })
    await callInSession(world, id, id === 'setAddress' ? { ...form, region: region(world) } : form)
    expect((await callInSession(world, 'getOkToBook')).data).toEqual({ response: false })
    expect((await callInSession(world, 'validateBooking')).data).toEqual({
      valid: false,
      reason: 'Accommodation total does not validate Prices not calculated, or no longer valid',
    })
  })

  test('keeps its price when the same address is sent again, after a lost response', async () => {
    const world = complete({ okToBook: true })
    await callInSession(world, 'setAddress', { ...AN_ADDRESS, region: region(world) })
    expect((await callInSession(world, 'getOkToBook')).data).toEqual({ response: false })
    expect((await callInSession(world, 'validateBooking')).data).toEqual({ valid: true })
  })

  test('keeps a changed price under stale_prices=kept, also for the booking', async () => {
    const stale = { ...quote, total: 39_900, totalExact: '399' }
    const world = complete({ quote: stale }, { choices: { stale_prices: 'kept' } })
    await callInSession(world, 'setDates', { ...DATES, departureDate: '2026-06-05' })
    expect((await callInSession(world, 'validateBooking')).data).toEqual({ valid: true })
    expect((await callInSession(world, 'createBooking')).data).toEqual({ valid: true })
    expect(world.sandbox.store.db.bookings.all()[0]).toMatchObject({ departure: '2026-06-05', total: 39_900 })
    const never = complete({ quote: null }, { choices: { stale_prices: 'kept' } })
    expect((await callInSession(never, 'validateBooking')).data).toEqual({
      valid: false,
      reason: 'Accommodation total does not validate Prices not calculated, or no longer valid',
    })
  })

  test('accepts a stale price in the newest release, but not a missing one', async () => {
    const world = complete({}, { profile: 'current' })
    await callInSession(world, 'setDates', { ...DATES, arrivalDate: '2026-05-30' })
    expect((await callInSession(world, 'validateBooking')).data).toEqual({ valid: true })
    const unpriced = complete({ quote: null, okToBook: true }, { profile: 'current' })
    expect((await callInSession(unpriced, 'validateBooking')).data).toEqual({
      valid: false,
      reason: 'Accommodation total does not validate',
    })
    expect((await callInSession(unpriced, 'getOkToBook')).data).toEqual({ response: true })
  })
})
