/**
 * Scenarios about conflicts, booking sessions and dates.
 *
 * @module
 */

import { bookStay } from './booking-site.ts'
import { sync, watchTonight } from './channel.ts'
import type { ScenarioCase } from './scenario-case.ts'

/** What a visitor is shown without a fault. */
const SHOWN = ['rooms', 'price 288']

export const BOOKING_CASES: readonly ScenarioCase[] = [
  {
    scenario: 'black-booking-race',
    job: sync({ properties: [1] }),
    correct: {
      does: 'recognises 204 as a refusal, reads the calendar again and closes a free room',
      result: { done: ['rooms of 1', 'prices of 1', 'closing in 1'], left: [] },
    },
    faulty: [
      { does: 'treats any 2xx as success', mistake: { status204: 'success' }, caughtBy: ['looks-again'] },
      {
        does: 'repeats the refused black booking',
        mistake: { status204: 'repeats it' },
        caughtBy: ['looks-again', 'resilience/conflict-not-success'],
      },
      {
        does: 'sends its black booking twice',
        mistake: { acceptedWrite: 'twice' },
        caughtBy: ['resilience/conflict-not-success'],
      },
    ],
  },
  {
    scenario: 'sold-out-before-validate',
    job: bookStay(1),
    correct: {
      does: 'shows the rooms again and books only what it has validated again',
      result: { done: [...SHOWN, ...SHOWN, 'booking'], left: [] },
    },
    faulty: [
      {
        does: 'books without a valid validation',
        mistake: { invalidBooking: 'books anyway' },
        caughtBy: ['shows-rooms-again', 'not-too-early', 'session/order'],
      },
      {
        does: 'only repeats the validation',
        mistake: { invalidBooking: 'validates again' },
        caughtBy: ['shows-rooms-again'],
      },
      {
        does: 'requests prices but not rooms again',
        mistake: { invalidBooking: 'requests prices again' },
        caughtBy: ['shows-rooms-again'],
      },
      {
        does: 'shows the rooms again and takes the sold one each time',
        mistake: { invalidBooking: 'takes the same rooms' },
        caughtBy: ['not-the-same-rooms'],
      },
    ],
  },
  {
    scenario: 'lost-reply-after-booking',
    job: bookStay(1),
    correct: {
      does: 'reads whether its session may still be booked',
      result: { done: [...SHOWN, 'booking'], left: [] },
    },
    faulty: [
      {
        does: 'repeats the booking without a check',
        mistake: { lostResponse: 'repeats the write' },
        caughtBy: ['checks-effect', 'resilience/no-duplicate-write', 'resilience/ambiguous-5xx'],
      },
      { does: 'reports a failure', mistake: { maxAttempts: 1 }, caughtBy: ['checks-effect'] },
    ],
  },
  {
    scenario: 'price-changed-before-validate',
    job: bookStay(1),
    correct: {
      does: 'shows the new prices and books only what it has validated again',
      result: { done: [...SHOWN, 'rooms', 'price 316.8', 'booking'], left: [] },
    },
    faulty: [
      {
        does: 'books without a valid validation',
        mistake: { invalidBooking: 'books anyway' },
        caughtBy: ['prices-again', 'not-too-early', 'session/order'],
      },
      {
        does: 'only repeats the validation',
        mistake: { invalidBooking: 'validates again' },
        caughtBy: ['prices-again', 'prices-first'],
      },
      {
        does: 'repeats the validation twice before it requests the prices',
        mistake: { invalidBooking: 'validates thrice first' },
        caughtBy: ['prices-first'],
      },
    ],
  },
  {
    scenario: 'session-expired-mid-booking',
    job: bookStay(1),
    correct: {
      does: 'starts a new session with the data it already has',
      result: { done: [...SHOWN, 'booking'], left: [] },
    },
    faulty: [
      {
        does: 'continues with the next steps',
        mistake: { lostSession: 'continues' },
        caughtBy: [
          'begins-again',
          'enters-again',
          'not-again',
          'books',
          'session/order',
          'resilience/no-retry-of-refusals',
          'resilience/refusal-flood',
        ],
      },
      { does: 'gives up', mistake: { lostSession: 'gives up' }, caughtBy: ['begins-again', 'enters-again', 'books'] },
    ],
  },
  {
    scenario: 'month-end-midnight',
    job: watchTonight(1),
    correct: {
      does: 'takes the day from the Date header and computes days by the calendar',
      result: { done: ['rooms of 2027-01-31', 'rooms of 2027-02-01'], left: [] },
    },
    faulty: [
      {
        does: 'uses the date of its machine',
        mistake: { today: 'of its machine' },
        caughtBy: ['new-day'],
      },
      { does: 'keeps the date of its start', mistake: { today: 'of its start' }, caughtBy: ['new-day'] },
      {
        does: 'computes 32 January',
        mistake: { nextDay: 'by adding one' },
        caughtBy: ['no-impossible-day', 'data/date-format'],
      },
    ],
  },
]
