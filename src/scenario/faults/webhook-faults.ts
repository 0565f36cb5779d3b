/** Network faults on deliveries of webhooks: late, lost, sent again, out of order, in bursts. */
import { Type } from '../../api/schema.ts'
import { EVENT_NAMES } from '../../domain/event/events.ts'
import type { ReadonlyStatic } from '../selectors/selector-schema.ts'
import { mapOf, oneOrMore, optional, Span, share, spans } from '../vocabulary.ts'

const Chance = share('a share of at most 100%, such as 20%')

const EventTask = Type.Unsafe<string>(Type.Enum([...EVENT_NAMES], { description: 'an event such as booking_added' }))

export const WebhookFaultsSchema = mapOf({
  event: optional(
    oneOrMore(EventTask, 'an event such as booking_added, or a list of them'),
    'Only deliveries of these events. Default: all.',
  ),
  delay: optional(spans('a span such as 800ms, or two of them: [200ms, 2s]'), 'Real time between the event and its delivery.'),
  drop: optional(Chance, 'Share of deliveries that are lost.'),
  duplicate: optional(Chance, 'Share of deliveries that are sent twice.'),
  reorder: optional(Chance, 'Share of deliveries that are sent after the next one of their hook.'),
  burst: optional(Span, 'Deliveries are collected for this real time and sent together.'),
})

/** Network faults on deliveries, as they are written. */
export type WebhookFaults = ReadonlyStatic<typeof WebhookFaultsSchema>
