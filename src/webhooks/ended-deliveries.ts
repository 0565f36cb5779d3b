/** Deliveries in the order in which they end, for streams of them. */
import { LatestRecords } from '../base/latest-records.ts'
import { type Delivery, MAX_KEPT_DELIVERIES } from './delivery.ts'

/** A delivery that was answered, has failed or was dropped. */
interface EndedDelivery {
  /** Its number among the ended deliveries, from 1; not the id of the delivery. */
  readonly id: number
  readonly delivery: Delivery
}

/** The latest ended deliveries. */
export class EndedDeliveries extends LatestRecords<EndedDelivery> {
  /** @returns its number */
  add(delivery: Delivery): number {
    this.push({ id: ++this.last, delivery })
    if (this.size > MAX_KEPT_DELIVERIES) this.shift()
    this.notify()
    return this.last
  }

  /** Replaces the list by the stored one, which is in order. */
  resume(ended: readonly EndedDelivery[]): void {
    this.replace(ended.slice(-MAX_KEPT_DELIVERIES))
    this.last = Math.max(this.last, ended.at(-1)?.id ?? 0)
  }

  entries(since: number): readonly EndedDelivery[] {
    return this.kept(since)
  }
}
