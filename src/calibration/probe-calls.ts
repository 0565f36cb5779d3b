/** The reads by which a deployment is probed: every list first, then the details of the rows that the lists showed. */

import { addDays, type Day } from '../base/day.ts'
import { isJsonMap } from '../base/json-map.ts'
import { OPERATIONS } from '../booking-contract/index.ts'
import { type BookingOperation, responseKey } from '../booking-contract/shared/operation.ts'
import { idOf, itemsOf, valueAt } from './values.ts'

/** A call to make. */
export interface ProbeCall {
  readonly operation: BookingOperation
  /** Path below the interface. */
  readonly target: string
}

/** Details are asked of so many rows of a list. */
const ROWS_PER_LIST = 3
const DAYS_AROUND = 30
const DATES_FROM = new Set(['start_date', 'start', 'date'])
const DATES_TO = new Set(['end_date', 'end'])

/** Reads that open no booking session and need none. */
const READS = OPERATIONS.filter(({ method, session }) => method === 'get' && session === undefined)

/** Plans the calls of a probe; responses add further ones. */
export class ProbeCalls {
  #waiting: readonly ProbeCall[] = []
  #added: ProbeCall[] = []
  readonly #planned = new Set<string>()
  readonly #today: Day

  constructor(today: Day) {
    this.#today = today
    for (const operation of READS) this.#add(operation, {})
    this.#waiting = this.#added
  }

  /** The next call; undefined when nothing is left. */
  next(): ProbeCall | undefined {
    const [next, ...rest] = this.#waiting
    this.#waiting = rest
    return next
  }

  /** Adds the details of the rows that a response shows; they come first, so that a limit leaves some of every kind. */
  learn({ operation, target }: ProbeCall, body: unknown): void {
    this.#added = []
    const data = valueAt(body, 'data', responseKey(operation, {})) ?? valueAt(body, responseKey(operation, {}))
    const property = /^\/[^/]+\/(\d+)/.exec(target)?.[1]
    if (operation.id === 'listProperties' && Array.isArray(data))
      for (const id of data) for (const read of READS) this.#add(read, { property_id: String(id) })
    const rows = itemsOf(data).slice(0, ROWS_PER_LIST)
    for (const [, item] of property === undefined ? [] : rows) {
      const ids = { contract_id: idOf(item['contract_uid']), invoice_id: idOf(item['id']) }
      for (const [name, id] of Object.entries(ids))
        if (id !== undefined && (name === 'contract_id' || operation.tag === 'invoices'))
          for (const read of READS) if (name in read.params) this.#add(read, { property_id: property ?? '', [name]: String(id) })
    }
    this.#waiting = [...this.#added, ...this.#waiting]
  }

  /** Plans a call when the values of its path are known. */
  #add(operation: BookingOperation, known: Readonly<Record<string, string>>): void {
    const values: Record<string, string | undefined> = {}
    for (const name of Object.keys(operation.params))
      values[name] = known[name] ?? this.#valueOf(name, operation.example.path?.[name])
    const named = Object.keys(known).every((name) => name in operation.params)
    if (!named || Object.entries(values).some(([name, value]) => value === undefined && name !== 'language')) return
    const target = operation.path
      .replaceAll(/\[[^\]]*\]/g, '')
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
    if (this.#planned.has(target)) return
    this.#planned.add(target)
    this.#added.push({ operation, target })
  }

  /** Days around today; ids only from responses; else the value of the example. */
  #valueOf(name: string, example: string | undefined): string | undefined {
    if (DATES_FROM.has(name)) return addDays(this.#today, -DAYS_AROUND)
    if (DATES_TO.has(name)) return addDays(this.#today, DAYS_AROUND)
    return name.endsWith('_id') ? undefined : example
  }
}

/** The client's token in a response to a token request. */
export function tokenIn(body: unknown): string | undefined {
  const token = isJsonMap(body) ? body['access_token'] : undefined
  return typeof token === 'string' ? token : undefined
}
