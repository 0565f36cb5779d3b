/** Values of recorded responses as values of fixtures. Deployments write them in several types and formats. */
import { type Day, parseDay, two } from '../base/day.ts'
import { isoInstant, parseInstant } from '../base/instant.ts'
import { isJsonMap, type JsonMap } from '../base/json-map.ts'
import { MONTHS } from '../base/long-date.ts'
import type { Field } from '../domain/collection/fields.ts'

/** A text or a number as text; undefined for other values. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

/** A number or numeric text. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

/** An id: a whole number from 1. */
export function idOf(value: unknown): number | undefined {
  const number = numberOf(value)
  return number !== undefined && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** The ids in a list, in a text with commas, or one id. */
export const idsOf = (value: unknown): readonly number[] =>
  (typeof value === 'string' ? value.split(',') : [value].flat()).flatMap((one) => idOf(one) ?? [])

/** An amount in hundredths at most, where three digits after a separator are thousands: a number, or a text with a currency symbol and separators such as `1.234,50€`. */
export function amountOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Math.round(value * 100) / 100
  const match = /-?\d[\d.,]*/.exec(typeof value === 'string' ? value.replaceAll('&nbsp;', '') : '')
  if (!match) return undefined
  const [, whole = '', fraction = ''] = /^(.*?)(?:[.,](\d{1,2}|\d{4,}))?$/.exec(match[0]) ?? []
  return Math.round(Number(`${whole.replaceAll(/[.,]/g, '')}.${fraction || '0'}`) * 100) / 100
}

/** A flag: 0, 1, their texts, true, false, yes or no. */
export const flagOf = (value: unknown): boolean | undefined =>
  /^(?:1|true|yes|oui|ja)$/i.test(String(value)) || (/^(?:0|false|no|non|nein)$/i.test(String(value)) ? false : undefined)

/** A day: `2026-11-20`, `2026/11/20`, the start of a time stamp, or a long date in English. */
export function dayOf(value: unknown): Day | undefined {
  if (typeof value !== 'string') return undefined
  const plain = /^\d{4}[-/]\d\d[-/]\d\d/.exec(value)
  if (plain) return parseDay(plain[0].replaceAll('/', '-'))
  const [, before, month, after, year] = /(?:(\d{1,2}) )?([A-Z][a-z]+)(?: (\d{1,2}),)? (\d{4})$/.exec(value) ?? []
  const names: readonly string[] = MONTHS
  return parseDay(`${year}-${two(names.indexOf(month ?? '') + 1)}-${two(Number(before ?? after))}`)
}

/** A time stamp (UTC) as ISO 8601; null for one that is not set. */
export function instantOf(value: unknown): string | null | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  if (/^(?:1970|0000)/.test(value)) return null
  const instant = parseInstant(`${value.replaceAll('/', '-').replace(' ', 'T').slice(0, 19)}Z`)
  return instant === undefined ? undefined : isoInstant(instant)
}

const CONVERSIONS: Readonly<Record<string, (value: unknown) => unknown>> = {
  day: dayOf,
  instant: instantOf,
  number: numberOf,
  text: textOf,
  flag: flagOf,
}

/** A value of a response as that of a field in fixtures; undefined when it is none. */
export function converted(value: unknown, { kind, form, optional }: Field): unknown {
  if (form === 'refs') return typeof value === 'string' || Array.isArray(value) ? idsOf(value) : undefined
  const convert = form === 'amount' ? amountOf : form === 'ref' && !optional ? idOf : CONVERSIONS[kind.replace('?', '')]
  const found = value === null ? null : form === 'place' && value === '' ? undefined : convert?.(value)
  return found === null && !kind.endsWith('?') ? undefined : found
}

/** The values of a list or a keyed collection, each with its key; none of a text. */
export const entriesOf = (value: unknown): readonly [key: string, value: unknown][] =>
  Object.entries(typeof value === 'object' && value !== null ? value : {})

export const itemsOf = (value: unknown): readonly (readonly [key: string, item: JsonMap])[] =>
  entriesOf(value).flatMap(([key, item]) => (isJsonMap(item) ? [[key, item] as const] : []))

/** The rows with an id in lists of fixtures, each with its key: `bookings 12`. */
export const rowsIn = (data: JsonMap): readonly (readonly [key: string, row: JsonMap])[] =>
  Object.entries(data).flatMap(([list, rows]) =>
    itemsOf(rows).flatMap(([, row]) => (row['id'] === undefined ? [] : [[`${list} ${String(row['id'])}`, row] as const])),
  )

export function valueAt(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => (isJsonMap(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value)
}

/** The last part of the path of an address: a file name. */
export const fileOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? /([^/]+)$/.exec(value)?.[1] : undefined

export const callText = (call: number): string => `#${call}`

/** An object without its undefined values. */
export const defined = (row: JsonMap): JsonMap =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))

/** True for the path of the number of items of a list. */
export const isLength = (path: string): boolean => /(?:^|\.)length$/.test(path)
