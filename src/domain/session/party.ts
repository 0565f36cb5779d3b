/**
 * The party of a booking session, as sent to `set/guest/numbers`.
 * @source facts "POST /booking/set/guest/numbers"; choices `session_checks`, `session_extras`
 */

import { fromNumber } from '../../base/money.ts'
import { parsedJson } from '../../base/parsed-json.ts'
import type { ChildParty, GuestTypeParty } from '../booking/party.ts'
import { leadingInteger, leadingNumber } from '../leading-number.ts'
import type { BookingSession } from './booking-session.ts'
import { type Reason, trimmed } from './checks.ts'
import type { ChildRate } from './child-rates.ts'
import { cutText, lengthProblem, MAX_KINDS, quoted } from './limits.ts'
import { type MessageStyle, sessionMessage } from './messages.ts'

export interface SentParty {
  readonly adults: string
  /** Undefined when the field was not sent; empty for no children. */
  readonly children: string | undefined
  /** Guest type id to number of guests. */
  readonly guestTypes: ReadonlyMap<string, string>
}

/** The fields of a session that describe its party. */
export type SessionParty = Pick<BookingSession, 'adults' | 'children' | 'guestTypes'>

const EMPTY_PARTY: SessionParty = { adults: null, children: [], guestTypes: [] }

const COUNT = /^\d{1,4}$/
const ID = /^\d{1,9}$/

export const readCount = (text: string): number | undefined => (COUNT.test(text) ? Number(text) : undefined)

/** Parses the number at the start of a text; never negative. */
const lenientCount = (text: string): number => Math.max(0, leadingInteger(text))

/** Parses a party and reports the first invalid number. */
export function readParty({ adults, children, guestTypes }: SentParty, style: MessageStyle) {
  const problem = adultsProblem(adults, style) ?? childrenProblem(children, style) ?? guestTypesProblem(guestTypes, style)
  if (problem !== undefined) return { party: EMPTY_PARTY, problem }
  const party = {
    adults: readCount(adults) ?? null,
    children: readChildren(children ?? '', true),
    guestTypes: readGuestTypes(guestTypes),
  }
  return { party, problem }
}

/** Parses the valid parts of a party, as the newest release does. */
export function lenientParty({ adults, children, guestTypes }: SentParty): SessionParty {
  return { adults: lenientCount(adults), children: readChildren(children ?? '', false), guestTypes: readGuestTypes(guestTypes) }
}

function adultsProblem(text: string, style: MessageStyle): Reason {
  if (text === '' || COUNT.test(text)) return undefined
  return sessionMessage('011', style, `${quoted(text)} is not a number of adults`)
}

const CHILDREN_EXPECTED = 'expected a number, or a JSON list such as [{"id":1,"quantity":2}]'

function childrenProblem(text: string | undefined, style: MessageStyle): Reason {
  const wrong = (about: string): Reason => sessionMessage('012', style, about)
  if (text === undefined) return wrong('children was not supplied; send 0 for none')
  if (text === '') return undefined
  const sent = parsedJson(text)
  if (typeof sent === 'number') return COUNT.test(text) ? undefined : wrong(`${quoted(text)} is not a number of children`)
  if (!isObject(sent) || Object.values(sent).some((entry) => !isObject(entry) || Array.isArray(entry)))
    return wrong(`${quoted(text)} cannot be read; ${CHILDREN_EXPECTED}`)
  const entries = entriesOf(sent)
  if (entries.length > MAX_KINDS) return wrong(`${entries.length} kinds of children, where ${MAX_KINDS} are the most`)
  for (const entry of entries) {
    const id = fieldOf(entry, 'id')
    const quantity = trimmed(fieldOf(entry, 'quantity'))
    if (quantity !== '' && !COUNT.test(quantity)) return wrong(`${quoted(quantity)} is not a number of children`)
    if (id !== '' && !ID.test(id)) return wrong(`there is no child rate ${quoted(id)}`)
    const long = lengthProblem('label', fieldOf(entry, 'label'))
    if (long !== undefined) return wrong(long)
  }
  return undefined
}

