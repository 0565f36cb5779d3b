/**
 * A channel manager with a list of nights, one room of each to be closed: one after the other, or in a pool of workers.
 *
 * @module
 */
import { addDays, type Day } from '../../src/base/day.ts'
import { afterLoss, isNotOwn, listOwn, type Notes, write } from './channel.ts'
import type { Client } from './client.ts'
import { findPrices, priceForm, sendPrices } from './prices.ts'
import { closeRoom, listClosed, listFree, type Room } from './rooms.ts'

interface Task {
  readonly property: number
  /** Days ahead. */
  readonly ahead: number
  readonly sendsPrices: boolean
}

const keyOf = ({ property, ahead }: Task): string => `${property}/${ahead}`

export interface Nights {
  /** By default the first three that the service lists. */
  readonly properties?: readonly number[]
  /** Number of nights, each with a room to close. */
  readonly nights: number
  readonly firstNight?: number
  /** Milliseconds before each night. */
  readonly pace?: number
}

/** The properties, and a room of each, in the code of a client that does not ask for them. */
const IN_CODE = [1, 2, 4]
const ROOMS_IN_CODE: Readonly<Record<number, number>> = { 1: 1, 2: 12, 4: 18 }

/** The nights of each property; prices are sent with the first. */
export const tasksOf = (properties: readonly number[], { nights, firstNight = 20 }: Nights): readonly Task[] =>
  properties.flatMap((property) =>
    Array.from({ length: nights }, (_, index) => ({ property, ahead: firstNight + index, sendsPrices: index === 0 })),
  )

/** The tasks that a client that may be killed has done. */
export interface Progress {
  readonly done: Set<string>
  readonly isResumed: boolean
}

interface WorkOptions {
  /** The client that lists the properties; another one in a client that confuses tokens. */
  readonly lister?: Client
  /** True for a client that may have been killed after it sent a task and before the response. */
  readonly isResumed?: boolean
}

/** What workers share. */
export class Work {
  readonly notes: Notes = { done: [], left: [] }
  readonly #client: Client
  readonly #lister: Client
  readonly #isResumed: boolean
  readonly #cached = new Map<string, readonly Room[]>()
  #own: Promise<ReadonlySet<number>> | undefined

  constructor(client: Client, { lister = client, isResumed = false }: WorkOptions = {}) {
    this.#client = client
    this.#lister = lister
    this.#isResumed = isResumed
  }

  /** Performs a task, unless its property is not one of the client any more. */
  async perform({ property, ahead, sendsPrices }: Task): Promise<void> {
    const { notes } = this
    const client = this.#client
    if (client.behaviour.ids === 'the service' && !(await this.ownProperties()).has(property)) return
    await this.noting(property, async () => {
      const night = addDays(client.today, ahead)
      const [first, ...others] = await this.#freeRooms(property, night)
      if (!first) return
      if (sendsPrices && !(this.#isResumed && (await findPrices(client, property, first.room_classes_uid))))
        await write(client, notes, `prices of ${property}`, () => sendPrices(client, property, first, night))
      if (this.#isResumed && (await listClosed(client, property, night)).length > 0) return
      await write(client, notes, `closing in ${property}`, () => closeRoom(client, property, [first, ...others], night))
    })
  }

  /** Makes calls for a property; notes when it is not one of the client any more. */
  async noting(property: number, send: () => Promise<unknown>): Promise<void> {
    const own = this.ownProperties()
    try {
      await send()
    } catch (refusal) {
      if (!isNotOwn(refusal)) throw refusal
      this.notes.left.push(`property ${property}`)
      // another worker may have learned of it first
      if (this.#own === own) this.#own = own.then((before) => afterLoss(this.#lister, property, before))
      await this.#own
    }
  }

  ownProperties(): Promise<ReadonlySet<number>> {
    this.#own ??= listOwn(this.#lister)
    return this.#own
  }

  /** The free rooms of a night; of a client that reads them once, those of the first night. */
  async #freeRooms(property: number, night: Day): Promise<readonly Room[]> {
    const { freeRooms, ids } = this.#client.behaviour
    if (ids === 'its code') return [{ room_uid: ROOMS_IN_CODE[property] ?? 0, room_classes_uid: 1 }]
    if (freeRooms === 'before each write') return listFree(this.#client, property, night)
    const key = `${property}`
    const rooms = this.#cached.get(key) ?? (await listFree(this.#client, property, night))
    this.#cached.set(key, rooms)
    return rooms
  }
}

/** Closes one room in each night of each property. A resumed client leaves out what is done, and looks for what may be done. */
export const closeNights = (plan: Nights, progress?: Progress) => async (client: Client, inPool: InPool) => {
  const { done, isResumed } = progress ?? { done: new Set(), isResumed: false }
  const work = new Work(client, { isResumed })
  const { ids } = client.behaviour
  const properties = plan.properties ?? (ids === 'its code' ? IN_CODE : [...(await work.ownProperties())].slice(0, 3))
  const tasks = tasksOf(properties, plan).filter((task) => !done.has(keyOf(task)))
  await inPool(tasks, async (task) => {
    await work.perform(task)
    done.add(keyOf(task))
    if (plan.pace) await client.pass(plan.pace)
  })
  return work.notes
}

export type InPool = <T>(tasks: readonly T[], act: (task: T, worker: number) => Promise<unknown>) => Promise<void>

/** Makes a tariff for each property, and changes its price the next day. */
export const changePrices = (properties: readonly number[]) => async (client: Client, inPool: InPool) => {
  await listOwn(client)
  await inPool(properties, async (property) => {
    const night = addDays(client.today, 40)
    const [room] = await listFree(client, property, night)
    if (!room) return
    const form = (price: string) => priceForm({ type: room.room_classes_uid, night, price, title: `Nightly ${property}` })
    const path = `/tariffs/${property}/micromanage`
    const { tarifftypeid } = await client.post<{ readonly tarifftypeid: number }>(path, form('120.00'))
    if (client.behaviour.changedPrice === 'updates the tariff') {
      await client.send({ method: 'PUT', path, form: { ...form('130.00'), tarifftypeid: String(tarifftypeid) } })
    } else {
      await client.send({ method: 'DELETE', path: `/tariffs/${property}/${tarifftypeid}` })
      await client.send({ method: 'POST', path, form: form('130.00') })
    }
  })
}
