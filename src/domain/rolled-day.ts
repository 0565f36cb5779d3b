/**
 * Rolls over days that do not exist.
 * @source facts "Properties", "Black bookings"; choices `date_ranges`, `input_values`
 */
import { addDays, type Day, parseDay } from '../base/day.ts'

const DATE = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/**
 * Parses a date and rolls over days beyond the end of the month: 2026-02-31 is 2026-03-03. Undefined when the text is not a
 * date.
 */
export function rolledDay(text: string): Day | undefined {
  const [, year, month, date] = DATE.exec(text) ?? []
  const first = parseDay(`${year}-${month}-01`)
  return first && parseDay(addDays(first, Number(date) - 1))
}
