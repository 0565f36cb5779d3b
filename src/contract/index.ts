/**
 * All operations there are, in the order of the interface document. No list of paths stands anywhere else.
 *
 * @module
 */
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
import type { Operation } from './operation.ts'
import { overviewOperations } from './overview.ts'
import { propertyOperations } from './properties.ts'
import { searchOperations } from './search.ts'
import { siteStructureOperations } from './site-structure.ts'
import { tariffOperations } from './tariffs.ts'

export const OPERATIONS: readonly Operation[] = [
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
]
