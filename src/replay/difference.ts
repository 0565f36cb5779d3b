/** Differences of two JSON values. */

import type { Path } from '../base/file-error.ts'
import { isJsonMap, type JsonMap } from '../base/json-map.ts'
import { type Ignored, pathText } from '../base/json-path.ts'

/** One difference. A side without a value there is absent. */
export interface Difference {
  readonly path: string
  readonly recorded?: unknown
  readonly now?: unknown
}

export interface Comparison {
  readonly ignored: Ignored
  readonly sameText: (recorded: string, given: string) => boolean
}

/** Texts with these names differ in every response. */
const NEVER_EQUAL: ReadonlySet<string | number> = new Set(['access_token', 'refresh_token', 'id_token'])

/** Every difference between two values: in keys, types, lengths and values, in the order of the recorded one. */
export function* differences(recorded: unknown, given: unknown, how: Comparison, path: Path = []): Generator<Difference> {
  if (isJsonMap(recorded) && isJsonMap(given)) yield* mapDifferences(recorded, given, how, path)
  else if (Array.isArray(recorded) && Array.isArray(given)) yield* listDifferences(recorded, given, how, path)
  else if (!isSame(recorded, given, how, path) && !how.ignored.covers(path)) yield { path: pathText(path), recorded, now: given }
}

function* mapDifferences(recorded: JsonMap, given: JsonMap, how: Comparison, path: Path): Generator<Difference> {
  for (const [key, value] of Object.entries(recorded)) {
    const inner = [...path, key]
    if (Object.hasOwn(given, key)) yield* differences(value, given[key], how, inner)
    else if (!how.ignored.covers(inner)) yield { path: pathText(inner), recorded: value }
  }
  for (const [key, value] of Object.entries(given)) {
    const inner = [...path, key]
    if (!Object.hasOwn(recorded, key) && !how.ignored.covers(inner)) yield { path: pathText(inner), now: value }
  }
}

/** Compares items in their order. Lists of different lengths give one difference, in their length. */
function* listDifferences(
  recorded: readonly unknown[],
  given: readonly unknown[],
  how: Comparison,
  path: Path,
): Generator<Difference> {
  if (recorded.length !== given.length && !how.ignored.covers([...path, 'length']))
    yield { path: pathText([...path, 'length']), recorded: recorded.length, now: given.length }
  const both = Math.min(recorded.length, given.length)
  for (let index = 0; index < both; index++) yield* differences(recorded[index], given[index], how, [...path, index])
}

function isSame(recorded: unknown, given: unknown, { sameText }: Comparison, path: Path): boolean {
  if (typeof recorded === 'number' && typeof given === 'number') return isSameNumber(recorded, given)
  if (typeof recorded !== 'string' || typeof given !== 'string') return recorded === given
  return NEVER_EQUAL.has(path.at(-1) ?? '') || sameText(recorded, given)
}

/** Numbers may differ in the last digit of a calculation in floating point. */
const isSameNumber = (one: number, other: number): boolean =>
  one === other || Math.abs(one - other) <= 1e-12 * Math.max(Math.abs(one), Math.abs(other))
