/**
 * The bounds that all rates of one tariff share.
 *
 * @module
 */

/** The bounds that all rates of one tariff share. */
export interface TariffBounds {
  readonly roomTypeId: number
  readonly maxDays: number
  readonly minPeople: number
  readonly maxPeople: number
  /** 0 Sunday to 6 Saturday, 7 any day. */
  readonly dayOfWeek: number
  readonly ignorePppn: boolean
  readonly allowWeekend: boolean
  readonly weekendOnly: boolean
  readonly minRoomsSelected: number
  readonly maxRoomsSelected: number
}
