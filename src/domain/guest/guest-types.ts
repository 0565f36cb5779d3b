/**
 * Guest types: kinds of guests with a higher or lower price per night.
 *
 * @module
 * @source spec "Guest type"
 */
import { Refusal } from '../refusal.ts'
import { byText } from '../text-order.ts'

export interface GuestType {
  readonly id: number
  readonly propertyId: number
  readonly type: string
  readonly notes: string
  readonly maximum: number
  readonly isPercentage: boolean
  /** True (posneg 1) adds the variance, false (posneg 0) subtracts it. */
  readonly adds: boolean
  /** An amount or a percentage, in hundredths. */
  readonly variance: number
  readonly published: boolean
  readonly order: number
  readonly isChild: boolean
}

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
