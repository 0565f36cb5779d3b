import { describe, expect, test } from 'vitest'
import { isSettled, type RowsOf } from '../../../src/scenario/expectations/expectation.ts'
import type { Expectation } from '../../../src/scenario/expectations/expectation-schema.ts'
import { aBooking } from '../../support/small-world.ts'
import { CALLS } from './past-calls.ts'
import '../../../src/scenario/selectors/regular-expression.ts'
import { outcomeOf } from './outcomes.ts'

const ROWS: RowsOf = (collection) =>
  collection === 'bookings'
    ? [
        aBooking({ id: 1, kind: 'internet', guestId: 1, rooms: [{ roomId: 4, rateId: 1 }] }),
        aBooking({ id: 2, kind: 'black', guestId: 0, bookedInOn: null }),
        aBooking({ id: 3, kind: 'internet', guestId: 2, cancelled: true }),
      ]
    : []

describe('when the journal has dropped entries', () => {
  test.each<[string, Expectation, difference: string | undefined]>([
    ['a lower bound that is reached is sure', { operation: 'requestToken', count: { min: 2 } }, undefined],
    ['one call is sure', { operation: 'requestToken' }, undefined],
    [
      'an exact count is not',
      { operation: 'requestToken', count: 3 },
      'expected exactly 3 calls of requestToken, found 3 (#1, #2, #4), but 7 earlier requests are no longer in the journal, so there may have been more: raise --journal',
    ],
    [
      'nor is never',
      { operation: 'deleteGuest', never: true },
      'expected no call of deleteGuest, found none, but 7 earlier requests are no longer in the journal, so there may have been more: raise --journal',
    ],
    [
      'what is missing may have been there',
      { operation: 'requestToken', count: { min: 5 } },
      'expected at least 5 calls of requestToken, found 3 (#1, #2, #4), but 7 earlier requests are no longer in the journal, so some may be missing: raise --journal',
    ],
  ])('%s', (_, expectation, difference) => {
    const outcome = outcomeOf(expectation, CALLS, 7)
    expect(outcome.difference).toBe(difference)
    expect(outcome.met).toBe(difference === undefined)
  })

  test('an exceeded limit is still reported', () => {
    expect(outcomeOf({ operation: 'requestToken', count: 2 }, CALLS, 1).difference).toMatch(/found 3, 1 too many: #4 /)
  })
})

describe('the state', () => {
  test.each<[wanted: string, NonNullable<Expectation['state']>, found: number]>([
    ['at least 1 row of bookings', { bookings: {} }, 3],
    ['exactly 2 rows of bookings with kind internet', { bookings: { where: { kind: 'internet' }, count: 2 } }, 2],
    ['no row of bookings with kind other', { bookings: { where: { kind: 'other' }, count: 0 } }, 0],
    ['at most 1 row of bookings with cancelled true', { bookings: { where: { cancelled: true }, count: { max: 1 } } }, 1],
    ['at least 1 row of bookings with tag like /^4/', { bookings: { where: { tag: { matches: '^4' } } } }, 3],
    ['exactly 3 rows of bookings without bookedInOn', { bookings: { where: { bookedInOn: { present: false } }, count: 3 } }, 3],
    ['at least 1 row of bookings with rooms.0.roomId 4', { bookings: { where: { 'rooms.0.roomId': 4 } } }, 1],
    ['no row of guests', { guests: { count: 0 } }, 0],
  ])('%s', (wanted, state, found) => {
    expect(outcomeOf({ state }, [], 0, ROWS)).toMatchObject({ met: true, found, wanted, entries: [] })
  })

  test('names the nearest rows', () => {
    const state = { bookings: { where: { kind: 'internet', guestId: 2, cancelled: false } } }
    expect(outcomeOf({ state }, [], 0, ROWS)).toMatchObject({
      met: false,
      found: 0,
      difference:
        'expected at least 1 row of bookings with kind internet and with guestId 2 and with cancelled false, found none',
      nearest: [
        { what: 'bookings 3', because: 'cancelled is true, not false' },
        { what: 'bookings 1', because: 'guestId is 1, not 2' },
        { what: 'bookings 2', because: 'kind is black, not internet; guestId is 0, not 2' },
      ],
    })
  })

  test('names the row with the wanted id first, whatever else it lacks', () => {
    const state = { bookings: { where: { id: 2, kind: 'internet', guestId: 2, cancelled: true } } }
    expect(outcomeOf({ state }, [], 0, ROWS).nearest.map(({ what }) => what)).toEqual(['bookings 2', 'bookings 3', 'bookings 1'])
  })

  test('is expected together with calls: both must hold, and each says what it lacks', () => {
    const both = { operation: 'deleteGuest', state: { bookings: { where: { kind: 'black' }, count: 0 } } }
    expect(outcomeOf(both, CALLS, 0, ROWS)).toMatchObject({
      met: false,
      found: 0,
      wanted: 'at least 1 call of deleteGuest; and no row of bookings with kind black',
      difference:
        'expected at least 1 call of deleteGuest, found none; and expected no row of bookings with kind black, found 1 (2)',
    })
    expect(outcomeOf({ ...both, operation: 'listBookings' }, CALLS, 0, ROWS)).toMatchObject({
      met: false,
      found: 2,
      entries: [3, 5],
    })
    expect(outcomeOf({ ...both, operation: 'listBookings' }, CALLS)).toMatchObject({ met: true })
  })

  test('shows no secrets', () => {
    const rows: RowsOf = () => [{ id: 'desk', secret: 'desk-secret', label: 'Desk' }]
    const outcome = outcomeOf({ state: { clients: { where: { label: 'Desk', secret: 'desk-secret' } } } }, [], 0, rows)
    expect(outcome.met).toBe(false)
    expect(outcome.nearest).toEqual([{ what: 'clients desk', because: 'secret is [masked], not desk-secret' }])
  })
})

describe('waiting cannot change the result', () => {
  test.each<[string, Expectation, dropped: number, settled: boolean]>([
    ['once the lower bound is reached', { operation: 'requestToken', count: { min: 2 } }, 0, true],
    ['once an exact count is reached', { operation: 'requestToken', count: 3 }, 0, true],
    ['once a count is exceeded', { operation: 'requestToken', count: 2 }, 0, true],
    ['once what must never happen has happened', { operation: 'requestToken', never: true }, 0, true],
    ['once a count cannot be known any more', { operation: 'requestToken', count: 3 }, 1, true],
    ['once the rows are there', { state: { bookings: {} } }, 0, true],
    ['but calls may still come', { operation: 'requestToken', count: 4 }, 0, false],
    ['but what must never happen still may', { operation: 'deleteGuest', never: true }, 0, false],
    ['but an upper bound may still be exceeded', { operation: 'requestToken', count: { max: 5 } }, 0, false],
    ['but rows may still change', { state: { bookings: { count: 0 } } }, 0, false],
    ['but the state beside the calls may still change', { operation: 'requestToken', state: { guests: {} } }, 0, false],
  ])('%s', (_, expectation, dropped, settled) => {
    expect(isSettled(outcomeOf(expectation, CALLS, dropped, ROWS), { dropped })).toBe(settled)
  })
})
