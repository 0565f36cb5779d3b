/**
 * Days on which a token is over.
 *
 * @module
 */
import type { BadDay } from './bad-day.ts'
import { type Result, sync } from './channel.ts'

/** Everything is done in these properties. */
const all = (...properties: readonly number[]): Result => ({
  done: properties.flatMap((property) => [`rooms of ${property}`, `prices of ${property}`, `closing in ${property}`]),
  left: [],
})

export const TOKEN_DAYS: readonly BadDay[] = [
  {
    scenario: 'token-expired-at-start',
    job: sync({ properties: [1, 2] }),
    careful: { does: 'asks for one new token, makes the refused call again and goes on', result: all(1, 2) },
    careless: [
      { does: 'gives up', habit: { renewals: 0 }, caughtBy: ['renews', 'repeats'] },
      {
        does: 'sends the dead token again',
        habit: { refusedToken: 'sends it again' },
        caughtBy: ['renews', 'repeats', 'auth/one-renewal'],
      },
    ],
  },
  {
    scenario: 'token-expires-mid-sync',
    job: sync({ properties: [1, 2, 4] }),
    careful: { does: 'asks once for a new token, makes the refused call again and goes on', result: all(1, 2, 4) },
    careless: [
      { does: 'stops half-way', habit: { renewals: 0 }, caughtBy: ['renews', 'repeats', 'auth/one-renewal'] },
      { does: 'asks for a token again and again', habit: { asks: 'before every call' }, caughtBy: ['auth/token-reuse'] },
    ],
  },
  {
    scenario: 'token-revoked',
    job: sync({ properties: [1, 2] }),
    careful: { does: 'takes it for a token that is over like any other', result: all(1, 2) },
    careless: [
      { does: 'stops half-way', habit: { renewals: 0 }, caughtBy: ['renews', 'repeats', 'auth/one-renewal'] },
      {
        does: 'sends the dead token again',
        habit: { refusedToken: 'sends it again' },
        caughtBy: ['renews', 'repeats', 'auth/one-renewal'],
      },
    ],
  },
  {
    scenario: 'short-lived-tokens',
    job: sync({ properties: [1, 2, 4, 5, 9], pace: 1_300 }),
    careful: { does: 'reads expires_in, renews in time, and keeps each token as long as it lives', result: all(1, 2, 4, 5, 9) },
    careless: [
      { does: 'renews only once', habit: { renewals: 1 }, caughtBy: ['auth/one-renewal'] },
      { does: 'asks for a token before every call', habit: { asks: 'before every call' }, caughtBy: ['auth/token-reuse'] },
    ],
  },
]
