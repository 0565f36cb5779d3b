/**
 * Guest types as the service writes them.
 *
 * @module
 * @source spec "Guest type"; facts 3
 */
import { toNumber } from '../base/money.ts'
import type { Choices } from '../contract/choices.ts'
import type { Translated } from '../contract/language.ts'
import type { GuestType } from '../domain/guest-type.ts'
import type { GuestTypeValues, SentGuestType } from '../domain/guest-type-form.ts'
import { flag } from './text.ts'

/** What each change answers; there is no German text. */
export const GUEST_TYPE_MESSAGES = {
  created: { 'en-GB': 'Created customer type', 'fr-FR': 'Type de client créé', 'de-DE': 'Created customer type' },
  updated: { 'en-GB': 'Updated customer type', 'fr-FR': 'Type de client mis à jour', 'de-DE': 'Updated customer type' },
  deleted: { 'en-GB': 'Deleted customer type', 'fr-FR': 'Type de client effacé', 'de-DE': 'Deleted customer type' },
} as const satisfies Record<string, Translated>

/** An entry of the list. */
export function guestTypeEntry(row: GuestType) {
  return {
    id: row.id,
    type: row.type,
    notes: row.notes,
    maximum: row.maximum,
    is_percentage: flag(row.isPercentage),
    posneg: flag(row.adds),
    variance: toNumber(row.variance),
    published: flag(row.published),
    property_uid: row.propertyId,
    order: row.order,
    is_child: flag(row.isChild),
  }
}

/** The answer to a POST: what was sent, as text. */
export function createdEntry(message: string, row: Pick<GuestType, 'id' | 'propertyId'>, sent: SentGuestType) {
  return {
    message,
    id: row.id,
    type: sent.type,
    notes: sent.notes,
    maximum: sent.maximum,
    is_percentage: sent.is_percentage,
    posneg: sent.posneg,
    variance: sent.variance,
    published: sent.published,
    property_uid: String(row.propertyId),
    order: sent.order,
    is_child: sent.is_child,
  }
}

/** The answer to a PUT: what was sent, as numbers. */
export function updatedEntry(
  message: string,
  { id, propertyId }: Pick<GuestType, 'id' | 'propertyId'>,
  values: GuestTypeValues,
  variance: Choices['guest_type_variance'],
) {
  const exact = toNumber(values.variance)
  return {
    message,
    type: values.type,
    notes: values.notes,
    maximum: values.maximum,
    is_percentage: flag(values.isPercentage),
    posneg: flag(values.adds),
    variance: variance === 'truncated' ? Math.trunc(exact) : exact,
    published: flag(values.published),
    property_uid: String(propertyId),
    guesttype_uid: id,
    order: values.order,
    is_child: flag(values.isChild),
  }
}
