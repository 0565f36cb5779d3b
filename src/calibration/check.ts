/** Compares a newer recording with a calibration: changed rows are told, changed choices, statuses and shapes are drift. */

import { productOf } from '../api/product.ts'
import type { Choices } from '../booking-contract/choices/choices.ts'
import type { FixtureData } from '../fixtures/fixture-set.ts'
import { type CalibrationOptions, worldBehind } from './calibrate.ts'
import { type Drift, findDrift } from './drift.ts'
import { readRecordings } from './recording.ts'
import { recordedShapeText, shapeDifferences, shapeText, valueDifferences } from './shapes.ts'
import { callText, rowsIn } from './values.ts'

/** What a calibration found earlier. */
interface Baseline {
  readonly choices: Choices
  readonly data: FixtureData
  /** Choices that its calls did not decide: their answers were assumed. */
  readonly assumed: readonly string[]
  /** Differences in status and shape that it left, and the shapes of the recorded responses that differed. */
  readonly known: readonly string[]
}

/** What newer recordings show. @throws HarError */
export async function checkDrift(texts: readonly string[], before: Baseline, options: CalibrationOptions) {
  const { calls } = readRecordings(texts, productOf(options.config.product))
  const { world, playWith } = await worldBehind(calls, options, before.choices)
  const { drifts, played } = await findDrift(playWith, before.choices, before.assumed)
  const wasAssumed = ({ id }: Drift): boolean => before.assumed.includes(id)
  return {
    calls: calls.length,
    equal: played.filter(({ cost }) => cost === 0).length,
    drifts: drifts.filter((one) => !wasAssumed(one)),
    /** Choices that are known now, and were assumed: no drift. */
    learned: drifts.filter(wasAssumed),
    /** Differences in status and shape that no choice explains. */
    shapes: shapeDifferences(played)
      .filter((shape) => ![shapeText(shape), recordedShapeText(shape)].some((text) => before.known.includes(text)))
      // what was recorded is what the deployment answers now
      .map(({ place, recorded, now }) => `${place}: ${recorded} now, was ${now}`),
    /** Fields with other values, which no choice explains: no drift. */
    values: valueDifferences(played),
    rows: changedRows(before.data, world),
  }
}

/** The rows of both worlds that differ, and those that only the newer one has, as far as newer calls show them. */
function changedRows(before: FixtureData, { data, rows }: Awaited<ReturnType<typeof worldBehind>>['world']): readonly string[] {
  const old = new Map(rowsIn(before))
  const origins = new Map(rows.map((one) => [one.row, one]))
  return rowsIn(data).flatMap(([key, row]) => {
    const [known, { read, assumed = [] } = { read: null }] = [old.get(key), origins.get(key)]
    if (read === null) return []
    if (!known) return [`${key}: new`]
    const isChanged = (name: string): boolean =>
      name in known && !assumed.includes(name) && JSON.stringify(known[name]) !== JSON.stringify(row[name])
    const fields = Object.keys(row).filter(isChanged)
    return fields.length > 0 ? [`${key}: ${fields.join(', ')}`] : []
  })
}

export function checkText(found: Awaited<ReturnType<typeof checkDrift>>): string {
  const { calls, equal, drifts, learned, shapes, values, rows } = found
  const by = (drift: Drift): string => drift.calls.slice(0, 5).map(callText).join(', ')
  return [
    ...drifts.map((one) => `drift: ${one.id} is ${one.now} now, was ${one.before} (${by(one)})`),
    ...learned.map((one) => `known now: ${one.id} is ${one.now}, ${one.before} was assumed (${by(one)})`),
    ...shapes.map((text) => `drift: ${text}`),
    ...values.map((text) => `other value: ${text}`),
    ...rows.map((text) => `changed row: ${text}`),
    `${equal} of ${calls} calls answered equally; ${drifts.length} choices changed, ${shapes.length} statuses or shapes, ${rows.length} rows`,
    '',
  ].join('\n')
}
