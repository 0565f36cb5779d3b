/**
 * A guest type as a row of the store.
 *
 * @module
 */
import type { GuestType } from '../../src/domain/guest/guest-types.ts'

/** Seniors with a discount of 12.5 percent. */
export const aGuestType = (values: Partial<GuestType> = {}): GuestType => ({
  id: 1,
  propertyId: 1,
  type: 'Senior',
  notes: '',
  maximum: 4,
  isPercentage: true,
  adds: false,
  variance: 1250,
  published: true,
  order: 0,
  isChild: false,
  ...values,
})
