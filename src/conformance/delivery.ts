/** One notification to one hook and its result, as conformance rules read it. */
import type { Delivery as LoggedDelivery } from '../webhooks/delivery.ts'

export type Delivery = Readonly<Omit<LoggedDelivery, 'url' | 'raisedBy' | 'request' | 'undone' | 'repeats' | 'attempt'>>
