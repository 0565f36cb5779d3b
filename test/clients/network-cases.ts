/**
 * Scenarios with network faults.
 *
 * @module
 */

import { sync } from './channel.ts'
import type { ScenarioCase } from './scenario-case.ts'

const DONE = { done: ['rooms of 1', 'prices of 1', 'closing in 1'], left: [] }

export const NETWORK_CASES: readonly ScenarioCase[] = [
  {
    scenario: 'slow-service',
    job: sync({ properties: [1], sendsPrices: false }),
    correct: { does: 'waits for slow responses', result: { done: ['rooms of 1', 'closing in 1'], left: [] } },
    faulty: [
      { does: 'times out too early', mistake: { slowResponse: 'gives up' }, caughtBy: ['goes-on'] },
      {
        does: 'requests a second token',
        mistake: { slowResponse: 'repeats token requests' },
        caughtBy: ['goes-on'],
      },
      {
        does: 'repeats a write',
        mistake: { slowResponse: 'repeats writes' },
        caughtBy: ['resilience/no-duplicate-write'],
        also: [
          // It never reads what became of the write that it gave up.
          'goes-on',
          'resilience/ambiguous-5xx',
          'resilience/conflict-reviewed',
          'resilience/conflict-not-success',
          'resilience/no-retry-of-refusals',
        ],
      },
    ],
  },
  {
    scenario: 'outage-and-recovery',
    job: sync({ properties: [1] }),
    correct: { does: 'waits longer after each attempt and continues where it stopped', result: DONE },
    faulty: [
      { does: 'does not retry', mistake: { maxAttempts: 1 }, caughtBy: ['goes-on'] },
      {
        does: 'retries every 100 ms without limit',
        mistake: { pauses: 'short, without limit' },
        caughtBy: ['resilience/retries-bounded', 'resilience/retry-after'],
      },
    ],
  },
  {
    scenario: 'rate-limited',
    job: sync({ properties: [1, 2] }),
    correct: {
      does: 'honours Retry-After and retries',
      result: { done: [...DONE.done, 'rooms of 2', 'prices of 2', 'closing in 2'], left: [] },
    },
    faulty: [
      {
        does: 'retries before Retry-After',
        mistake: { pauses: 'short, without limit' },
        caughtBy: ['resilience/retry-after'],
        also: ['resilience/retries-bounded'],
      },
      { does: 'does not retry', mistake: { maxAttempts: 1 }, caughtBy: ['repeats'] },
    ],
  },
  {
    scenario: 'lost-reply-after-write',
    job: sync({ properties: [1, 2] }),
    correct: {
      does: 'checks the effect before it retries',
      result: { done: [...DONE.done, 'rooms of 2', 'prices of 2', 'closing in 2'], left: [] },
    },
    faulty: [
      {
        does: 'repeats the write without a check',
        mistake: { lostResponse: 'repeats the write' },
        caughtBy: ['checks-effect', 'resilience/no-duplicate-write', 'resilience/ambiguous-5xx'],
      },
      {
        does: 'ignores the lost response',
        mistake: { lostResponse: 'ignores it' },
        caughtBy: ['checks-effect', 'repeats', 'resilience/call-completed'],
      },
      {
        does: 'reads after every write, and ignores what is missing',
        mistake: { closedRooms: 'after every write, to no effect' },
        caughtBy: ['repeats'],
      },
      {
        does: 'sends its black booking twice',
        mistake: { acceptedWrite: 'twice' },
        caughtBy: ['resilience/conflict-not-success'],
        also: ['checks-effect', 'resilience/no-duplicate-write', 'resilience/call-completed'],
      },
    ],
  },
  {
    scenario: 'writes-fail-at-gateway',
    job: sync({ properties: [1, 2, 4], sendsPrices: false }),
    correct: {
      does: 'repeats a black booking after 503, and checks its effect after 504',
      result: {
        done: ['rooms of 1', 'closing in 1', 'rooms of 2', 'closing in 2', 'rooms of 4', 'closing in 4'],
        left: [],
      },
    },
    faulty: [
      {
        does: 'repeats every failed write',
        mistake: { lostResponse: 'repeats the write' },
        caughtBy: ['checks-effect', 'resilience/no-duplicate-write', 'resilience/ambiguous-5xx'],
      },
      {
        does: 'takes 504 for success',
        mistake: { lostResponse: 'ignores it' },
        caughtBy: ['checks-effect', 'repeats-undone', 'resilience/call-completed'],
      },
      {
        does: 'reads after every write, and ignores what is missing',
        mistake: { closedRooms: 'after every write, to no effect' },
        caughtBy: ['repeats-undone', 'resilience/call-completed'],
      },
      {
        does: 'repeats only reads',
        mistake: { failedWrite: 'skips it' },
        caughtBy: ['repeats', 'checks-effect', 'repeats-undone', 'resilience/call-completed'],
      },
      { does: 'does not retry', mistake: { maxAttempts: 1 }, caughtBy: ['repeats'] },
    ],
  },
  {
    scenario: 'garbled-answers',
    job: sync({ properties: [1] }),
    correct: { does: 'retries after each unusable response', result: DONE },
    faulty: [
      {
        does: 'crashes on a truncated response',
        mistake: { truncatedResponse: 'a crash' },
        caughtBy: ['whole', 'goes-on'],
      },
      {
        does: 'treats truncated responses as an empty list',
        mistake: { truncatedResponse: 'an empty list' },
        caughtBy: ['whole', 'goes-on'],
      },
      {
        does: 'treats an empty response as an empty list',
        mistake: { emptyResponse: 'an empty list' },
        caughtBy: ['whole', 'goes-on'],
      },
    ],
  },
]
