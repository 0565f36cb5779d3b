/**
 * Days with network faults.
 *
 * @module
 */
import type { BadDay } from './bad-day.ts'
import { sync } from './channel.ts'

const DONE = { done: ['rooms of 1', 'prices of 1', 'closing in 1'], left: [] }

export const NETWORK_DAYS: readonly BadDay[] = [
  {
    scenario: 'slow-service',
    job: sync({ properties: [1], sendsPrices: false }),
    careful: { does: 'waits for its answers', result: { done: ['rooms of 1', 'closing in 1'], left: [] } },
    careless: [
      { does: 'gives up too early', habit: { slowReply: 'gives up' }, caughtBy: ['goes-on'] },
      {
        does: 'asks for a second token',
        habit: { slowReply: 'asks for tokens again' },
        caughtBy: ['goes-on'],
      },
      {
        does: 'sends a write again',
        habit: { slowReply: 'sends writes again' },
        caughtBy: ['resilience/no-duplicate-write'],
        also: [
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
    careful: { does: 'waits, longer each time, and goes on where it stopped', result: DONE },
    careless: [
      { does: 'gives up', habit: { attempts: 1 }, caughtBy: ['goes-on'] },
      {
        does: 'hammers',
        habit: { pauses: 'tiny, until it works' },
        caughtBy: ['resilience/retries-bounded', 'resilience/retry-after'],
      },
    ],
  },
  {
    scenario: 'rate-limited',
    job: sync({ properties: [1, 2] }),
    careful: {
      does: 'waits as long as it was told and makes the call again',
      result: { done: [...DONE.done, 'rooms of 2', 'prices of 2', 'closing in 2'], left: [] },
    },
    careless: [
      {
        does: 'makes the call again at once',
        habit: { pauses: 'tiny, until it works' },
        caughtBy: ['resilience/retry-after'],
        also: ['resilience/retries-bounded'],
      },
      { does: 'loses the call', habit: { attempts: 1 }, caughtBy: ['repeats'] },
    ],
  },
  {
    scenario: 'lost-reply-after-write',
    job: sync({ properties: [1] }),
    careful: { does: 'looks whether it was done', result: DONE },
    careless: [
      {
        does: 'sends it again',
        habit: { lostReply: 'sends it again' },
        caughtBy: ['resilience/no-duplicate-write', 'resilience/ambiguous-5xx'],
      },
      { does: 'forgets it', habit: { lostReply: 'forgets it' }, caughtBy: ['looks'] },
    ],
  },
  {
    scenario: 'garbled-answers',
    job: sync({ properties: [1] }),
    careful: { does: 'notifications each time, and asks again', result: DONE },
    careless: [
      { does: 'crashes', habit: { garbled: 'an end' }, caughtBy: ['asks-again', 'empty', 'whole', 'goes-on'] },
      {
        does: 'takes them for an empty list',
        habit: { garbled: 'nothing' },
        caughtBy: ['asks-again', 'empty', 'whole', 'goes-on'],
      },
      { does: 'takes silence for an empty list', habit: { silence: 'nothing' }, caughtBy: ['whole', 'goes-on'] },
    ],
  },
]
