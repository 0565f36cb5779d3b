/**
 * A channel manager that works all day: reads new bookings, closes rooms sold on other channels, and processes notifications.
 *
 * @module
 */
import { addDays, type Day, parseDay } from '../../src/base/day.ts'
import type { Result } from './channel.ts'
import type { Client } from './client.ts'
import type { ChannelSale, Notification } from './http-client.ts'
import { closeRoom } from './rooms.ts'

const MINUTE = 60_000
const WEEK = 7
/** Number of reads without new bookings after which a careless client stops reading. */
const EMPTY_LOOKS = 6
/** Days ahead that guests book. */
const HORIZON = 190
const MONTH = 30

/** The work of a day. */
export interface Shift {
  readonly properties: readonly number[]
  readonly hours: number
  /** Minutes between two reads; default 10. */
  readonly pause?: number
  /** True to read what the front desk changes as well. */
  readonly desk?: true
}

interface State {
  readonly known: Set<number>
  emptyLooks: number
  round: number
  lastSale: number
  /** Number of processed notifications. */
  heard: number
  readonly told: Set<string>
}

/** Keeps properties up to date until the shift ends. */
export const workAllDay =
  ({ properties, hours, pause = 10, desk }: Shift) =>
  async (client: Client): Promise<Result> => {
    const state: State = { known: new Set(), emptyLooks: 0, round: 0, lastSale: 0, heard: 0, told: new Set() }
    await client.get('/properties/all')
    for (let passed = 0; passed <= hours * 60 * MINUTE; passed += pause * MINUTE) {
      if (passed > 0) await client.pass(pause * MINUTE)
      const notifications = (await client.notifications()).slice(state.heard)
      state.heard += notifications.length
      await listen(client, state, notifications)
      if (isTimeToLook(client, state)) await look(client, state, turn(client, properties, state.round))
      else await client.get('/properties/all')
      if (desk) await readDesk(client, properties)
      await closeSold(client, state)
      state.round++
    }
    return { done: ['the shift'], left: [] }
  }

function isTimeToLook({ habits: { looks } }: Client, { round, emptyLooks }: State): boolean {
  if (looks === 'every few minutes') return true
  return looks === 'until nothing is new' ? emptyLooks < EMPTY_LOOKS : looks === 'once' && round === 0
}

const turn = ({ habits: { reads } }: Client, properties: readonly number[], round: number): readonly number[] =>
  reads === 'all properties' ? properties : properties.filter((_, index) => index === Math.floor(round / 6) % properties.length)

async function look(client: Client, state: State, properties: readonly number[]): Promise<void> {
  const before = state.known.size
  for (const property of properties) for (const booking of await readBookings(client, property)) state.known.add(booking)
  state.emptyLooks = state.known.size > before ? 0 : state.emptyLooks + 1
}

/** The contract uids of bookings in the range that the client reads. */
async function readBookings(client: Client, property: number): Promise<readonly number[]> {
  const { window } = client.habits
  const ahead = window === 'the next month' ? MONTH : HORIZON
  const path = `/listbooking/${property}/${addDays(client.today, -1)}/${addDays(client.today, ahead)}`
  const text = JSON.stringify(await client.get<unknown>(path))
  return [...text.matchAll(/"contract_uid":"?(\d+)/g)].map(([, uid]) => Number(uid))
}

/** The calendar and the prices, which the front desk changes. */
async function readDesk(client: Client, properties: readonly number[]): Promise<void> {
  const { desk } = client.habits
  for (const property of properties) {
    const nights = `${client.today}/${addDays(client.today, MONTH)}`
    if (desk !== 'prices') await client.get(`/properties/${property}/availabilities/${nights}`)
    if (desk !== 'rooms') await client.get(`/tariffs/${property}`)
  }
}

/** Closes rooms that were sold on other channels. */
async function closeSold(client: Client, state: State): Promise<void> {
  for (const sale of await client.salesOfOtherChannels(state.lastSale)) {
    state.lastSale = sale.id
    await closeSale(client, sale)
  }
}

function nightsToClose({ habits: { closes } }: Client, { nights }: ChannelSale): readonly Day[] {
  const days = nights.flatMap((night) => parseDay(night) ?? [])
  return closes === 'none' ? [] : closes === 'the first night' ? days.slice(0, 1) : days
}

async function closeSale(client: Client, sale: ChannelSale): Promise<void> {
  const { property, room } = sale
  const nights = nightsToClose(client, sale)
  const [first] = nights
  if (!first) return
  await client.get(`/properties/${property}/availabilities/${first}/${addDays(first, WEEK)}`)
  for (const night of nights) await closeRoom(client, property, { room_uid: room, room_classes_uid: 0 }, night)
}

/** Reads the bookings of notifications, and creates a door card for each new one. */
async function listen(client: Client, state: State, notifications: readonly Notification[]): Promise<void> {
  for (const { task, data } of notifications) {
    if (task !== 'booking_added' && task !== 'booking_cancelled') continue
    const [property, booking] = [Number(data['property_uid']), Number(data['contract_uid'])]
    await client.get(`/listbooking/${property}/${booking}/arr-dep`)
    if (task === 'booking_cancelled') continue
    const key = `${task} ${booking}`
    if (client.habits.repeated === 'once for a booking' && state.told.has(key)) continue
    state.told.add(key)
    await client.post(`/guests/${property}/${doorCardOf(booking)}`, {}, { findAgain: async () => ({}) })
  }
}

/** The path of the guest that represents the door card of a booking. */
const doorCardOf = (booking: number): string => `Door/Card/1/Quay/Cork/1534/IE/T12/0100/0200/card-${booking}@doors.example//0`
