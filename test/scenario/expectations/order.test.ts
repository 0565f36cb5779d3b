import { describe, expect, test } from 'vitest'
import { differenceText } from '../../../src/scenario/expectations/expectation.ts'
import type { Expectation } from '../../../src/scenario/expectations/expectation-schema.ts'
import type { PastCall } from '../../../src/scenario/expectations/past-call.ts'
import { listBookingsCall, pastCallOf } from './past-calls.ts'
import '../../../src/scenario/selectors/regular-expression.ts'
import { outcomeOf, outcomesOf } from './outcomes.ts'

describe('order', () => {
  const renewed: Expectation = { id: 'renewed', operation: 'requestToken', count: { min: 2 } }

  test('only calls after the one that met the other expectation first count', () => {
    const calls = [listBookingsCall(1), pastCallOf(2), listBookingsCall(3), pastCallOf(4), listBookingsCall(5), pastCallOf(6)]
    expect(outcomesOf([renewed, { operation: 'listBookings', after: 'renewed' }], calls)[1]).toMatchObject({
      met: true,
      wanted: 'at least 1 call of listBookings after renewed',
      entries: [5],
    })
  })

  test('a call after one that the client gave up counts, although that one ended later', () => {
    const slow = { fault: ['bad-day/slow'], networkFault: 'delay', aborted: true, ms: 60_000 } as const
    const asked: Expectation = { id: 'asked', fault: 'slow' }
    const calls = [listBookingsCall(1), pastCallOf(2), pastCallOf(3, { ...slow, real: listBookingsCall(1).began + 500 })]
    expect(outcomesOf([asked, { operation: 'requestToken', after: 'asked', status: 200 }], calls)[1]).toMatchObject({
      entries: [2],
    })
    expect(outcomesOf([asked, { operation: 'listBookings', after: 'asked' }], calls)[1]?.met).toBe(false)
  })

  test('a call that came too early is a near miss', () => {
    const calls = [listBookingsCall(1), pastCallOf(2), pastCallOf(4)]
    expect(outcomesOf([renewed, { operation: 'listBookings', after: 'renewed' }], calls)[1]).toMatchObject({
      met: false,
      difference: 'expected at least 1 call of listBookings after renewed, found none',
      nearest: [{ entry: 1, because: 'it came before renewed was met by #4' }],
    })
  })

  test.each([
    ['before the other was met', [pastCallOf(1), pastCallOf(2), listBookingsCall(3)], false],
    ['after it', [listBookingsCall(1), pastCallOf(2), pastCallOf(3)], true],
  ])('never after another: calls %s', (_, calls, met) => {
    expect(outcomesOf([renewed, { operation: 'listBookings', never: true, after: 'renewed' }], calls)[1]?.met).toBe(met)
  })

  test.each([
    ['never reached', [pastCallOf(1), listBookingsCall(2)]],
    ['exceeded', [pastCallOf(1), pastCallOf(2), pastCallOf(3), listBookingsCall(4)]],
  ])('what follows an expectation that is %s is not met either', (_, calls) => {
    const exact: Expectation = { ...renewed, count: 2 }
    for (const never of [{}, { never: true as const }])
      expect(outcomesOf([exact, { operation: 'listBookings', after: 'renewed', ...never }], calls)[1]).toMatchObject({
        met: false,
        difference: expect.stringMatching(/ of listBookings after renewed, but renewed was not met$/),
        nearest: [],
      })
  })

  test('a status alone that came too early is a near miss', () => {
    const calls = [listBookingsCall(1, { status: 503 }), pastCallOf(2), pastCallOf(4), listBookingsCall(5)]
    expect(outcomesOf([renewed, { status: 503, after: 'renewed' }], calls)[1]?.nearest).toEqual([
      { entry: 1, what: expect.any(String), because: 'it came before renewed was met by #4' },
    ])
  })

  test('continues through several', () => {
    const chain: Expectation[] = [
      { id: 'a', operation: 'requestToken' },
      { id: 'b', operation: 'listBookings', after: 'a' },
      { id: 'c', operation: 'requestToken', after: 'b' },
    ]
    expect(outcomesOf(chain, [pastCallOf(1), listBookingsCall(2), pastCallOf(3)]).every(({ met }) => met)).toBe(true)
    expect(outcomesOf(chain, [listBookingsCall(1), pastCallOf(2), pastCallOf(3)]).map(({ met }) => met)).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('each call of another expectation', () => {
  const lost: Expectation = { id: 'lost', operation: 'listBookings', status: 503, count: { min: 1 } }
  const again: Expectation = { operation: 'listBookings', status: 200, after: 'lost', same: 'property' }
  const of = (property: number, id: number, with_: Parameters<typeof listBookingsCall>[1] = {}): PastCall =>
    listBookingsCall(id, {
      property,
      path: { property_id: String(property) },
      target: `/property/bookings/${property}`,
      ...with_,
    })
  const failed = [of(1, 1, { status: 503 }), of(2, 2, { status: 503 })]
  const outcomeOf = (calls: readonly PastCall[], expectation = again) => outcomesOf([lost, expectation], calls)[1]

  test('is followed by one about the same', () => {
    expect(outcomeOf([...failed, of(2, 3), of(1, 4)])).toMatchObject({
      met: true,
      found: 2,
      entries: [3, 4],
      wanted: 'at least 1 call of listBookings answered 200 after lost about the same property',
    })
  })

  test('is not met by a call about another property, or sent before the response', () => {
    expect(outcomeOf([...failed, of(1, 3), of(3, 4)])).toMatchObject({
      met: false,
      found: 1,
      difference:
        'expected at least 1 call of listBookings answered 200 after lost about the same property, for #2 GET /property/bookings/2 503 at 09:00:02 found none',
      nearest: [
        { entry: 4, because: 'it is about another property than #2' },
        { entry: 3, because: 'it is about another property than #2' },
        { entry: 2, because: 'status is 503, not 200; it came before lost was met by #2' },
      ],
    })
    const early = of(1, 2, { real: listBookingsCall(1).began })
    expect(outcomeOf([...failed.slice(0, 1), early])?.nearest).toMatchObject([
      { entry: 2, because: 'it was sent before #1 was answered' },
      { entry: 1 },
    ])
  })

  test('is reported once, with the number of similar ones', () => {
    expect(outcomeOf(failed)?.difference).toMatch(/, for #1 GET .* found none \(and 1 more like it\)$/)
  })

  test('is reported if it was followed too often, without near misses', () => {
    const calls = [...failed, of(1, 3), of(2, 4), of(2, 5)]
    expect(outcomeOf(calls, { ...again, count: 1 })).toMatchObject({
      met: false,
      found: 3,
      difference: expect.stringMatching(/, for #2 .* found 2, 1 too many: #5 /),
      nearest: [],
    })
  })
})

describe('an expectation that is a precondition', () => {
  const paid: Expectation = { id: 'begun', operation: 'requestToken', precondition: true }
  const list: Expectation = { id: 'list', operation: 'listBookings' }

  test('is inconclusive when it is not met, and so are unmet expectations after it', () => {
    const outcomes = outcomesOf([paid, list], [])
    expect(outcomes.map(({ id, state }) => [id, state])).toEqual([
      ['begun', 'inconclusive'],
      ['list', 'inconclusive'],
    ])
    expect(outcomes[1]?.difference).toBe(
      'expected at least 1 call of listBookings, found none; the precondition begun is not met',
    )
    expect(differenceText(outcomes)).toContain('begun: inconclusive: expected at least 1 call of requestToken, found none')
  })

  test('counts beside another one, from which an expectation is exempt', () => {
    const second: Expectation = { id: 'second', operation: 'deleteGuest', precondition: true }
    const outcome = outcomesOf([paid, second, { ...list, before: 'begun' }], [])[2]
    expect(outcome).toMatchObject({ state: 'inconclusive', difference: expect.stringContaining('; the precondition second is') })
    expect(outcomesOf([paid, { ...list, before: 'begun' }], [])[1]?.state).toBe('unmet')
  })

  test('does not change met expectations', () => {
    expect(outcomesOf([paid, list], [listBookingsCall(1)])[1]).toEqual(outcomeOf({ ...list }, [listBookingsCall(1)]))
  })

  test('changes nothing if it is met, nor for earlier ones', () => {
    expect(outcomesOf([paid, list], [pastCallOf(1)]).map(({ state }) => state)).toEqual(['met', 'unmet'])
    expect(outcomesOf([list, paid], []).map(({ state }) => state)).toEqual(['unmet', 'inconclusive'])
  })
})
