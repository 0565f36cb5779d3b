/**
 * Every bundled bad day, with the careful client and the careless ones.
 *
 * @module
 */
import type { BadDay } from './bad-day.ts'
import { BOOKING_DAYS } from './booking-days.ts'
import { LINE_DAYS } from './line-days.ts'
import { LIVING_DAYS } from './living-days.ts'
import { RIGHTS_DAYS } from './rights-days.ts'
import { TOKEN_DAYS } from './token-days.ts'

export const DAYS: readonly BadDay[] = [...LINE_DAYS, ...TOKEN_DAYS, ...RIGHTS_DAYS, ...BOOKING_DAYS, ...LIVING_DAYS]
