/** The reads by which a deployment is probed: every list first, then the details of the rows that the lists showed. */

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

/** Reads that open no booking session and need none. */
const READS = OPERATIONS.filter(({ method, session }) => method === 'get' && session === undefined)

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

  /** Adds the details of the rows that a response shows; they come first, so that a limit leaves some of every kind. */
  learn({ operation, target }: ProbeCall, body: unknown): void {
    const data = valueAt(body, 'data', responseKey(operation, {})) ?? valueAt(body, responseKey(operation, {}))
    const property_id = /^\/[^/]+\/(\d+)/.exec(target)?.[1]
    const known: Record<string, string>[] = []
    if (operation.id === 'listProperties') known.push(...idsOf(data).map((id) => ({ property_id: String(id) })))
    if (property_id !== undefined)
      for (const [, row] of itemsOf(data).slice(0, ROWS_PER_LIST)) {
        const [contract, invoice] = [idOf(row['contract_uid']), operation.tag === 'invoices' ? idOf(row['id']) : undefined]
        if (contract !== undefined) known.push({ property_id, contract_id: String(contract) })
        if (invoice !== undefined) known.push({ property_id, invoice_id: String(invoice) })
      }
    this.#waiting.unshift(...known.flatMap((values) => this.#readsWith(values)))
  }

  /** The reads that have these parameters, and of which all values are known; each target once. */
  #readsWith(known: Readonly<Record<string, string>>): ProbeCall[] {
    const reads = READS.filter(({ params }) => Object.keys(known).every((name) => name in params))
    return reads.flatMap((operation) => {
      const names = Object.keys(operation.params)
      const values = names.map((name) => [name, known[name] ?? this.#valueOf(name, operation.example.path?.[name])] as const)
      const target = filledPath(operation.path, Object.fromEntries(values))
      if (values.some(([name, value]) => value === undefined && name !== 'language') || this.#planned.has(target)) return []
      this.#planned.add(target)
      return [{ operation, target }]
    })
  }

  /** Days around today; ids only from responses; else the value of the example. */
  #valueOf(name: string, example: string | undefined): string | undefined {
    if (/^(?:start|start_date|date)$/.test(name)) return addDays(this.#today, -DAYS_AROUND)
    if (/^end(?:_date)?$/.test(name)) return addDays(this.#today, DAYS_AROUND)
    return name.endsWith('_id') ? undefined : example
  }
}
