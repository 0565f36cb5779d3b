/** Differences in status and shape, as opposed to rows and values. */
import type { Path } from '../base/file-error.ts'
import { groupBy } from '../base/group-by.ts'
import { isJsonMap } from '../base/json-map.ts'
import { pathText } from '../base/json-path.ts'
import { firstOf } from '../base/short-text.ts'
import type { Difference } from '../replay/difference.ts'
import type { Played } from './play.ts'
import { nameOf } from './recording.ts'
import { callText, isLength } from './values.ts'

/** Keys that are ids, days or codes of rows, or no names of fields: `Anna Spooner`, `anna@example.com`. */
const ROW_KEY = /(?:\[\d+\]|\.\d[\d-]*(?=[.[]|$)|\["(?:[^"\\]|\\.)*"\]|\.[A-Z]{2}(?=[.[]|$))/g

const MAX_CALLS = 5

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : isJsonMap(value) ? 'map' : typeof value

/** A difference in status or shape, without values: `listTariffs data.tariffs.*.price`, `string`, `number`. */
interface ShapeDifference {
  readonly place: string
  readonly recorded: string
  readonly now: string
}

/** As a calibration keeps it. */
export const shapeText = ({ place, recorded, now }: ShapeDifference): string => `${place}: recorded ${recorded}, now ${now}`

/** What a recorded response has at a place: `listTariffs data.tariffs.*.price: string`. */
export const recordedShapeText = ({ place, recorded }: Pick<ShapeDifference, 'place' | 'recorded'>): string =>
  `${place}: ${recorded}`

/** What recorded responses have at each place, in the order of the texts. */
export const recordedShapes = (played: readonly Played[]): readonly string[] =>
  [...new Set(played.flatMap(({ call }) => [...shapesIn(nameOf(call), call.body)]))].sort()

function* shapesIn(name: string, value: unknown, path: Path = []): Generator<string> {
  yield recordedShapeText({ place: `${name} ${placeOf(pathText(path))}`, recorded: typeOf(value) })
  const inner = Array.isArray(value) ? value.entries() : Object.entries(isJsonMap(value) ? value : {})
  for (const [key, item] of inner) yield* shapesIn(name, item, [...path, key])
}

/** The differences of calls in status and shape, in the order of their texts. */
export function shapeDifferences(played: readonly Played[]): readonly ShapeDifference[] {
  const byText = new Map(played.flatMap(shapesOf).map((one) => [shapeText(one), one]))
  return [...byText].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, shape]) => shape)
}

function shapesOf({ call, differences }: Played): readonly ShapeDifference[] {
  const name = nameOf(call)
  const status = differences.find(({ path }) => path === 'status')
  // With another status the body is another one as well.
  if (status) return [{ place: `${name} status`, recorded: String(status.recorded), now: String(status.now) }]
  return differences.flatMap((difference) => shapeOf(name, difference) ?? [])
}

/** The fields of the same rows that have other values, each with its calls: `listTariffs data.tariffs.*.price (#3, #7)`. */
export function valueDifferences(played: readonly Played[]): readonly string[] {
  const found = played.flatMap(({ call, differences }) =>
    differences.some(({ path }) => path === 'status')
      ? []
      : differences
          .filter((difference) => isOtherValue(difference) && shapeOf('', difference) === undefined)
          .map(({ path }) => ({ place: `${nameOf(call)} ${placeOf(path)}`, call: callText(call.number) })),
  )
  return [...groupBy(found, ({ place }) => place)].map(
    ([place, all]) => `${place} (${firstOf([...new Set(all.map(({ call }) => call))], MAX_CALLS)})`,
  )
}

/** True for a value that is there on both sides, except the number of rows. */
const isOtherValue = (difference: Difference): boolean =>
  'recorded' in difference && 'now' in difference && !isLength(difference.path)

const placeOf = (path: string): string => path.replaceAll(ROW_KEY, '.*').replaceAll(/(?:\.\*)+/g, '.*')

function shapeOf(name: string, difference: Difference): ShapeDifference | undefined {
  const { path } = difference
  const place = placeOf(path)
  const isRow = place.endsWith('.*')
  const typeIn = (side: 'recorded' | 'now'): string => (side in difference ? typeOf(difference[side]) : 'missing')
  const [before, now] = [typeIn('recorded'), typeIn('now')]
  if (path === 'content type')
    return { place: `${name} ${path}`, recorded: String(difference.recorded), now: String(difference.now) }
  if (before === now || isLength(path) || (isRow && (before === 'missing' || now === 'missing'))) return undefined
  // An empty keyed collection is sent as a list.
  const hasEmptyList = [difference.recorded, difference.now].some((value) => Array.isArray(value) && value.length === 0)
  if (hasEmptyList && (before === 'map' || now === 'map')) return undefined
  return { place: `${name} ${place}`, recorded: before, now }
}
