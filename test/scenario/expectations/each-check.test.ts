import { describe, expect, test } from 'vitest'
import { readScenario } from '../../../src/scenario/scenario.ts'

const GUESTS = '{ id: guests, do: guest_books, every: 1h, with: { property: 1, arrival: today+1, nights: 1 } }'

describe('an expectation on traffic that is wrong', () => {
  test('is suggested the nearest follow-up', () => {
    const text =
      'name: t\ntraffic: [{ id: guests, do: guest_books, rate: 4/d, then: [{ do: guest_cancels }] }]\nexpect: [{ each: guests/guest_cancel, operation: listBookings }]'
    expect(() => readScenario('t.yaml', text)).toThrow(
      'nothing of "guests" does guest_cancel later; did you mean "guest_cancels"?',
    )
  })

  test.each([
    ['{ each: guest, operation: listBookings }', 'there is no traffic "guest"; did you mean "guests"?'],
    [
      '{ each: guests, operation: listTariffs }',
      'can never be met for a booking of "guests": listTariffs names and shows no booking',
    ],
    ['{ each: guests, operation: [listTariffs, listProperties] }', 'none of the operations meant names or shows a booking'],
    ['{ each: guests/guest_cancels, operation: listBookings }', 'nothing of "guests" does guest_cancels later'],
    ['{ each: guests }', 'says which act, and not which call must follow: give it an operation'],
    ['{ each: guests, operation: listBookings, count: 2 }', 'goes without each: each act is judged by itself'],
    ['{ invariant: no-overbooking, operation: listBookings }', 'goes without invariant, which takes only within'],
  ])('%s: %s', (expected, why) => {
    expect(() => readScenario('t.yaml', `name: t\ntraffic:\n  - ${GUESTS}\nexpect:\n  - ${expected}\n`)).toThrow(why)
  })
})
