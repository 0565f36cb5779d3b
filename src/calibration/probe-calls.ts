/** The reads by which a deployment is probed: the lists of each property, then the details of the rows that they showed. */

import { addDays, type Day } from '../base/day.ts'
import { OPERATIONS } from '../booking-contract/index.ts'
import { type BookingOperation, responseKey } from '../booking-contract/shared/operation.ts'
import { filledPath } from './plan.ts'
import { idOf, idsOf, itemsOf, valueAt } from './values.ts'

/** A call to make. */
export interface ProbeCall {
  readonly operation: BookingOperation
  /** Path below the interface. */
  readonly target: string
}

/** Details are asked of so many rows of a list. */
const ROWS_PER_LIST = 3
const DAYS_AROUND = 30
/** Free rooms are asked of a night so many days ahead, at which hardly one is taken. */
const DAYS_AHEAD = 300

/** Reads that open no booking session and need none. */
const READS = OPERATIONS.filter(({ method, session }) => method === 'get' && session === undefined)

const propertyIn = (target: string): string | undefined => /^\/[^/]+\/(\d+)/.exec(target)?.[1]

/** Plans the calls of a probe; responses add further ones. */
export class ProbeCalls {
  readonly #planned = new Set<string>()
  readonly #today: Day
  readonly #waiting: ProbeCall[]

  constructor(today: Day) {
    this.#today = today
    this.#waiting = this.#readsWith({})
  }

  /** The next call; undefined when nothing is left. */
  next = (): ProbeCall | undefined => this.#waiting.shift()

  /** Adds the details of the rows that a response shows, after the lists of their property: a limit leaves some of every kind. */
  learn({ operation, target }: ProbeCall, body: unknown): void {
    const data = valueAt(body, 'data', responseKey(operation, {})) ?? valueAt(body, responseKey(operation, {}))
    const property_id = propertyIn(target)
    const known: Record<string, string>[] = []
    if (operation.id === 'listProperties') known.push(...idsOf(data).map((id) => ({ property_id: String(id) })))
    if (property_id !== undefined)
      for (const [, row] of itemsOf(data).slice(0, ROWS_PER_LIST)) {
        const [contract, invoice] = [idOf(row['contract_uid']), operation.tag === 'invoices' ? idOf(row['id']) : undefined]
        if (contract !== undefined) known.push({ property_id, contract_id: String(contract) })
        if (invoice !== undefined) known.push({ property_id, invoice_id: String(invoice) })
      }
    const isOfProperty = (call: ProbeCall): boolean => propertyIn(call.target) === property_id
    const after = property_id === undefined ? -1 : this.#waiting.findLastIndex(isOfProperty)
    this.#waiting.splice(after + 1, 0, ...known.flatMap((values) => this.#readsWith(values)))
  }

  /** The reads that have these parameters, and of which all values are known; each target once. */
  #readsWith(known: Readonly<Record<string, string>>): ProbeCall[] {
    const reads = READS.filter(({ params }) => Object.keys(known).every((name) => name in params))
    return reads.flatMap((operation) => {
      const names = Object.keys(operation.params)
      const values = names.map((name) => [name, known[name] ?? this.#valueOf(name, operation)] as const)
      const target = filledPath(operation.path, Object.fromEntries(values))
      if (values.some(([name, value]) => value === undefined && name !== 'language') || this.#planned.has(target)) return []
      this.#planned.add(target)
      return [{ operation, target }]
    })
  }

  /** Days around today; ids only from responses; else the value of the example. */
  #valueOf(name: string, { id, example }: BookingOperation): string | undefined {
    const [start, end] = id === 'listAvailableRooms' ? [DAYS_AHEAD, DAYS_AHEAD + 1] : [-DAYS_AROUND, DAYS_AROUND]
    if (/^(?:start|start_date|date)$/.test(name)) return addDays(this.#today, start)
    if (/^end(?:_date)?$/.test(name)) return addDays(this.#today, end)
    return name.endsWith('_id') ? undefined : example.path?.[name]
  }
}
