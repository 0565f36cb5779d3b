import { describe, expect, test } from 'vitest'
import { OPERATIONS } from '../../../src/booking-contract/index.ts'
import { faultProblems } from '../../../src/scenario/check.ts'
import { CAUSES } from '../../../src/scenario/names.ts'
import { causesOf } from '../../../src/scenario/selectors/reach.ts'

/** A fault of each cause, as its form allows. */
const FAULT = {
  token: 'expired',
  scopes: { without: ['properties_get'] },
  session: 'expired',
  room: 'taken',
  property: 'unpublished',
  price: { by: '10%' },
  network: { status: 503 },
  respond: { status: 422 },
} as const

describe('the causes that can happen to an operation', () => {
  test.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
    'are those that a fault may have: %s',
    (id, operation) => {
      const accepted = CAUSES.filter(
        (cause) => faultProblems({ on: { operation: id }, [cause]: FAULT[cause] }, [], OPERATIONS).length === 0,
      )
      expect(causesOf(operation)).toEqual(accepted)
    },
  )

  test('differ: a search has neither token nor session, a step of a booking session has a room', () => {
    const of = (wanted: string) => OPERATIONS.filter(({ id }) => id === wanted).map(causesOf)
    expect(of('searchByStars')).toEqual([['network', 'respond']])
    expect(of('listTariffs')).toEqual([['token', 'scopes', 'property', 'price', 'network', 'respond']])
    expect(of('setDates')).toEqual([['session', 'room', 'property', 'price', 'network', 'respond']])
  })
})
