import { describe, expect, test } from 'vitest'
import { runWithoutPauses } from '../../../src/base/sliced-work.ts'
import { isSettled, judge } from '../../../src/scenario/expectations/expectation.ts'
import type { Expectation } from '../../../src/scenario/expectations/expectation-schema.ts'
import type { Outcome } from '../../../src/scenario/expectations/outcome-schema.ts'
import { NOW } from '../../support/small-world.ts'
import { again, asks, creates, GONE, judged, prices, refused, tooEarly, validates } from './missing-steps.ts'
import { outcomesOf } from './outcomes.ts'
import { callsOf, outcomesWithout, type Step } from './steps.ts'

const LATER = '12 earlier requests are no longer in the journal, so '

test('an expectation for which the journal is too short says so in a field, unless what is missing was cleared or lost', () => {
  const wanted: readonly Expectation[] = [{ operation: 'getPrices', fault: 'f' }]
  const calls = callsOf([prices()])
  expect(outcomesWithout(12, wanted, calls)).toMatchObject([{ state: 'inconclusive', needs: 'longer-journal' }])
  const [whole] = outcomesWithout(0, wanted, calls)
  expect([whole?.state, whole?.needs]).toEqual(['inconclusive', undefined])
  const cleared = { dropped: 12, advice: 'request the report before', isShort: false }
  const [other] = runWithoutPauses(judge(wanted, calls, () => [], cleared))
  expect([other?.state, other?.needs]).toEqual(['inconclusive', undefined])
})

