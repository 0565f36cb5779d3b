/** All operations, in the order of the interface document. */

import { blackBookingOperations } from './black-bookings.ts'
import { bookingSessionOperations } from './booking-session.ts'
import { bookingOperations } from './bookings.ts'
import { chartOperations } from './charts.ts'
import { checkInOperations } from './check-in.ts'
import { coreOperations } from './core.ts'
import { couponOperations } from './coupons.ts'
import { favouriteOperations } from './favourites.ts'
import { guestTypeOperations } from './guest-types.ts'
import { guestOperations } from './guests.ts'
import { invoiceOperations } from './invoices.ts'
import { oauthOperations } from './oauth.ts'
import { overviewOperations } from './overview.ts'
import { propertyOperations } from './properties.ts'
import { searchOperations } from './search.ts'
import type { BookingOperation } from './shared/operation.ts'
import { siteStructureOperations } from './site-structure.ts'
import { tariffOperations } from './tariffs.ts'
import { webhookOperations } from './webhooks.ts'

export const OPERATIONS: readonly BookingOperation[] = [
  ...oauthOperations,
  ...bookingOperations,
  ...tariffOperations,
  ...guestTypeOperations,
  ...guestOperations,
  ...couponOperations,
  ...siteStructureOperations,
  ...checkInOperations,
  ...overviewOperations,
  ...propertyOperations,
  ...blackBookingOperations,
  ...invoiceOperations,
  ...favouriteOperations,
  ...coreOperations,
  ...chartOperations,
  ...searchOperations,
  ...bookingSessionOperations,
  ...webhookOperations,
]

const firstSegment = (path: string): string => path.split('/')[1] ?? ''
const segmentsWithToken = new Set(OPERATIONS.filter(({ scope }) => scope).map(({ path }) => firstSegment(path)))
const segmentsWithoutToken = new Set(
  OPERATIONS.map(({ path }) => firstSegment(path)).filter((word) => !segmentsWithToken.has(word) && word !== 'oauth'),
)

/** True when requests below this first segment need no token, even if the operation does not exist. */
export const isPublicPath = (segments: readonly string[]): boolean => segmentsWithoutToken.has(segments[0] ?? '')
