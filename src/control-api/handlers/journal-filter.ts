import { sessionKey } from '../../base/session-key.ts'
import { suggestion } from '../../base/spelling.ts'
import type { streamJournal } from '../../control-contract/journal.ts'
import type { QueryOf } from '../../control-contract/operation.ts'
import type { Entry } from '../../journal/entry.ts'
import { decodedForm } from '../../journal/escapes.ts'
import { badRequest } from '../control-refusal.ts'

/**
 * The predicate of the filters in a query.
 *
 * @throws ControlRefusal 400 naming the valid values
 */
export function filterOf(query: QueryOf<typeof streamJournal>, operations: ReadonlySet<string>): (entry: Entry) => boolean {
  const operation = query.operation?.split(',')
  const client = query.client?.split(',')
  const unknown = operation?.find((id) => !operations.has(id))
  if (unknown !== undefined)
    throw badRequest(
      `operation: there is no "${unknown}"${suggestion(unknown, [...operations]) || '; GET /_understay/operations says which there are'}`,
    )
  const methods = query.method?.toUpperCase().split(',')
  const odd = methods?.find((word) => !METHODS.includes(word))
  if (odd !== undefined) throw badRequest(`method: "${odd}" is not one of ${METHODS.join(', ')}`)
  const statuses = query.status?.split(',').map(statusTest)
  const properties = query.property?.split(',').map(propertyId)
  const faults = query.fault?.split(',').map(faultTest)
  const { refused, changed } = query
  const text = query.text?.toLowerCase()
  const session = query.session === undefined ? undefined : sessionKey(query.session)
  return (entry) =>
    (operation === undefined || operation.includes(entry.operation ?? '')) &&
    (client === undefined || client.includes(entry.client ?? '')) &&
    (session === undefined || sessionKey(entry.session ?? '') === session) &&
    (methods === undefined || methods.includes(entry.method)) &&
    (statuses === undefined || statuses.some((fits) => fits(entry.status))) &&
    (properties === undefined || (entry.property !== undefined && properties.includes(entry.property))) &&
    (faults === undefined || (entry.fault?.some((applied) => faults.some((fits) => fits(applied))) ?? false)) &&
    (refused === undefined || (entry.refusal !== undefined) === refused) &&
    (changed === undefined || hasChanged(entry, changed)) &&
    (text === undefined ||
      hasWords(
        text,
        [entry.target, entry.request],
        [entry.refusal, entry.refusalCode, entry.hint, entry.correlation, entry.response],
      ))
}

/** @param row a collection, and the id of a row of it: `bookings/12` */
const hasChanged = ({ changed = {} }: Entry, row: string): boolean =>
  Object.entries(changed).some(([collection, ids]) => ids.some((id) => `${collection}/${id}` === row))

/** True when one of some texts contains words, in any case; an address or a form also with its escapes undone. @param words in lower case */
export function hasWords(words: string, escaped: readonly (string | undefined)[], others: readonly (string | undefined)[]) {
  const isIn = (text: string | undefined): boolean => text?.toLowerCase().includes(words) ?? false
  return others.some(isIn) || escaped.some((text = '') => isIn(text) || isIn(decodedForm(text)))
}

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** `404`, or `4xx` for a class of statuses. */
export function statusTest(word: string): (status: number) => boolean {
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

/** `outage/2` for one fault, `outage` for all faults of a scenario, `any` for every fault. */
export function faultTest(word: string): (fault: string) => boolean {
  if (word === '')
    throw badRequest('fault: expected a scenario such as outage, one of its faults such as outage/2, or any for all there are')
  return (fault) => word === 'any' || fault === word || fault.startsWith(`${word}/`)
}
