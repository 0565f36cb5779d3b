/**
 * Scenarios about tokens.
 *
 * @module
 */

import { type Result, sync } from './channel.ts'
import type { ScenarioCase } from './scenario-case.ts'

/** The result when everything was done in these properties. */
const all = (...properties: readonly number[]): Result => ({
  done: properties.flatMap((property) => [`rooms of ${property}`, `prices of ${property}`, `closing in ${property}`]),
  left: [],
})

export const TOKEN_CASES: readonly ScenarioCase[] = [
  {
    scenario: 'token-expired-at-start',
    job: sync({ properties: [1, 2] }),
    correct: { does: 'requests one new token, repeats the refused call and continues', result: all(1, 2) },
    faulty: [
      { does: 'requests no new token', mistake: { maxRenewals: 0 }, caughtBy: ['renews', 'repeats'] },
      {
        does: 'repeats the call with the refused token',
        mistake: { refusedToken: 'sends it again' },
        caughtBy: ['renews', 'repeats', 'auth/one-renewal'],
      },
    ],
  },
  {
    scenario: 'token-expires-mid-sync',
    job: sync({ properties: [1, 2, 4] }),
    correct: { does: 'requests one new token, repeats the refused call and continues', result: all(1, 2, 4) },
    faulty: [
      { does: 'stops after the refusal', mistake: { maxRenewals: 0 }, caughtBy: ['renews', 'repeats', 'auth/one-renewal'] },
      {
        does: 'requests a token before every call',
        mistake: { tokenRequests: 'before every call' },
        caughtBy: ['auth/token-reuse'],
      },
    ],
  },
  {
    scenario: 'token-revoked',
    job: sync({ properties: [1, 2] }),
    correct: { does: 'treats it as an expired token', result: all(1, 2) },
    faulty: [
      { does: 'stops after the refusal', mistake: { maxRenewals: 0 }, caughtBy: ['renews', 'repeats', 'auth/one-renewal'] },
      {
        does: 'repeats the call with the refused token',
        mistake: { refusedToken: 'sends it again' },
        caughtBy: ['renews', 'repeats', 'auth/one-renewal'],
      },
    ],
  },
  {
    scenario: 'short-lived-tokens',
    job: sync({ properties: [1, 2, 4, 5, 9], pace: 1_300 }),
    correct: { does: 'reads expires_in, renews in time, and uses each token until it expires', result: all(1, 2, 4, 5, 9) },
    faulty: [
      { does: 'renews only once', mistake: { maxRenewals: 1 }, caughtBy: ['auth/one-renewal'] },
      {
        does: 'requests a token before every call',
        mistake: { tokenRequests: 'before every call' },
        caughtBy: ['auth/token-reuse'],
      },
    ],
  },
]
