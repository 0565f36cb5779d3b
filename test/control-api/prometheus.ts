/**
 * Reads metrics with a parser of others.
 *
 * @module
 */
import parse from 'parse-prometheus-text-format'
import { expect } from 'vitest'

/** A metric as the parser shows it. */
export interface Parsed {
  readonly name: string
  readonly type: string
  readonly metrics: readonly {
    readonly value?: string
    readonly labels?: Readonly<Record<string, string>>
    readonly buckets?: Readonly<Record<string, string>>
    readonly count?: string
    readonly sum?: string
  }[]
}

/** The metrics of a text, by name. Every sample of it must have been understood, and no name may stand there twice. */
export function metricsIn(text: string): ReadonlyMap<string, Parsed> {
  const parsed = parse(text)
  const declared = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type?.toUpperCase()])
  expect(parsed.map(({ name, type }) => [name, type])).toEqual(declared)
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length
  const understood = parsed.flatMap(({ metrics }) =>
    metrics.map(({ buckets }) => (buckets === undefined ? 1 : Object.keys(buckets).length + 2)),
  )
  expect(understood.reduce((sum, count) => sum + count, 0)).toBe(samples)
  const byName = new Map(parsed.map((one) => [one.name, one]))
  expect(byName.size).toBe(parsed.length)
  return byName
}

/** The value of a metric without labels. */
export const valueIn = (metrics: ReadonlyMap<string, Parsed>, name: string): number =>
  Number(metrics.get(name)?.metrics[0]?.value)

/** The value of a metric with these labels; undefined where there is none. */
export function labelled(
  metrics: ReadonlyMap<string, Parsed>,
  name: string,
  labels: Readonly<Record<string, string>>,
): number | undefined {
  const found = metrics
    .get(name)
    ?.metrics.find((one) => Object.entries(labels).every(([label, value]) => one.labels?.[label] === value))
  return found === undefined ? undefined : Number(found.value)
}
