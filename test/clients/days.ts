/**
 * All days, with the careful client and the careless ones.
 *
 * @module
 */
import type { BadDay } from './bad-day.ts'
import { BOOKING_DAYS } from './booking-days.ts'
import { NETWORK_DAYS } from './network-days.ts'
import { RIGHTS_DAYS } from './rights-days.ts'
import { TOKEN_DAYS } from './token-days.ts'
import { TRAFFIC_DAYS } from './traffic-days.ts'

export const DAYS: readonly BadDay[] = [...NETWORK_DAYS, ...TOKEN_DAYS, ...RIGHTS_DAYS, ...BOOKING_DAYS, ...TRAFFIC_DAYS]
