/**
 * Favourite properties of a user.
 *
 * @module
 */
export interface Favourite {
  /** `<userId>/<propertyId>`. */
  readonly id: string
  readonly userId: number
  readonly propertyId: number
}

export const favouriteKey = (userId: number, propertyId: number): string => `${userId}/${propertyId}`
