/**
 * Reads a tariff form as the newest release does: missing fields get defaults, whole numbers are read up to the first invalid
 * character, and a price that is no number is 0. Only a form without dates and an invalid key are refused.
 * @source facts "POST /tariffs"; choice `tariff_validation=lenient`
 */
import { parseMoney } from '../../base/money.ts'
import { leadingInteger } from '../leading-number.ts'
import { ProblemList } from '../problem-list.ts'
import { Refusal, refuseIfAny } from '../refusal.ts'
import { CalendarWarnings, dayOfEpoch, epochProblem, PRICE_FIELD, readMaps } from './calendar.ts'
import { boundsIn, type TariffDraft, type TariffFields, type TariffFormContext } from './draft.ts'
import type { PricedDay } from './runs.ts'

const HTML_TAG = /<[^<>]*>/g

/** @throws Refusal `values_invalid`, `tariff_unknown` */
export function readLeniently(form: TariffFields, place: TariffFormContext): TariffDraft {
  const tariffTypeId = readTypeId(form, place)
  const warnings = new CalendarWarnings()
  const days = readCalendar(form, warnings)
  return {
    tariffTypeId,
    title: (form.get('rate_title') ?? 'Tariff').replace(HTML_TAG, ''),
    description: (form.get('rate_description') ?? '').replace(HTML_TAG, ''),
    bounds: boundsIn((name, absent) => leadingInteger(form.get(name) ?? `${absent}`)),
    days,
    warnings: warnings.texts(),
  }
}

function readTypeId(form: TariffFields, place: TariffFormContext): number {
  const text = form.get('tarifftypeid') ?? '0'
  const id = leadingInteger(text)
  if (place.newId === 'create' && (place.creating || id === 0)) return 0
  const problems = new ProblemList()
  if (place.creating && id !== 0) problems.add('tarifftypeid', 'must be 0 when a tariff is created', text)
  if (!place.creating && id === 0) problems.add('tarifftypeid', 'must be the id of the tariff to change', text)
  refuseIfAny(problems.toProblems())
  if (!place.creating && !place.isTariffOfProperty(id)) throw new Refusal('tariff_unknown', { what: String(id) })
  return id
}

/**
 * Days in order. Of two keys on the same UTC day the later one counts; a missing minimum stay is copied from the day before.
 *
 * @throws Refusal `values_invalid`
 */
function readCalendar(form: TariffFields, warnings: CalendarWarnings): readonly PricedDay[] {
  const problems = new ProblemList()
  const { prices, stays } = readMaps(form, problems)
  for (const key of prices.keys()) if (dayOfEpoch(key) === undefined) problems.addEntry(PRICE_FIELD, key, epochProblem(key))
  refuseIfAny(problems.toProblems())
  const days = new Map<string, PricedDay>()
  let minDays = 0
  for (const [key, text] of [...prices].sort(([one], [other]) => Number(one) - Number(other))) {
    const day = dayOfEpoch(key)
    if (day === undefined) continue
    const price = parseMoney(text)
    const stay = stays.get(key)
    minDays = stay === undefined ? minDays : leadingInteger(stay)
    warnings.check(key, day, text, price)
    days.set(day, { day, price: price?.amount ?? 0, minDays })
  }
  return [...days.values()]
}
