/**
 * Says in which way an answer differs from the recorded one.
 *
 * @module
 */
import { isJsonMap, type JsonMap } from '../../src/base/json-map.ts'
import type { RecordedAnswer } from './recording.ts'

/** What came back here. */
export interface GivenAnswer {
  readonly status: number
  readonly type: string | null
  readonly body: unknown
}

/** `status`, `type`, `shape PATH` (keys, JSON types) or `value PATH`; `[]` and `{}` in a path stand for any item. */
export type Difference = string

/** Everything that differs, each difference once. */
export function differences(recorded: RecordedAnswer, given: GivenAnswer): readonly Difference[] {
  const found = new Set<Difference>()
  if (recorded.status !== given.status) found.add('status')
  if (recorded.type !== given.type) found.add('type')
  compare(recorded.body, given.body, '', (what, path) => found.add(`${what} ${path || '.'}`))
  return [...found]
}

/** True for what a client meets before it looks at a single value. */
export const isShape = (difference: Difference): boolean => !difference.startsWith('value ')

type Note = (what: 'shape' | 'value', path: string) => void

function compare(recorded: unknown, given: unknown, path: string, note: Note): void {
  if (isKeyed(recorded) && isKeyed(given)) compareKeyed(recorded, given, path, note)
  else if (typeOf(recorded) !== typeOf(given)) note('shape', path)
  else if (Array.isArray(recorded) && Array.isArray(given)) compareLists(recorded, given, path, note)
  else if (isJsonMap(recorded) && isJsonMap(given)) compareMaps(recorded, given, path, note)
  else if (!sameValue(recorded, given, path)) note('value', path)
}

/** The last item of a shortened list tells how many there are. */
function compareLists(recorded: readonly unknown[], given: readonly unknown[], path: string, note: Note): void {
  const whole = /^<(\d+) items in all>$/.exec(String(recorded.at(-1)))?.[1]
  const shown = whole ? recorded.slice(0, -1) : recorded
  const [rows, here] = [rowsById(shown), rowsById(given)]
  if (rows && here) compareRows(rows, here, path, note)
  else {
    if (given.length !== Number(whole ?? shown.length)) note('value', `${path}.length`)
    for (const [at, item] of shown.entries()) if (at < given.length) compare(item, given[at], `${path}[]`, note)
  }
}

/** Rows that have numbers are compared with those of the same number: which rows there are, and in which order, is a value. */
function compareRows(recorded: Rows, given: Rows, path: string, note: Note): void {
  if ([...recorded.keys()].join() !== [...given.keys()].join()) note('value', `${path}.rows`)
  for (const [id, row] of recorded) if (given.has(id)) compare(row, given.get(id), `${path}[]`, note)
}

type Rows = ReadonlyMap<unknown, unknown>

const ID_NAMES = ['contract_uid', 'id', 'guests_uid', 'coupon_id'] as const

/** The rows of a list by their numbers, where all have such, each its own. */
function rowsById(list: readonly unknown[]): Rows | undefined {
  const name = ID_NAMES.find((key) => list.length > 0 && list.every((row) => isJsonMap(row) && Object.hasOwn(row, key)))
  if (!name) return undefined
  const rows = new Map(list.map((row) => [isJsonMap(row) ? row[name] : undefined, row]))
  return rows.size === list.length ? rows : undefined
}

/** The key of a shortened map that stands for all that are not shown. */
const REST = '<and so on>'

function compareMaps(recorded: JsonMap, given: JsonMap, path: string, note: Note): void {
  const under = (key: string): string => (path ? `${path}.${key}` : key)
  const shown = Object.keys(recorded).filter((key) => key !== REST)
  for (const key of shown) {
    if (Object.hasOwn(given, key)) compare(recorded[key], given[key], under(key), note)
    else note('shape', under(key))
  }
  if (shown.length < Object.keys(recorded).length) return
  for (const key of Object.keys(given)) if (!Object.hasOwn(recorded, key)) note('shape', under(key))
}

/** In a collection keyed by ids the keys are data: which rows there are is a value, what a row looks like is shape. */
function compareKeyed(recorded: Keyed, given: Keyed, path: string, note: Note): void {
  const [rows, here] = [new Map(Object.entries(recorded)), new Map(Object.entries(given))]
  const shortened = rows.delete(REST)
  const missing = [...rows.keys()].some((key) => !here.has(key))
  if (missing || (!shortened && here.size > rows.size)) note('value', `${path}.keys`)
  for (const [key, row] of rows) if (here.has(key)) compare(row, here.get(key), `${path}{}`, note)
}

const FORMS_BY_NAME: Readonly<Record<string, RegExp>> = {
  access_token: /^[0-9a-f]{40}$/,
  coupon_code: /^[a-df-zA-DF-Z]{15}$/,
}
/** The booking numbers of the fixture; any other was drawn when the booking was made. */
const KNOWN_TAGS: readonly string[] = ['35275442', '11989450', '45481237', '42834104']

/** Takes out of a text what depends on chance and on the time of the recording. */
function lasting(text: string): string {
  return text
    .replace(/2026-11-20 15:\d\d:\d\d/g, 'TIME')
    .replace(/rgba\(\d{1,3},\d{1,3},\d{1,3},/g, 'rgba(')
    .replace(/\b[1-9]\d{7}\b/g, (tag) => (KNOWN_TAGS.includes(tag) ? tag : 'TAG'))
}

/** How far two doubles may be apart: what adding up in another order makes of them. */
const NEARLY = 1e-9

/** Any text does: one that is shortened in the recording or left out of it. */
const ANY_TEXT = /^<text( of \d+ characters)?>$/
/** Explanatory texts are worded here in our own words: that there is one counts, not what it says. */
const OWN_WORDS = /(^|\.)address_form_fields\[\]\.(required_)?label$/

function sameValue(recorded: unknown, given: unknown, path: string): boolean {
  if (typeof recorded === 'number' && typeof given === 'number') return Math.abs(recorded - given) <= NEARLY
  if (typeof recorded !== 'string' || typeof given !== 'string') return recorded === given
  if (ANY_TEXT.test(recorded) || OWN_WORDS.test(path)) return true
  const form = FORMS_BY_NAME[path.slice(path.lastIndexOf('.') + 1)]
  if (form?.test(recorded)) return form.test(given)
  return lasting(recorded) === lasting(given)
}

type Keyed = JsonMap | readonly []

/** Collections keyed by ids; one without rows is an empty list, so that two of those are keyed as well as not. */
function isKeyed(value: unknown): value is Keyed {
  if (Array.isArray(value)) return value.length === 0
  return isJsonMap(value) && Object.keys(value).every((key) => /^\d+$/.test(key) || key === REST)
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}
