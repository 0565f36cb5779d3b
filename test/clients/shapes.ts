/**
 * Careful clients of every shape: threads, processes, schedules and paces. No rule may fail for any of them.
 *
 * @module
 */
import { addDays } from '../../src/base/day.ts'
import type { Kind } from '../../src/conformance/exchange.ts'
import type { UnderstaySandbox } from '../../src/index.ts'
import { bookStay } from './booking-site.ts'
import { readListings, sync } from './channel.ts'
import { Client } from './client.ts'
import { CAREFUL } from './habits.ts'
import type { Environment } from './http-client.ts'
import { closeRoom, listFree } from './rooms.ts'

export interface Shape {
  readonly name: string
  /** By default a channel manager. */
  readonly kind?: Kind
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

const careful = (world: UnderstaySandbox, more?: Partial<Environment>): Client => new Client(environmentOf(world, more), CAREFUL)

/** Concurrent tasks that share a client and its token. */
const threads = (count: number) => async (world: UnderstaySandbox) => {
  const client = careful(world)
  await Promise.all(
    Array.from({ length: count }, (_, index) => sync({ properties: [PROPERTIES[index % 3] ?? 1], night: 20 + index })(client)),
  )
}

/** Concurrent clients, each with its own token. */
const processes = (count: number) => (world: UnderstaySandbox) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      sync({ properties: [PROPERTIES[index % 3] ?? 1], night: 20 + index })(careful(world)),
    ),
  )

const AFTER_403 = 'it stops at the first 403 on purpose'

export const SHAPES: readonly Shape[] = [
  { name: 'one after the other', run: (world) => sync({ properties: PROPERTIES })(careful(world)) },
  { name: '3 threads on one token', run: threads(3) },
  { name: '8 threads on one token', run: threads(8) },
  { name: '4 processes at once', run: processes(4) },
  {
    name: '4 processes one after the other',
    run: async (world) => {
      for (let index = 0; index < 4; index++) await sync({ properties: [1, 2], night: 20 + index })(careful(world))
    },
  },
  {
    name: 'started again each quarter of an hour',
    run: async (world) => {
      for (let index = 0; index < 4; index++) {
        await sync({ properties: [1, 2], night: 20 + index })(careful(world)).catch(() => undefined)
        await world.clock.advance('15m')
      }
    },
  },
  { name: 'very fast: done after one property', run: (world) => sync({ properties: [1] })(careful(world)) },
  { name: 'very slow', run: (world) => sync({ properties: PROPERTIES, pace: 45_000 })(careful(world)) },
  {
    name: 'looks before each write',
    not: { 'property-withdrawn': AFTER_403, 'scope-lost-mid-run': AFTER_403 },
    run: async (world) => {
      const client = careful(world)
      for (const property of PROPERTIES.slice(0, 2)) {
        for (let ahead = 25; ahead < 28; ahead++) {
          const night = addDays(client.today, ahead)
          const [room] = await listFree(client, property, night)
          if (room && client.tokens.mayWrite) await closeRoom(client, property, room, night)
        }
      }
    },
  },
  {
    name: 'tests conflicts on purpose',
    run: async (world) => {
      const client = careful(world)
      await sync({ properties: PROPERTIES })(client)
      const night = addDays(client.today, 60)
      const [room] = await listFree(client, 4, night)
      if (!room || !client.tokens.mayWrite) return
      await closeRoom(client, 4, room, night).catch(() => undefined)
      await client.post(`/blackbookings/4/${room.room_uid}/${night}`).catch(() => undefined)
      await listFree(client, 4, night).catch(() => undefined)
    },
  },
  {
    name: 'stops at the first 403',
    not: { 'scope-lost-mid-run': AFTER_403, 'property-withdrawn': AFTER_403, 'read-only-credentials': AFTER_403 },
    run: async (world) => {
      const client = careful(world)
      await sync({ properties: PROPERTIES })(client).catch(() => undefined)
    },
  },
  {
    name: 'at 3600 times the clock',
    not: {
      'short-lived-tokens': 'a token hasTraffic half a millisecond of real time',
      'slow-service': 'an answer takes up to 72 minutes of its clock, and a token hasTraffic for one hour',
    },
    run: async (world) => {
      await world.clock.set({ run: '3600x' })
      await sync({ properties: PROPERTIES })(careful(world))
    },
  },
  { name: 'books for a visitor', kind: 'booking-site', run: (world) => bookStay(1)(careful(world)) },
  {
    name: 'books for two visitors one after the other',
    kind: 'booking-site',
    run: async (world) => {
      const client = careful(world)
      for (const visitor of ['visitor-1', 'visitor-2']) await bookStay(1, visitor)(client)
    },
  },
  {
    name: 'books for three visitors at once',
    kind: 'booking-site',
    run: async (world) => {
      const client = careful(world)
      await Promise.all([1, 2, 3].map((visitor) => bookStay(1, `visitor-${visitor}`)(client)))
    },
  },
  {
    name: 'reads listings',
    kind: 'syndication',
    run: async (world) => {
      const client = careful(world)
      await readListings(PROPERTIES)(client)
      await client.pass(20 * 60_000)
      await readListings(PROPERTIES)(client)
    },
  },
  {
    name: 'reads listings with 12 threads on one token',
    kind: 'syndication',
    run: async (world) => {
      const client = careful(world)
      await Promise.all(Array.from({ length: 12 }, (_, index) => readListings([PROPERTIES[index % 3] ?? 1], index)(client)))
    },
  },
]
