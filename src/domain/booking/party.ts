/** The people of a stay, as a price needs them. */
import { count, money, oneOf, type RowOf, ref, rows, text } from '../collection/fields.ts'

const childParty = {
  /** Id of the child rate; 0 for children without a rate. */
  rateId: ref('childRates', { default: 0 }),
  quantity: count(),
  label: text(),
  /** Price and model as the client sent them; used under `child_prices=as_sent` only. */
  sentPrice: money(),
  sentModel: oneOf(['per_night', 'per_stay']),
}
/** Children of the same rate in a party. */
export type ChildParty = RowOf<typeof childParty>

const guestTypeParty = { guestTypeId: ref('guestTypes'), quantity: count() }
export type GuestTypeParty = RowOf<typeof guestTypeParty>

export const partyFields = {
  adults: count(),
  children: rows(childParty, 'a list of children'),
  guestTypes: rows(guestTypeParty, 'a list of guest types'),
}
export type Party = RowOf<typeof partyFields>

/** The number of people of some kinds, such as children by rate or guests by type. */
export const headCount = (kinds: readonly { readonly quantity: number }[]): number =>
  kinds.reduce((sum, { quantity }) => sum + quantity, 0)
