/** Differences in status and shape, as opposed to rows and values. */
import { isJsonMap } from '../base/json-map.ts'
import type { Difference } from '../replay/difference.ts'
import type { Played } from './play.ts'
import { nameOf } from './recording.ts'
import { isLength } from './values.ts'

/** Keys that are ids, days or codes of rows. */
const ROW_KEY = /(?:\[\d+\]|\.\d[\d-]*(?=[.[]|$)|\["\d[^"]*"\]|\.[A-Z]{2}(?=[.[]|$))/g

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : isJsonMap(value) ? 'map' : typeof value

/** The differences of calls in status and shape, without the values: `listTariffs data.tariffs.*.price: text, now number`. */
export const shapeDifferences = (played: readonly Played[]): readonly string[] => [...new Set(played.flatMap(shapesOf))].sort()

function shapesOf({ call, differences }: Played): readonly string[] {
  const status = differences.find(({ path }) => path === 'status')
  // With another status the body is another one as well.
  if (status) return [`${nameOf(call)} status: recorded ${String(status.recorded)}, now ${String(status.now)}`]
  return differences.flatMap((difference) => shapeOf(difference) ?? []).map((text) => `${nameOf(call)} ${text}`)
}

function shapeOf(difference: Difference): string | undefined {
  const { path } = difference
  const place = path.replaceAll(ROW_KEY, '.*').replaceAll(/(?:\.\*)+/g, '.*')
  const isRow = place.endsWith('.*')
  const [before, now] = (['recorded', 'now'] as const).map((side) => (side in difference ? typeOf(difference[side]) : 'missing'))
  if (path === 'content type') return `content type: ${String(difference.recorded)}, now ${String(difference.now)}`
  if (before === now || isLength(path) || (isRow && (before === 'missing' || now === 'missing'))) return undefined
  // An empty keyed collection is sent as a list.
  const hasEmptyList = [difference.recorded, difference.now].some((value) => Array.isArray(value) && value.length === 0)
  if (hasEmptyList && (before === 'map' || now === 'map')) return undefined
  return `${place}: recorded ${before}, now ${now}`
}
