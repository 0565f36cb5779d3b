/**
 * Scenarios in which a client loses a scope, a property, or a mode.
 *
 * @module
 */

import { sync } from './channel.ts'
import type { ScenarioCase } from './scenario-case.ts'

export const RIGHTS_CASES: readonly ScenarioCase[] = [
  {
    scenario: 'read-only-credentials',
    job: sync({ properties: [1, 2] }),
    correct: {
      does: 'requests fewer scopes, reads, and reports what it could not write',
      result: {
        done: ['rooms of 1', 'rooms of 2'],
        left: ['prices of 1', 'closing in 1', 'prices of 2', 'closing in 2'],
      },
    },
    faulty: [
      {
        does: 'requests the same scopes again',
        mistake: { refusedScope: 'requests the same' },
        caughtBy: ['resilience/no-retry-of-refusals'],
      },
      {
        does: 'keeps writing without the scope',
        mistake: { lostScope: 'keeps writing' },
        caughtBy: ['stops-writing', 'auth/scope-lost'],
      },
    ],
  },
  {
    scenario: 'scope-lost-mid-run',
    job: sync({ properties: [1, 2, 4] }),
    correct: {
      does: 'stops writing at the first 403, requests no new token, and continues to read',
      result: {
        done: ['rooms of 1', 'rooms of 2', 'rooms of 4'],
        left: ['prices of 1', 'closing in 1', 'prices of 2', 'closing in 2', 'prices of 4', 'closing in 4'],
      },
    },
    faulty: [
      {
        does: 'repeats the refused write',
        mistake: { lostScope: 'repeats the call' },
        caughtBy: ['not-again', 'stops-writing', 'auth/scope-lost', 'auth/forbidden-no-retry'],
      },
      { does: 'sends other writes', mistake: { lostScope: 'keeps writing' }, caughtBy: ['stops-writing', 'auth/scope-lost'] },
      {
        does: 'requests another token',
        mistake: { lostScope: 'requests a token' },
        caughtBy: ['not-again', 'stops-writing', 'auth/forbidden-no-retry'],
      },
    ],
  },
  {
    scenario: 'property-withdrawn',
    job: sync({ properties: [1, 2, 4] }),
    correct: {
      does: 'skips it after the first 403, lists its properties again and continues with the others',
      result: {
        done: ['rooms of 2', 'prices of 2', 'closing in 2', 'rooms of 4', 'prices of 4', 'closing in 4'],
        left: ['property 1'],
      },
    },
    faulty: [
      {
        does: 'keeps calling the refused property',
        mistake: { lostProperty: 'keeps calling' },
        caughtBy: ['lists-again', 'leaves-it', 'auth/property-lost'],
      },
      { does: 'stops completely', mistake: { lostProperty: 'gives up' }, caughtBy: ['lists-again', 'others-go-on'] },
      { does: 'never lists its properties', mistake: { lostProperty: 'never lists any' }, caughtBy: ['lists-again'] },
    ],
  },
  {
    scenario: 'tariffs-not-micromanage',
    job: sync({ properties: [1, 2] }),
    correct: {
      does: 'skips the tariffs of this property and continues with the others',
      result: {
        done: ['rooms of 1', 'closing in 1', 'rooms of 2', 'prices of 2', 'closing in 2'],
        left: ['prices of 1'],
      },
    },
    faulty: [
      {
        does: 'repeats the refused tariff',
        mistake: { refusedTariff: 'repeats it' },
        caughtBy: ['not-again'],
        also: ['resilience/no-retry-of-refusals'],
      },
      {
        does: 'repeats the refused tariff with a new token',
        mistake: { refusedTariff: 'repeats it with a new token' },
        caughtBy: ['resilience/no-retry-of-refusals'],
        also: ['auth/token-reuse'],
      },
      { does: 'stops completely', mistake: { refusedTariff: 'gives up' }, caughtBy: ['goes-on'] },
    ],
  },
]
