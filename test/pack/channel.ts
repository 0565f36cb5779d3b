/**
 * What a channel manager does: it looks which rooms are free, sends prices, and takes rooms out of service.
 *
 * @module
 */
import { addDays, type Day, dateOf } from '../../src/base/day.ts'
import { startOfDay } from '../../src/base/instant.ts'
import { Refusal } from './answer.ts'
import type { Client, Form } from './client.ts'

/** What came of a job, in words such as `prices of 1`. */
export interface Result {
  readonly done: readonly string[]
  /** What could not be done, and is told to somebody. */
  readonly left: readonly string[]
}

/** What is to be done, and how. */
export interface Plan {
  /** Those that this channel sells. */
  readonly properties: readonly number[]
  readonly sendsPrices?: boolean
  /** Milliseconds of work on one property before the next one. */
  readonly pace?: number
}

interface Notes {
  readonly done: string[]
  readonly left: string[]
}

interface Room {
  readonly room_uid: number
  readonly room_classes_uid: number
}

/** How many days ahead a room is closed and prices are sent. */
const AHEAD = 20

/** Brings the properties of a plan up to date: which rooms are free, what they cost, and one room closed for a night. */
export const sync =
  ({ properties, sendsPrices = true, pace = 0 }: Plan) =>
  async (client: Client): Promise<Result> => {
    const notes: Notes = { done: [], left: [] }
    let ours = await listOurs(client)
    for (const property of properties) {
      if (!ours.has(property)) continue
      try {
        await bringUpToDate(client, property, notes, sendsPrices)
      } catch (refusal) {
        if (!isNotOurs(refusal)) throw refusal
        notes.left.push(`property ${property}`)
        ours = await afterLoss(client, property, ours)
      }
      if (pace > 0) await client.around.wait(pace)
    }
    return notes
  }

const isScopeLost = (error: unknown): boolean => error instanceof Refusal && error.status === 403 && error.word === 'forbidden'
const isNotOurs = (error: unknown): boolean => error instanceof Refusal && error.status === 403 && error.word === undefined

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

async function bringUpToDate(client: Client, property: number, notes: Notes, sendsPrices: boolean): Promise<void> {
  const night = addDays(client.today, AHEAD)
  const free = await listFree(client, property, night)
  notes.done.push(`rooms of ${property}`)
  const [first] = free
  if (!first) return
  if (sendsPrices) await write(client, notes, `prices of ${property}`, () => sendPrices(client, property, first, night))
  await write(client, notes, `closing in ${property}`, () => closeRoom(client, property, first, night))
}

/** Looks which rooms are free tonight, and again when an hour has passed. */
export const watchTonight =
  (property: number) =>
  async (client: Client): Promise<Result> => {
    const done: string[] = []
    await listOurs(client)
    for (const pause of [0, 3_600_000]) {
      if (pause > 0) await client.around.wait(pause)
      const tonight = client.today
      await listFree(client, property, tonight)
      done.push(`rooms of ${tonight}`)
    }
    return { done, left: [] }
  }

async function listFree(client: Client, property: number, night: Day): Promise<readonly Room[]> {
  const path = `/properties/${property}/availabilities/${night}/${dayAfter(client, night)}`
  const { available_rooms = {} } = await client.get<{ readonly available_rooms?: Readonly<Record<string, Room>> }>(path)
  return Object.values(available_rooms)
}

function dayAfter({ habits }: Client, day: Day): string {
  if (habits.reckons === 'by the calendar') return addDays(day, 1)
  return `${day.slice(0, 8)}${String(dateOf(day) + 1).padStart(2, '0')}`
}

/** Writes if it may, and notes what came of it. */
async function write(client: Client, notes: Notes, what: string, send: () => Promise<unknown>): Promise<void> {
  const { lostScope } = client.habits
  if (!client.mayWrite && lostScope !== 'writes on') {
    notes.left.push(what)
    return
  }
  try {
    await send()
    notes.done.push(what)
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || isNotOurs(refusal)) throw refusal
    if (refusal.status === 401) throw refusal
    notes.left.push(what)
    if (!isScopeLost(refusal)) return
    if (lostScope === 'stops writing') client.stopWriting()
    if (lostScope === 'asks for a token') client.dropToken()
    if (lostScope === 'asks for a token' || lostScope === 'sends it again') await send().catch(() => undefined)
  }
}

// ---- prices ----

const TITLE = 'Northern Rooms'

async function sendPrices(client: Client, property: number, { room_classes_uid: type }: Room, night: Day): Promise<void> {
  const send = () => client.post(`/tariffs/${property}/micromanage`, priceForm(type, night), { findAgain: find })
  const find = () => findPrices(client, property, type)
  const { refusedTariff } = client.habits
  try {
    await send()
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || refusal.status !== 409) throw refusal
    if (refusedTariff === 'sends it again') await send()
    if (refusedTariff === 'gives up') throw new Error('stopped half-way', { cause: refusal })
    throw refusal
  }
}

function priceForm(type: number, night: Day): Form {
  const epoch = startOfDay(night) / 1000
  return {
    tarifftypeid: '0',
    rate_title: TITLE,
    rate_description: 'Sent every night',
    maxdays: '28',
    minpeople: '1',
    maxpeople: '2',
    roomclass_uid: String(type),
    dayofweek: '7',
    ignore_pppn: '1',
    allow_we: '1',
    weekendonly: '0',
    minrooms_alreadyselected: '0',
    maxrooms_alreadyselected: '100',
    [`tariffinput[${epoch}]`]: '120.00',
    [`mindaysinput[${epoch}]`]: '1',
  }
}

interface Rate {
  readonly rate_title: string
  readonly roomclass_uid: number
}

async function findPrices(client: Client, property: number, type: number): Promise<unknown> {
  const { tariffs } = await client.get<{ readonly tariffs: readonly Rate[] }>(`/properties/${property}/tariffs`)
  return tariffs.find(({ rate_title, roomclass_uid }) => rate_title === TITLE && roomclass_uid === type)
}

// ---- rooms out of service ----

interface Closed {
  readonly room_uid: number
  readonly date: string
}

/** Takes a room out of service for a night; another one when somebody was faster. */
async function closeRoom(client: Client, property: number, room: Room, night: Day): Promise<void> {
  const findAgain = () => findClosed(client, property, room, night)
  const send = () => client.post(`/blackbookings/${property}/${room.room_uid}/${night}`, {}, { findAgain })
  try {
    await send()
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || refusal.status !== 204) throw refusal
    if (client.habits.conflict === 'sends it again') await send()
    const [other] = await listFree(client, property, night)
    if (!other || other.room_uid === room.room_uid) throw refusal
    await closeRoom(client, property, other, night)
  }
}

async function findClosed(client: Client, property: number, { room_uid }: Room, night: Day): Promise<unknown> {
  const path = `/blackbookings/${property}/roomlist/${night}`
  const { blackbooking } = await client.get<{ readonly blackbooking: readonly Closed[] }>(path)
  return blackbooking.find((closed) => closed.room_uid === room_uid && closed.date === night.replaceAll('-', '/'))
}
