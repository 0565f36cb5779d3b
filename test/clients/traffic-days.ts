/**
 * Days with traffic, and days with faults of webhook deliveries.
 *
 * @module
 */

import { workAllDay } from './all-day.ts'
import type { BadDay } from './bad-day.ts'

const result = { done: ['the shift'], left: [] }

export const TRAFFIC_DAYS: readonly BadDay[] = [
  {
    scenario: 'living-week',
    hasTraffic: true,
    job: workAllDay({ properties: [1, 6], hours: 24 }),
    careful: { does: 'reads every booking within minutes and closes what was sold elsewhere', result },
    careless: [
      { does: 'looks once', habit: { looks: 'once' }, caughtBy: ['picks-up', 'hears-of-changes', 'sync/booking-picked-up'] },
      {
        does: 'asks for the next month only',
        habit: { window: 'the next month' },
        caughtBy: ['picks-up', 'hears-of-changes', 'sync/booking-picked-up'],
      },
      { does: 'closes the first night only', habit: { closes: 'the first night' }, caughtBy: ['closes'] },
    ],
  },
  {
    scenario: 'quiet-week',
    hasTraffic: true,
    job: workAllDay({ properties: [1, 6], hours: 48, pause: 20 }),
    careful: { does: 'keeps looking through quiet hours', result },
    careless: [
      {
        does: 'goes to sleep when nothing is new',
        habit: { looks: 'until nothing is new' },
        caughtBy: ['keeps-looking', 'hears-of-cancellations', 'sync/booking-picked-up'],
      },
      {
        does: 'looks once',
        habit: { looks: 'once' },
        caughtBy: ['keeps-looking', 'hears-of-cancellations', 'sync/booking-picked-up'],
      },
    ],
  },
  {
    scenario: 'high-season',
    hasTraffic: true,
    job: workAllDay({ properties: [1, 6, 7], hours: 12 }),
    careful: { does: 'keeps up with 400 bookings a day', result },
    careless: [
      {
        does: 'reads one property an hour',
        habit: { reads: 'one property an hour' },
        caughtBy: ['picks-up', 'hears-of-changes', 'sync/booking-picked-up'],
      },
      {
        does: 'asks for the next month only',
        habit: { window: 'the next month' },
        caughtBy: ['picks-up', 'hears-of-changes', 'sync/booking-picked-up'],
      },
    ],
  },
  {
    scenario: 'two-channels',
    hasTraffic: true,
    job: workAllDay({ properties: [6], hours: 24 }),
    careful: { does: 'closes every night that was sold elsewhere', result },
    careless: [
      { does: 'closes none', habit: { closes: 'none' }, caughtBy: ['closes', 'never-oversold'] },
      { does: 'closes the first night only', habit: { closes: 'the first night' }, caughtBy: ['closes', 'never-oversold'] },
    ],
  },
  {
    scenario: 'front-desk-day',
    hasTraffic: true,
    job: workAllDay({ properties: [1, 6], hours: 16, desk: true }),
    careful: { does: 'reads bookings, rooms and prices again and again', result },
    careless: [
      { does: 'never reads prices again', habit: { desk: 'rooms' }, caughtBy: ['sees-prices'] },
      { does: 'never reads the calendar again', habit: { desk: 'prices' }, caughtBy: ['sees-repairs'] },
      { does: 'looks for bookings once', habit: { looks: 'once' }, caughtBy: ['sees-walk-ins'] },
    ],
  },
  {
    scenario: 'webhook-lost',
    hasTraffic: true,
    webhooks: 'at once',
    job: workAllDay({ properties: [1], hours: 8 }),
    careful: { does: 'finds by polling what it was not told', result },
    careless: [
      {
        does: 'waits to be told',
        habit: { looks: 'when it is told' },
        caughtBy: ['found-by-poll', 'webhooks/lost-found-by-poll'],
      },
    ],
  },
  {
    scenario: 'webhook-twice',
    hasTraffic: true,
    webhooks: 'at once',
    job: workAllDay({ properties: [1], hours: 5 }),
    careful: { does: 'does once what a booking asks for', result },
    careless: [
      {
        does: 'does it for each notification',
        habit: { repeated: 'for each notification' },
        caughtBy: ['sync/twin-create', 'webhooks/duplicate-once'],
      },
    ],
  },
  {
    scenario: 'webhook-late',
    hasTraffic: true,
    webhooks: 'late',
    job: workAllDay({ properties: [1], hours: 8 }),
    careful: { does: 'looks by itself', result },
    careless: [{ does: 'waits to be told', habit: { looks: 'when it is told' }, caughtBy: ['picks-up'] }],
  },
]
