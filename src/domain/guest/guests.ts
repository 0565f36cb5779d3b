/**
 * Guests of a property.
 *
 * @module
 * @source spec "Guest"
 */
export interface Guest {
  readonly id: number
  readonly propertyId: number
  readonly firstname: string
  readonly surname: string
  readonly house: string
  readonly street: string
  readonly town: string
  /** Whatever was sent as region: an id or a name. */
  readonly region: string
  /** Country code as sent. */
  readonly country: string
  readonly postcode: string
  readonly landline: string
  readonly mobile: string
  readonly email: string
  /** Percent in hundredths: 5 % is 500. */
  readonly discount: number
  /** The site user the invoices are addressed to; 0 when none. */
  readonly userId: number
}
