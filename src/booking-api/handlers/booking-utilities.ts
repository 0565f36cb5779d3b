/** Data for booking forms: error messages, formatted prices, days, regions. */

import { daysBetween, daysThrough, daysUntil } from '../../base/day.ts'
import { fromNumber, type Minor, parseClearMoney, parseMoney, tooLarge } from '../../base/money.ts'
import { formatPrice, listDatesInRange, listErrorMessages, listSessionRegions } from '../../booking-contract/booking-utilities.ts'
import { nextYear } from '../../domain/booking/window.ts'
import { dayWindow } from '../../domain/day-window.ts'
import { leadingNumber } from '../../domain/leading-number.ts'
import { problemOf } from '../../domain/problem-list.ts'
import { Refusal, refuseIfAny } from '../../domain/refusal.ts'
import { HEADER_PLACEHOLDER, MESSAGE_NUMBERS, type MessageNumber, sessionMessage } from '../../domain/session/messages.ts'
import type { On } from '../handler-context.ts'
import { keyedCollection } from '../responses/shared/keyed-collection.ts'
import { moneyText } from '../responses/shared/money-text.ts'
import { hintAtComma } from './decimal-comma.ts'

/** Maximum length of a list of days: a hundred years. */
const MAX_DAYS = 36_525

export function bookingUtilityRoutes(on: On): void {
  on(listErrorMessages, (_, { choices, product }) => {
    const header = product.sessionHeader.toUpperCase()
    const text = (number: MessageNumber) => sessionMessage(number, choices.session_messages).replace(HEADER_PLACEHOLDER, header)
    const entries = MESSAGE_NUMBERS.map((number) => [number, { error_message: text(number), error_number: number }] as const)
    return { messages: Object.fromEntries(entries) }
  })

  on(formatPrice, ({ amount: sent }, ctx) => {
    const { property, choices } = ctx
    const amount = choices.format_price_input === 'cast' ? amountOf(sent) : checkedAmount(sent)
    hintAtComma('amount', sent, amount, ctx)
    return { price: moneyText(amount, property.currency, property, choices.money_symbol) }
  })

  on(listDatesInRange, ({ start_date, end_date }, ctx) => {
    const period = dayWindow(start_date, end_date, ctx.choices.date_ranges)
    if (!period) return { periods: [] }
    const { from, to } = period
    const latest = nextYear(ctx.today())
    const isWithEnd = ctx.choices.dates_in_range === 'with_end'
    if (!isWithEnd && to > latest) return { periods: daysUntil(from, latest) }
    if (!isWithEnd) return { periods: daysUntil(from, to) }
    if (daysBetween(from, to) >= MAX_DAYS)
      refuseIfAny([{ field: 'end_date', message: `"${to}" is ${MAX_DAYS} days or more after start_date` }])
    return { periods: daysThrough(from, to) }
  })

  on(listSessionRegions, ({ country_code }, { geography, choices }) => {
    return { regions: keyedCollection(choices.empty_map, geography.regionsOf(country_code), ({ id, name }) => [id, name]) }
  })
}

/** @throws Refusal `values_invalid` for a text that is not a number, or is ambiguous */
function checkedAmount(text: string): Minor {
  const read = parseClearMoney(text)
  if (read) return read.amount
  const problem = problemOf('amount', tooLarge(text) ?? 'expected a number such as 12.50', text)
  throw new Refusal('values_invalid', { problems: [problem] })
}

/** A number without a comma: one of many digits keeps its hundredths. */
const DECIMAL = /^-?\d+(?:\.\d+)?$/

/** The amount that a text begins with; 0 when it begins with none. */
function amountOf(text: string): Minor {
  const exact = DECIMAL.test(text) ? parseMoney(text) : undefined
  return exact?.amount ?? fromNumber(leadingNumber(text))
}
