/**
 * Clients that write without a pause, and what they were told.
 *
 * @module
 */
import { expect } from 'vitest'
import type { Program } from '../program.ts'

/** True with `npm run torture`. */
export const IS_LONG = process.env['TORTURE'] !== undefined

/** Prints what a long form came to. */
export const report = (figures: string): void => void (IS_LONG && process.stdout.write(`  ${figures}\n`))

const FIRST_DAY = Date.UTC(2034, 0, 1)
/** Days that each writer has for itself. */
const DAYS_EACH = 12
const dayOf = (index: number): string => new Date(FIRST_DAY + index * 86_400_000).toISOString().slice(0, 10)

interface Booking {
  readonly id: number
  readonly kind: string
  readonly arrival: string
}

interface Night {
  readonly bookingId: number
  readonly day: string
}

/** Writers that take one room out of service and put it back, each on days of its own, against one server after the other. */
export class Writers {
  acknowledged = 0
  refused = 0
  /** The black bookings that were acknowledged, by day. */
  readonly #held = new Map<string, number>()
  /** Days whose last call got no answer: it has happened, or it has not. */
  readonly #open = new Set<string>()
  #token = ''

  /** Asks for the token that all of them use. */
  async enter(url: string): Promise<void> {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'demo',
      client_secret: 'demo-secret',
      scope: 'properties_get properties_set',
    })
    const answer = await fetch(`${url}/service/api/oauth/token`, { method: 'POST', body })
    expect(answer.status).toBe(200)
    this.#token = ((await answer.json()) as { access_token: string }).access_token
  }

  /** Lets writers work until no server answers any more, or until each has made so many calls. */
  async work(url: string, writers: number, calls = Number.POSITIVE_INFINITY): Promise<void> {
    await Promise.all(Array.from({ length: writers }, (_, writer) => this.#write(url, writer, calls)))
  }

  async #write(url: string, writer: number, calls: number): Promise<void> {
    for (let call = 0; call < calls; call++) {
      const day = dayOf(writer * DAYS_EACH + ((call * 5) % DAYS_EACH))
      this.#open.add(day)
      try {
        await this.change(url, day)
      } catch {
        return
      }
      this.#open.delete(day)
    }
  }

  /** One call: takes the room out of service that day, or puts it back. @returns the status */
  async change(url: string, day = dayOf(0)): Promise<number> {
    const id = this.#held.get(day)
    const path = id === undefined ? `1/1/${day}` : `1/${id}`
    const answer = await fetch(`${url}/service/api/blackbookings/${path}`, {
      method: id === undefined ? 'POST' : 'DELETE',
      headers: { authorization: `Bearer ${this.#token}` },
    })
    const text = await answer.text()
    if (answer.status !== 200) {
      this.refused++
      return answer.status
    }
    if (id === undefined) this.#held.set(day, (JSON.parse(text) as { data: { addblackbookings: number } }).data.addblackbookings)
    else this.#held.delete(day)
    this.acknowledged++
    return answer.status
  }

  /** Compares a server with what was acknowledged: nothing is lost, and each change is there whole or not at all. */
  async verify(url: string): Promise<void> {
    const answer = await fetch(`${url}/_understay/state?collection=bookings,roomNights`)
    const { collections } = (await answer.json()) as { collections: { bookings: Booking[]; roomNights: Night[] } }
    const found = new Map(
      collections.bookings
        .filter(({ kind, arrival }) => kind === 'black' && arrival >= dayOf(0))
        .map((one) => [one.arrival, one.id]),
    )
    const nights = collections.roomNights.filter(({ day }) => day >= dayOf(0)).map(({ day, bookingId }) => `${day} ${bookingId}`)
    expect(nights.sort()).toEqual([...found].map(([day, id]) => `${day} ${id}`).sort())
    const settled = (of: ReadonlyMap<string, number>) => [...of].filter(([day]) => !this.#open.has(day)).sort()
    expect(settled(found)).toEqual(settled(this.#held))
    for (const day of this.#open) {
      const id = found.get(day)
      if (id === undefined) this.#held.delete(day)
      else this.#held.set(day, id)
    }
    this.#open.clear()
  }
}

const TORN = 'the last change was incomplete and has been removed; it was never acknowledged'

/** True when a server said at its start that it cut off an unfinished change; anything else it may not warn of. */
export function saidTorn({ out, err }: Program): boolean {
  const told = out
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { level: string; msg: string })
    .filter(({ level }) => level !== 'info')
  expect(err).toBe('')
  expect(told.filter(({ msg }) => msg !== TORN)).toEqual([])
  return told.length > 0
}
