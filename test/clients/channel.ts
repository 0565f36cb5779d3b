/**
 * What a channel manager does: it looks which rooms are free, sends prices, and takes rooms out of service.
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
  /** What could not be done. */
  readonly left: readonly string[]
}

/** The work, and how it is done. */
export interface Plan {
  /** The properties of this channel. */
  readonly properties: readonly number[]
  readonly sendsPrices?: boolean
  /** Days ahead; concurrent programs use different nights. */
  readonly night?: number
  /** Milliseconds between two properties. */
  readonly pace?: number
}

interface Notes {
  readonly done: string[]
  readonly left: string[]
}

/** How many days ahead a room is closed and prices are sent. */
const AHEAD = 20

/** Brings the properties of a plan up to date: which rooms are free, what they cost, and one room closed for a night. */
export const sync =
  ({ properties, sendsPrices = true, night = AHEAD, pace = 0 }: Plan) =>
  async (client: Client): Promise<Result> => {
    const notes: Notes = { done: [], left: [] }
    let ours = await listOurs(client)
    for (const property of properties) {
      if (!ours.has(property)) continue
      try {
        await bringUpToDate(client, property, notes, { sendsPrices, ahead: night })
      } catch (refusal) {
        if (!isNotOurs(refusal)) throw refusal
        notes.left.push(`property ${property}`)
        ours = await afterLoss(client, property, ours)
      }
      if (pace > 0) await client.pass(pace)
    }
    return notes
  }

const isScopeLost = (error: unknown): boolean => error instanceof Refusal && error.status === 403 && error.code === 'forbidden'
const isNotOurs = (error: unknown): boolean => error instanceof Refusal && error.status === 403 && error.code === undefined

async function listOurs(client: Client): Promise<ReadonlySet<number>> {
  const { ids = [] } = await client.get<{ readonly ids?: readonly number[] }>('/properties/all')
  return new Set(ids)
}

/** The properties that are left once one was refused. */
async function afterLoss(client: Client, property: number, ours: ReadonlySet<number>): Promise<ReadonlySet<number>> {
  const { lostProperty } = client.habits
  if (lostProperty === 'lists anew') return listOurs(client)
  if (lostProperty === 'keeps asking') await listFree(client, property, client.today).catch(() => undefined)
  return lostProperty === 'gives up' ? new Set() : ours
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
  const [first] = free
  if (!first) return
  if (sendsPrices) await write(client, notes, `prices of ${property}`, () => sendPrices(client, property, first, night))
  await write(client, notes, `closing in ${property}`, () => closeRoom(client, property, first, night))
}

/** Reads what a site shows of properties, so many days ahead: bookings, and rooms that are free. Nothing is written. */
export const readListings =
  (properties: readonly number[], from = 0) =>
  async (client: Client): Promise<Result> => {
    const notes: Notes = { done: [], left: [] }
    let ours = await listOurs(client)
    for (const property of properties) {
      if (!ours.has(property)) continue
      try {
        const first = addDays(client.today, from)
        const window = `${first}/${addDays(first, AHEAD)}`
        await client.get(`/listbooking/${property}/${window}`)
        await client.get(`/properties/${property}/availabilities/${window}`)
        notes.done.push(`listing of ${property}`)
      } catch (refusal) {
        if (!isNotOurs(refusal)) throw refusal
        notes.left.push(`property ${property}`)
        ours = await afterLoss(client, property, ours)
      }
    }
    return notes
  }

/** Looks which rooms are free tonight, and again when an hour has passed. */
export const watchTonight =
  (property: number) =>
  async (client: Client): Promise<Result> => {
    const done: string[] = []
    await listOurs(client)
    for (const pause of [0, 3_600_000]) {
      if (pause > 0) await client.pass(pause)
      const tonight = client.today
      await listFree(client, property, tonight)
      done.push(`rooms of ${tonight}`)
    }
    return { done, left: [] }
  }

/** Writes if it may, and notes what came of it. */
async function write(client: Client, notes: Notes, what: string, send: () => Promise<unknown>): Promise<void> {
  const { lostScope } = client.habits
  if (!client.tokens.mayWrite && lostScope !== 'writes on') {
    notes.left.push(what)
    return
  }
  try {
    await send()
    notes.done.push(what)
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || refusal.status === 401 || isNotOurs(refusal)) throw refusal
    notes.left.push(what)
    if (!isScopeLost(refusal)) return
    if (lostScope === 'stops writing') client.tokens.readOnly()
    if (lostScope === 'asks for a token') client.tokens.drop()
    if (lostScope === 'asks for a token' || lostScope === 'sends it again') await send().catch(() => undefined)
  }
}
