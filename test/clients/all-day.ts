/**
 * A channel manager that works all day: reads new bookings, closes rooms sold on other channels, and processes notifications.
 *
 * @module
 */
import { addDays, type Day, parseDay } from '../../src/base/day.ts'
import { MINUTE_MS } from '../../src/base/duration.ts'
import type { Result } from './channel.ts'
import type { Client } from './client.ts'
import type { InPool } from './close-nights.ts'
import type { ChannelSale, Notification } from './http-client.ts'
import { closeRoom, listFree } from './rooms.ts'

const WEEK = 7
/** Number of reads without new bookings after which a faulty client stops polling. */
const EMPTY_POLLS = 6
/** Days ahead that guests book. */
const HORIZON = 190
const MONTH = 30
const QUARTER_MS = 15 * MINUTE_MS

/** The work of a day. */
export interface Shift {
  readonly properties: readonly number[]
  readonly hours: number
  /** Minutes between two reads; default 10. */
  readonly pause?: number
  /** Reads what the front desk changes as well, in the next month or on all nights that guests book. */
  readonly desk?: 'the next month' | 'all nights'
  /** Reads each night before it closes it, and leaves those that are taken. */
  readonly leavesTaken?: true
  /** Closes what was sold with the workers of a pool. */
  readonly inPool?: InPool
}

interface State {
  readonly known: Set<number>
  emptyPolls: number
  round: number
  lastSale: number
  /** Number of processed notifications. */
  processed: number
  readonly cards: Set<string>
}

/** Keeps properties up to date until the shift ends. */
export const workAllDay =
  ({ properties, hours, pause = 10, desk, leavesTaken, inPool = inSequence }: Shift) =>
  async (client: Client): Promise<Result> => {
    const state: State = { known: new Set(), emptyPolls: 0, round: 0, lastSale: 0, processed: 0, cards: new Set() }
    await client.get('/properties/all')
    for (let passed = 0; passed <= hours * 60 * MINUTE_MS; passed += pause * MINUTE_MS) {
      if (passed > 0) await client.pass(pause * MINUTE_MS)
      const notifications = (await client.notifications()).slice(state.processed)
      state.processed += notifications.length
      await processNotifications(client, state, notifications)
      if (mustPoll(client, state)) await poll(client, state, propertiesOf(client, properties, state.round))
      else await client.get('/properties/all')
      if (desk) await readDesk(client, properties, desk === 'all nights' ? HORIZON : MONTH)
      if (client.behaviour.closing === 'after every read' || passed % QUARTER_MS === 0)
        await closeSold(client, state, inPool, leavesTaken === true)
      state.round++
    }
    return { done: ['the shift'], left: [] }
  }

function mustPoll({ behaviour: { polls } }: Client, { round, emptyPolls }: State): boolean {
  if (polls === 'every few minutes') return true
  return polls === 'until nothing is new' ? emptyPolls < EMPTY_POLLS : polls === 'once' && round === 0
}

const propertiesOf = (
  { behaviour: { polledProperties } }: Client,
  properties: readonly number[],
  round: number,
): readonly number[] =>
  polledProperties === 'all properties'
    ? properties
    : properties.filter((_, index) => index === Math.floor(round / 6) % properties.length)

async function poll(client: Client, state: State, properties: readonly number[]): Promise<void> {
  const before = state.known.size
  for (const property of properties) for (const booking of await readBookings(client, property)) state.known.add(booking)
  state.emptyPolls = state.known.size > before ? 0 : state.emptyPolls + 1
}

/** The contract uids of bookings in the range that the client reads. */
async function readBookings(client: Client, property: number): Promise<readonly number[]> {
  const { window } = client.behaviour
  const ahead = window === 'the next month' ? MONTH : HORIZON
  const path = `/listbooking/${property}/${addDays(client.today, -1)}/${addDays(client.today, ahead)}`
  const text = JSON.stringify(await client.get<unknown>(path))
  return [...text.matchAll(/"contract_uid":"?(\d+)/g)].map(([, uid]) => Number(uid))
}

/** The calendar and the prices, which the front desk changes. */
async function readDesk(client: Client, properties: readonly number[], ahead: number): Promise<void> {
  const { deskReads } = client.behaviour
  for (const property of properties) {
    const nights = `${client.today}/${addDays(client.today, ahead)}`
    if (deskReads !== 'prices') await client.get(`/properties/${property}/availabilities/${nights}`)
    if (deskReads !== 'rooms') await client.get(`/tariffs/${property}`)
  }
}

/** Closes rooms that were sold on other channels. */
async function closeSold(client: Client, state: State, inPool: InPool, leavesTaken: boolean): Promise<void> {
  const sales = await client.salesOfOtherChannels(state.lastSale)
  state.lastSale = sales.at(-1)?.id ?? state.lastSale
  await inPool(sales, (sale) => closeSale(client, sale, leavesTaken))
}

const inSequence: InPool = async (tasks, act) => {
  for (const task of tasks) await act(task, 0)
}

function nightsToClose({ behaviour: { closedNights } }: Client, { nights }: ChannelSale): readonly Day[] {
  const days = nights.flatMap((night) => parseDay(night) ?? [])
  const last = days.at(-1)
  if (closedNights === 'none') return []
  if (closedNights === 'the first night') return days.slice(0, 1)
  return closedNights === 'every night' || !last ? days : [...days, addDays(last, 1)]
}

async function closeSale(client: Client, sale: ChannelSale, leavesTaken: boolean): Promise<void> {
  const { property, room } = sale
  const nights = nightsToClose(client, sale)
  const [first] = nights
  if (!first) return
  await client.get(`/properties/${property}/availabilities/${first}/${addDays(first, WEEK)}`)
  for (const night of nights) {
    if (leavesTaken && !(await listFree(client, property, night)).some(({ room_uid }) => room_uid === room)) continue
    await closeRoom(client, property, [{ room_uid: room, room_classes_uid: 0 }], night)
  }
}

/** Reads the bookings of notifications, and creates a door card for each new one. */
async function processNotifications(client: Client, state: State, notifications: readonly Notification[]): Promise<void> {
  for (const { task, data } of notifications) {
    if (task !== 'booking_added' && task !== 'booking_cancelled') continue
    const [property, booking] = [Number(data['property_uid']), Number(data['contract_uid'])]
    await client.get(`/listbooking/${property}/${booking}/arr-dep`)
    if (task === 'booking_cancelled') continue
    const key = `${task} ${booking}`
    if (client.behaviour.notifications === 'once for each booking' && state.cards.has(key)) continue
    state.cards.add(key)
    await client.post(`/guests/${property}/${doorCardOf(booking)}`, {}, { findEffect: async () => ({}) })
  }
}

/** The path of the guest that represents the door card of a booking. */
const doorCardOf = (booking: number): string => `Door/Card/1/Quay/Cork/1534/IE/T12/0100/0200/card-${booking}@doors.example//0`
