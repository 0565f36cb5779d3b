import { Binder, type Handler } from '../../pipeline/binder.ts'
import type { Ctx, On } from '../handler-context.ts'
import { blackBookingRoutes } from './black-bookings.ts'
import { bookingPriceRoutes } from './booking-prices.ts'
import { bookingRoomRoutes } from './booking-rooms.ts'
import { bookingSessionRoutes } from './booking-session.ts'
import { bookingUtilityRoutes } from './booking-utilities.ts'
import { bookingRoutes } from './bookings.ts'
import { chartRoutes } from './charts.ts'
import { checkInRoutes } from './check-in.ts'
import { coreRoutes } from './core.ts'
import { couponRoutes } from './coupons.ts'
import { favouriteRoutes } from './favourites.ts'
import { guestTypeRoutes } from './guest-types.ts'
import { guestRoutes } from './guests.ts'
import { invoiceRoutes } from './invoices.ts'
import { oauthRoutes } from './oauth.ts'
import { overviewRoutes } from './overview.ts'
import { propertyRoutes } from './properties.ts'
import { searchRoutes } from './search.ts'
import { siteStructureRoutes } from './site-structure.ts'
import { tariffRoutes } from './tariffs.ts'
import { webhookRoutes } from './webhooks.ts'

const ROUTES: readonly ((on: On) => void)[] = [
  oauthRoutes,
  bookingRoutes,
  tariffRoutes,
  guestTypeRoutes,
  guestRoutes,
  couponRoutes,
  siteStructureRoutes,
  checkInRoutes,
  overviewRoutes,
  propertyRoutes,
  blackBookingRoutes,
  invoiceRoutes,
  favouriteRoutes,
  coreRoutes,
  chartRoutes,
  searchRoutes,
  bookingSessionRoutes,
  bookingRoomRoutes,
  bookingPriceRoutes,
  bookingUtilityRoutes,
  webhookRoutes,
]

export function boundOperations(): ReadonlyMap<string, Handler> {
  const binder = new Binder<Ctx>()
  for (const routes of ROUTES) routes(binder.on)
  return binder.bound
}
