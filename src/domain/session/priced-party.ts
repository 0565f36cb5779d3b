/**
 * The priced party of a booking session, and its guest.
 * @source facts 6 step 5, "POST /booking/create"; choice `child_prices`
 */

import type { ChildParty } from '../booking/party.ts'
import type { GuestType } from '../guest/guest-types.ts'
import { emailKey, type Guest } from '../guest/guests.ts'
import type { PricedChildren, PricedParty } from '../pricing/price-input.ts'
import type { BookingSession } from './booking-session.ts'
import type { ChildRate } from './child-rates.ts'

interface RowsById<R> {
  get(id: number): R | undefined
}

export interface PartyRows {
  readonly childRates: RowsById<ChildRate>
  readonly guestTypes: RowsById<GuestType>
}

/**
 * The party with its prices at a property. Guest types that are unpublished or of another property are ignored.
 *
 * @param childPrices `as_sent` uses the price sent by the client, and ignores children without a label
 */
export function pricedParty(
  { adults, children, guestTypes }: Pick<BookingSession, 'adults' | 'children' | 'guestTypes'>,
  propertyId: number,
  rows: PartyRows,
  childPrices: 'looked_up' | 'as_sent',
): PricedParty {
  return {
    adults: adults ?? 0,
    children:
      childPrices === 'as_sent'
        ? children.filter(({ label }) => label !== '').map(childrenAsSent)
        : children.map((kind) => childrenAtRate(kind, rows.childRates.get(kind.rateId), propertyId)),
    guestTypes: guestTypes.flatMap(({ guestTypeId, quantity }) => {
      const type = rows.guestTypes.get(guestTypeId)
      return type?.propertyId === propertyId && type.published ? [{ type, quantity }] : []
    }),
  }
}

const childrenAsSent = ({ rateId, label, quantity, sentPrice, sentModel }: ChildParty): PricedChildren => ({
  rateId,
  label,
  quantity,
  price: sentPrice,
  model: sentModel,
})

/** Children at the rate of the property; free without a rate. */
function childrenAtRate({ label, quantity }: ChildParty, rate: ChildRate | undefined, propertyId: number): PricedChildren {
  const own = rate?.propertyId === propertyId ? rate : undefined
  return { rateId: own?.id ?? 0, label, quantity, price: own?.price ?? 0, model: own?.model ?? 'per_night' }
}

interface GuestsByEmail {
  by(index: 'email', key: string): readonly Guest[]
}

/** The existing guest of a property with the session's e-mail address, case-insensitive. */
export function existingGuest(
  { address }: Pick<BookingSession, 'address'>,
  propertyId: number,
  guests: GuestsByEmail,
): Guest | undefined {
  const email = address?.email ?? ''
  return email === '' ? undefined : guests.by('email', emailKey(propertyId, email))[0]
}
