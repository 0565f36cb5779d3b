/**
 * What a channel manager does all day: it looks for new bookings, closes what was sold elsewhere, and listens.
 *
 * @module
 */
import { addDays, type Day, parseDay } from '../../src/base/day.ts'
import type { Result } from './channel.ts'
import type { Client } from './client.ts'
import type { ForeignSale, Notice } from './line.ts'
import { closeRoom } from './rooms.ts'

const MINUTE = 60_000
const WEEK = 7
/** How many looks without anything new send a careless client to sleep. */
const EMPTY_LOOKS = 6
/** Days ahead that guests book. */
const HORIZON = 190
const MONTH = 30

/** What is to be done all day. */
export interface Shift {
  readonly properties: readonly number[]
  readonly hours: number
  /** Minutes between two looks; default 10. */
  readonly pause?: number
  /** True where it follows what the front desk does. */
  readonly desk?: true
}

interface Diary {
  readonly known: Set<number>
  emptyLooks: number
  round: number
  lastSale: number
  /** Notifications that were read. */
  heard: number
  readonly told: Set<string>
}

/** Keeps properties up to date until the shift ends. */
export const keepUp =
  ({ properties, hours, pause = 10, desk }: Shift) =>
  async (client: Client): Promise<Result> => {
    const diary: Diary = { known: new Set(), emptyLooks: 0, round: 0, lastSale: 0, heard: 0, told: new Set() }
    await client.get('/properties/all')
    for (let passed = 0; passed <= hours * 60 * MINUTE; passed += pause * MINUTE) {
      if (passed > 0) await client.pass(pause * MINUTE)
      const notices = (await client.notices()).slice(diary.heard)
      diary.heard += notices.length
      await listen(client, diary, notices)
      if (isTimeToLook(client, diary)) await look(client, diary, turn(client, properties, diary.round))
      else await client.get('/properties/all')
      if (desk) await readDesk(client, properties)
      await closeSold(client, diary)
      diary.round++
    }
    return { done: ['the shift'], left: [] }
  }

function isTimeToLook({ habits: { looks } }: Client, { round, emptyLooks }: Diary): boolean {
  if (looks === 'every few minutes') return true
  return looks === 'until nothing is new' ? emptyLooks < EMPTY_LOOKS : looks === 'once' && round === 0
}

const turn = ({ habits: { reads } }: Client, properties: readonly number[], round: number): readonly number[] =>
  reads === 'all properties' ? properties : properties.filter((_, index) => index === Math.floor(round / 6) % properties.length)

async function look(client: Client, diary: Diary, properties: readonly number[]): Promise<void> {
  const before = diary.known.size
  for (const property of properties) for (const booking of await readBookings(client, property)) diary.known.add(booking)
  diary.emptyLooks = diary.known.size > before ? 0 : diary.emptyLooks + 1
}

/** The numbers of the bookings in the days that the client asks for. */
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

/** Closes what was sold elsewhere. */
async function closeSold(client: Client, diary: Diary): Promise<void> {
  for (const sale of await client.foreignSales(diary.lastSale)) {
    diary.lastSale = sale.id
    await closeSale(client, sale)
  }
}

function nightsToClose({ habits: { closes } }: Client, { nights }: ForeignSale): readonly Day[] {
  const days = nights.flatMap((night) => parseDay(night) ?? [])
  return closes === 'none' ? [] : closes === 'the first night' ? days.slice(0, 1) : days
}

async function closeSale(client: Client, sale: ForeignSale): Promise<void> {
  const { property, room } = sale
  const nights = nightsToClose(client, sale)
  const [first] = nights
  if (!first) return
  await client.get(`/properties/${property}/availabilities/${first}/${addDays(first, WEEK)}`)
  for (const night of nights) await closeRoom(client, property, { room_uid: room, room_classes_uid: 0 }, night)
}

/** Reads what notifications are about, and makes what a new booking needs. */
async function listen(client: Client, diary: Diary, notices: readonly Notice[]): Promise<void> {
  for (const { task, data } of notices) {
    if (task !== 'booking_added' && task !== 'booking_cancelled') continue
    const [property, booking] = [Number(data['property_uid']), Number(data['contract_uid'])]
    await client.get(`/listbooking/${property}/${booking}/arr-dep`)
    if (task === 'booking_cancelled') continue
    const key = `${task} ${booking}`
    if (client.habits.repeated === 'once for a booking' && diary.told.has(key)) continue
    diary.told.add(key)
    await client.post(`/guests/${property}/${doorCardOf(booking)}`, {}, { findAgain: async () => ({}) })
  }
}

/** The guest that stands for the card which opens the doors for a booking, as the path has it. */
const doorCardOf = (booking: number): string => `Door/Card/1/Quay/Cork/1534/IE/T12/0100/0200/card-${booking}@doors.example//0`