function guestTypesProblem(sent: ReadonlyMap<string, string>, style: MessageStyle): Reason {
  const wrong = (about: string): Reason => sessionMessage('011', style, about)
  if (sent.size > MAX_KINDS) return wrong(`${sent.size} guest types, where ${MAX_KINDS} are the most`)
  for (const [id, text] of sent) {
    const quantity = trimmed(text)
    if (quantity !== '' && !COUNT.test(quantity)) return wrong(`${quoted(quantity)} is not a number of guests`)
    if (Number(quantity) > 0 && !ID.test(id)) return wrong(`there is no guest type ${quoted(id)}`)
  }
  return undefined
}

/**
 * The children of a party: a JSON array (or object) of child rates with `quantity` and `label`. Invalid JSON means no children.
 * At most {@link MAX_KINDS} entries are read.
 *
 * @param headCount true to accept a plain number of children, who have no price
 */
export function readChildren(text: string, headCount: boolean): readonly ChildParty[] {
  const sent = parsedJson(text)
  if (typeof sent === 'number')
    return headCount && Number.isInteger(sent) && sent > 0 && sent < 10_000 ? [unpricedChildren(sent)] : []
  return entriesOf(sent).slice(0, MAX_KINDS).map(childParty)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const entriesOf = (sent: unknown): readonly object[] => (isObject(sent) ? Object.values(sent).filter(isObject) : [])

export const unpricedChildren = (quantity: number): ChildParty => ({
  rateId: 0,
  quantity,
  label: '',
  sentPrice: 0,
  sentModel: 'per_night',
})

function fieldOf(entry: object, name: string): string {
  const value: unknown = Object.hasOwn(entry, name) ? Reflect.get(entry, name) : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function childParty(entry: object): ChildParty {
  return {
    rateId: lenientCount(fieldOf(entry, 'id')),
    quantity: lenientCount(fieldOf(entry, 'quantity')),
    label: cutText(fieldOf(entry, 'label')),
    sentPrice: fromNumber(Math.max(0, leadingNumber(fieldOf(entry, 'price')))),
    sentModel: fieldOf(entry, 'model') === 'per_stay' ? 'per_stay' : 'per_night',
  }
}

/** True for children of no rate, such as those sent as a plain number, who cost nothing. */
export const isUnpriced = ({ rateId, quantity }: ChildParty): boolean => rateId === 0 && quantity > 0

/** Children by the rates for their ages; those without one are free. */
export function childrenOfAges(ages: readonly number[], rates: readonly ChildRate[]): readonly ChildParty[] {
  const kinds = ages.map((age) => {
    const rate = rates.find(({ ageFrom, ageTo }) => ageFrom <= age && age <= ageTo)
    if (!rate) return unpricedChildren(1)
    const { id: rateId, ageFrom, ageTo, price: sentPrice, model: sentModel } = rate
    return { rateId, quantity: 1, label: `children of ${ageFrom} to ${ageTo}`, sentPrice, sentModel }
  })
  return mergedByRate(kinds)
}

/** Merges children of the same rate and joins their labels: a price has one line per rate. */
export function mergedByRate(children: readonly ChildParty[]): readonly ChildParty[] {
  const byRate = new Map<number, ChildParty>()
  for (const kind of children) {
    const known = byRate.get(kind.rateId)
    byRate.set(kind.rateId, known ? merged(known, kind) : kind)
  }
  return [...byRate.values()]
}

function merged(one: ChildParty, other: ChildParty): ChildParty {
  const labels = [one.label, other.label].filter((label) => label !== '')
  return { ...one, quantity: one.quantity + other.quantity, label: cutText([...new Set(labels)].join(', ')) }
}

/** Parses the guest types of a party: id and number of guests. Different spellings of an id are merged; zeros are left out. */
export function readGuestTypes(entries: ReadonlyMap<string, string>): readonly GuestTypeParty[] {
  const byType = new Map<number, number>()
  for (const [sentId, text] of entries) {
    const id = lenientCount(sentId)
    byType.set(id, (byType.get(id) ?? 0) + lenientCount(text))
  }
  const some = [...byType].filter(([, quantity]) => quantity > 0)
  return some.slice(0, MAX_KINDS).map(([guestTypeId, quantity]) => ({ guestTypeId, quantity }))
}
