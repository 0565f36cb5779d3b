/**
 * Counters and histograms, and their text in the exposition format of Prometheus.
 * @source https://prometheus.io/docs/instrumenting/exposition_formats/ (text format 0.0.4)
 */

export interface Sample {
  /** The suffix of the metric's name: `_bucket`, `_sum`, `_count`. */
  readonly suffix?: string
  readonly labels?: Readonly<Record<string, string | number>>
  readonly value: number
}

export interface Metric {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly samples: readonly Sample[]
}

export const singleMetric = (name: string, type: 'counter' | 'gauge', help: string, value: number): Metric => ({
  name,
  type,
  help,
  samples: [{ value }],
})

/** Counts values by upper bounds. */
export class Histogram {
  readonly #bounds: readonly number[]
  readonly #counts: number[]
  #sum = 0

  /** @param bounds ascending, in the unit of the values */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = new Array<number>(bounds.length + 1).fill(0)
  }

  add(value: number): void {
    const { length } = this.#bounds
    let index = 0
    while (index < length && value > (this.#bounds[index] ?? Infinity)) index++
    this.#counts[index] = (this.#counts[index] ?? 0) + 1
    this.#sum += value
  }

  /** @param perUnit divides values and bounds: 1000 shows milliseconds as seconds */
  samples(perUnit: number): Sample[] {
    let count = 0
    const buckets = [...this.#bounds, Infinity].map((bound, index): Sample => {
      count += this.#counts[index] ?? 0
      return { suffix: '_bucket', labels: { le: numberText(bound / perUnit) }, value: count }
    })
    return [...buckets, { suffix: '_sum', value: this.#sum / perUnit }, { suffix: '_count', value: count }]
  }

  /** The metric of values in milliseconds, in seconds. */
  metric(name: string, help: string): Metric {
    return { name, type: 'histogram', help, samples: this.samples(1000) }
  }
}

export function metricsText(metrics: readonly Metric[]): string {
  return metrics.map(textOf).join('')
}

function textOf({ name, type, help, samples }: Metric): string {
  const lines = samples.map(({ suffix = '', labels = {}, value }) => `${name}${suffix}${labelsText(labels)} ${numberText(value)}`)
  const about = help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
  return [`# HELP ${name} ${about}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')
}

function labelsText(labels: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${escaped(String(value))}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
}
