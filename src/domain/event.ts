/**
 * What happened in the world, under the service's own event names.
 *
 * @module
 * @source facts "Event catalogue"
 */
import type { Instant } from '../base/instant.ts'

/** Those that operations or the events of scenarios bring about. */
export const EVENT_NAMES = [
  'booking_added',
  'booking_cancelled',
  'booking_marked_noshow',
  'booking_note_saved',
  'deposit_saved',
  'guest_checkedin',
  'guest_checkedin_undone',
  'guest_checkedout',
  'guest_checkedout_undone',
  'blackbooking_added',
  'blackbooking_deleted',
  'guest_saved',
  'guest_updated',
  'guest_deleted',
  'guest_type_saved',
  'guest_type_deleted',
  'coupon_saved',
  'coupon_updated',
  'coupon_deleted',
  'tariffs_updated',
  'invoice_created',
  'invoice_updated',
  'invoice_cancelled',
  'property_unpublished',
  'property_state_change',
] as const
export type EventName = (typeof EVENT_NAMES)[number]

/** Field names and values as the service notifies them. */
export type EventData = Readonly<Record<string, number | string>>

export interface WorldEvent {
  readonly id: number
  readonly at: Instant
  readonly task: EventName
  readonly data: EventData
}
