/**
 * What traffic promises whatever is played: the same seed offers the same, whatever a client does, and it does not matter in
 * how many steps the clock comes to a moment.
 *
 * @module
 */

import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { addDays, type Day } from '../../../src/base/day.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/base/duration.ts'
import { dayOfInstant, parseInstant } from '../../../src/base/instant.ts'
import { runWithoutPauses } from '../../../src/base/sliced-work.ts'
import { choicesOf } from '../../../src/booking-contract/choices/choices.ts'
import { judgeExpectations } from '../../../src/control-api/judge-expectations.ts'
import type { FixtureSet } from '../../../src/fixtures/fixture-set.ts'
import { seedWorld } from '../../../src/fixtures/seed/seed.ts'
import { readFixtures } from '../../../src/fixtures/source.ts'
import { DEMAND_KINDS } from '../../../src/scenario/demand/demand-schema.ts'
import { performAct } from '../../../src/scenario/events/events.ts'
import { readFault } from '../../../src/scenario/scenario.ts'
import type { PastAct } from '../../../src/scenario/traffic/act-result.ts'
import {
  FOLLOW_UPS as FOLLOW_UP_WORDS,
  type FollowUp,
  TRAFFIC_ACTS,
  type Traffic,
} from '../../../src/scenario/traffic/traffic-schema.ts'
import { smallRows } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { stateOf } from '../acts/run-act.ts'
import { onAct } from './on-act.ts'

const SPAN = 5 * DAY_MS

const WORLDS = ['small', 'baseline', 'reference-world'] as const
/** Somebody who may read and write there. */
const CLIENTS = { small: 'desk', baseline: 'demo', 'reference-world': 'full' } as const
const ZONES = ['Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kolkata', 'Pacific/Pago_Pago']
/** Before clocks are changed, before a leap day, before the end of a month and of a year. */
const BEGINS = [
  '2026-03-27T22:30:00Z',
  '2026-10-23T04:00:00Z',
  '2028-02-26T12:00:00Z',
  '2026-12-29T23:59:59Z',
  '2026-06-01T00:00:00Z',
]

const sets = new Map<string, FixtureSet>()
beforeAll(async () => {
  for (const name of WORLDS) if (name !== 'small') sets.set(name, await readFixtures([name]))
})
afterEach(() => {
  vi.restoreAllMocks()
})

const STAY = { arrival: { from: 'today', to: 'today+6' }, nights: { from: 1, to: 4 } }
const FOLLOW_UPS: FollowUp[] = [
  { chance: '30%', after: ['1h', '2d'], do: 'guest_cancels' },
  { chance: '50%', after: ['10m', '1d'], do: 'guest_modifies', with: { nights: { by: 1 } } },
  { chance: '50%', after: ['10m', '2d'], do: 'guest_modifies', with: { nights: { from: 1, to: 3 }, adults: { any: [1, 2] } } },
  { chance: '40%', after: ['1h', '2d'], do: 'guest_modifies', with: { arrival: { from: 'today', to: 'today+3' } } },
  { chance: '30%', on: 'arrival', do: 'no_show', else: 'guest_checks_in' },
  { on: 'departure', do: 'guest_checks_out' },
  { chance: '50%', after: '3h', do: 'deposit_paid' },
  { chance: '50%', after: '4h', do: 'invoice_paid', else: 'invoice_pending' },
  { chance: '50%', after: '30m', do: 'manager_approves', else: 'manager_rejects' },
]

/** Traffic, and what happens to its bookings later. */
const followed = <T extends object>(traffic: T, then: readonly FollowUp[]) => ({ ...traffic, then })

const followUps = fc.subarray(FOLLOW_UPS)
const pace = (perDay: number) =>
  fc.oneof(
    fc.constant({ rate: `${perDay}/d` }),
    fc.constant({ rate: `${perDay}/d`, hours: { '0-7': 0.2, '18-22': 3 } }),
    fc.constant({ every: `${Math.round(1440 / perDay)}m` }),
  )
const property = fc.constantFrom({}, { property: 1 }, { property: { weights: { 1: 3, 2: 1 } } })

const guests = fc
  .tuple(pace(10), property, followUps, fc.constantFrom({}, { approval: 'waiting' }, { adults: { weights: { 1: 1, 2: 4 } } }))
  .map(([often, of, then, more]) =>
    followed({ id: 'guests', do: 'guest_books', ...often, with: { ...STAY, ...of, ...more } }, then),
  )
const walkIns = fc
  .tuple(pace(3), followUps)
  .map(([often, then]) =>
    followed({ id: 'walk-ins', do: 'guest_walks_in', ...often, with: { property: 1, nights: { from: 1, to: 3 } } }, then),
  )
