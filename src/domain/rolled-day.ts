/**
 * Days that do not exist, read as the day they run over to.
 *
 * @module
 * @source facts "Properties", "Black bookings"; choices `date_ranges`, `input_values`
 */
import { addDays, type Day, parseDay } from '../base/day.ts'

const DATE = /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** The day a date means when February may have 31 days: 2026-02-31 is 2026-03-03. Undefined when the text is no date. */
export function rolledDay(text: string): Day | undefined {
  const [, year, month, date] = DATE.exec(text) ?? []
  const first = parseDay(`${year}-${month}-01`)
  return first && parseDay(addDays(first, Number(date) - 1))
}
