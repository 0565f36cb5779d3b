/**
 * Correct clients of every kind: threads, processes, schedules and speeds. No rule may fail for any of them.
 *
 * @module
 */
import { addDays } from '../../src/base/day.ts'
import type { ClientKind } from '../../src/conformance/exchange.ts'
import type { UnderstaySandbox } from '../../src/index.ts'
import { CORRECT } from './behaviour.ts'
import { bookStay } from './booking-site.ts'
import { readListings, sync } from './channel.ts'
import { Client } from './client.ts'
import type { Environment } from './http-client.ts'
import { type Fetch, openPool, pooledFetch } from './pooled-fetch.ts'
import { closeRoom, listFree } from './rooms.ts'

export interface CorrectClient {
  readonly name: string
  /** By default a channel manager. */
  readonly kind?: ClientKind
  /** Scenarios that do not apply to it, with the reason. */
  readonly not?: Readonly<Record<string, string>>
  readonly run: (world: UnderstaySandbox) => Promise<unknown>
}

const PROPERTIES = [1, 2, 4]

const environmentOf = (world: UnderstaySandbox, more: Partial<Environment> = {}): Environment => ({
  apiUrl: world.apiUrl,
  ...world.credentialsOf('demo'),
  now: () => world.clock.now(),
  wallClock: () => world.clock.now(),
  wait: (milliseconds) => world.clock.advance(`${milliseconds}ms`),
  ...more,
})

const correct = (world: UnderstaySandbox, more?: Partial<Environment>): Client => new Client(environmentOf(world, more), CORRECT)

/** Concurrent tasks that share a client and its token. */
const threads = (count: number, fetch?: Fetch) => async (world: UnderstaySandbox) => {
  const client = correct(world, fetch && { fetch })
  await Promise.all(
    Array.from({ length: count }, (_, index) => sync({ properties: [PROPERTIES[index % 3] ?? 1], night: 20 + index })(client)),
  )
}

/** Concurrent clients, each with its own token. */
const processes = (count: number, fetch?: Fetch) => (world: UnderstaySandbox) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      sync({ properties: [PROPERTIES[index % 3] ?? 1], night: 20 + index })(correct(world, fetch && { fetch })),
    ),
  )

/** A program with connections of its own, which close when it ends. */
async function program(world: UnderstaySandbox, night: number): Promise<void> {
  const { fetch, close } = openPool(Number.POSITIVE_INFINITY)
  await sync({ properties: [1, 2], night })(correct(world, { fetch })).finally(close)
}

const AFTER_403 = 'it stops at the first 403 on purpose'

export const CORRECT_CLIENTS: readonly CorrectClient[] = [
  { name: 'one property after the other', run: (world) => sync({ properties: PROPERTIES })(correct(world)) },
  { name: '3 threads with one token', run: threads(3) },
  { name: '8 threads with one token', run: threads(8) },
  { name: '8 threads with one token and 3 connections', run: threads(8, pooledFetch(3)) },
  { name: '5 threads with one token and 2 connections', run: threads(5, pooledFetch(2)) },
  { name: '4 processes in parallel', run: processes(4) },
  { name: '4 processes in parallel, with a connection for each call', run: processes(4, pooledFetch(0)) },
  {
    name: '4 processes in sequence',
    run: async (world) => {
      for (let index = 0; index < 4; index++) await program(world, 20 + index)
    },
  },
  {
    name: 'restarted every 15 minutes',
    run: async (world) => {
      for (let index = 0; index < 4; index++) {
        await program(world, 20 + index).catch(() => undefined)
        await world.clock.advance('15m')
      }
    },
  },
  { name: 'short run: one property', run: (world) => sync({ properties: [1] })(correct(world)) },
  { name: 'slow: 45 s between properties', run: (world) => sync({ properties: PROPERTIES, pace: 45_000 })(correct(world)) },
  {
    name: 'reads before each write',
    not: { 'property-withdrawn': AFTER_403, 'scope-lost-mid-run': AFTER_403 },
    run: async (world) => {
      const client = correct(world)
      for (const property of PROPERTIES.slice(0, 2)) {
        for (let ahead = 25; ahead < 28; ahead++) {
          const night = addDays(client.today, ahead)
          const [room, ...others] = await listFree(client, property, night)
          if (room && client.tokens.mayWrite) await closeRoom(client, property, [room, ...others], night)
        }
      }
    },
  },
  {
    name: 'causes a conflict on purpose',
    run: async (world) => {
      const client = correct(world)
      await sync({ properties: PROPERTIES })(client)
      const night = addDays(client.today, 60)
      const [room, ...others] = await listFree(client, 4, night)
      if (!room || !client.tokens.mayWrite) return
      await closeRoom(client, 4, [room, ...others], night).catch(() => undefined)
      await client.post(`/blackbookings/4/${room.room_uid}/${night}`).catch(() => undefined)
      await listFree(client, 4, night).catch(() => undefined)
    },
  },
  {
    name: 'stops at the first 403',
    not: { 'scope-lost-mid-run': AFTER_403, 'property-withdrawn': AFTER_403, 'read-only-credentials': AFTER_403 },
    run: async (world) => {
      const client = correct(world)
      await sync({ properties: PROPERTIES })(client).catch(() => undefined)
    },
  },
  {
    name: 'with a clock 3600 times as fast',
    not: {
      'short-lived-tokens': 'a token is valid for half a millisecond of real time',
      'slow-service': 'a response takes up to 72 minutes of its clock, and a token is valid for one hour',
    },
    run: async (world) => {
      await world.clock.set({ run: '3600x' })
      await sync({ properties: PROPERTIES })(correct(world))
    },
  },
  { name: 'books for one visitor', kind: 'booking-site', run: (world) => bookStay(1)(correct(world)) },
  {
    name: 'books for two visitors in sequence',
    kind: 'booking-site',
    run: async (world) => {
      const client = correct(world)
      for (const visitor of ['visitor-1', 'visitor-2']) await bookStay(1, visitor)(client)
    },
  },
  {
    name: 'books for three visitors in parallel',
    kind: 'booking-site',
    run: async (world) => {
      const client = correct(world)
      await Promise.all([1, 2, 3].map((visitor) => bookStay(1, `visitor-${visitor}`)(client)))
    },
  },
  {
    name: 'reads listings',
    kind: 'syndication',
    run: async (world) => {
      const client = correct(world)
      await readListings(PROPERTIES)(client)
      await client.pass(20 * 60_000)
      await readListings(PROPERTIES)(client)
    },
  },
  {
    name: 'reads listings with 12 threads and one token',
    kind: 'syndication',
    run: async (world) => {
      const client = correct(world)
      await Promise.all(Array.from({ length: 12 }, (_, index) => readListings([PROPERTIES[index % 3] ?? 1], index)(client)))
    },
  },
]
