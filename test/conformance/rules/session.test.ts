import { describe, expect, test } from 'vitest'
import { checkConformance } from '../../../src/conformance/conformance.ts'
import { cases, exchangesOf, FACTS, judgement, type Step, sessionStep, withoutCalls } from '../exchanges-of.ts'

const FLOW = [
  'initialiseSession',
  'setDates',
  'setGuestNumbers',
  'setAddress',
  'listSessionRooms',
  'setPropertyBooking',
  'getPrices',
  'validateBooking',
  'getOkToBook',
  'createBooking',
]
/** A whole flow, some steps left out. */
const flow = (...without: readonly string[]): Step[] =>
  FLOW.filter((one) => !without.includes(one)).map((one) => sessionStep(one))
const refused = { response: '{"data":{"set_dates":{"valid":false,"reason":"no"}}}' }
const ended = { status: 400, refusalCode: 'session_not_initialised' } as const

describe('session/header', () => {
  cases('session/header', [
    ['each call names the session', flow(), 'passed'],
    ['a call does not', [sessionStep('setDates'), sessionStep('getPrices', { session: undefined })], 'failed', [2]],
    ['a look-up names a blank', [sessionStep('listErrorMessages', { session: ' ' })], 'failed', [1]],
    ['no call below /booking', [{ operation: 'listCountries' }], 'not-exercised'],
  ])
})

describe('session/one-id', () => {
  cases('session/one-id', [
    ['one id throughout', flow(), 'passed'],
    [
      'an id of which the service reads the first 50 characters, with others behind them',
      flow().map((one, index) => ({ ...one, session: `${'v'.repeat(50)}${index}` })),
      'passed',
    ],
    ['two visitors, an id each', [...flow(), ...flow().map((one) => ({ ...one, session: 'other' }))], 'passed'],
    [
      'a new id for each call',
      [
        sessionStep('initialiseSession'),
        sessionStep('setDates', { ...ended, session: 'x' }),
        sessionStep('setGuestNumbers', { ...ended, session: 'y' }),
      ],
      'failed',
      [1, 2],
      [1, 3],
    ],
    [
      'an ended session begun again under another id',
      [...flow('createBooking'), sessionStep('createBooking', ended), ...flow().map((one) => ({ ...one, session: 'other' }))],
      'passed',
    ],
    ['a session only begun', [sessionStep('initialiseSession')], 'not-exercised'],
  ])

  test('what the journal dropped may have begun the session', () => {
    const steps = [sessionStep('initialiseSession'), sessionStep('setDates', { ...ended, session: 'x' })]
    expect(judgement('session/one-id', steps, { dropped: 1 })).toEqual(['not-exercised'])
  })
})

