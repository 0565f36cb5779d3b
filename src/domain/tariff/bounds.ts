/** The bounds that all rates of one tariff share. */
import { count, flag, integer, type RowOf, ref } from '../collection/fields.ts'

export const tariffBounds = {
  roomTypeId: ref('roomTypes', { asSent: true }),
  maxDays: count({ default: 365 }),
  minPeople: count({ default: 1 }),
  maxPeople: count({ default: 100 }),
  dayOfWeek: integer(0, 7, 'a weekday (0 Sunday to 6 Saturday, 7 any)', { default: 7 }),
  ignorePppn: flag({ default: false }),
  allowWeekend: flag({ default: true }),
  weekendOnly: flag({ default: false }),
  minRoomsSelected: count({ default: 0 }),
  maxRoomsSelected: count({ default: 100 }),
}

export type TariffBounds = RowOf<typeof tariffBounds>
