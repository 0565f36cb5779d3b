/**
 * Days on which somebody else is faster, or time goes by.
 *
 * @module
 */
import type { BadDay } from './bad-day.ts'
import { bookStay } from './booking-site.ts'
import { sync, watchTonight } from './channel.ts'

/** What a visitor gets to see on a good day. */
const SHOWN = ['rooms', 'price 288']

export const BOOKING_DAYS: readonly BadDay[] = [
  {
    scenario: 'black-booking-race',
    job: sync({ properties: [1] }),
    careful: {
      does: 'takes 204 for a no, looks at the calendar again and closes what is free',
      result: { done: ['rooms of 1', 'prices of 1', 'closing in 1'], left: [] },
    },
    careless: [
      { does: 'takes any 2xx for success', habit: { conflict: 'success' }, caughtBy: ['looks-again'] },
      {
        does: 'sends the same again',
        habit: { conflict: 'sends it again' },
        caughtBy: ['looks-again', 'resilience/conflict-not-success'],
      },
    ],
  },
  {
    scenario: 'sold-out-before-validate',
    job: bookStay(1),
    careful: {
      does: 'shows the rooms again and books what it has validated anew',
      result: { done: [...SHOWN, ...SHOWN, 'booking'], left: [] },
    },
    careless: [
      {
        does: 'books all the same',
        habit: { invalid: 'books all the same' },
        caughtBy: ['shows-rooms-again', 'validates-again', 'not-too-early', 'session/order'],
      },
      {
        does: 'validates again and again',
        habit: { invalid: 'validates again' },
        caughtBy: ['shows-rooms-again', 'validates-again'],
      },
      {
        does: 'asks for the prices of rooms that are gone',
        habit: { invalid: 'asks for the prices' },
        caughtBy: ['shows-rooms-again', 'validates-again'],
      },
    ],
  },
  {
    scenario: 'price-changed-before-validate',
    job: bookStay(1),
    careful: {
      does: 'shows the new prices and books what it has validated anew',
      result: { done: [...SHOWN, 'rooms', 'price 316.8', 'booking'], left: [] },
    },
    careless: [
      {
        does: 'books all the same',
        habit: { invalid: 'books all the same' },
        caughtBy: ['prices-again', 'validates-again', 'not-too-early', 'session/order'],
      },
      {
        does: 'validates again and again',
        habit: { invalid: 'validates again' },
        caughtBy: ['prices-again', 'validates-again'],
      },
    ],
  },
  {
    scenario: 'session-expired-mid-booking',
    job: bookStay(1),
    careful: {
      does: 'begins again with what its visitor has told already',
      result: { done: [...SHOWN, 'booking'], left: [] },
    },
    careless: [
      {
        does: 'goes on step by step',
        habit: { lostSession: 'goes on' },
        caughtBy: [
          'begins-again',
          'goes-on',
          'books',
          'session/order',
          'resilience/no-retry-of-refusals',
          'resilience/refusal-flood',
        ],
      },
      { does: 'gives up', habit: { lostSession: 'gives up' }, caughtBy: ['begins-again', 'books'] },
    ],
  },
  {
    scenario: 'month-end-midnight',
    job: watchTonight(1),
    careful: {
      does: 'takes the day from the Date header and counts by the calendar',
      result: { done: ['rooms of 2027-01-31', 'rooms of 2027-02-01'], left: [] },
    },
    careless: [
      {
        does: 'goes by the clock on its wall',
        habit: { day: 'of its machine' },
        caughtBy: ['new-day'],
      },
      { does: 'goes by the day it began on', habit: { day: 'of its start' }, caughtBy: ['new-day'] },
      {
        does: 'counts to 32 January',
        habit: { reckons: 'by adding one' },
        caughtBy: ['no-impossible-day', 'after-midnight', 'new-day', 'data/date-format'],
      },
    ],
  },
]
