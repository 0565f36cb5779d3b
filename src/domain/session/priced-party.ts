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

export interface PartyRows {
  readonly propertyId: number
  readonly childRate: (id: number) => ChildRate | undefined
  readonly guestType: (id: number) => GuestType | undefined
}

/**
 * The party with its prices. Guest types that are unpublished or of another property are ignored.
 *
 * @param childPrices `as_sent` uses the price sent by the client, and ignores children without a label
 */
export function pricedParty(
  { adults, children, guestTypes }: Pick<BookingSession, 'adults' | 'children' | 'guestTypes'>,
  rows: PartyRows,
  childPrices: 'looked_up' | 'as_sent',
): PricedParty {
  return {
    adults: adults ?? 0,
    children:
      childPrices === 'as_sent'
        ? children.filter(({ label }) => label !== '').map(childrenAsSent)
        : children.map((kind) => childrenAtRate(kind, rows)),
    guestTypes: guestTypes.flatMap(({ guestTypeId, quantity }) => {
      const type = rows.guestType(guestTypeId)
      return type?.propertyId === rows.propertyId && type.published ? [{ type, quantity }] : []
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
function childrenAtRate({ rateId, label, quantity }: ChildParty, { propertyId, childRate }: PartyRows): PricedChildren {
  const rate = childRate(rateId)
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
