/**
 * Guest types in responses.
 * @source spec "Guest type"; facts 3
 */
import { toNumber } from '../../base/money.ts'
import type { Choices } from '../../booking-contract/choices/choices.ts'
import type { Translated } from '../../booking-contract/shared/language.ts'
import type { WriteTypes } from '../../booking-contract/shared/write-fields.ts'
import type { GuestTypeValues, SentGuestType } from '../../domain/guest/guest-type-form.ts'
import type { GuestType } from '../../domain/guest/guest-types.ts'
import { zeroOrOne } from './shared/text.ts'
import { writtenId, writtenValue } from './shared/write-types.ts'

/** The message of each change; the service has no German texts. */
export const GUEST_TYPE_MESSAGES = {
  created: { 'en-GB': 'Created customer type', 'fr-FR': 'Type de client créé', 'de-DE': 'Gästetyp angelegt' },
  updated: { 'en-GB': 'Updated customer type', 'fr-FR': 'Type de client mis à jour', 'de-DE': 'Gästetyp geändert' },
  deleted: { 'en-GB': 'Deleted customer type', 'fr-FR': 'Type de client effacé', 'de-DE': 'Gästetyp gelöscht' },
} as const satisfies Record<string, Translated>

export function guestTypeEntry(row: GuestType) {
  return {
    id: row.id,
    type: row.type,
    notes: row.notes,
    maximum: row.maximum,
    is_percentage: zeroOrOne(row.isPercentage),
    posneg: zeroOrOne(row.adds),
    variance: toNumber(row.variance),
    published: zeroOrOne(row.published),
    property_uid: row.propertyId,
    order: row.order,
    is_child: zeroOrOne(row.isChild),
  }
}

/** The response to a POST. */
export function createdEntry(
  message: string,
  row: GuestType,
  { sent, values }: { readonly sent: SentGuestType; readonly values: GuestTypeValues },
  choices: WriteTypes,
) {
  return {
    message,
    id: row.id,
    type: sent.type,
    notes: sent.notes,
    maximum: writtenValue(choices, values.maximum, sent.maximum),
    is_percentage: writtenValue(choices, zeroOrOne(values.isPercentage), sent.is_percentage),
    posneg: writtenValue(choices, zeroOrOne(values.adds), sent.posneg),
    variance: writtenValue(choices, toNumber(values.variance), sent.variance),
    published: writtenValue(choices, zeroOrOne(values.published), sent.published),
    property_uid: writtenId(choices, row.propertyId),
    order: writtenValue(choices, values.order, sent.order),
    is_child: writtenValue(choices, zeroOrOne(values.isChild), sent.is_child),
  }
}

/** The response to a PUT. */
export function updatedEntry(
  message: string,
  { id, propertyId }: Pick<GuestType, 'id' | 'propertyId'>,
  values: GuestTypeValues,
  choices: Pick<Choices, 'guest_type_variance' | 'write_answer_types'>,
) {
  const exact = toNumber(values.variance)
  return {
    message,
    type: values.type,
    notes: values.notes,
    maximum: values.maximum,
    is_percentage: zeroOrOne(values.isPercentage),
    posneg: zeroOrOne(values.adds),
    variance: choices.guest_type_variance === 'truncated' ? Math.trunc(exact) : exact,
    published: zeroOrOne(values.published),
    property_uid: writtenId(choices, propertyId),
    guesttype_uid: id,
    order: values.order,
    is_child: zeroOrOne(values.isChild),
  }
}
