import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/base/duration.ts'
import { runWithoutPauses } from '../../../src/base/sliced-work.ts'
import { OPERATIONS } from '../../../src/booking-contract/index.ts'
import type { Entry } from '../../../src/journal/entry.ts'
import { expectationProblems } from '../../../src/scenario/expectations/check.ts'
import { judge } from '../../../src/scenario/expectations/expectation.ts'
import type { Expectation } from '../../../src/scenario/expectations/expectation-schema.ts'
import type { PastCall } from '../../../src/scenario/expectations/past-call.ts'
import { NOW } from '../../support/small-world.ts'
import { listBookingsCall, pastCallOf } from './past-calls.ts'

const statesOf = (expectations: readonly Expectation[], calls: readonly PastCall[]) =>
  runWithoutPauses(judge(expectations, calls, () => [], { dropped: 0 })).map(({ state }) => state)

const step = (id: number, operation: string, session: string, with_: Partial<Entry> = {}): PastCall =>
  pastCallOf(id, { operation, session, ...with_ })
const VALIDATED = { status: 200 }
const REFUSED = { status: 200, refusal: 'Rooms do not validate', fault: ['sold-out/sold'] }
const TOO_LATE = { status: 200, refusal: 'Rooms do not validate' }

describe('before: calls that were sent before a call of another expectation was answered', () => {
  const expectations: readonly Expectation[] = [
    { id: 'asks', operation: 'validateBooking', refused: true },
    { id: 'again', after: 'asks', same: ['session'], operation: 'validateBooking', refused: false },
    { after: 'asks', before: 'again', same: ['session'], operation: 'createBooking', refused: true, never: true },
  ]
  const asks = step(1, 'validateBooking', 'one', REFUSED)

  test.each([
    ['a create before the validation is repeated', [step(2, 'createBooking', 'one', TOO_LATE)], ['met', 'unmet', 'unmet']],
    [
      'a create after the validation of the same session',
      [step(2, 'validateBooking', 'one', VALIDATED), step(3, 'createBooking', 'one', TOO_LATE)],
      ['met', 'met', 'met'],
    ],
    [
      'a create after the validation of another session',
      [step(2, 'validateBooking', 'two', VALIDATED), step(3, 'createBooking', 'one', TOO_LATE)],
      ['met', 'unmet', 'unmet'],
    ],
    [
      'a create that does not wait for the answer of the validation',
      [step(2, 'validateBooking', 'one', { ...VALIDATED, ms: 2000 }), step(3, 'createBooking', 'one', TOO_LATE)],
      ['met', 'met', 'unmet'],
    ],
  ])('%s', (_title, calls, states) => {
    expect(statesOf(expectations, [asks, ...calls])).toEqual(states)
  })

  test('without that call itself', () => {
    const books: Expectation = { after: 'asks', operation: 'createBooking' }
    const list: readonly Expectation[] = [
      { id: 'asks', operation: 'validateBooking', refused: true },
      { ...books, id: 'books', refused: false },
      { ...books, before: 'books', never: true },
    ]
    const booked = step(3, 'createBooking', 'one', VALIDATED)
    expect(statesOf(list, [asks, booked])).toEqual(['met', 'met', 'met'])
    expect(statesOf(list, [asks, step(2, 'createBooking', 'one', TOO_LATE), booked])).toEqual(['met', 'met', 'unmet'])
  })

  test('without a subject, before the first call', () => {
    const list: readonly Expectation[] = [
      { id: 'lists', operation: 'listBookings' },
      { before: 'lists', operation: 'requestToken', count: 1 },
    ]
    expect(statesOf(list, [pastCallOf(1), listBookingsCall(2), pastCallOf(3)])).toEqual(['met', 'met'])
    expect(statesOf(list, [listBookingsCall(1), pastCallOf(2)])).toEqual(['met', 'unmet'])
  })
})

describe('unless', () => {
  const expectations: readonly Expectation[] = [
    { id: 'lists', precondition: true, operation: 'listBookings' },
    { unless: 'lists', operation: 'requestToken', never: true },
    { operation: 'requestToken', never: true },
  ]

  test('an expectation is met where the other one is, and judged where it is not, also a precondition', () => {
    expect(statesOf(expectations, [pastCallOf(1), listBookingsCall(2)])).toEqual(['met', 'met', 'unmet'])
    expect(statesOf(expectations, [pastCallOf(1)])).toEqual(['inconclusive', 'unmet', 'inconclusive'])
    expect(statesOf(expectations, [])).toEqual(['inconclusive', 'met', 'met'])
  })
})

describe('system_date: calls from the day of the clock of the machine on', () => {
  const from = (start: string, real: number): PastCall =>
    listBookingsCall(1, { path: { start, end: '2030-01-01' }, at: NOW, real })
  const far = NOW + 100 * DAY_MS

  test.each([
    ['the day of the machine', from('2026-08-10', far), 'met'],
    ['that day in another time zone', from('2026-08-11', far), 'met'],
    ['another day', from('2026-08-12', far), 'unmet'],
    ['the day of the sandbox', from('2026-05-02', far), 'unmet'],
    ['the day of both clocks', from('2026-05-02', NOW), 'unmet'],
    ['no day', listBookingsCall(1, { real: far }), 'unmet'],
  ])('%s', (_title, call, state) => {
    expect(statesOf([{ system_date: true }], [call])).toEqual([state])
  })
})

test('an unknown expectation is a problem, with a suggestion', () => {
  const problems = expectationProblems(
    [
      { id: 'lists', operation: 'listBookings' },
      { operation: 'requestToken', before: 'list', unless: 'nothing' },
    ],
    ['expect'],
    OPERATIONS,
  )
  expect([...problems]).toEqual([
    { path: ['expect', 1, 'before'], message: 'no earlier expectation is called "list"; did you mean "lists"?' },
    { path: ['expect', 1, 'unless'], message: 'no earlier expectation is called "nothing"; there are lists' },
  ])
})