describe('session/order', () => {
  cases('session/order', [
    ['the whole flow', flow(), 'passed'],
    [
      'the address before the guests',
      [sessionStep('initialiseSession'), sessionStep('setDates'), sessionStep('setAddress'), sessionStep('setGuestNumbers')],
      'passed',
    ],
    [
      'guests before dates',
      [sessionStep('initialiseSession'), sessionStep('setGuestNumbers'), sessionStep('setDates')],
      'failed',
      [2],
    ],
    ['no dates at all is said once', flow('setDates'), 'failed', [2]],
    ['a booking that was never validated', flow('validateBooking'), 'failed', [9]],
    [
      'a booking of something else than was validated',
      [...flow('createBooking'), sessionStep('setDates'), sessionStep('createBooking')],
      'failed',
      [10, 11],
    ],
    [
      'a refused step is corrected',
      [
        sessionStep('initialiseSession'),
        sessionStep('setDates', refused),
        sessionStep('setDates'),
        sessionStep('setGuestNumbers'),
      ],
      'passed',
    ],
    [
      'a refused step is not heeded',
      [sessionStep('initialiseSession'), sessionStep('setDates', refused), sessionStep('setGuestNumbers')],
      'failed',
      [2, 3],
    ],
    [
      'a refused change leaves the dates as they were set before',
      [
        sessionStep('initialiseSession'),
        sessionStep('setDates'),
        sessionStep('setDates', refused),
        sessionStep('setGuestNumbers'),
      ],
      'passed',
    ],
    [
      'a validation that fails takes the place of one that did not',
      [...flow('createBooking'), sessionStep('validateBooking', refused), sessionStep('createBooking')],
      'failed',
      [10, 11],
    ],
    [
      'a validation that never arrived leaves the last one as it was',
      [
        ...flow('createBooking'),
        sessionStep('validateBooking', { networkFault: 'status', status: 503 }),
        sessionStep('createBooking'),
      ],
      'passed',
    ],
    [
      'a step that never arrived is not sent again',
      [
        sessionStep('initialiseSession'),
        sessionStep('setDates', { networkFault: 'status', status: 503 }),
        sessionStep('setGuestNumbers'),
      ],
      'failed',
      [2, 3],
    ],
    [
      'a step whose answer got lost counts',
      [
        sessionStep('initialiseSession'),
        sessionStep('setDates', { networkFault: 'cut-after-commit', status: 0 }),
        sessionStep('setGuestNumbers'),
      ],
      'passed',
    ],
    [
      'goes on in a session that had ended',
      [sessionStep('initialiseSession'), sessionStep('setDates', ended), sessionStep('setGuestNumbers', ended)],
      'failed',
      [2, 3],
    ],
    ['begins an ended session again', [sessionStep('initialiseSession'), sessionStep('setDates', ended), ...flow()], 'passed'],
    ['never initialises', [sessionStep('setDates', ended), sessionStep('setGuestNumbers', ended)], 'failed', [1]],
    ['a session begun before the journal', [sessionStep('setGuestNumbers')], 'not-exercised'],
    ['no session', [{ operation: 'listCountries' }], 'not-exercised'],
  ])
})

describe('session/prices-before-validate', () => {
  cases('session/prices-before-validate', [
    ['prices, then validation', flow(), 'passed'],
    ['no prices', flow('getPrices', 'createBooking'), 'failed', [7]],
    [
      'prices were asked for, but could not be reckoned',
      [
        ...flow('validateBooking', 'createBooking', 'getOkToBook', 'getPrices'),
        sessionStep('getPrices', { response: '[{"error_number":"018"}]' }),
        sessionStep('validateBooking'),
      ],
      'passed',
    ],
    [
      'prices of other dates',
      [...flow('validateBooking', 'createBooking', 'getOkToBook'), sessionStep('setDates'), sessionStep('validateBooking')],
      'failed',
      [8, 9],
    ],
    [
      'prices asked again after a change',
      [
        ...flow('validateBooking', 'createBooking', 'getOkToBook'),
        sessionStep('setDates'),
        sessionStep('getPrices'),
        sessionStep('validateBooking'),
      ],
      'passed',
    ],
    ['no validation', flow('validateBooking', 'createBooking'), 'not-exercised'],
  ])
})

test('an offence describes what happened to the missing value', () => {
  const said = (...steps: Step[]) =>
    checkConformance(exchangesOf([sessionStep('initialiseSession'), ...steps]), FACTS)
      .rules.find(({ id }) => id === 'session/order')
      ?.offences.map(({ what }) => withoutCalls(what))
  expect(said(sessionStep('setGuestNumbers'))).toEqual(['#2 setGuestNumbers was sent before the dates were set'])
  expect(said(sessionStep('setDates', refused), sessionStep('setGuestNumbers'))).toEqual([
    '#3 setGuestNumbers was sent before the dates were set; #2 setDates was not accepted',
  ])
  expect(said(sessionStep('setDates', ended), sessionStep('setGuestNumbers'))).toEqual([
    '#3 setGuestNumbers was sent before the session was initialised; the session had ended, as the refusal of #2 setDates says',
  ])
  expect(said(...flow('createBooking').slice(1), sessionStep('setDates'), sessionStep('createBooking'))).toEqual([
    '#11 createBooking was sent before the current booking was validated; #10 setDates invalidated that',
  ])
})

test('every step the rules know is an operation of the contract', () => {
  const ids = new Set(FACTS.operations.map(({ id }) => id))
  expect(FLOW.filter((id) => !ids.has(id))).toEqual([])
})
