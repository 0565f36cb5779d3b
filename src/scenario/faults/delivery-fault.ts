/** What the network faults of a scenario do to one delivery of a webhook. */
import { spanRange } from '../../base/instant.ts'
import type { Randomness } from '../../simulation/randomness.ts'
import type { WebhookFaults } from './webhook-faults.ts'

/** Decides what happens to a delivery; undefined for nothing. @param key of the delivery: its hook and number */
export function deliveryFault(faults: WebhookFaults, task: string, key: string, randomness: Randomness) {
  if (faults.event !== undefined && ![faults.event].flat().includes(task)) return undefined
  const stream = randomness.stream('webhook-fault', key)
  const drop = stream.happens(faults.drop)
  const duplicate = stream.happens(faults.duplicate)
  const reorder = stream.happens(faults.reorder)
  const delay = stream.integer(...spanRange(faults.delay))
  const [burst] = spanRange(faults.burst)
  return drop || duplicate || reorder || delay > 0 || burst > 0 ? { drop, duplicate, reorder, delay, burst } : undefined
}
