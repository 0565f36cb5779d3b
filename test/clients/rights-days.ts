/**
 * Days on which a client loses a right.
 *
 * @module
 */
import type { BadDay } from './bad-day.ts'
import { sync } from './channel.ts'

export const RIGHTS_DAYS: readonly BadDay[] = [
  {
    scenario: 'read-only-credentials',
    job: sync({ properties: [1, 2] }),
    careful: {
      does: 'asks for less, reads what it may, and says what it could not do',
      result: {
        done: ['rooms of 1', 'rooms of 2'],
        left: ['prices of 1', 'closing in 1', 'prices of 2', 'closing in 2'],
      },
    },
    careless: [
      { does: 'stops', habit: { refusedScope: 'gives up' }, caughtBy: ['reads-on'] },
      {
        does: 'asks for the same again',
        habit: { refusedScope: 'asks again' },
        caughtBy: ['reads-on'],
        also: ['resilience/no-retry-of-refusals'],
      },
      { does: 'writes into the wall', habit: { lostScope: 'writes on' }, caughtBy: ['auth/scope-lost'] },
    ],
  },
  {
    scenario: 'scope-lost-mid-run',
    job: sync({ properties: [1, 2, 4] }),
    careful: {
      does: 'stops writing at the first 403, asks for no new token, and goes on reading',
      result: {
        done: ['rooms of 1', 'prices of 1', 'closing in 1', 'rooms of 2', 'rooms of 4'],
        left: ['prices of 2', 'closing in 2', 'prices of 4', 'closing in 4'],
      },
    },
    careless: [
      { does: 'sends the same again', habit: { lostScope: 'sends it again' }, caughtBy: ['not-again', 'auth/scope-lost'] },
      { does: 'goes on writing', habit: { lostScope: 'writes on' }, caughtBy: ['auth/scope-lost'] },
      {
        does: 'asks for another token',
        habit: { lostScope: 'asks for a token' },
        caughtBy: ['not-again', 'auth/scope-lost'],
      },
    ],
  },
  {
    scenario: 'property-withdrawn',
    job: sync({ properties: [1, 2, 4] }),
    careful: {
      does: 'drops it at the first 403, lists its properties again and goes on with the others',
      result: {
        done: ['rooms of 1', 'prices of 1', 'closing in 1', 'rooms of 4', 'prices of 4', 'closing in 4'],
        left: ['property 2'],
      },
    },
    careless: [
      { does: 'keeps asking', habit: { lostProperty: 'keeps asking' }, caughtBy: ['lists-again', 'auth/property-lost'] },
      { does: 'stops altogether', habit: { lostProperty: 'gives up' }, caughtBy: ['lists-again', 'others-go-on'] },
    ],
  },
  {
    scenario: 'tariffs-not-micromanage',
    job: sync({ properties: [1, 2] }),
    careful: {
      does: 'leaves the tariffs of this property alone and goes on with the others',
      result: {
        done: ['rooms of 1', 'closing in 1', 'rooms of 2', 'prices of 2', 'closing in 2'],
        left: ['prices of 1'],
      },
    },
    careless: [
      {
        does: 'sends the same tariff again',
        habit: { refusedTariff: 'sends it again' },
        caughtBy: ['not-again'],
        also: ['resilience/no-retry-of-refusals'],
      },
      { does: 'stops', habit: { refusedTariff: 'gives up' }, caughtBy: ['goes-on'] },
    ],
  },
]
