/**
 * Validates rows of stored and imported states.
 *
 * @module
 */
import { parseDay } from '../base/day.ts'
import { isJsonMap } from '../base/json-map.ts'
import { shortText } from '../base/short-text.ts'
import { type Kind, rowShape } from './row-shapes.ts'
import type { CollectionName } from './state.ts'

/** Characters of a wrong value in a problem. */
const SHOWN_CHARACTERS = 200

/** The problem of a row; undefined for a valid one. */
export function rowProblem(collection: CollectionName, row: unknown): string | undefined {
  if (!isJsonMap(row)) return 'is not an object'
  const shape = rowShape(collection)
  for (const field of Object.keys(shape)) {
    const kind = shape[field] ?? 'text'
    if (!matchesKind(row[field], kind))
      return `.${field} should be a ${kind.replace('?', ' or null')}, not ${shortText(JSON.stringify(row[field]) ?? 'nothing', SHOWN_CHARACTERS)}`
  }
  return undefined
}

function matchesKind(value: unknown, kind: Kind): boolean {
  switch (kind) {
    case 'number':
      return typeof value === 'number'
    case 'text':
      return typeof value === 'string'
    case 'day':
      return isDay(value)
    case 'day?':
      return value === null || isDay(value)
    case 'instant':
      return isInstant(value)
    case 'instant?':
      return value === null || isInstant(value)
    case 'flag':
      return typeof value === 'boolean'
    case 'flag?':
      return value === undefined || typeof value === 'boolean'
    case 'list':
      return Array.isArray(value)
    case 'map':
      return isJsonMap(value)
    case 'number?':
      return value === null || typeof value === 'number'
    case 'text?':
      return value === null || typeof value === 'string'
    case 'map?':
      return value === null || isJsonMap(value)
  }
}

const isDay = (value: unknown): boolean => typeof value === 'string' && parseDay(value) === value

/** The last instant of `Date`, epoch milliseconds. */
const LAST_INSTANT = 8_640_000_000_000_000

/** True for epoch milliseconds in the range of `Date`. */
export const isInstant = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= LAST_INSTANT
