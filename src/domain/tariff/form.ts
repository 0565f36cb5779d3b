/**
 * Validates a tariff form and reports all wrong fields together.
 * @source spec "Tariffs"; DECISIONS "Tariffs"; choices `tariff_validation`, `tariff_new_id`
 */
import { hasControlCharacter, NO_CONTROL_CHARACTERS } from '../control-characters.ts'
import { ProblemList } from '../problem-list.ts'
import { Refusal, refuseIfAny } from '../refusal.ts'
import type { TariffBounds } from './bounds.ts'
import { CalendarWarnings, readCalendar } from './calendar.ts'
import { boundsIn, type TariffDraft, type TariffFields, type TariffFormContext } from './draft.ts'
import { readLeniently } from './lenient-form.ts'
import type { PricedDay } from './runs.ts'

/**
 * Reads a tariff form.
 *
 * @throws Refusal `values_invalid` naming every wrong field; `tariff_unknown` when the only problem is an unknown tariff type id
 */
export function readTariffForm(form: TariffFields, place: TariffFormContext): TariffDraft {
  return place.validation === 'lenient' ? readLeniently(form, place) : readStrictly(form, place)
}

function readStrictly(form: TariffFields, place: TariffFormContext): TariffDraft {
  const problems = new ProblemList()
  const warnings = new CalendarWarnings()
  const tariffTypeId = readTypeId(form, place, problems)
  const title = readText(form, 'rate_title', problems)
  if (title !== undefined && title.trim() === '') problems.add('rate_title', 'must not be empty')
  if (hasControlCharacter(title ?? '')) problems.add('rate_title', NO_CONTROL_CHARACTERS)
  const description = readText(form, 'rate_description', problems)
  if (hasControlCharacter(description ?? '', 'lines')) problems.add('rate_description', NO_CONTROL_CHARACTERS)
  const bounds = readBounds(form, place, problems)
  const days = readCalendar(form, problems, warnings)
  refuseLongerStays(days, bounds.maxDays, problems)
  requireExistingTariff(tariffTypeId, place, problems)
  refuseIfAny(problems.toProblems())
  const never = bounds.weekendOnly && !bounds.allowWeekend
  const texts = never ? [...warnings.texts(), 'weekendonly 1 with allow_we 0 is never offered'] : warnings.texts()
  return { tariffTypeId, title: title ?? '', description: description ?? '', bounds, days, warnings: texts }
}

/** The id of the tariff in a form; 0 for a new one. */
function readTypeId(form: TariffFields, place: TariffFormContext, problems: ProblemList): number {
  const text = form.get('tarifftypeid')
  const mayCreate = place.newId === 'create'
  if (mayCreate && (place.creating || text === undefined)) return 0
  const id = readNumber(form, 'tarifftypeid', { min: 0, max: 999_999_999 }, problems)
  if (id === undefined) return 0
  if (place.creating && id !== 0) problems.add('tarifftypeid', 'must be 0 when a tariff is created', text)
  if (!place.creating && id === 0 && !mayCreate) problems.add('tarifftypeid', 'must be the id of the tariff to change', text)
  return id
}

/** @throws Refusal `tariff_unknown` when nothing else is wrong */
function requireExistingTariff(id: number, place: TariffFormContext, problems: ProblemList): void {
  if (place.creating || id === 0 || place.isTariffOfProperty(id)) return
  if (problems.size === 0) throw new Refusal('tariff_unknown', { what: String(id) })
  problems.add('tarifftypeid', 'must be the id of a tariff of this property', String(id))
}

function readBounds(form: TariffFields, place: TariffFormContext, problems: ProblemList): TariffBounds {
  const bounds = boundsIn(
    (name, _absent, min = 0, max = 999_999_999) => readNumber(form, name, { min, max }, problems) ?? Number.NaN,
  )
  if (bounds.minPeople > bounds.maxPeople)
    problems.add('minpeople', `must not be above maxpeople ${bounds.maxPeople}`, `${bounds.minPeople}`)
  if (bounds.minRoomsSelected > bounds.maxRoomsSelected)
    problems.add('minrooms_alreadyselected', 'must not be above maxrooms_alreadyselected', `${bounds.minRoomsSelected}`)
  if (bounds.roomTypeId >= 1 && !place.roomTypeIds.has(bounds.roomTypeId))
    problems.add('roomclass_uid', 'must be the type of a room of this property', `${bounds.roomTypeId}`)
  return bounds
}

function refuseLongerStays(days: readonly PricedDay[], maxDays: number, problems: ProblemList): void {
  const longer = days.filter(({ minDays }) => minDays > maxDays)
  const longest = longer.reduce((most, { minDays }) => Math.max(most, minDays), 0)
  if (longer.length > 0)
    problems.add(
      'maxdays',
      `must not be below the minimum stay (${longest} on ${longer.length} of ${days.length} days)`,
      `${maxDays}`,
    )
}

function readText(form: TariffFields, name: string, problems: ProblemList): string | undefined {
  const text = form.get(name)
  if (text === undefined) problems.add(name, 'is missing')
  return text
}

interface Range {
  readonly min: number
  readonly max: number
}

function readNumber(form: TariffFields, name: string, { min, max }: Range, problems: ProblemList): number | undefined {
  const text = readText(form, name, problems)
  if (text === undefined) return undefined
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  problems.add(name, max === 1 ? 'must be 0 or 1' : `must be a whole number from ${min} to ${max}`, text)
  return undefined
}
