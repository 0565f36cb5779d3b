import { describe, expect, test } from 'vitest'
import { isSettled } from '../../../src/scenario/expectations/expectation.ts'
import type { Expectation } from '../../../src/scenario/expectations/expectation-schema.ts'
import { again, asks, creates, GONE, judged, prices, refused, tooEarly, validates } from './missing-steps.ts'
import { outcomesOf } from './outcomes.ts'
import { callsOf, outcomesWithout, type Step } from './steps.ts'

/** Expectations that refer to others: what these would be with all calls is not known either. */
describe('with missing calls, an expectation is not judged by what another one may have been', () => {
  test.each<[string, readonly Expectation[], readonly Step[], text: string]>([
    [
      'a call after one that is met only because another is',
      [
        { id: 'free', operation: 'getPrices' },
        { ...asks, unless: 'free' },
        { after: 'asks', same: ['session'], operation: 'createBooking' },
      ],
      [prices()],
      'asks is inconclusive',
    ],
    [
      'no call after one that may not count, and is met only because another is',
      [
        { id: 'first', operation: 'createBooking' },
        { id: 'free', operation: 'getPrices' },
        { ...asks, before: 'first', unless: 'free' },
        { after: 'asks', same: ['session'], operation: 'getPrices', never: true },
      ],
      [refused, prices()],
      'asks is inconclusive',
    ],
    [
      'a call before one that counts from the second on, which may have come earlier',
      [
        { ...asks, count: { min: 2 } },
        { id: 'again', after: 'asks', operation: 'getPrices' },
        { after: 'asks', before: 'again', same: ['session'], operation: 'createBooking', never: true },
      ],
      [refused, prices(), creates(), refused],
      'one of again may have come first',
    ],
    [
      'a call before one that shares something else with a missing call',
      [asks, { ...again, same: ['property'] }, tooEarly],
      [refused, creates()],
      'one of again may have come first',
    ],
    [
      'a call before a reaction, which cannot be told',
      [asks, { id: 'again', after: 'asks', same: ['session'], operation: 'getPrices', reaction: 'looks-again' }, tooEarly],
      [refused, prices(), creates()],
      'one of again may have come first',
    ],
    [
      'what follows two preconditions, of which one is its limit',
      [asks, { ...again, precondition: true }, { id: 'late', precondition: true, operation: 'getPrices' }, tooEarly],
      [refused, creates()],
      'the precondition late is inconclusive',
    ],
  ])('%s', (_title, expectations, steps, text) => {
    const last = judged(expectations, steps).at(-1)
    expect([last?.state, last?.difference]).toEqual(['inconclusive', expect.stringContaining(text)])
  })

  test('a call of a program that began after the other shows nothing when the call by which both began is missing', () => {
    const steps = [prices(), refused, { operation: 'requestToken', session: 'one' }, prices()]
    const calls = callsOf(steps).map((call, index) => ({
      ...call,
      target: call.operation === 'getPrices' ? '/prices' : `/${index}`,
      connection: index,
      token: index < 2 ? 'first' : undefined,
    }))
    const never: Expectation = { after: 'asks', same: ['session'], operation: 'getPrices', never: true }
    expect(outcomesWithout(0, [asks, never], calls)[1]?.state).toBe('met')
    expect(outcomesWithout(1, [asks, never], calls.slice(1))[1]?.state).toBe('inconclusive')

    // Or, of a client that keeps its connections, by that call alone.
    const kept = callsOf([prices(), refused, prices(), validates()]).map((call, index) => ({
      ...call,
      target: call.operation === 'getPrices' ? '/prices' : `/${index}`,
      connection: index >> 1,
    }))
    expect(outcomesWithout(0, [asks, never], kept)[1]?.state).toBe('met')
    expect(outcomesWithout(1, [asks, never], kept.slice(1))[1]?.state).toBe('inconclusive')
  })

  test('a reaction that could be compared with all calls is not met because another expectation is', () => {
    const calls = callsOf([validates('one', { fault: true }), prices()], 1)
    const expectations: readonly Expectation[] = [
      { id: 'asks', fault: 'f' },
      { id: 'again', after: 'asks', operation: 'getPrices', reaction: 'looks-again' },
      { unless: 'again', operation: 'getPrices' },
    ]
    const stateWith = (control?: typeof calls) => outcomesOf(expectations, calls, 1, () => [], control)[1]?.state
    expect([stateWith(calls), stateWith()]).toEqual(['inconclusive', 'met'])
  })

  test.each([0, GONE])('a wait for one that another may still replace goes on, with %d calls missing', (dropped) => {
    const expectations: readonly Expectation[] = [
      { id: 'free', operation: 'createBooking' },
      { unless: 'free', operation: 'getPrices', never: true },
    ]
    const outcomes = judged(expectations, [prices()], dropped)
    expect(outcomes.map(({ met }) => met)).toEqual([false, false])
    expect(outcomes.map((outcome) => isSettled(outcome, { dropped }))).toEqual([false, false])
  })
})
