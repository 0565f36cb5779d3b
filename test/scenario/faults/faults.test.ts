import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fault } from '../../../src/scenario/faults/fault-schema.ts'
import { ArmedFault, causeOf } from '../../../src/scenario/faults/faults.ts'
import type { RequestFacts } from '../../../src/scenario/selectors/selector.ts'
import { pastCallOf } from '../expectations/past-calls.ts'

const NEVER = () => false

const request = (more: Partial<RequestFacts> = {}): RequestFacts => ({ ...pastCallOf(1), ...more })

const armed = (fault: Partial<Fault>): ArmedFault =>
  new ArmedFault('day', 1, { on: { operation: 'requestToken' }, token: 'expired', ...fault })

/** The numbers of the calls, from 1, at which a fault happens. */
function strikes(fault: ArmedFault, calls: readonly RequestFacts[], at: (index: number) => number = () => 0): readonly number[] {
  return calls.flatMap((call, index) => {
    const count = fault.count(call, at(index), NEVER)
    if (count) fault.note(count, at(index))
    return count ? [index + 1] : []
  })
}

const many = (count: number, more: Partial<RequestFacts> = {}) => Array.from({ length: count }, () => request(more))

describe('an armed fault', () => {
  test('happens `times` times after `after` matching calls', () => {
    fc.assert(
      fc.property(fc.nat(5), fc.integer({ min: 1, max: 5 }), fc.nat(15), (after, times, calls) => {
        const fault = armed({ after, times })
        const expected = Array.from({ length: calls }, (_, index) => index + 1).filter((n) => n > after && n <= after + times)
        expect(strikes(fault, many(calls))).toEqual(expected)
        expect(fault.happened).toBe(expected.length)
        expect(fault.statusAt(0)).toMatchObject({
          ...{ id: 'day/1', cause: 'token', matched: calls, happened: expected.length },
          exhausted: expected.length === times,
        })
      }),
    )
  })

  test('happens once at the first call where nothing else is said', () => {
    expect(strikes(armed({}), many(3))).toEqual([1])
  })

  test('does not count calls that it does not mean', () => {
    const fault = armed({})
    expect(strikes(fault, [request({ operation: 'listBookings' }), request(), request()])).toEqual([2])
    expect(fault.statusAt(0).matched).toBe(2)
  })

  test('counts by token, client or session with `per`, and ignores calls without one', () => {
    const calls = ['a', 'b', undefined, 'a', 'b'].map((token) => request({ token }))
    expect(strikes(armed({ per: 'token' }), calls)).toEqual([1, 2])
    expect(strikes(armed({ per: 'token', after: 1 }), calls)).toEqual([4, 5])
    expect(
      strikes(armed({ per: 'client' }), [request({ client: 'x' }), request({ client: 'y' }), request({ client: 'x' })]),
    ).toEqual([1, 2])
  })

  test('is exhausted when all its counts are exhausted', () => {
    const fault = armed({ per: 'token' })
    expect(fault.statusAt(0).exhausted).toBe(false)
    strikes(fault, [request({ token: 'a' })])
    expect(fault.statusAt(0).exhausted).toBe(true)
    fault.count(request({ token: 'b' }), 0, NEVER)
    expect(fault.statusAt(0).exhausted).toBe(false)
  })

  test('lasts for a span from the first affected call', () => {
    const fault = armed({ for: '10s' })
    const at = [0, 5_000, 12_000, 14_999, 15_000, 20_000]
    expect(strikes(armed({ for: '10s', after: 1 }), many(6), (index) => at[index] ?? 0)).toEqual([2, 3, 4])
    strikes(fault, many(1), () => 5_000)
    expect([fault.statusAt(14_999).exhausted, fault.statusAt(15_000).exhausted]).toEqual([false, true])
  })

  test('affects calls at random, by the number of matches so far', () => {
    const fault = armed({ times: 9 })
    const seen: number[] = []
    const unlucky = (of: ArmedFault, matched: number) => {
      expect(of).toBe(fault)
      seen.push(matched)
      return matched % 2 === 0
    }
    expect(many(4).map((call) => fault.count(call, 0, unlucky) !== undefined)).toEqual([true, false, true, false])
    expect(seen).toEqual([1, 2, 3, 4])
  })

  test('forgets the older half of more than 10,000 counts', () => {
    const fault = armed({ per: 'token' })
    const token = (index: number) => request({ token: `t${index}` })
    strikes(
      fault,
      Array.from({ length: 10_000 }, (_, index) => token(index)),
    )
    expect(fault.happened).toBe(10_000)
    strikes(fault, [token(10_000)])
    expect(fault.happened).toBe(5_001)
    expect(strikes(fault, [token(0), token(5_000), token(10_000)])).toEqual([1])
  })

  test('has the id it is given, or its number, and waits for the fault it names', () => {
    expect(armed({}).id).toBe('day/1')
    expect(armed({ id: 'first' }).id).toBe('day/first')
    expect([armed({}).afterFault, armed({ after_fault: 'first' }).afterFault]).toEqual([undefined, 'day/first'])
  })
})

test.each<readonly [fault: Partial<Fault>, cause: string]>([
  [{ token: 'revoked' }, 'token'],
  [{ scopes: { without: ['properties_set'] } }, 'scopes'],
  [{ session: 'expired' }, 'session'],
  [{ room: 'taken' }, 'room'],
  [{ property: 'withdrawn' }, 'property'],
  [{ price: { by: '10%' } }, 'price'],
  [{ network: { status: 503 } }, 'network'],
])('the cause of %j is %s', (fault, cause) => {
  expect(causeOf({ on: {}, ...fault })).toBe(cause)
  expect(new ArmedFault('day', 1, { on: {}, ...fault }).statusAt(0)).toMatchObject({ cause, matched: 0, happened: 0 })
})
