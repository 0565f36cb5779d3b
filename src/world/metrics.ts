/** The metrics of a process. A request costs a few additions; samples are made on demand. */
import { getOrInsert } from '../base/get-or-insert.ts'
import { Histogram, type Metric } from '../base/metrics.ts'
import { steadyNow } from '../simulation/clock.ts'
import { clearInterval, setInterval } from '../simulation/machine-time.ts'
import type { DeliveryState } from '../webhooks/delivery.ts'

/** Upper bounds in milliseconds. Calls are measured in whole milliseconds. */
const CALL_BOUNDS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000]
const LAG_BOUNDS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 5000]
const LAG_INTERVAL_MS = 100

class ApiCalls {
  readonly times: Histogram
  readonly #byOperation = new Map<string, Map<number, number>>()

  constructor(api: string) {
    this.times = new Histogram(
      `understay_${api}_call_duration_seconds`,
      'Time from a call to its response, measured in whole milliseconds.',
      CALL_BOUNDS,
    )
  }

  add(operation: string, status: number, milliseconds: number): void {
    const counts = getOrInsert(this.#byOperation, operation, () => new Map<number, number>())
    counts.set(status, (counts.get(status) ?? 0) + 1)
    this.times.add(milliseconds)
  }

  samples(api: string) {
    return [...this.#byOperation].flatMap(([operation, counts]) =>
      [...counts].map(([status, value]) => ({ labels: { api, operation, status: status === 0 ? 'cut' : status }, value })),
    )
  }
}

export class Metrics {
  readonly #calls = new Map<string, ApiCalls>()
  readonly #deliveries = new Map<DeliveryState, number>()
  readonly #sources: (() => readonly Metric[])[] = []
  readonly #lag = new Histogram(
    'understay_event_loop_lag_seconds',
    'How late a timer of 100 ms fired, since these metrics were first read.',
    LAG_BOUNDS,
  )
  #lagTimer: NodeJS.Timeout | undefined

  callsOf(api: string): ApiCalls {
    return getOrInsert(this.#calls, api, () => new ApiCalls(api))
  }

  countDelivery(state: DeliveryState): void {
    this.#deliveries.set(state, (this.#deliveries.get(state) ?? 0) + 1)
  }

  /** Adds a source of further metrics, read by each {@link read}. */
  addSource(source: () => readonly Metric[]): void {
    this.#sources.push(source)
  }

  /** All current metrics. The first call starts to measure the lag of the event loop. */
  read(): readonly Metric[] {
    this.#measureLag()
    const calls = [...this.#calls]
    return [
      {
        name: 'understay_calls_total',
        type: 'counter',
        help: 'Calls answered, by API, operation and status; "none" stands for no operation, "cut" for a connection that a fault closed.',
        samples: calls.flatMap(([api, of]) => of.samples(api)),
      },
      ...calls.map(([, { times }]) => times.metric()),
      {
        name: 'understay_webhook_deliveries_total',
        type: 'counter',
        help: 'Deliveries of webhooks that have ended, by outcome.',
        samples: (['delivered', 'failed', 'dropped'] as const).map((state) => ({
          labels: { state },
          value: this.#deliveries.get(state) ?? 0,
        })),
      },
      this.#lag.metric(),
      ...this.#sources.flatMap((source) => source()),
    ]
  }

  end(): void {
    clearInterval(this.#lagTimer)
  }

  #measureLag(): void {
    if (this.#lagTimer) return
    let last = steadyNow()
    this.#lagTimer = setInterval(() => {
      const now = steadyNow()
      this.#lag.add(Math.max(0, now - last - LAG_INTERVAL_MS))
      last = now
    }, LAG_INTERVAL_MS)
    this.#lagTimer.unref()
  }
}
