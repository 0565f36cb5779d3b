/** What another answer to a choice changes: the calls, and how near their responses are then. */

import { listStart } from '../base/short-text.ts'
import type { ChoiceId } from '../booking-contract/choices/choices.ts'
import { callsThatDecide } from './plan.ts'
import type { Played } from './play.ts'
import { callText } from './values.ts'

/** Another answer to one choice. */
export interface Flip {
  readonly id: ChoiceId
  readonly answer: string
}

/** A flip, the calls whose responses it changes, and the change of the cost. */
export type Effect = Readonly<ReturnType<typeof effectOf>>

/** Evidence for an answer must outweigh evidence against it by this factor. */
const CLEAR = 3
/** So many calls that differ either way decide a choice when all agree; one alone may differ for another reason. */
const MANY = 2
/** The most calls that evidence names. */
const MAX_NAMED = 20

export const costOf = (played: readonly Played[]): number => played.reduce((sum, { cost }) => sum + cost, 0)

/** A call with the answer in force, and with another one. */
type Pair = readonly [one: Played, now: Played]

const pairsOf = (before: readonly Played[], after: readonly Played[]): readonly Pair[] =>
  before.flatMap((one, index) => (after[index] ? [[one, after[index]] as const] : []))

const isReadBy = ({ id }: Flip, [one, now]: Pair): boolean => one.reads.has(id) || now.reads.has(id)

/** @param alone true when nothing else was flipped: every change is an effect of it */
export function effectOf(flip: Flip, before: readonly Played[], after: readonly Played[], alone: boolean) {
  const changed = pairsOf(before, after).filter((pair) => pair[0].text !== pair[1].text && (alone || isReadBy(flip, pair)))
  return { ...flip, changes: changesIn(changed), delta: changed.reduce((sum, [one, now]) => sum + now.cost - one.cost, 0) }
}

/** Changed calls that differ either way tell nothing, nor do later ones of their session, nor those after rows that such a call writes. */
function changesIn(changed: readonly Pair[]) {
  const differing = new Set<string>()
  let isSpread = false
  return changed.map(([one, now]) => {
    const { session = '' } = one.call
    if (session !== '' && one.cost > 0 && now.cost > 0) differing.add(session)
    const isLater = isSpread || differing.has(session)
    isSpread ||= isLater && one.writes !== now.writes
    const change = changeOf(one, now)
    return { ...change, isAligned: change.isAligned && !isLater && !(hasWrongStatus(one) && hasWrongStatus(now)) }
  })
}

const hasWrongStatus = ({ differences }: Played): boolean => differences.some(({ path }) => path === 'status')

/**
 * Where both answers leave the same rows unmatched, the rows tell that differ with one answer only; else the cost. Not aligned is a
 * call that tells nothing: its list has other rows with each answer, or what comes before it differs.
 */
function changeOf({ call, rows, cost }: Played, now: Played) {
  const isSame = rows.unmatched !== undefined && rows.unmatched === now.rows.unmatched
  const before = [...rows.different].filter((row) => !now.rows.different.has(row)).length
  const after = [...now.rows.different].filter((row) => !rows.different.has(row)).length
  if (isSame && before + after > 0) return { call: call.number, before, after, isAligned: true }
  const isAligned = rows.unmatched === '' || now.rows.unmatched === ''
  return { call: call.number, before: cost, after: now.cost, isAligned }
}

/**
 * The flips of a batch whose effects are not told apart: those that the first call reads which writes other rows, and those
 * with changes after it; and those that one changed call reads together.
 */
export function mixedIn(batch: readonly Flip[], before: readonly Played[], after: readonly Played[]) {
  const mixed = new Set<Flip>()
  let spreading: readonly Flip[] | undefined
  for (const pair of pairsOf(before, after)) {
    const [one, now] = pair
    const read = batch.filter((flip) => isReadBy(flip, pair))
    if (one.writes !== now.writes) spreading ??= read
    const isChanged = one.text !== now.text || one.writes !== now.writes
    if (isChanged && (spreading !== undefined || read.length > 1)) for (const flip of read) mixed.add(flip)
  }
  for (const flip of spreading ?? []) mixed.add(flip)
  return { mixed: batch.length === 1 ? [] : [...mixed], spreading: spreading ?? [] }
}

/** What the calls say about one choice and its answer in force. @param isComplete true when every other answer was tried */
export function evidenceOf(id: ChoiceId, answer: string, effects: readonly Effect[], isComplete: boolean) {
  const changes = effects.flatMap((effect) => effect.changes).sort((one, other) => one.call - other.call)
  const isExercised = !isComplete || changes.length > 0
  const state = !isExercised ? 'not exercised' : isComplete && effects.every(isClear) ? 'decided' : 'undecided'
  /** The calls that another answer would change: for the worse, and for the better. */
  const [by = [], against = []] = [false, true].map((isBetter) => {
    const meant = changes.filter(({ before, after }) => after < before === isBetter)
    return listStart([...new Set(meant.map(({ call }) => callText(call)))], MAX_NAMED)
  })
  return {
    id,
    answer,
    state,
    ...(by.length > 0 && { by }),
    ...(against.length > 0 && { against }),
    ...(state !== 'decided' && { wouldDecide: callsThatDecide(id) }),
  } as const
}

/** True when the calls speak for the answer in force, and none or few against it. */
function isClear({ changes }: Effect): boolean {
  const told = changes.filter((one) => one.isAligned)
  const lost = told.filter(({ before }) => before === 0).length
  const won = told.filter(({ after }) => after === 0).length
  // Calls that differ either way may need another answer to a second choice.
  if (lost > 0) return lost >= CLEAR * won && CLEAR * lost >= told.length - lost
  return told.length >= MANY && told.every((one) => one.after >= one.before) && told.some((one) => one.after > one.before)
}
