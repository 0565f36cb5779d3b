/**
 * Which calls a selector means.
 *
 * @module
 */
import { isMatch } from './matching.ts'
import type { Selector, WantedValue, WantedValues } from './schema.ts'

/** A call as selectors see it: one under way, or one of the journal. */
export interface RequestFacts {
  readonly operation: string | undefined
  readonly tag: string | undefined
  readonly method: string
  readonly property: number | undefined
  readonly client: string | undefined
  readonly session: string | undefined
  /** The token that was sent, or enough of it to know it again. */
  readonly token: string | undefined
  /** Values in the path, by parameter name. */
  readonly path: Readonly<Record<string, string>>
  readonly form: (name: string) => string | undefined
  /** Headers, by name in lower case. */
  readonly header: (name: string) => string | undefined
}

const PLAIN = ['tag', 'property', 'client', 'session'] as const

/** True when a call is one of those meant. */
export function isMeant(selector: Selector, call: RequestFacts): boolean {
  return differences(selector, call).next().done === true
}

/** What sets a call apart from those meant, in words such as `client is demo, not other`; nothing when it is one of them. */
export function* differences(selector: Selector, call: RequestFacts): Generator<string> {
  const { operation, method, where } = selector
  const ids = typeof operation === 'string' ? [operation] : operation
  if (ids && !ids.includes(call.operation ?? '')) yield differs('operation', call.operation, ids.join(' or '))
  const methods: readonly string[] | undefined = typeof method === 'string' ? [method] : method
  if (methods && !methods.includes(call.method)) yield differs('method', call.method, methods.join(' or '))
  for (const name of PLAIN) {
    const wanted = selector[name]
    if (wanted !== undefined && call[name] !== wanted) yield differs(name, call[name], wanted)
  }
  yield* differing(where?.path, 'path', (name) => call.path[name])
  yield* differing(where?.form, 'form', call.form)
  yield* differing(where?.header, 'header', (name) => call.header(name.toLowerCase()))
}

function* differing(wants: WantedValues | undefined, place: string, sent: (name: string) => string | undefined) {
  for (const [name, wanted] of Object.entries(wants ?? {})) {
    const value = sent(name)
    if (!isWanted(wanted, value)) yield differs(`${place}.${name}`, value, wantedText(wanted))
  }
}

const differs = (name: string, is: unknown, wanted: unknown): string => `${name} is ${is ?? 'not there'}, not ${String(wanted)}`

/** True when a value is what is wanted of it; text and numbers are compared as text. */
export function isWanted(wanted: WantedValue, value: string | undefined): boolean {
  if (typeof wanted !== 'object') return value === String(wanted)
  if ('present' in wanted) return (value !== undefined) === wanted.present
  return value !== undefined && isMatch(wanted.matches, value)
}

/** What is wanted of a value, in words. */
export function wantedText(wanted: WantedValue): string {
  if (typeof wanted !== 'object') return String(wanted)
  if ('present' in wanted) return wanted.present ? 'there' : 'absent'
  return `like /${wanted.matches}/`
}