const others = fc
  .tuple(pace(6), property)
  .map(([often, of]) => ({ id: 'others', do: 'channel_sells', ...often, with: { ...STAY, ...of } }))
const repairs = pace(2).map((often) => ({ id: 'repairs', do: 'room_blocked', ...often, with: { property: 1, ...STAY } }))
const reception = fc
  .tuple(pace(6), fc.constantFrom('guests_check_in', 'guests_check_out'))
  .map(([often, word]) => ({ id: 'reception', do: word, ...often, with: { property: 1 } }))
const desk = pace(4).map((often) => ({
  id: 'desk',
  do: 'price_changes',
  ...often,
  with: { property: 1, by: { any: ['5%', '-5%'] } },
}))
const demand = fc.tuple(fc.integer({ min: 4, max: 20 }), fc.constantFrom(...DEMAND_KINDS), property).map(([perDay, kind, of]) => {
  const soon = {
    like: kind,
    lead: [0, 1, 3],
    season: {},
    modifies: { dates: '30%', rooms: '20%', party: '30%' },
    no_shows: '10%',
  }
  return { id: 'season', do: 'guest_books', rate: `${perDay}/d`, demand: soon, with: of }
})

/** Traffic as it is written here. */
type PlainTraffic = Pick<Traffic, 'id' | 'then' | 'demand'> & {
  readonly do: string
  readonly rate?: string
  readonly with?: object
}

/** A world, and what is played in it. */
const plays = fc.record({
  world: fc.constantFrom(...WORLDS),
  profile: fc.constantFrom('documented' as const, 'current' as const),
  today: fc.constantFrom('utc', 'property'),
  zone: fc.constantFrom(...ZONES),
  at: fc.constantFrom(...BEGINS),
  seed: fc.nat(1000),
  traffic: fc
    .tuple(guests, walkIns, others, repairs, reception, desk, demand)
    .chain((all) => fc.shuffledSubarray<PlainTraffic>(all, { minLength: 1 })),
  until: fc.constantFrom(undefined, '+3d', '2026-06-04T00:00:00Z'),
})
type Play = typeof plays extends fc.Arbitrary<infer P> ? P : never

/** What is expected of some traffic, so that it is judged meanwhile. */
const expectationsOn = (traffic: Play['traffic']) => [
  ...traffic.map(({ id }) => ({ each: id, within: '2h', operation: 'listBookings', same: 'property' })),
  { invariant: 'no-overbooking' },
  { invariant: 'no-lost-booking' },
  { invariant: 'totals-add-up' },
]

function worldOf({ world, profile, today, zone, at, seed, traffic, until }: Play): TestWorld {
  const set = sets.get(world)
  return new TestWorld({
    profile,
    makeRows: (now) => {
      const rows = set ? seedWorld(set, { now, seed: 1, choices: choicesOf('documented') }) : smallRows()
      const properties = rows.collections.properties.map((one) => ({ ...one, timezone: zone }))
      return { ...rows, collections: { ...rows.collections, properties } }
    },
    scenario: JSON.stringify({
      ...{ name: 'drawn', seed, token_lifetime: 100_000_000, clock: { at, run: 'frozen' }, choices: { today } },
      ...{ traffic, ...(until !== undefined && { until }), expect: expectationsOn(traffic) },
      events: [
        { at: '+26h', do: 'guest_books', with: { property: 1, arrival: 'today+1', nights: 2 } },
        { at: '+50h', do: 'guest_modifies', with: { booking: 'latest', nights: 1 } },
      ],
    }),
  })
}

/** One thing that is done at a moment, in milliseconds after the begin. Some of it is refused. */
const deeds = fc.record({
  at: fc.integer({ min: 1, max: SPAN - 1 }),
  what: fc.constantFrom(
    'blocks',
    'frees',
    'checks in',
    'checks out',
    'reads',
    'is refused',
    'cancels',
    'books',
    'changes',
    'arms',
    'disarms',
  ),
  number: fc.nat(40),
})
type Deed = typeof deeds extends fc.Arbitrary<infer D> ? D : never
const courses = fc.array(deeds, { minLength: 1, maxLength: 25 }).map((all) => all.toSorted((a, b) => a.at - b.at))

