import { expect, test } from 'vitest'
import { recordedBookingProblem } from '../../../src/domain/session/recorded-checks.ts'
import { aCompleteSession, aQuote } from '../../support/session-rows.ts'

const problemOf = (deposit: number, wantedDeposit: string) =>
  recordedBookingProblem(aCompleteSession({ quote: aQuote({ deposit }) }), {
    address: () => undefined,
    guests: () => undefined,
    wantedDeposit,
  })

test.each([
  ['a property that wants none', 0, '0'],
  ['a property whose deposit is no number', 0, ''],
  ['a price with the deposit that the property wants', 4000, '20'],
])('%s has no problem with the deposit', (_, deposit, wanted) => {
  expect(problemOf(deposit, wanted)).toBeUndefined()
})

test('a price without the required deposit cannot be booked', () => {
  expect(problemOf(0, '20')).toEqual({
    part: 'price',
    reason: 'Deposit does not validate, current setting 20 but stored value is 0',
  })
})

test('an earlier problem is returned first', () => {
  const session = aCompleteSession({ quote: aQuote({ deposit: 0 }), rooms: [] })
  const checks = { address: () => undefined, guests: () => undefined, wantedDeposit: '20' }
  expect(recordedBookingProblem(session, checks)).toEqual({ part: 'rooms', reason: 'Rooms do not validate' })
})
