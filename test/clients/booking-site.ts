/**
 * What a booking site does for a visitor: it goes through a booking session, step by step.
 *
 * @module
 */
import { addDays } from '../../src/base/day.ts'
import { ADDRESS_FORM } from '../support/forms.ts'
import type { Result } from './channel.ts'
import type { Client } from './client.ts'
import type { Form } from './http-client.ts'
import { Refusal } from './response.ts'

interface Verdict {
  readonly valid: boolean
}

interface Visit {
  readonly client: Client
  readonly property: number
  readonly session: string
  /** What the visitor got to see. */
  readonly shown: string[]
}

/** Made up for the visitor. */
const SESSION = 'visitor-4711'
/** Days from today to the arrival. */
const AHEAD = 15
const NIGHTS = 3
/** How often a visitor looks at other rooms or prices before leaving. */
const ROUNDS = 3

/** Books three nights for two in a property. */
export const bookStay =
  (property: number, session = SESSION) =>
  async (client: Client): Promise<Result> => {
    const shown: string[] = []
    const visit: Visit = { client, property, session, shown }
    const booked = await book(visit).catch((refusal: unknown) => {
      if (!isSessionGone(refusal) || client.habits.lostSession !== 'begins again') throw refusal
      return book(visit)
    })
    return { done: booked ? [...shown, 'booking'] : shown, left: booked ? [] : ['booking'] }
  }

const isSessionGone = (error: unknown): boolean => error instanceof Refusal && error.status === 400

/** @returns whether the service has made the booking */
async function book(visit: Visit): Promise<boolean> {
  const arrivalDate = addDays(visit.client.today, AHEAD)
  await ask(visit, `initialise/${visit.property}/en-GB`)
  await say(visit, 'set/dates', { arrivalDate, departureDate: addDays(arrivalDate, NIGHTS) })
  await say(visit, 'set/guest/numbers', { adults: '2', children: '[]' })
  await say(visit, 'set/address', ADDRESS_FORM)
  if (!(await showRooms(visit))) return false
  await showPrices(visit)
  for (let round = 1; round <= ROUNDS; round++) {
    const { invalid } = visit.client.habits
    const isValid = (await ask(visit, 'validate/booking'))?.valid
    if (isValid || invalid === 'books all the same') return (await say(visit, 'create', {}))?.valid ?? false
    if (invalid === 'begins with the rooms' && !(await showRooms(visit))) return false
    if (invalid !== 'validates again') await showPrices(visit)
  }
  return false
}

/**
 * Shows the rooms that can be had; the visitor takes the first. When somebody else has taken it meanwhile, a careful client shows
 * them again.
 *
 * @returns whether to go on
 */
async function showRooms(visit: Visit): Promise<boolean> {
  const { invalid } = visit.client.habits
  for (let round = 1; round <= ROUNDS; round++) {
    const answer = await ask<{ readonly rooms?: Readonly<Record<string, unknown>> }>(visit, 'rooms')
    const [selectedRooms = ''] = Object.keys(answer?.rooms ?? {})
    visit.shown.push('rooms')
    const verdict = await say(visit, 'set/property/booking', { selectedRooms })
    if (verdict?.valid !== false || invalid !== 'begins with the rooms') return true
  }
  return false
}

async function showPrices(visit: Visit): Promise<void> {
  const prices = await ask<readonly { readonly accommodation_total_inc_tax?: number }[]>(visit, 'prices')
  visit.shown.push(`price ${prices?.[0]?.accommodation_total_inc_tax ?? 'unknown'}`)
}

/** Asks something of the session; undefined when it was refused and this client goes on all the same. */
const ask = <T = Verdict>(visit: Visit, path: string): Promise<T | undefined> =>
  step(visit, () => visit.client.get(`/booking/${path}`, { session: visit.session }))

/** Tells the session something. Saying it twice does no harm. */
const say = (visit: Visit, path: string, form: Form): Promise<Verdict | undefined> =>
  step(visit, () => visit.client.post(`/booking/${path}`, form, { session: visit.session }))

/** What stands in an answer, under whatever key. */
async function step<T>({ client }: Visit, send: () => Promise<Readonly<Record<string, T>>>): Promise<T | undefined> {
  try {
    return Object.values(await send())[0]
  } catch (refusal) {
    if (!isSessionGone(refusal) || client.habits.lostSession !== 'goes on') throw refusal
    return undefined
  }
}
