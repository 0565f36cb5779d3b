/**
 * A queue of writes for rooms that open and close: of several for one night only the latest is sent. A write of unknown outcome is
 * looked up before it is sent again.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, type Day } from '../../src/base/day.ts'
import type { UnderstaySandbox } from '../../src/index.ts'
import { type Reply, SmallHttp } from './small-http.ts'

/** `sends again blindly`: without looking at the night first. */
export type QueueFault = 'none' | 'sends again blindly'

interface Night {
  readonly property: number
  readonly room: number
  readonly day: Day
}

/** Milliseconds between two rounds. */
const PACE = 60
const MAX_ATTEMPTS = 5

export class WriteQueue {
  readonly #http: SmallHttp
  readonly #fault: QueueFault
  /** The wanted state of each night, and when it may be sent. */
  readonly #wanted = new Map<
    string,
    { readonly night: Night; readonly open: boolean; notBefore: number; attempts: number; unclear: boolean }
  >()
  readonly #closedAs = new Map<string, number>()
  #pausedUntil = 0
  #mayWrite = true

  constructor(http: SmallHttp, fault: QueueFault) {
    this.#http = http
    this.#fault = fault
  }

  want(night: Night, open: boolean): void {
    const key = JSON.stringify(night)
    const before = this.#wanted.get(key)
    // What was not sent needs no counterpart.
    if (open && !this.#closedAs.has(key) && before && !before.unclear) this.#wanted.delete(key)
    else this.#wanted.set(key, { night, open, notBefore: 0, attempts: 0, unclear: before?.unclear ?? false })
  }

  /** Sends until nothing is wanted any more. */
  async drain(): Promise<void> {
    while (this.#wanted.size > 0 && this.#mayWrite) {
      await sleep(PACE)
      const now = Date.now()
      if (now < this.#pausedUntil) continue
      const next = [...this.#wanted].find(([, { notBefore }]) => now >= notBefore)
      if (next) await this.#send(...next)
    }
  }

  async #send(
    key: string,
    item: { readonly night: Night; readonly open: boolean; notBefore: number; attempts: number; unclear: boolean },
  ): Promise<void> {
    const { property, room, day } = item.night
    const done = (): void => {
      if (this.#wanted.get(key) === item) this.#wanted.delete(key)
    }
    if (item.unclear && this.#fault === 'none') {
      const seen = await this.#http.call('GET', `/blackbookings/${property}/roomlist/${day}`)
      if (seen.status !== 200) return this.#later(item, seen)
      const row = rowsOf(seen).find((one) => one.room_uid === room && one.date === day.replaceAll('-', '/'))
      if (row) this.#closedAs.set(key, row.contract_uid)
      item.unclear = false
      if ((row === undefined) === item.open) return done()
    }
    const id = this.#closedAs.get(key)
    if (item.open && id === undefined) return done()
    const reply = item.open
      ? await this.#http.call('DELETE', `/blackbookings/${property}/${id}`)
      : await this.#http.call('POST', `/blackbookings/${property}/${room}/${day}`)
    if (reply.status === 200) {
      if (item.open) this.#closedAs.delete(key)
      else this.#closedAs.set(key, createdBy(reply))
      return done()
    }
    if (reply.status === 403) this.#mayWrite = false
    if (reply.status === 204 && this.#fault === 'none')
      await this.#http.call('GET', `/properties/${property}/availabilities/${day}/${addDays(day, 1)}`)
    if (reply.status >= 200 && reply.status < 500 && reply.status !== 429) return done()
    if (reply.status !== 429 && reply.status !== 503) item.unclear = true
    this.#later(item, reply)
  }

  #later(item: { notBefore: number; attempts: number }, { status, retryAfter }: Reply): void {
    const wait = Math.max(retryAfter ?? 0, 150 * 2 ** item.attempts++)
    if (item.attempts >= MAX_ATTEMPTS) item.notBefore = Number.POSITIVE_INFINITY
    else item.notBefore = Date.now() + wait
    if (status === 429 || status === 503) this.#pausedUntil = Date.now() + wait
  }
}

interface Row {
  readonly room_uid: number
  readonly contract_uid: number
  readonly date: string
}
const rowsOf = ({ data }: Reply): readonly Row[] =>
  (data as { readonly data: { readonly blackbooking: readonly Row[] } }).data.blackbooking ?? []
const createdBy = ({ data }: Reply): number =>
  Number((data as { readonly data: { readonly addblackbookings: number } }).data.addblackbookings)

/** Closes nights of two properties while the calendar is read, and opens one of them again soon after. */
export async function workQueue(world: UnderstaySandbox, day: Day, fault: QueueFault, opens: boolean): Promise<void> {
  const http = new SmallHttp(world, 2)
  const queue = new WriteQueue(http, fault)
  await http.call('GET', '/properties/all')
  const nights: Night[] = []
  for (const property of [1, 6]) {
    const free = await http.call('GET', `/properties/${property}/availabilities/${addDays(day, 40)}/${addDays(day, 44)}`)
    const rooms = Object.keys(
      (free.data as { readonly data: { readonly available_rooms: object } } | undefined)?.data.available_rooms ?? {},
    )
    for (const offset of [40, 41]) nights.push({ property, room: Number(rooms[0]), day: addDays(day, offset) })
  }
  for (const night of nights) queue.want(night, false)
  // wanted twice: sent once
  for (const night of nights) queue.want(night, false)
  const sending = queue.drain()
  if (opens) {
    await sleep(500)
    for (const night of nights.slice(0, 1)) queue.want(night, true)
  }
  await sending
  await queue.drain()
  for (const property of [1, 6]) await http.call('GET', `/listbooking/${property}/${day}/${addDays(day, 30)}`)
  http.close()
}
