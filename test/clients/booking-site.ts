/**
 * A booking site: takes a visitor through the steps of a booking session.
 *
 * @module
 */
import { addDays } from '../../src/base/day.ts'
import { ADDRESS_FORM } from '../support/forms.ts'
import type { Result } from './channel.ts'
import type { Client } from './client.ts'
import type { InPool } from './close-nights.ts'
import type { Form } from './http-client.ts'
import { Refusal } from './response.ts'

interface Verdict {
  readonly valid: boolean
}

interface Visit {
  readonly client: Client
  readonly property: number
  readonly session: string
  readonly email: string
  /** Days from today to the arrival. */
  readonly ahead: number
  /** What the visitor was shown. */
  readonly shown: string[]
  firstRooms?: string
}

const VISITOR = 'visitor-4711'
/** Days from today to the arrival. */
const AHEAD = 15
const NIGHTS = 3
/** How often a visitor is shown other rooms or prices before leaving. */
const ROUNDS = 3

/** Books three nights for two in a property. */
export const bookStay =
  (property: number, visitor = VISITOR, { session = visitor, ahead = AHEAD } = {}) =>
  async (client: Client): Promise<Result> => {
    const shown: string[] = []
    const visit: Visit = { client, property, session, email: `${visitor}@example.com`, ahead, shown }
    const { lostSession, failedWrite } = client.behaviour
    const booked = await book(visit).catch((refusal: unknown) => {
      if (isSkipped(refusal) && failedWrite === 'books in a new session') return book({ ...visit, session: `${session}-again` })
      if (!isSessionGone(refusal) || lostSession !== 'starts again') throw refusal
      return book(visit)
    })
    return { done: booked ? [...shown, 'booking'] : shown, left: booked ? [] : ['booking'] }
  }

const isSessionGone = (error: unknown): boolean => error instanceof Refusal && error.status === 400

/** True for a write that failed in transit and that the client does not repeat. */
const isSkipped = (error: unknown): boolean => error instanceof Refusal && error.status === 0

/** Books for visitors: in the order in which workers take them, each for other nights. */
export const bookVisitors = (count: number) => async (client: Client, inPool: InPool) => {
  const booked: Result[] = []
  await inPool(
    Array.from({ length: count }, (_, index) => index),
    async (index, worker) => {
      const visitor = `visitor-${index}`
      const isShared = client.behaviour.visitorSessions === 'one for all visitors'
      const session = isShared ? `site-${worker}` : visitor
      booked.push(await bookStay(1, visitor, { session, ahead: AHEAD + index * (NIGHTS + 1) })(client))
    },
  )
  return booked
}

/** @returns whether the service has created the booking */
async function book(visit: Visit): Promise<boolean> {
  const arrivalDate = addDays(visit.client.today, visit.ahead)
  await read(visit, `initialise/${visit.property}/en-GB`)
  await write(visit, 'set/dates', { arrivalDate, departureDate: addDays(arrivalDate, NIGHTS) })
  await write(visit, 'set/guest/numbers', { adults: '2', children: '[]' })
  await write(visit, 'set/address', { ...ADDRESS_FORM, email: visit.email })
  if (!(await showRooms(visit))) return false
  await showPrices(visit)
  for (let round = 1; round <= ROUNDS; round++) {
    const { invalidBooking } = visit.client.behaviour
    const isValid = (await read(visit, 'validate/booking'))?.valid
    if (isValid || invalidBooking === 'books anyway') return (await write(visit, 'create', {}, hasBooked(visit)))?.valid ?? false
    const isShown = invalidBooking === 'requests rooms again' || invalidBooking === 'takes the same rooms'
    if (isShown && !(await showRooms(visit))) return false
    const isHasty = invalidBooking === 'validates thrice first' && round < 3
    if (invalidBooking !== 'validates again' && !isHasty) await showPrices(visit)
  }
  return false
}

/**
 * Shows the free rooms; the visitor takes the first. If somebody else has booked it in the meantime, a correct client shows them
 * again.
 *
 * @returns whether to continue
 */
async function showRooms(visit: Visit): Promise<boolean> {
  const { invalidBooking } = visit.client.behaviour
  for (let round = 1; round <= ROUNDS; round++) {
    const response = await read<{ readonly rooms?: Readonly<Record<string, unknown>> }>(visit, 'rooms')
    const [free = ''] = Object.keys(response?.rooms ?? {})
    visit.firstRooms ??= free
    const selectedRooms = invalidBooking === 'takes the same rooms' ? visit.firstRooms : free
    visit.shown.push('rooms')
    const verdict = await write(visit, 'set/property/booking', { selectedRooms })
    if (verdict?.valid !== false || invalidBooking !== 'requests rooms again') return true
  }
  return false
}

async function showPrices(visit: Visit): Promise<void> {
  const prices = await read<readonly { readonly accommodation_total_inc_tax?: number }[]>(visit, 'prices')
  visit.shown.push(`price ${prices?.[0]?.accommodation_total_inc_tax ?? 'unknown'}`)
}

/** Reads from the session; undefined when it was refused and this client continues. */
const read = <T = Verdict>(visit: Visit, path: string): Promise<T | undefined> =>
  step(visit, () => visit.client.get(`/booking/${path}`, { session: visit.session }))

/** Writes to the session; may be repeated, a booking only after its effect was checked. */
const write = (visit: Visit, path: string, form: Form, findEffect?: FindEffect): Promise<Verdict | undefined> =>
  step(visit, () => visit.client.post(`/booking/${path}`, form, { session: visit.session, ...(findEffect && { findEffect }) }))

type FindEffect = () => Promise<unknown>

/** A session that may no longer be booked has created its booking. */
const hasBooked =
  ({ client, session }: Visit): FindEffect =>
  async () => {
    const { ok_to_book: may } = await client.get<{ readonly ok_to_book: { readonly response: boolean } }>('/booking/ok_to_book', {
      session,
    })
    return may.response ? undefined : { create: { valid: true } }
  }

/** The only value of a response; its key depends on the operation. */
async function step<T>({ client }: Visit, send: () => Promise<Readonly<Record<string, T>>>): Promise<T | undefined> {
  try {
    return Object.values(await send())[0]
  } catch (refusal) {
    if (!isSessionGone(refusal) || client.behaviour.lostSession !== 'continues') throw refusal
    return undefined
  }
}
