/** Matches calls against selectors. */
import { isMatch } from './matching.ts'
import type { Selector, WantedValue, WantedValues } from './selector-schema.ts'

/** A call as selectors see it: a request in progress, or one of the journal. */
export interface RequestFacts {
  readonly operation: string | undefined
  readonly tag: string | undefined
  readonly method: string
  readonly property: number | undefined
  readonly client: string | undefined
  readonly session: string | undefined
  /** The token, or its fingerprint. */
  readonly token: string | undefined
  readonly path: Readonly<Record<string, string>>
  readonly form: (name: string) => string | undefined
  /** Headers, by name in lower case. */
  readonly header: (name: string) => string | undefined
}

const COMPARED_BY_VALUE = ['tag', 'property', 'client', 'session'] as const

export function isSelected(selector: Selector, call: RequestFacts): boolean {
  return differences(selector, call).next().done === true
}

/** The differences of a call from a selector, such as `client is demo, not other`; none when it matches. */
export function* differences(selector: Selector, call: RequestFacts): Generator<string> {
  const { operation, method, where } = selector
  const ids = typeof operation === 'string' ? [operation] : operation
  if (ids && !ids.includes(call.operation ?? '')) yield differenceText('operation', call.operation, ids.join(' or '))
  const methods: readonly string[] | undefined = typeof method === 'string' ? [method] : method
  if (methods && !methods.includes(call.method)) yield differenceText('method', call.method, methods.join(' or '))
  for (const name of COMPARED_BY_VALUE) {
    const wanted = selector[name]
    if (wanted !== undefined && call[name] !== wanted) yield differenceText(name, call[name], wanted)
  }
  yield* differencesIn(where?.path, 'path.', (name) => call.path[name] ?? (name === 'start' ? firstDay(call) : undefined))
  yield* differencesIn(where?.form, 'form.', call.form)
  yield* differencesIn(where?.header, 'header.', (name) => call.header(name.toLowerCase()))
}

/** Other names of the first day of a path, which selectors call `start`. */
export const FIRST_DAYS = ['start_date', 'date'] as const

const firstDay = ({ path }: RequestFacts): string | undefined =>
  FIRST_DAYS.map((name) => path[name]).find((day) => day !== undefined)

/** The differences of values from conditions. @param place before their names */
export function* differencesIn(wants: WantedValues | undefined, place: string, sent: (name: string) => string | undefined) {
  for (const [name, wanted] of Object.entries(wants ?? {})) {
    const value = sent(name)
    if (!meetsCondition(wanted, value)) yield differenceText(`${place}${name}`, value, wantedText(wanted))
  }
}

const differenceText = (name: string, is: unknown, wanted: unknown): string =>
  `${name} is ${is ?? 'not there'}, not ${String(wanted)}`

/** True when a value meets a condition; text and numbers are compared as text. */
export function meetsCondition(wanted: WantedValue, value: string | undefined): boolean {
  if (typeof wanted !== 'object') return value === String(wanted)
  if ('present' in wanted) return (value !== undefined) === wanted.present
  return value !== undefined && isMatch(wanted.matches, value)
}

export function wantedText(wanted: WantedValue): string {
  if (typeof wanted !== 'object') return String(wanted)
  if ('present' in wanted) return wanted.present ? 'there' : 'absent'
  return `like /${wanted.matches}/`
}
