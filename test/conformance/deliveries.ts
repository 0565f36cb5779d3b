/**
 * Deliveries of webhooks, and the runs of their receivers.
 *
 * @module
 */
import { expect, test } from 'vitest'
import type { Outcome } from '../../src/conformance/conformance.ts'
import type { Delivery } from '../../src/conformance/exchange.ts'
import { call, exchangesOf, judgement, type Step } from './exchanges-of.ts'

/** When the first call of a run is sent. */
export const START = exchangesOf([{ wait: 0 }])[0]?.real ?? 0

/** A delivery of a new booking that was taken, so many milliseconds after the run began. */
export function delivery(after: number, more: Partial<Delivery> = {}): Delivery {
  const at = START + after
  return {
    ...{
      id: 1,
      hook: 1,
      url: 'http://127.0.0.1:8080/hook',
      task: 'booking_added',
      property: 1,
      booking: 50,
      at,
      real: at,
      sentAt: at,
      ms: 10,
    },
    ...{ state: 'delivered', status: 204, error: undefined, fault: undefined, body: 'task=booking_added&contract_uid=50' },
    ...more,
  }
}

export const list = (wait: number, more: Step = {}): Step => call('listBookings', 'a', { wait, ...more })

type Row = readonly [
  about: string,
  deliveries: readonly Delivery[],
  steps: readonly Step[],
  outcome: Outcome,
  ...evidence: (readonly number[])[],
]

export function rows(rule: string, table: readonly Row[]): void {
  for (const [about, deliveries, steps, ...expected] of table)
    test(about, () => expect(judgement(rule, steps, { deliveries })).toEqual(expected))
}
