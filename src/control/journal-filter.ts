/**
 * Which entries of the journal are asked for.
 *
 * @module
 */
import type { Context } from 'hono'
import type { Entry } from '../http/journal.ts'
import { sessionKey } from '../http/session.ts'
import { badRequest, readQuery } from './body.ts'

/** What entries can be picked by. */
const FILTERS = ['operation', 'client', 'session', 'status', 'method', 'property', 'fault'] as const

/** The cursor of a list: entries after this id; undefined when none was sent. */
export function readSince(text: string | undefined, name = 'since'): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,15}$/.test(text)) throw badRequest(`${name}: "${text}" is not an id of an entry`)
  return Number(text)
}

/** How many entries at most; undefined when that was not sent. */
export function readLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,6}$/.test(text)) throw badRequest(`limit: "${text}" is not a number of entries from 1`)
  return Number(text)
}

/**
 * Reads the filters of a query, among other names that it may have. Several words of one filter, with commas between, are
 * alternatives; all filters must match.
 *
 * @param operations the ids of all operations
 * @throws HTTPException 400 naming what there is
 */
export function readFilter<const N extends string>(c: Context, more: readonly N[], operations: ReadonlySet<string>) {
  const query = readQuery(c, [...FILTERS, ...more])
  return { query, matches: filterOf(query, operations) }
}

/**
 * The test that entries must pass.
 *
 * @throws HTTPException 400 naming what there is
 */
export function filterOf(
  query: { readonly [K in (typeof FILTERS)[number]]?: string },
  operations: ReadonlySet<string>,
): (entry: Entry) => boolean {
  const words = (name: (typeof FILTERS)[number]): readonly string[] | undefined => query[name]?.split(',')
  const [operation, client, method] = [words('operation'), words('client'), words('method')]
  const unknown = operation?.find((id) => !operations.has(id))
  if (unknown !== undefined)
    throw badRequest(`operation: there is no "${unknown}"; GET /_understay/operations says which there are`)
  const methods = method?.map((word) => word.toUpperCase())
  const odd = methods?.find((word) => !METHODS.includes(word))
  if (odd !== undefined) throw badRequest(`method: "${odd}" is not one of ${METHODS.join(', ')}`)
  const statuses = words('status')?.map(statusTest)
  const [properties, faults] = [words('property')?.map(propertyId), words('fault')?.map(faultTest)]
  const session = query.session === undefined ? undefined : sessionKey(query.session)
  return (entry) =>
    (operation === undefined || operation.includes(entry.operation ?? '')) &&
    (client === undefined || client.includes(entry.client ?? '')) &&
    (session === undefined || sessionKey(entry.session ?? '') === session) &&
    (methods === undefined || methods.includes(entry.method)) &&
    (statuses === undefined || statuses.some((fits) => fits(entry.status))) &&
    (properties === undefined || (entry.property !== undefined && properties.includes(entry.property))) &&
    (faults === undefined || (entry.fault?.some((struck) => faults.some((fits) => fits(struck))) ?? false))
}

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** `404`, or `4xx` for all of its class. */
function statusTest(word: string): (status: number) => boolean {
  if (!/^(?:0|[1-5](?:\d\d|xx))$/i.test(word))
    throw badRequest(`status: "${word}" is not a status such as 404, nor a class such as 4xx`)
  return word.endsWith('x') || word.endsWith('X')
    ? (status) => String(status)[0] === word[0]
    : (status) => status === Number(word)
}

function propertyId(word: string): number {
  if (!/^\d{1,10}$/.test(word)) throw badRequest(`property: "${word}" is not a property uid such as 1`)
  return Number(word)
}

/** `outage/2` for one fault, `outage` for all of a scenario, `any` for whatever struck. */
function faultTest(word: string): (struck: string) => boolean {
  if (word === '')
    throw badRequest('fault: expected a scenario such as outage, one of its faults such as outage/2, or any for all there are')
  return (struck) => word === 'any' || struck === word || struck.startsWith(`${word}/`)
}
