import type { ComparedField } from '../../api/subject.ts'
import { countText } from '../../base/count-text.ts'
import { addDays } from '../../base/day.ts'
import { timestamp } from '../../base/instant.ts'
import { listStart } from '../../base/short-text.ts'
import { targetText } from '../../conformance/exchange.ts'
import type { WantedValues } from '../selectors/selector-schema.ts'
import type { Bounds, Expectation } from './expectation-schema.ts'
import type { PastCall } from './past-call.ts'

export type Range = ReturnType<typeof rangeOf>

/** The range of a count, by default at least one; `max` is Infinity when there is no limit. */
export function rangeOf(count: Bounds | undefined) {
  if (count === undefined) return { min: 1, max: Infinity }
  return typeof count === 'number' ? { min: count, max: count } : { min: count.min ?? 0, max: count.max ?? Infinity }
}

export const callRange = ({ never, count }: Expectation): Range => (never ? { min: 0, max: 0 } : rangeOf(count))

/** `exactly 2 calls`, `at least 1 call`, `no call`. */
export function rangeText({ min, max }: Range, one: string): string {
  if (max === 0) return `no ${one}`
  if (min === 0 && max === Infinity) return `any ${one}`
  if (min === max) return `exactly ${countText(min, one)}`
  if (max === Infinity) return `at least ${countText(min, one)}`
  return min === 0 ? `at most ${countText(max, one)}` : `${min} to ${countText(max, one)}`
}

/** `exactly 2 calls of requestToken by client desk answered 200`. */
export function callsText(expectation: Expectation): string {
  const { after, before, count, fault, system_date: systemDate, not_before: notBefore } = expectation
  const per = typeof count === 'object' && count.per !== undefined ? [`for each ${count.per}`] : []
  const sames = sharedFields(expectation)
  const which = [
    ...selectionTexts(expectation),
    ...(fault === undefined ? [] : [`affected by fault ${fault}`]),
    ...(systemDate ? ["from the day of the machine's clock on"] : []),
    ...(notBefore === undefined ? [] : [`from ${notBefore} on`]),
    ...(after === undefined ? [] : [`after ${after}`]),
    ...(before === undefined ? [] : [`before ${before}`]),
    ...(sames.length === 0 ? [] : [`about the same ${sames.join(', ')}`]),
  ]
  return [rangeText(callRange(expectation), 'call'), ...per, ...which].join(' ')
}

/** What a call must have in common with the earlier one. */
export const sharedFields = ({ same }: Expectation): readonly ComparedField[] => [same ?? []].flat()

/** False for selected calls that are to succeed after the affected one: they are judged by themselves. */
export const isCompared = (expectation: Expectation): boolean =>
  expectation.reaction !== undefined && (expectation.reaction !== 'completes' || selectionTexts(expectation).next().done === true)

/** The selected calls as text, such as `of requestToken by client desk`; empty for every call. */
export function* selectionTexts(of: Omit<Expectation, 'count' | 'never' | 'after' | 'state'>): Generator<string> {
  const { operation, tag, method, property, client, session, where, status, refused } = of
  if (operation !== undefined) yield `of ${typeof operation === 'string' ? operation : operation.join(' or ')}`
  if (tag !== undefined) yield `tagged ${tag}`
  if (method !== undefined) yield `with method ${typeof method === 'string' ? method : method.join(' or ')}`
  if (property !== undefined) yield `about property ${property}`
  if (client !== undefined) yield `by client ${client}`
  if (session !== undefined) yield `in session ${session}`
  const wants = (['path', 'form', 'header'] as const).flatMap((part) => [...conditionTexts(where?.[part], `${part}.`)])
  if (wants.length > 0) yield wants.join(' and ')
  if (refused !== undefined) yield refused ? 'refused' : 'not refused'
  if (status !== undefined) yield status === 0 ? 'never answered' : `answered ${status}`
}

/** `exactly 1 row of bookings with kind internet`. */
export function rowsText(collection: string, { where, count }: RowsWanted): string {
  const wants = [...conditionTexts(where, '')]
  return [rangeText(rangeOf(count), 'row'), `of ${collection}`, ...(wants.length > 0 ? [wants.join(' and ')] : [])].join(' ')
}

/** The expected rows and their number. */
export interface RowsWanted {
  readonly where?: WantedValues | undefined
  readonly count?: Bounds | undefined
}

function* conditionTexts(wants: WantedValues | undefined, place: string): Generator<string> {
  for (const [name, value] of Object.entries(wants ?? {})) {
    if (typeof value !== 'object') yield `with ${place}${name} ${value === '' ? 'empty' : value}`
    else if ('matches' in value) yield `with ${place}${name} like /${value.matches}/`
    else yield `${value.present ? 'with' : 'without'} ${place}${name}`
  }
}

/** Network faults that make a body unusable. */
const UNUSABLE: ReadonlySet<string | undefined> = new Set(['truncated', 'html', 'empty'])

/** `#12 POST /oauth/token 400 at 09:00:12`. */
export function callText({ id, method, target, status, at, networkFault, aborted }: PastCall): string {
  const answered = UNUSABLE.has(networkFault) ? `${status} with an unusable body` : status || 'without an answer'
  const answer = aborted ? 'given up' : answered
  return `#${id} ${method} ${targetText(target)} ${answer} at ${timestamp(at).slice(11)}`
}

/** `property 1, 2027-01-03`; of a call without a subject, its target. */
export function subjectText({ subject, target }: PastCall): string {
  const { from, to } = subject?.nights ?? {}
  const nights = from === undefined || to === undefined || to <= addDays(from, 1) ? from : `${from} to ${to}`
  const parts = [...(subject?.property === undefined ? [] : [`property ${subject.property}`]), ...(nights ? [nights] : [])]
  return parts.join(', ') || target
}

/** The first entries of a list, and the number of the others. */
export const listText = (texts: readonly string[], max = 10): string => listStart(texts, max).join(', ')
