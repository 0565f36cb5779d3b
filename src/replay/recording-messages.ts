/** Messages on what a recording lacks or hides. */

import type { Product } from '../api/product.ts'
import { countText } from '../base/count-text.ts'
import { countEach } from '../base/group-by.ts'
import { firstOf } from '../base/short-text.ts'
import { addressWithoutQuery, productOfAddress } from './address.ts'
import { type Exchange, NO_ENTRIES } from './har.ts'
import { outsideReason, type Plan, type Skipped } from './plan.ts'
import { openedBefore, readStep } from './read-step.ts'
import type { KnownClient } from './replay-tokens.ts'
import { asksForToken, requestingClient } from './token-request.ts'

const MAX_SHOWN_PLACES = 5
const MAX_SHOWN_SESSIONS = 3

/** Why no request of a file can be sent, and what it contains instead. */
export function noCallsText(skipped: readonly Skipped[], apiPath: string): string {
  if (skipped.length === 0) return NO_ENTRIES
  const reasons = countEach(skipped.map(({ reason }) => reason))
  if (skipped.some(({ reason }) => reason !== outsideReason(apiPath))) return `no entry can be sent: ${countsText(reasons)}`
  const exchanges = skipped.map(({ exchange }) => exchange)
  return elsewhereText(exchanges, apiPath)
}

/** Where the requests of a file go, none of which is below the path of the interface. */
export function elsewhereText(exchanges: readonly Exchange[], apiPath: string): string {
  const urls = exchanges.map(({ request }) => addressWithoutQuery(request.url))
  const product = urls.map(productOfAddress).find((word) => word !== undefined)
  const places = countEach(urls.map((url) => url.split('/').slice(0, 5).join('/')))
  const advice = product === undefined ? '--product WORD says what the interface is called' : `is it --product ${product}?`
  return `no entry is below ${apiPath}; found ${countsText(places)}; ${advice}`
}

export const NO_AUTHORIZATION = 'no call has an Authorization header (browsers export it with sensitive data only)'

export const maskedNote = (file: string): string =>
  `personal data in ${file} is masked (names, addresses, telephone numbers, e-mail, notes): it differs from real data, and from data masked with another key; --keep-personal-data records it as it is`

/** Journal entries that are missing in a file, by their ids. */
export function missingNotes({ steps, skipped }: Plan): readonly string[] {
  const ids = [...steps, ...skipped].flatMap(({ exchange }) => exchange.note?.id ?? []).sort((a, b) => a - b)
  const gaps = ids.flatMap((id, index) => {
    const before = ids[index - 1] ?? 0
    return id > before + 1 ? [before + 2 === id ? `${before + 1}` : `${before + 1} to ${id - 1}`] : []
  })
  if (gaps.length === 0) return []
  const shown = gaps.slice(0, MAX_SHOWN_PLACES).join(', ')
  return [
    `the file lacks entries ${shown}${gaps.length > MAX_SHOWN_PLACES ? ' and others' : ''} of its journal; unless the sandbox was reset after them, what they changed is not in the fresh world`,
  ]
}

/** The booking sessions that the world does not have, because no recorded call opened them. */
export function sessionNotes({ steps }: Plan, product: Product): readonly string[] {
  const calls = steps.map((step) => readStep(step, product))
  const missing = openedBefore(calls)
  const count = calls.filter(({ session = '' }) => missing.has(session)).length
  const names = firstOf([...missing.keys()], MAX_SHOWN_SESSIONS)
  return count > 0
    ? [`opened before the recording, so not open here: booking session ${names} (${countText(count, 'call')})`]
    : []
}

/** The clients that got tokens in a recording, and that this world does not have. @param fallback the client that replaces them */
export function replacedNotes({ steps }: Plan, clients: readonly KnownClient[], fallback: KnownClient): readonly string[] {
  const granted = steps.filter((step) => asksForToken(step) && step.exchange.response.status === 200)
  const others = new Set(granted.flatMap((step) => requestingClient(step) ?? []))
  for (const { id } of clients) others.delete(id)
  if (others.size === 0) return []
  const [who, it] = others.size === 1 ? ['the client', 'it'] : ['the clients', 'them']
  return [
    `${fallback.id} replaces ${who} ${firstOf([...others], MAX_SHOWN_PLACES)}, which this world does not have: --fixtures names one that has ${it}`,
  ]
}

function countsText(counts: ReadonlyMap<string, number>): string {
  const texts = [...counts].sort(([, a], [, b]) => b - a).map(([word, count]) => `${word} (${count})`)
  return firstOf(texts, MAX_SHOWN_PLACES)
}
