/** The reads by which a deployment is probed: the lists of each property, then the details of the rows that they showed. */

import { addDays, type Day } from '../base/day.ts'
import { OPERATIONS } from '../booking-contract/index.ts'
import { type BookingOperation, responseKey } from '../booking-contract/shared/operation.ts'
import { filledPath } from './plan.ts'
import { dataOf } from './recording.ts'
import { idsOf, itemsOf } from './values.ts'

interface ProbeCall {
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

/**
 * The calls of a probe. Each gets the body of its response, and adds the details of the rows in it after the lists of their
 * property: a limit leaves some of every kind.
 */
export function* probeCalls(today: Day): Generator<ProbeCall, undefined, unknown> {
  const waiting = readsWith({}, today)
  const planned = new Set(waiting.map(({ target }) => target))
  for (let call = waiting.shift(); call; call = waiting.shift()) {
    const property = propertyIn(call.target)
    const after = property === undefined ? -1 : waiting.findLastIndex(({ target }) => propertyIn(target) === property)
    const more = idsShown(call, property, yield call).flatMap((known) => readsWith(known, today))
    waiting.splice(after + 1, 0, ...more.filter(({ target }) => !planned.has(target) && planned.add(target)))
  }
}

/** The path values of the rows that a response shows. */
function idsShown({ operation }: ProbeCall, property_id: string | undefined, body: unknown): Readonly<Record<string, string>>[] {
  const data = dataOf(body, responseKey(operation, {}))
  if (operation.id === 'listProperties') return idsOf(data).map((id) => ({ property_id: String(id) }))
  if (property_id === undefined) return []
  const rows = itemsOf(data).slice(0, ROWS_PER_LIST)
  return rows.flatMap(([, { contract_uid: contract_id, id: invoice_id }]) =>
    Object.entries({ contract_id, ...(operation.tag === 'invoices' && { invoice_id }) }).flatMap(([name, ids]) =>
      idsOf(ids).map((id) => ({ property_id, [name]: String(id) })),
    ),
  )
}

/** The reads that have these parameters, and of which all values are known. */
function readsWith(known: Readonly<Record<string, string>>, today: Day): ProbeCall[] {
  const reads = READS.filter(({ params }) => Object.keys(known).every((name) => name in params))
  return reads.flatMap((operation) => {
    const names = Object.keys(operation.params)
    const values = Object.fromEntries(names.map((name) => [name, known[name] ?? pathValue(name, operation, today)]))
    const isKnown = names.every((name) => values[name] !== undefined || name === 'language')
    return isKnown ? [{ operation, target: filledPath(operation.path, values) }] : []
  })
}

/** Days around today; ids only from responses; else the value of the example. */
function pathValue(name: string, { id, example }: BookingOperation, today: Day): string | undefined {
  const [start, end] = id === 'listAvailableRooms' ? [DAYS_AHEAD, DAYS_AHEAD + 1] : [-DAYS_AROUND, DAYS_AROUND]
  if (/^(?:start|start_date|date)$/.test(name)) return addDays(today, start)
  if (/^end(?:_date)?$/.test(name)) return addDays(today, end)
  return name.endsWith('_id') ? undefined : example.path?.[name]
}