/** Does it. @returns what came of it */
async function does(world: TestWorld, { what, number }: Deed, authorization: string): Promise<unknown> {
  const { sandbox } = world
  const { db } = sandbox.store
  const headers = { authorization }
  const now = sandbox.clock.now()
  const today: Day = dayOfInstant(now)
  const rooms = db.rooms.by('property', 1)
  const room = rooms[number % rooms.length]?.id ?? 0
  const booking = db.bookings.all().at(-1 - number)
  const path = { property_id: booking?.propertyId ?? 1, contract_id: booking?.id ?? 1 }
  const context = sandbox.scenarioContextAt(now)
  const call = async (id: string, values: object, given: object = { headers }) => {
    const { status, body, message } = await world.call(id, { path: { ...values }, ...given })
    return { status, body, message }
  }
  switch (what) {
    case 'blocks':
      return call('createBlackBooking', { property_id: 1, room_id: room, date: addDays(today, number % 10) })
    case 'frees':
      return call('deleteBlackBooking', path)
    case 'checks in':
      return call('checkInGuest', path)
    case 'checks out':
      return call('checkOutGuest', path)
    case 'reads':
      return call('listBookings', { property_id: 1 })
    case 'is refused':
      return call('listBookings', { property_id: 1 }, {})
    case 'cancels':
      return performAct(context, { do: 'guest_cancels', with: { booking: 'latest' } })
    case 'books':
      return performAct(context, { do: 'guest_books', with: { property: 1, room, arrival: `today+${number % 7}`, nights: 2 } })
    case 'changes':
      return performAct(context, { do: 'guest_modifies', with: { booking: booking?.id ?? 1, nights: 1 + (number % 4) } })
    case 'arms': {
      const fault = await readFault(JSON.stringify({ on: { operation: 'listBookings' }, network: { status: 503 } }), () => [])
      return sandbox.scenarioRun.arm(fault, now).id
    }
    default:
      return sandbox.scenarioRun.faults.disarm()
  }
}

interface Played {
  readonly world: TestWorld
  readonly acts: readonly PastAct[]
  /** The guest of each booking of traffic, by `<traffic>/<number>`. */
  readonly guests: ReadonlyMap<string, string>
  readonly came: readonly unknown[]
}

/** Plays a week in which things are done; @param step milliseconds of one step of the clock */
async function played(play: Play, course: readonly Deed[], step = SPAN): Promise<Played> {
  const world = worldOf(play)
  const { sandbox } = world
  const client = CLIENTS[play.world]
  const scopes = sandbox.store.db.clients.get(client)?.scopes ?? []
  const authorization = `Bearer ${sandbox.issueToken(client, scopes).id}`
  const acts: PastAct[] = []
  const guestsOf = new Map<string, string>()
  onAct(sandbox, (act) => {
    acts.push(act)
    const booking = act.head && act.booking !== null ? sandbox.store.db.bookings.get(act.booking) : undefined
    if (booking) guestsOf.set(`${act.traffic}/${act.number}`, sandbox.store.db.guests.get(booking.guestId)?.email ?? '')
  })
  const came: unknown[] = []
  const begun = parseInstant(play.at) ?? expect.unreachable()
  const goTo = async (at: number): Promise<void> => {
    for (let now = sandbox.clock.now(); now < at; now = sandbox.clock.now())
      await sandbox.moveClock({ by: Math.min(step, at - now) })
  }
  for (const deed of course) {
    await goTo(begun + deed.at)
    came.push(await does(world, deed, authorization))
  }
  await goTo(begun + SPAN)
  await world.world.close()
  return { world, acts, guests: guestsOf, came }
}

const offersIn = ({ acts }: Played) =>
  acts.flatMap(({ traffic, number, at, head, property }) => (head ? [`${traffic}/${number} at ${at} in ${property}`] : []))

/** What happens to a booking of demand on its arrival or departure; a change of the stay that a client made impossible moves it. */
const BY_DAY_IN_DEMAND = new Set(['guest_checks_in', 'no_show', 'invoice_paid', 'guest_checks_out'])

/** What came of each offer that happened, and what followed at its time: not what depends on the days of a stay. */
function madeIn({ acts, guests: guestsOf }: Played, { traffic: all }: Play): ReadonlyMap<string, unknown> {
  const made = new Map<string, unknown[]>()
  for (const { traffic, number, do: word, head, at, arrival, departure, blocked } of acts) {
    const key = `${traffic}/${number}`
    const source = all.find(({ id }) => id === traffic)
    const isByDay =
      (source?.then ?? []).some((one) => one.on !== undefined && (one.do === word || one.else === word)) ||
      (source?.demand !== undefined && BY_DAY_IN_DEMAND.has(word))
    if (head && blocked === null) made.set(key, [word, at, arrival, departure, guestsOf.get(key)])
    else if (!isByDay) made.get(key)?.push([word, at])
  }
  return made
}

const outcomesIn = ({ world: { sandbox } }: Played) =>
  runWithoutPauses(judgeExpectations(sandbox, sandbox.scenarioRun.expectations)).outcomes.map(({ id, state, delays, checks }) => {
    const { met, late, missed, waiting } = delays ?? {}
    return { id, state, met, late, missed, waiting, checks }
  })

