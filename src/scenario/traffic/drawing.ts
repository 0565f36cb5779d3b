/** Random values: from a range, by weights, or any of a list. */
import { addDays } from '../../base/day.ts'
import { isJsonMap } from '../../base/json-map.ts'
import { daysAhead } from '../../base/relative-day.ts'
import type { Stream } from '../../simulation/randomness.ts'
import { dayOf, daysFrom } from '../written-days.ts'

/** How one value is drawn. A range has whole numbers, dates, or days relative to today. */
export type DrawnValue =
  | { readonly from: number; readonly to: number }
  | { readonly from: string; readonly to: string }
  | { readonly weights: Readonly<Record<string, number>> }
  | { readonly any: readonly unknown[] }

const sortedKeys = (value: unknown): string => (isJsonMap(value) ? Object.keys(value).sort().join() : '')

/** True for a value that describes how to draw one. */
export function isDraw(value: unknown): value is DrawnValue {
  return ['from,to', 'weights', 'any'].includes(sortedKeys(value))
}

export function drawProblem(draw: DrawnValue): string | undefined {
  if ('any' in draw)
    return Array.isArray(draw.any) && draw.any.length > 0 ? undefined : 'any: expected a list of at least one value'
  if ('weights' in draw) return weightsProblem(draw.weights)
  const span = spanOf(draw.from, draw.to)
  if (span === undefined) return 'from and to: expected two whole numbers, two days, or two such as today+1 and today+30'
  return span < 0 ? `from ${draw.from} is after to ${draw.to}` : undefined
}

function weightsProblem(weights: unknown): string | undefined {
  const all = isJsonMap(weights) ? Object.values(weights) : []
  const good = all.every((weight) => typeof weight === 'number' && weight >= 0 && Number.isFinite(weight))
  return good && all.some((weight) => Number(weight) > 0)
    ? undefined
    : 'weights: expected a map of values to weights, one of them above 0'
}

/** Number of steps from one end of a range to the other; undefined when the ends are of different kinds. */
const spanOf = (from: unknown, to: unknown): number | undefined =>
  Number.isSafeInteger(from) && Number.isSafeInteger(to) ? Number(to) - Number(from) : daysFrom(from, to)

/** The values to check: the ends of a range, or all of a list; also of a draw with a {@link drawProblem}. */
export function possibleValues(draw: DrawnValue): readonly unknown[] {
  if ('any' in draw) return Array.isArray(draw.any) ? draw.any : []
  if ('weights' in draw) return Object.keys(Object(draw.weights)).map(keyValue)
  return [draw.from, draw.to]
}

/** Draws a value. @param draw without a {@link drawProblem} */
export function drawValue(draw: DrawnValue, stream: Stream): unknown {
  if ('any' in draw) return pick(draw.any, stream)
  if ('weights' in draw) return keyValue(drawWeighted(draw.weights, stream))
  const step = stream.integer(0, spanOf(draw.from, draw.to) ?? 0)
  if (typeof draw.from === 'number') return draw.from + step
  const ahead = daysAhead(draw.from)
  if (ahead === undefined) return addDays(dayOf(draw.from) ?? '1970-01-01', step)
  return ahead + step < 0 ? `today${ahead + step}` : `today+${ahead + step}`
}

export const pick = <T>(list: readonly T[], stream: Stream): T | undefined => list[stream.integer(0, list.length - 1)]

export function drawWeighted(weights: Readonly<Record<string, number | undefined>>, stream: Stream): string {
  const all = Object.entries(weights)
  const sum = all.reduce((total, [, weight = 0]) => total + weight, 0)
  let left = stream.share() * sum
  for (const [value, weight = 0] of all) {
    if (left < weight) return value
    left -= weight
  }
  return all.findLast(([, weight = 0]) => weight > 0)?.[0] ?? ''
}

/** Keys of a map are texts; numeric ones stand for numbers. */
const keyValue = (key: string): string | number => (/^-?\d+(\.\d+)?$/.test(key) ? Number(key) : key)
