/** All operations, in the order of the interface document. */

import { BLACK_BOOKINGS } from './black-bookings.ts'
import { bookingSessionOperations } from './booking-session.ts'
import { BOOKING_VIEWS } from './booking-views.ts'
import { BOOKINGS } from './bookings.ts'
import { CHARTS } from './charts.ts'
import { CHECK_IN } from './check-in.ts'
import { CORE } from './core.ts'
import { COUPONS } from './coupons.ts'
import { FAVOURITES } from './favourites.ts'
import { GUEST_TYPES } from './guest-types.ts'
import { GUESTS } from './guests.ts'
import { INVOICES } from './invoices.ts'
import { OAUTH } from './oauth.ts'
import { OVERVIEW } from './overview.ts'
import { PROPERTIES } from './properties.ts'
import { PROPERTY_DETAILS } from './property-details.ts'
import { SEARCH } from './search.ts'
import type { BookingOperation } from './shared/operation.ts'
import { SITE_STRUCTURE } from './site-structure.ts'
import { TARIFFS } from './tariffs.ts'
import { WEBHOOK_GUESTS } from './webhook-guests.ts'
import { WEBHOOK_PROPERTIES } from './webhook-properties.ts'
import { WEBHOOKS } from './webhooks.ts'

export const OPERATIONS: readonly BookingOperation[] = [
  ...OAUTH.operations,
  ...BOOKINGS.operations,
  ...BOOKING_VIEWS.operations,
  ...TARIFFS.operations,
  ...GUEST_TYPES.operations,
  ...GUESTS.operations,
  ...COUPONS.operations,
  ...SITE_STRUCTURE.operations,
  ...CHECK_IN.operations,
  ...OVERVIEW.operations,
  ...PROPERTIES.operations,
  ...PROPERTY_DETAILS.operations,
  ...BLACK_BOOKINGS.operations,
  ...INVOICES.operations,
  ...FAVOURITES.operations,
  ...CORE.operations,
  ...CHARTS.operations,
  ...SEARCH.operations,
  ...bookingSessionOperations,
  ...WEBHOOKS.operations,
  ...WEBHOOK_GUESTS.operations,
  ...WEBHOOK_PROPERTIES.operations,
]

const firstSegment = (path: string): string => path.split('/')[1] ?? ''
const segmentsWithToken = new Set(OPERATIONS.filter(({ scope }) => scope).map(({ path }) => firstSegment(path)))
const segmentsWithoutToken = new Set(
  OPERATIONS.map(({ path }) => firstSegment(path)).filter((word) => !segmentsWithToken.has(word) && word !== 'oauth'),
)

/** True when requests below this first segment need no token, even if the operation does not exist. */
export const isPublicPath = (segments: readonly string[]): boolean => segmentsWithoutToken.has(segments[0] ?? '')
