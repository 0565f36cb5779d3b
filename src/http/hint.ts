/**
 * Words for the lost: what an unknown request may have meant.
 *
 * @module
 */

import { likeness } from '../base/likeness.ts'
import type { Operation } from '../contract/operation.ts'
import type { RefusalCode } from '../domain/refusal.ts'
import { spellings } from './matcher.ts'

interface Candidate {
  readonly operation: Operation
  readonly pattern: readonly string[]
}

const isValue = (segment: string): boolean => segment.startsWith('{')

/** How far a request is from a pattern: 0 is the same. */
function distance(method: string, segments: readonly string[], { operation, pattern }: Candidate): number {
  let cost = operation.method === method ? 0 : 0.9
  cost += Math.abs(pattern.length - segments.length) * 0.8
  for (const [index, word] of pattern.entries()) {
    const segment = segments[index]
    if (segment === undefined) continue
    if (isValue(word)) cost += 0.1
    else if (segment !== word) cost += 2 * (1 - likeness(segment, word)) + (index === 0 ? 0.5 : 0)
  }
  return cost
}

/** From here on two first words have nothing to do with each other. */
const ALIKE = 0.4

/** What differs between a request and the operation it comes nearest to. */
export function nearestOperation(operations: readonly Operation[], method: string, segments: readonly string[]): string {
  const parts = segments.at(-1) === '' ? segments.slice(0, -1) : segments
  const groups = [...new Set(operations.map(({ path }) => path.split('/')[1] ?? ''))]
  const first = parts[0] ?? ''
  if (first === '' && parts.length > 1) return 'the path begins with a blank segment: two slashes'
  if (!groups.some((group) => likeness(first, group) > ALIKE))
    return `nothing begins with "${first}"; there are ${groups.join(', ')}`
  let best: { readonly candidate: Candidate; readonly cost: number } | undefined
  for (const operation of operations) {
    for (const path of spellings(operation.path)) {
      const candidate = { operation, pattern: path.split('/').slice(1) }
      const cost = distance(method, parts, candidate)
      if (!best || cost < best.cost) best = { candidate, cost }
    }
  }
  return best ? `nearest is ${describe(best.candidate)}: ${difference(method, parts, best.candidate)}` : 'there are no operations'
}

const describe = ({ operation, pattern }: Candidate): string =>
  `${operation.id} ${operation.method.toUpperCase()} /${pattern.join('/')}`

function difference(method: string, segments: readonly string[], { operation, pattern }: Candidate): string {
  const parts: string[] = []
  if (operation.method !== method) parts.push(`the method is ${operation.method.toUpperCase()}, not ${method.toUpperCase()}`)
  if (pattern.length !== segments.length) parts.push(`it has ${pattern.length} segments, yours ${segments.length}`)
  for (const [index, word] of pattern.entries()) {
    const segment = segments[index]
    if (
      segment !== undefined &&
      !isValue(word) &&
      segment !== word &&
      (index === 0 || segment.toLowerCase() !== word.toLowerCase())
    )
      parts.push(`"${segment}" should be "${word}"`)
  }
  return parts.join(', ') || 'check the path'
}

/** What to do next after a refusal; undefined where its text already says it. */
export function nextStep(code: RefusalCode, apiPath: string): string | undefined {
  switch (code) {
    case 'token_missing':
    case 'token_malformed':
      return `POST ${apiPath}/oauth/token gives a token; send it as Authorization: Bearer TOKEN`
    case 'token_unknown':
      return `tokens are known only to the sandbox and state that issued them; ask POST ${apiPath}/oauth/token for a new one`
    case 'token_expired':
    case 'token_revoked':
      return `ask POST ${apiPath}/oauth/token for a new token, then repeat the call once`
    case 'property_not_administrable':
      return `GET ${apiPath}/properties/all lists the properties this client may administer`
    case 'session_missing':
      return 'the client makes up the value; the same one in every call of a visitor'
    case 'session_not_initialised':
      return `GET ${apiPath}/booking/initialise/PROPERTY/LANGUAGE first; a session ends after 24 hours of silence`
    case 'client_unknown':
      return 'the clients are those of the fixtures; the start banner shows one that works'
    case 'room_taken':
      return `GET ${apiPath}/blackbookings/PROPERTY/roomlist/DATE and .../availabilities/... show what is taken`
    case 'tariff_mode_wrong':
      return 'only properties in micromanage mode take tariffs here'
    default:
      return undefined
  }
}
