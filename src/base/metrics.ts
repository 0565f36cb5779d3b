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

/** Counts durations in milliseconds by upper bounds. Its metric shows seconds. */
export class Histogram {
  readonly #name: string
  readonly #help: string
  readonly #bounds: readonly number[]
  readonly #counts: number[]
  #sum = 0

  /** @param bounds ascending */
  constructor(name: string, help: string, bounds: readonly number[]) {
    this.#name = name
    this.#help = help
    this.#bounds = bounds
    this.#counts = new Array<number>(bounds.length + 1).fill(0)
  }

  add(milliseconds: number): void {
    const { length } = this.#bounds
    let index = 0
    while (index < length && milliseconds > (this.#bounds[index] ?? Infinity)) index++
    this.#counts[index] = (this.#counts[index] ?? 0) + 1
    this.#sum += milliseconds
  }

  metric(): Metric {
    let count = 0
    const buckets = [...this.#bounds, Infinity].map((bound, index): Sample => {
      count += this.#counts[index] ?? 0
      return { suffix: '_bucket', labels: { le: numberText(bound / 1000) }, value: count }
    })
    const samples = [...buckets, { suffix: '_sum', value: this.#sum / 1000 }, { suffix: '_count', value: count }]
    return { name: this.#name, type: 'histogram', help: this.#help, samples }
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
