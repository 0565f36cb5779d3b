/**
 * Habits that must be detected: each is the careful channel manager or booking site with one habit replaced, on the day that
 * shows it.
 *
 * @module
 */
import type { ScenarioOptions } from '../../src/index.ts'
import { workAllDay } from './all-day.ts'
import { CORRECT, type OneMistake } from './behaviour.ts'
import { bookVisitors } from './booking-site.ts'
import { changePrices, closeNights } from './close-nights.ts'
import { bundled } from './comparing.ts'
import { type Job, type Run, runOf } from './played.ts'
import { frozen } from './scenario-case.ts'
import type { Shape } from './shapes.ts'
import { forTwoManagers } from './two-managers.ts'

export interface Habit {
  readonly does: string
  /** A bundled scenario, a scenario, or undefined: none. */
  readonly day: string | ScenarioOptions | undefined
  /** Expectations and rules, each of which names the habit. */
  readonly toldBy: readonly string[]
  readonly runIn: (shape: Shape) => Run
  /** True for a client that was written after the rules, without looking at them. */
  readonly isHeldOut?: true
  /** Why it is not a failure yet; the trial counts it all the same. */
  readonly open?: string
  /** Why it cannot be played on this machine. */
  readonly lacks?: string | undefined
}

/** The careful client with one habit replaced. */
interface Composed extends Pick<Habit, 'does' | 'day' | 'toldBy' | 'isHeldOut' | 'open'> {
  readonly job: Job
  readonly mistake: OneMistake
  /** True for a client that waits by moving the clock of its sandbox. */
  readonly movesClock?: boolean
}

const sync = closeNights({ properties: [1, 2, 4], nights: 3 })
const visits = bookVisitors(3)

const race = bundled('black-booking-race')
/** The conflict is told in a body with status 200. */
const RACE_IN_BODY: ScenarioOptions = {
  ...race,
  name: 'black-booking-race-in-body',
  choices: { black_booking_conflict: '200-with-meta' },
  expect: (race.expect ?? []).map((one) => (one.id === 'conflict' ? { ...one, status: 200 } : one)),
}

/** The manager has other properties than in the bundled world. */
const MOVED_IDS: ScenarioOptions = {
  name: 'moved-ids',
  fixtures: ['baseline', './test/clients/moved-ids.yaml'],
  expect: [
    { id: 'own-properties', status: '2xx', where: { path: { property_id: { matches: '^7[124]$' } } } },
    { id: 'none-of-others', status: 403, never: true },
  ],
}

/** A wait that no busy machine makes up for: a client that does not wait repeats its call before it is over. */
const LONG_LIMIT: ScenarioOptions = {
  ...bundled('rate-limited'),
  name: 'limited-for-long',
  faults: [
    {
      id: 'limit',
      on: { where: { header: { authorization: { matches: '^[Bb]earer ' } } } },
      after: 5,
      per: 'client',
      for: '3s',
      network: { status: 429, retry_after: 30 },
    },
  ],
}