/** What is broken of the invariants that no client can break. */
const brokenIn = ({ world: { sandbox } }: Played) =>
  runWithoutPauses(judgeExpectations(sandbox, sandbox.scenarioRun.expectations)).outcomes.flatMap(({ expectation, checks }) =>
    checks && checks.broken > 0 && expectation.invariant !== 'no-overbooking' ? [checks.first] : [],
  )

describe('a random week', () => {
  test('is tried in every sequence of commands', async () => {
    await fc.assert(
      fc.asyncProperty(plays, courses, async (play, course) => {
        const alone = await played(play, [])
        const disturbed = await played(play, course)
        expect(offersIn(disturbed)).toEqual(offersIn(alone))
        const [made, others] = [madeIn(disturbed, play), madeIn(alone, play)]
        for (const [offer, what] of made) if (others.has(offer)) expect(what, offer).toEqual(others.get(offer))
      }),
      { numRuns: 12 },
    )
  })

  test('is the same in one jump and in small steps, with the same deeds at the same moments', async () => {
    await fc.assert(
      fc.asyncProperty(plays, courses, fc.integer({ min: 7 * MINUTE_MS, max: DAY_MS }), async (play, course, step) => {
        const jump = await played(play, course)
        const steps = await played(play, course, step)
        expect(steps.acts).toEqual(jump.acts)
        expect(steps.came).toEqual(jump.came)
        expect(stateOf(steps.world)).toEqual(stateOf(jump.world))
        expect(steps.world.sandbox.scenarioRun.sales.all()).toEqual(jump.world.sandbox.scenarioRun.sales.all())
        expect(outcomesIn(steps)).toEqual(outcomesIn(jump))
        expect(brokenIn(jump)).toEqual([])
      }),
      { numRuns: 12 },
    )
  })

  test('has acts of every kind', async () => {
    const play: Play = {
      ...{ world: 'small', profile: 'documented', today: 'utc', zone: 'Europe/Berlin', at: '2026-06-01T00:00:00Z', seed: 1 },
      until: undefined,
      traffic: [
        followed(
          { id: 'enquiries', do: 'guest_books', rate: '6/d', with: { ...STAY, property: 1, approval: 'waiting' } },
          FOLLOW_UPS,
        ),
        followed(
          { id: 'guests', do: 'guest_books', rate: '14/d', with: STAY },
          FOLLOW_UPS.filter(({ do: word }) => !/cancel|manager/.test(word)),
        ),
        { id: 'walk-ins', do: 'guest_walks_in', rate: '3/d', with: { property: 1, nights: { from: 1, to: 3 } } },
        { id: 'others', do: 'channel_sells', rate: '6/d', with: STAY },
        { id: 'repairs', do: 'room_blocked', rate: '2/d', with: STAY },
        { id: 'desk', do: 'price_changes', rate: '2/d', with: { property: 1, by: { any: ['5%'] } } },
        { id: 'arrivals', do: 'guests_check_in', rate: '6/d', with: { property: 1 } },
        { id: 'departures', do: 'guests_check_out', rate: '6/d', with: { property: 1 } },
      ],
    }
    const { acts } = await played(play, [])
    const happened = new Set(acts.flatMap(({ do: word, blocked }) => (blocked === null ? [word] : [])))
    expect([...happened].sort()).toEqual([...new Set([...TRAFFIC_ACTS, ...FOLLOW_UP_WORDS])].sort())
  })
})

describe('a week on a clock that runs', () => {
  test('begins at the moment that the scenario says, however long the start takes', () => {
    let real = Date.UTC(2030, 0, 1)
    vi.spyOn(Date, 'now').mockImplementation(() => (real += 50))
    const at = '2026-06-01T08:00:00Z'
    const scenario = (run: string) =>
      `name: w\nclock: { at: ${at}, run: ${run} }\ntraffic:\n  - { id: desk, do: price_changes, every: 1d, with: { property: 1, by: 1% } }\nevents:\n  - { at: +1h, do: guest_books, with: { property: 1 } }\n`
    for (const run of ['frozen', 'real', '60x', '100000x']) {
      const { sandbox } = new TestWorld({ scenario: scenario(run) })
      const [{ next } = { next: undefined }] = sandbox.scenarioRun.traffic?.status() ?? []
      expect(next, run).toBe((parseInstant(at) ?? 0) + DAY_MS)
      expect(sandbox.scenarioRun.events.status()[0]?.at, run).toBe((parseInstant(at) ?? 0) + HOUR_MS)
    }
  })
})
