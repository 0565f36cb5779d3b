/**
 * Plays two years of a kind of demand in a house of 60 rooms, and counts the stays that arrive in the second.
 *
 * @module
 */
import { productOf } from '../../src/api/product.ts'
import { type Day, daysBetween, daysInMonth, daysUntil, monthOf, weekday } from '../../src/base/day.ts'
import { dayOfInstant } from '../../src/base/instant.ts'
import { choicesOf } from '../../src/booking-contract/choices/choices.ts'
import type { Booking } from '../../src/domain/booking/bookings.ts'
import { seedWorld } from '../../src/fixtures/seed/seed.ts'
import { parseFixture } from '../../src/fixtures/source.ts'
import type { DemandKind } from '../../src/scenario/demand/demand-schema.ts'
import { performAct } from '../../src/scenario/events/events.ts'
import { readScenario } from '../../src/scenario/scenario.ts'
import { type Sandbox, World } from '../../src/world/world.ts'
import { onAct } from '../../test/scenario/traffic/on-act.ts'
import { type Counts, noCounts } from './figures.ts'

const ROOMS = 60
/** Requests a day, for 60 rooms. */
const RATES: Readonly<Record<DemandKind, string>> = { city: '25/d', seaside: '12/d', ski: '14.5/d', business: '30/d' }
const [BEGUN, YEAR, END] = ['2026-01-01', '2027', '2028-01-01'] as const
const SILENT = {
  info: () => undefined,
  warn: () => undefined,
  error: (what: string) => process.stderr.write(`${what}\n`),
  request: () => undefined,
}

/** The type of room, and how many people it takes: 26 double rooms, 22 for families, 12 for three. */
const typeOf = (index: number): readonly [type: number, people: number] => (index < 26 ? [1, 2] : index < 48 ? [2, 4] : [3, 3])

const HOUSE = `
property_types: [{ id: 1, name: Hotel }]
room_types: [{ id: 1, name: Double }, { id: 2, name: Family }, { id: 3, name: Triple }]
properties: [{ id: 1, name: Trial House, country: GB, type: 1 }]
rooms:
${Array.from({ length: ROOMS }, (_, index) => `  - { id: ${index + 1}, property: 1, type: ${typeOf(index)[0]}, max_people: ${typeOf(index)[1]} }`).join('\n')}
tariffs:
${[100, 150, 125].map((price, index) => `  - { id: ${index + 1}, property: 1, room_type: ${index + 1}, title: Day, ignore_pppn: true, rates: [{ from: 2026-01-01, to: 2029-12-31, price: ${price} }] }`).join('\n')}
child_rates: [{ id: 1, property: 1, age_from: 0, age_to: 2, price: 0 }, { id: 2, property: 1, age_from: 3, age_to: 15, price: 15 }]
coupons: [{ id: 1, property: 1, code: AGAIN10, valid_from: 2026-01-01, valid_to: 2029-12-31, amount: 10, is_percentage: true }]
`

/** Plays two years of a kind; another channel's sales are closed at once, as a careful client does. */
export async function countsOf(kind: DemandKind, seed: number): Promise<Counts> {
  const set = await parseFixture('house.yaml', HOUSE)
  const scenario = readScenario(
    'trial',
    `{ name: trial, clock: { at: ${BEGUN}, run: frozen }, until: ${END}T00:00:00Z, traffic: [{ id: guests, do: guest_books, rate: ${RATES[kind]}, demand: ${kind} }] }`,
  )
  const world = new World({
    product: productOf('service'),
    choices: choicesOf('documented', {}),
    scenario,
    seed,
    makeRows: (now) => seedWorld(set, { now, seed, choices: choicesOf('documented') }),
    clock: { at: scenario.at, speed: 0 },
    tokenLifetime: 3600,
    teams: undefined,
    storage: undefined,
    secureTokens: false,
    journal: 10,
    log: SILENT,
  })
  const sandbox = world.sandbox()
  onAct(sandbox, ({ do: word, property, room, arrival, departure, blocked, at }) => {
    if (word !== 'channel_sells' || blocked !== null) return
    const context = { store: sandbox.store, randomness: sandbox.randomness, choices: sandbox.world.options.choices, now: at }
    performAct(context, { do: 'room_blocked', with: { property, room, arrival, departure } })
  })
  await sandbox.moveClock({ at: Date.parse(END) })
  return countsIn(sandbox)
}

function countsIn({ store: { db } }: Sandbox): Counts {
  const counts = noCounts()
  for (const { day } of db.roomNights.all()) if (day.startsWith(YEAR)) addTo(counts.taken, monthOf(day) - 1)
  for (const booking of db.bookings.all())
    if (booking.kind !== 'black' && booking.arrival.startsWith(YEAR)) count(counts, booking)
  const months = Array.from({ length: 12 }, (_, month) => `${YEAR}-${String(month + 1).padStart(2, '0')}-01` as Day)
  for (const [month, day] of months.entries()) addTo(counts.places, month, daysInMonth(day) * ROOMS)
  return counts
}

function count(counts: Counts, booking: Booking): void {
  const { arrival, departure, createdAt, rooms, children, cancelled, noShow, roomTotal } = booking
  const [lead, nights] = [daysBetween(dayOfInstant(createdAt ?? 0), arrival), daysBetween(arrival, departure)]
  counts.leads.push(lead)
  counts.nights += nights
  addTo(counts.weekdays, weekday(arrival))
  if (children > 0) counts.withChildren++
  if (rooms.length > 1) counts.severalRooms++
  if (lead > 60) addTo(counts.cancelledLong, cancelled && !noShow ? 1 : 0)
  if (lead < 7) addTo(counts.cancelledShort, cancelled && !noShow ? 1 : 0)
  if (cancelled) return
  for (const day of daysUntil(arrival, departure).filter((night) => night.startsWith(YEAR))) {
    addTo(counts.sold, monthOf(day) - 1, rooms.length)
    addTo(counts.revenue, monthOf(day) - 1, roomTotal / nights)
  }
}

const addTo = (list: number[], index: number, by = 1): void => {
  list[index] = (list[index] ?? 0) + by
}
