/**
 * Validation of the nine path values of a guest type.
 * @source spec "Guest types"; choice `input_values`
 */
import { fromNumber, type Minor, parseClearMoney, parseMoney, plainAmount, tooLarge } from '../../base/money.ts'
import { hasControlCharacter, NO_CONTROL_CHARACTERS } from '../control-characters.ts'
import { leadingInteger, leadingNumber } from '../leading-number.ts'
import { HUNDRED_PERCENT } from '../percent.ts'
import { ProblemList } from '../problem-list.ts'
import { refuseIfAny } from '../refusal.ts'
import type { GuestType } from './guest-types.ts'

/** The sent values, by wire name. */
export type SentGuestType = Readonly<
  Record<'type' | 'notes' | 'maximum' | 'is_percentage' | 'posneg' | 'variance' | 'published' | 'order' | 'is_child', string>
>

export type GuestTypeValues = Omit<GuestType, 'id' | 'propertyId'>

/**
 * Validates the values of a guest type, with warnings about values that were interpreted differently than sent.
 *
 * @throws Refusal `values_invalid` naming every wrong segment, with `checked`
 */
export function readGuestType(sent: SentGuestType, inputValues: 'checked' | 'cast') {
  const values = inputValues === 'cast' ? castValues(sent) : checkedValues(sent)
  return { values, warnings: roundingWarnings('variance', sent.variance, values.variance) }
}

export const roundingWarnings = (field: string, sent: string, kept: Minor): readonly string[] =>
  parseMoney(sent)?.rounded ? [`${field} ${sent} is kept with two decimals: ${plainAmount(kept)}`] : []

/**
 * The values to store.
 *
 * @param known the existing guest type; undefined for a new one
 * @param echoOnly `yes`: `published` and `order` appear in the response, but are not stored
 * @source choice `guest_type_echo_only`
 */
export function storedValues(
  values: GuestTypeValues,
  known: Pick<GuestType, 'published' | 'order'> | undefined,
  echoOnly: 'yes' | 'no',
): GuestTypeValues {
  if (echoOnly === 'no') return values
  const { published, order } = known ?? { published: true, order: 0 }
  return { ...values, published, order }
}

function checkedValues(sent: SentGuestType): GuestTypeValues {
  const problems = new ProblemList()
  const number = (field: keyof SentGuestType): number => readWhole(field, sent[field], problems)
  const flag = (field: keyof SentGuestType): boolean => readFlag(field, sent[field], problems)
  if (sent.type.trim() === '') problems.add('type', 'must not be empty')
  if (hasControlCharacter(sent.type)) problems.add('type', NO_CONTROL_CHARACTERS)
  if (hasControlCharacter(sent.notes, 'lines')) problems.add('notes', NO_CONTROL_CHARACTERS)
  const values: GuestTypeValues = {
    type: sent.type,
    notes: sent.notes,
    maximum: number('maximum'),
    isPercentage: flag('is_percentage'),
    adds: flag('posneg'),
    variance: readVariance(sent.variance, problems),
    published: flag('published'),
    order: number('order'),
    isChild: flag('is_child'),
  }
  if (values.isPercentage && !values.adds && values.variance > HUNDRED_PERCENT)
    problems.add('variance', 'a percentage that is subtracted must not be above 100', sent.variance)
  refuseIfAny(problems.toProblems())
  return values
}

function readWhole(field: string, text: string, problems: ProblemList): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  problems.add(field, 'must be a whole number from 0 to 999999999', text)
  return 0
}

function readFlag(field: string, text: string, problems: ProblemList): boolean {
  if (text !== '0' && text !== '1') problems.add(field, 'must be 0 or 1', text)
  return text === '1'
}

/** The variance in hundredths, without sign: `posneg` says whether it is added. */
function readVariance(text: string, problems: ProblemList): number {
  const variance = parseClearMoney(text)
  if (variance && variance.amount >= 0) return variance.amount
  problems.add('variance', tooLarge(text) ?? 'must be a number from 0', text)
  return 0
}

function castValues(sent: SentGuestType): GuestTypeValues {
  return {
    type: sent.type,
    notes: sent.notes,
    maximum: leadingInteger(sent.maximum),
    isPercentage: leadingInteger(sent.is_percentage) !== 0,
    adds: leadingInteger(sent.posneg) !== 0,
    variance: fromNumber(leadingNumber(sent.variance)),
    published: leadingInteger(sent.published) !== 0,
    order: leadingInteger(sent.order),
    isChild: leadingInteger(sent.is_child) !== 0,
  }
}
