/**
 * Guest types: kinds of guests with a higher or lower price per night.
 * @source spec "Guest type"
 */
import { collection, type Row } from '../collection/collection.ts'
import { count, flag, id, name, price, ref, text, whole } from '../collection/fields.ts'
import { Refusal } from '../refusal.ts'
import { byText } from '../text-order.ts'

export const guestTypes = collection(
  'guestTypes',
  {
    id: id(),
    propertyId: ref('properties'),
    type: name(),
    notes: text({ default: '' }),
    maximum: count({ default: 10 }),
    isPercentage: flag({ default: false }),
    /** True (posneg 1) adds the variance, false (posneg 0) subtracts it. */
    adds: flag({ default: true }),
    /** An amount or a percentage, in hundredths. */
    variance: price({ default: 0, asSent: true }),
    published: flag({ default: true }),
    order: whole({ default: 0 }),
    isChild: flag({ default: false }),
  },
  { indexes: { property: (row) => row.propertyId } },
)

export type GuestType = Row<typeof guestTypes>

/** Guest types in display order: by `order`, then by title. */
export function inDisplayOrder(types: readonly GuestType[]): readonly GuestType[] {
  return [...types].sort((one, other) => one.order - other.order || byText(one.type, other.type) || one.id - other.id)
}

/**
 * Requires a valid id.
 *
 * @throws Refusal `guest_type_not_set` for 0 and texts that are not numbers; `guest_type_unknown` for a number that is too large
 * @source facts 3.3
 */
export function requireGuestTypeId({ id, sent }: { readonly id: number; readonly sent: string }): number {
  if (id !== 0) return id
  throw new Refusal(/^\d*[1-9]\d*$/.test(sent) ? 'guest_type_unknown' : 'guest_type_not_set')
}
