/**
 * A channel manager: reads free rooms, sends prices, and takes rooms out of service.
 *
 * @module
 */
import { addDays } from '../../src/base/day.ts'
import type { Client } from './client.ts'
import { sendPrices } from './prices.ts'
import { Refusal } from './response.ts'
import { closeRoom, listFree } from './rooms.ts'

/** The result of a job, such as `prices of 1`. */
export interface Result {
  readonly done: readonly string[]
  /** What was refused. */
  readonly left: readonly string[]
}

/** The work of a channel manager. */
export interface Plan {
  /** The properties of this channel. */
  readonly properties: readonly number[]
  readonly sendsPrices?: boolean
  /** Days ahead; concurrent programs use different nights. */
  readonly night?: number
  /** Milliseconds between two properties. */
  readonly pace?: number
}

export interface Notes {
  readonly done: string[]
  readonly left: string[]
}

/** How many days ahead a room is closed and prices are sent. */
const AHEAD = 20

/** For each property: reads free rooms, sends prices, and closes one room for a night. */
export const sync =
  ({ properties, sendsPrices = true, night = AHEAD, pace = 0 }: Plan) =>
  async (client: Client): Promise<Result> => {
    const notes: Notes = { done: [], left: [] }
    let own = client.behaviour.lostProperty === 'never lists any' ? new Set(properties) : await listOwn(client)
    for (const property of properties) {
      if (!own.has(property)) continue
      try {
        await bringUpToDate(client, property, notes, { sendsPrices, ahead: night })
      } catch (refusal) {
        if (!isNotOwn(refusal)) throw refusal
        notes.left.push(`property ${property}`)
        own = await afterLoss(client, property, own)
      }
      if (pace > 0) await client.pass(pace)
    }
    return notes
  }

const isScopeLost = (error: unknown): boolean => error instanceof Refusal && error.status === 403 && error.code === 'forbidden'
export const isNotOwn = (error: unknown): boolean => error instanceof Refusal && error.status === 403 && error.code === undefined

export async function listOwn(client: Client): Promise<ReadonlySet<number>> {
  const { ids = [] } = await client.get<{ readonly ids?: readonly number[] }>('/properties/all')
  return new Set(ids)
}

/** The remaining properties after one was refused. */
export async function afterLoss(client: Client, property: number, own: ReadonlySet<number>): Promise<ReadonlySet<number>> {
  const { lostProperty } = client.behaviour
  if (lostProperty === 'lists again') return listOwn(client)
  if (lostProperty === 'keeps calling') await listFree(client, property, client.today).catch(() => undefined)
  return lostProperty === 'gives up' ? new Set() : own
}

async function bringUpToDate(
  client: Client,
  property: number,
  notes: Notes,
  { sendsPrices, ahead }: { readonly sendsPrices: boolean; readonly ahead: number },
): Promise<void> {
  const night = addDays(client.today, ahead)
  const free = await listFree(client, property, night)
  notes.done.push(`rooms of ${property}`)
  const [first, ...others] = free
  if (!first) return
  if (sendsPrices) await write(client, notes, `prices of ${property}`, () => sendPrices(client, property, first, night))
  await write(client, notes, `closing in ${property}`, () => closeRoom(client, property, [first, ...others], night))
}

/** Reads bookings and free rooms of properties, from a number of days ahead. Writes nothing. */
export const readListings =
  (properties: readonly number[], from = 0) =>
  async (client: Client): Promise<Result> => {
    const notes: Notes = { done: [], left: [] }
    let own = await listOwn(client)
    for (const property of properties) {
      if (!own.has(property)) continue
      try {
        const first = addDays(client.today, from)
        const window = `${first}/${addDays(first, AHEAD)}`
        await client.get(`/listbooking/${property}/${window}`)
        await client.get(`/properties/${property}/availabilities/${window}`)
        notes.done.push(`listing of ${property}`)
      } catch (refusal) {
        if (!isNotOwn(refusal)) throw refusal
        notes.left.push(`property ${property}`)
        own = await afterLoss(client, property, own)
      }
    }
    return notes
  }

/** Reads the rooms that are free tonight, and again an hour later. */
export const watchTonight =
  (property: number) =>
  async (client: Client): Promise<Result> => {
    const done: string[] = []
    await listOwn(client)
    for (const pause of [0, 3_600_000]) {
      if (pause > 0) await client.pass(pause)
      const tonight = client.today
      await listFree(client, property, tonight)
      done.push(`rooms of ${tonight}`)
    }
    return { done, left: [] }
  }

/** Writes if allowed, and notes the result. */
export async function write(client: Client, notes: Notes, what: string, send: () => Promise<unknown>): Promise<void> {
  const { lostScope } = client.behaviour
  if (!client.tokens.mayWrite && lostScope !== 'keeps writing') {
    notes.left.push(what)
    return
  }
  try {
    await send()
    notes.done.push(what)
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || refusal.status === 401 || isNotOwn(refusal)) throw refusal
    notes.left.push(what)
    if (!isScopeLost(refusal)) return
    if (lostScope === 'stops writing') client.tokens.readOnly()
    if (lostScope === 'requests a token') client.tokens.drop()
    if (lostScope === 'requests a token' || lostScope === 'repeats the call') await send().catch(() => undefined)
  }
}