export const COMPOSED: readonly Composed[] = [
  {
    does: 'takes 204 for success',
    day: 'black-booking-race',
    job: sync,
    mistake: { status204: 'success' },
    toldBy: ['looks-again', 'resilience/conflict-not-success', 'resilience/conflict-reviewed'],
  },
  {
    does: 'takes a conflict in a body with status 200 for success',
    day: RACE_IN_BODY,
    job: sync,
    mistake: { status204: 'success' },
    toldBy: ['looks-again', 'resilience/conflict-not-success', 'resilience/conflict-reviewed'],
  },
  {
    does: 'takes 504 for success',
    day: 'writes-fail-at-gateway',
    job: sync,
    mistake: { lostResponse: 'ignores it' },
    toldBy: ['checks-effect'],
  },
  {
    does: 'takes a lost reply for a failure',
    day: 'lost-reply-after-write',
    job: sync,
    mistake: { failedWrite: 'skips it' },
    toldBy: ['checks-effect'],
  },
  {
    does: 'closes the next room too after a lost reply',
    day: 'lost-reply-after-write',
    job: sync,
    mistake: { failedWrite: 'closes the next room' },
    toldBy: ['checks-effect'],
  },
  {
    does: 'books the same guest again in a new session after a lost reply',
    day: 'lost-reply-after-booking',
    job: visits,
    mistake: { failedWrite: 'books in a new session' },
    toldBy: ['checks-effect'],
  },
  {
    does: 'writes on after a lost scope',
    day: 'scope-lost-mid-run',
    job: sync,
    mistake: { lostScope: 'keeps writing' },
    toldBy: ['stops-writing', 'auth/scope-lost'],
  },
  {
    does: 'calls on to a withdrawn property',
    day: 'property-withdrawn',
    job: sync,
    mistake: { lostProperty: 'keeps calling' },
    toldBy: ['lists-again', 'leaves-it', 'auth/property-lost'],
  },
  {
    does: 'handles 403 as 401',
    day: 'scope-lost-mid-run',
    job: sync,
    mistake: { lostScope: 'requests a token' },
    toldBy: ['not-again', 'stops-writing', 'auth/scope-lost', 'auth/forbidden-no-retry'],
  },
  {
    does: 'tries a refused call in other spellings',
    day: 'property-withdrawn',
    job: sync,
    mistake: { refusedCall: 'tries other spellings' },
    toldBy: ['resilience/variant-retry', 'auth/property-lost', 'resilience/no-retry-of-refusals', 'leaves-it'],
  },
  {
    does: 'sends a dead token again',
    day: 'token-revoked',
    job: sync,
    mistake: { refusedToken: 'sends it again, then drops it' },
    toldBy: ['auth/one-renewal', 'resilience/no-retry-of-refusals'],
  },
  {
    does: 'ignores Retry-After',
    day: LONG_LIMIT,
    job: sync,
    mistake: { pauses: 'short, without limit' },
    toldBy: ['resilience/retry-after'],
  },
  {
    does: 'takes an unreadable list for an empty one',
    day: 'garbled-answers',
    job: sync,
    mistake: { truncatedResponse: 'an empty list' },
    toldBy: ['whole', 'goes-on'],
  },
  {
    does: 'deletes a tariff and makes it again',
    day: undefined,
    job: changePrices([1, 2, 4]),
    mistake: { changedPrice: 'deletes the tariff and makes it again' },
    toldBy: ['sync/replace-gap'],
  },
  {
    does: 'uses one booking session for visitors in turn',
    day: undefined,
    job: bookVisitors(8),
    mistake: { visitorSessions: 'one for all visitors' },
    toldBy: ['session/one-visitor'],
  },
  {
    does: 'sends the token of another tenant',
    day: undefined,
    job: forTwoManagers,
    mistake: { tenantTokens: 'that of the first manager' },
    toldBy: ['auth/own-token', 'auth/property-lost', 'auth/forbidden-no-retry'],
  },
  {
    does: 'reads expires_in as milliseconds',
    day: undefined,
    job: closeNights({ properties: [1, 2, 4, 5], nights: 4, pace: 2000 }), // a pool of 4 requests four tokens
    mistake: { tokenLifetime: 'milliseconds' },
    toldBy: ['auth/token-reuse'],
  },
  {
    does: 'closes the day of departure as well',
    day: frozen('two-channels'),
    job: (client, inPool) => workAllDay({ properties: [6], hours: 24, inPool })(client),
    mistake: { closedNights: 'the day of departure as well' },
    movesClock: true,
    toldBy: ['sync/closed-as-sold'],
  },
  {
    does: 'keeps free rooms beyond a change of them',
    day: 'black-booking-race',
    job: sync,
    mistake: { freeRooms: 'once' },
    toldBy: ['looks-again', 'sync/check-before-close', 'resilience/conflict-reviewed'],
  },
  {
    does: 'has ids in its code',
    day: MOVED_IDS,
    job: closeNights({ nights: 3 }),
    mistake: { ids: 'its code' },
    toldBy: ['none-of-others', 'own-properties'],
  },
]

export const HABITS: readonly Habit[] = COMPOSED.map(({ job, mistake, movesClock, ...habit }) => ({
  ...habit,
  runIn: (shape) => runOf(job, shape, { behaviour: { ...CORRECT, ...mistake }, ...(movesClock && { movesClock }) }),
}))