describe('an expectation that missing calls may have met, or broken, is inconclusive, and what the others prove stays', () => {
  test.each<[string, readonly Expectation[], readonly Step[], Outcome['state'], text: string | undefined]>([
    [
      'a call of a fault',
      [{ operation: 'getPrices', fault: 'f' }],
      [prices()],
      'inconclusive',
      `found none, but ${LATER}some may be missing: raise --journal`,
    ],
    ['a call of a fault that is there', [{ fault: 'f' }], [prices('one', { fault: true })], 'met', undefined],
    [
      'a call after another that is missing',
      [asks, { after: 'asks', operation: 'getPrices' }],
      [prices()],
      'inconclusive',
      'asks',
    ],
    [
      'a call after one that may have come earlier',
      [asks, { after: 'asks', operation: 'getPrices' }],
      [refused],
      'inconclusive',
      'some may be missing',
    ],
    ['a call after another', [asks, { after: 'asks', operation: 'getPrices' }], [refused, prices()], 'met', undefined],
    [
      'no call after another',
      [asks, { after: 'asks', operation: 'getPrices', never: true }],
      [refused],
      'inconclusive',
      'there may have been more',
    ],
    [
      'a call that must not follow',
      [asks, { after: 'asks', operation: 'getPrices', never: true }],
      [refused, prices()],
      'unmet',
      'found 1: #14',
    ],
    [
      'the same after each of several, of which others are missing',
      [asks, { after: 'asks', same: ['session'], operation: 'getPrices' }],
      [refused, prices()],
      'inconclusive',
      `for #13 GET /oauth/token 200 at 09:00:13 found 1 (#14), but ${LATER}there may have been more of asks: `,
    ],
    [
      'the same after each of several, of which one lacks it',
      [asks, { after: 'asks', same: ['session'], operation: 'getPrices' }],
      [refused, prices('two')],
      'unmet',
      'for #13 GET /oauth/token 200 at 09:00:13 found none',
    ],
    [
      'a reaction to each of several, of which one lacks it',
      [asks, { after: 'asks', same: ['session'], operation: 'getPrices', reaction: 'completes' }],
      [refused],
      'inconclusive',
      'some may be missing',
    ],
    ['calls for each session', [{ operation: 'getPrices', count: { min: 1, per: 'session' } }], [prices()], 'met', undefined],
    [
      'several calls for each session, of which another is missing',
      [{ operation: 'getPrices', count: { min: 2, per: 'session' } }],
      [prices(), prices()],
      'inconclusive',
      'there may have been more',
    ],
    [
      'several calls for each session, of which one has fewer',
      [{ operation: 'getPrices', count: { min: 2, per: 'session' } }],
      [prices(), prices(), prices('two')],
      'inconclusive',
      'some may be missing',
    ],
    [
      'too many calls of a session',
      [{ operation: 'getPrices', count: { max: 1, per: 'session' } }],
      [prices(), prices('two'), prices()],
      'unmet',
      'found 2, 1 too many: #15',
    ],
    [
      'a call before another, which may have come earlier',
      [
        { id: 'prices', operation: 'getPrices' },
        { before: 'prices', operation: 'createBooking' },
      ],
      [creates(), prices()],
      'inconclusive',
      'there may have been more',
    ],
    [
      'no call before another, which may have come earlier',
      [
        { id: 'prices', operation: 'getPrices' },
        { before: 'prices', operation: 'createBooking', never: true },
      ],
      [creates(), prices()],
      'inconclusive',
      `found 1: #13 POST /oauth/token 200 at 09:00:13, but ${LATER}one of prices may have come first: `,
    ],
    ['a call between one and the next', [asks, again, tooEarly], [refused, creates(), validates()], 'unmet', 'found 1: #14'],
    ['a call after one without the next', [asks, again, tooEarly], [refused, creates()], 'unmet', 'found 1: #14'],
    [
      'no call between one and the next',
      [asks, again, tooEarly],
      [refused, validates(), creates()],
      'inconclusive',
      'more of asks',
    ],
    [
      'a call before one that counts after a missing one',
      [
        asks,
        { id: 'prices', operation: 'getPrices' },
        { id: 'again', after: 'asks', operation: 'validateBooking', refused: false },
        { ...tooEarly, after: 'prices' },
      ],
      [prices(), validates(), creates()],
      'inconclusive',
      'one of again may have come first',
    ],
    [
      'unless another is met, which is inconclusive',
      [
        { id: 'free', operation: 'createBooking' },
        { unless: 'free', operation: 'getPrices', never: true },
      ],
      [prices()],
      'inconclusive',
      'found 1: #13 GET /oauth/token 200 at 09:00:13; free is inconclusive',
    ],
    [
      'unless another is met, which is not',
      [
        { id: 'free', operation: 'createBooking', never: true },
        { unless: 'free', operation: 'getPrices', never: true },
      ],
      [prices(), creates()],
      'unmet',
      'found 1: #13',
    ],
    [
      'unless another is met, which is',
      [
        { id: 'free', operation: 'createBooking' },
        { unless: 'free', operation: 'getPrices', never: true },
      ],
      [prices(), creates()],
      'met',
      undefined,
    ],
    [
      'what follows a precondition',
      [
        { id: 'free', precondition: true, operation: 'createBooking' },
        { operation: 'getPrices', never: true },
      ],
      [prices()],
      'inconclusive',
      'the precondition free is inconclusive',
    ],
    [
      'a call from an instant on',
      [{ operation: 'getPrices', not_before: new Date(NOW + 20_000).toISOString() }],
      [prices()],
      'inconclusive',
      'some may be missing',
    ],
    ['a row', [{ state: { bookings: {} } }], [prices()], 'unmet', 'found none'],
    ['a row and a call', [{ operation: 'createBooking', state: { bookings: {} } }], [prices()], 'unmet', 'found none'],
  ])('%s', (_title, expectations, steps, state, text) => {
    const last = judged(expectations, steps).at(-1)
    expect([last?.state, last?.difference]).toEqual([state, text && expect.stringContaining(text)])
  })

  test('what may be missing after a call shows nothing when the latest calls were lost', () => {
    const expectations = [asks, { ...again, operation: 'getPrices' }]
    expect(outcomesWithout(1, expectations, callsOf([refused])).map(({ state }) => state)).toEqual(['met', 'unmet'])
    expect(outcomesWithout(1, expectations, callsOf([refused]), true).map(({ state }) => state)).toEqual(['met', 'inconclusive'])
  })

  test('a call on new connections alone may be of a program that began after the other', () => {
    const calls = callsOf([validates(), refused, prices(), validates()], GONE).map((call, index) => ({
      ...call,
      target: `/${index}`,
      connection: index >> 1,
    }))
    const never: Expectation = { after: 'asks', same: ['session'], operation: 'getPrices', never: true }
    expect(outcomesWithout(0, [asks, never], calls)[1]?.state).toBe('unmet')
    expect(outcomesWithout(GONE, [asks, never], calls)[1]?.state).toBe('inconclusive')
  })

  test.each(['looks-again', 'completes', 'stops'] as const)('the reaction %s is compared with nothing', (reaction) => {
    const calls = callsOf([refused, prices()], 1)
    const expectations: readonly Expectation[] = [
      { id: 'asks', fault: 'f' },
      { after: 'asks', reaction, ...(reaction === 'looks-again' && { operation: 'getPrices' }) },
    ]
    const struck = calls.map((call) => ({ ...call, fault: ['f'] }))
    const difference =
      '1 earlier request is no longer in the journal, so the run without the fault cannot be compared: raise --journal'
    expect(outcomesOf(expectations, struck, 1, () => [], calls)[1]).toMatchObject({ state: 'inconclusive', difference })
  })

  test('a wait for one that cannot be met any more ends', () => {
    const outcomes = judged([asks, { after: 'asks', same: ['session'], operation: 'getPrices' }], [refused, prices()])
    expect(outcomes.map((outcome) => isSettled(outcome, { dropped: GONE }))).toEqual([true, true])
  })
})
