/**
 * Scenarios with traffic, and with faults of webhook deliveries.
 *
 * @module
 */

import { workAllDay } from './all-day.ts'
import type { ScenarioCase } from './scenario-case.ts'

const result = { done: ['the shift'], left: [] }

export const TRAFFIC_CASES: readonly ScenarioCase[] = [
  {
    scenario: 'living-week',
    hasTraffic: true,
    job: workAllDay({ properties: [1, 6], hours: 24 }),
    correct: { does: 'reads every booking within minutes and closes what was sold elsewhere', result },
    faulty: [
      {
        does: 'reads bookings once',
        mistake: { polls: 'once' },
        caughtBy: ['picks-up', 'reads-changes', 'sync/booking-picked-up'],
      },
      {
        does: 'reads only the next month',
        mistake: { window: 'the next month' },
        caughtBy: ['picks-up', 'reads-changes', 'sync/booking-picked-up'],
      },
      { does: 'closes only the first night', mistake: { closedNights: 'the first night' }, caughtBy: ['closes'] },
    ],
  },
  {
    scenario: 'quiet-week',
    hasTraffic: true,
    job: workAllDay({ properties: [1, 6], hours: 48, pause: 20 }),
    correct: { does: 'keeps polling in quiet hours', result },
    faulty: [
      {
        does: 'stops polling when nothing is new',
        mistake: { polls: 'until nothing is new' },
        caughtBy: ['keeps-polling', 'reads-cancellations', 'sync/booking-picked-up'],
      },
      {
        does: 'reads bookings once',
        mistake: { polls: 'once' },
        caughtBy: ['keeps-polling', 'reads-cancellations', 'sync/booking-picked-up'],
      },
    ],
  },
  {
    scenario: 'high-season',
    hasTraffic: true,
    job: workAllDay({ properties: [1, 6, 7], hours: 12 }),
    correct: { does: 'keeps up with 400 bookings a day', result },
    faulty: [
      {
        does: 'reads one property an hour',
        mistake: { polledProperties: 'one property an hour' },
        caughtBy: ['picks-up', 'reads-changes', 'sync/booking-picked-up'],
      },
      {
        does: 'reads only the next month',
        mistake: { window: 'the next month' },
        caughtBy: ['picks-up', 'reads-changes', 'sync/booking-picked-up'],
      },
    ],
  },
  {
    scenario: 'two-channels',
    hasTraffic: true,
    job: workAllDay({ properties: [6], hours: 24 }),
    correct: { does: 'closes every night that was sold elsewhere', result },
    faulty: [
      { does: 'closes no night', mistake: { closedNights: 'none' }, caughtBy: ['closes', 'never-oversold'] },
      {
        does: 'closes only the first night',
        mistake: { closedNights: 'the first night' },
        caughtBy: ['closes', 'never-oversold'],
      },
    ],
  },
  {
    scenario: 'front-desk-day',
    hasTraffic: true,
    job: workAllDay({ properties: [1, 6], hours: 16, desk: 'the next month' }),
    correct: { does: 'reads bookings, rooms and prices repeatedly', result },
    faulty: [
      { does: 'never reads prices again', mistake: { deskReads: 'rooms' }, caughtBy: ['sees-prices'] },
      { does: 'never reads the calendar again', mistake: { deskReads: 'prices' }, caughtBy: ['sees-repairs'] },
      { does: 'reads bookings once', mistake: { polls: 'once' }, caughtBy: ['sees-walk-ins'] },
    ],
  },
  {
    scenario: 'last-rooms',
    hasTraffic: true,
    job: workAllDay({ properties: [6], hours: 4, pause: 2 }),
    correct: { does: 'closes the last rooms within two minutes', result },
    faulty: [
      {
        does: 'closes nights every quarter of an hour',
        mistake: { closing: 'every quarter of an hour' },
        caughtBy: ['closes-a', 'closes-b', 'closes-c', 'never-oversold'],
      },
      {
        does: 'closes only the first night',
        mistake: { closedNights: 'the first night' },
        caughtBy: ['closes-a', 'closes-b', 'closes-c', 'never-oversold'],
      },
      {
        does: 'closes no night',
        mistake: { closedNights: 'none' },
        caughtBy: ['closes-a', 'closes-b', 'closes-c', 'never-oversold'],
      },
    ],
  },
  {
    scenario: 'group-takes-half',
    hasTraffic: true,
    job: workAllDay({ properties: [1], hours: 24, desk: 'all nights' }),
    correct: { does: 'reads groups, and what they leave free', result },
    faulty: [
      { does: 'never reads the calendar again', mistake: { deskReads: 'prices' }, caughtBy: ['sees-what-is-left'] },
      {
        does: 'reads bookings once',
        mistake: { polls: 'once' },
        caughtBy: ['reads-groups', 'reads-changes'],
      },
      {
        does: 'closes only the first night',
        mistake: { closedNights: 'the first night' },
        caughtBy: ['closes'],
        also: ['never-oversold'],
      },
    ],
  },
  {
    scenario: 'cancellation-storm',
    hasTraffic: true,
    job: workAllDay({ properties: [1, 6], hours: 18, desk: 'all nights' }),
    correct: { does: 'reads cancellations and opens the nights again', result },
    faulty: [
      { does: 'never reads the calendar again', mistake: { deskReads: 'prices' }, caughtBy: ['opens-again'] },
      {
        does: 'reads bookings once',
        mistake: { polls: 'once' },
        caughtBy: ['reads-cancellations'],
      },
      {
        does: 'stops polling when nothing is new',
        mistake: { polls: 'until nothing is new' },
        caughtBy: ['reads-cancellations'],
      },
    ],
  },
  {
    scenario: 'webhook-lost',
    hasTraffic: true,
    webhooks: 'at once',
    job: workAllDay({ properties: [1], hours: 8 }),
    correct: { does: 'finds by polling what was not delivered', result },
    faulty: [
      {
        does: 'never polls',
        mistake: { polls: 'never' },
        caughtBy: ['found-by-poll', 'webhooks/lost-found-by-poll'],
      },
    ],
  },
  {
    scenario: 'webhook-twice',
    hasTraffic: true,
    webhooks: 'at once',
    job: workAllDay({ properties: [1], hours: 5 }),
    correct: { does: 'processes each booking once', result },
    faulty: [
      {
        does: 'processes every notification',
        mistake: { notifications: 'for each notification' },
        caughtBy: ['sync/twin-create', 'webhooks/duplicate-once'],
      },
    ],
  },
  {
    scenario: 'webhook-late',
    hasTraffic: true,
    webhooks: 'late',
    job: workAllDay({ properties: [1], hours: 8 }),
    correct: { does: 'polls as well', result },
    faulty: [{ does: 'never polls', mistake: { polls: 'never' }, caughtBy: ['picks-up', 'reads-cancellations'] }],
  },
]
