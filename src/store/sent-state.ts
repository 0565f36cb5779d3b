/**
 * A whole state as somebody sent it: checked before anything of it is believed.
 *
 * @module
 */
import { unmaskedRows } from './masked-state.ts'
import { referenceProblem } from './references.ts'
import { collectionsProblem, headProblem } from './row-shapes.ts'
import { COLLECTION_NAMES, type RowLists, type WorldState } from './state.ts'

/** A state that can be taken, or why not. */
export type SentState =
  | { readonly state: WorldState; readonly tokensLeftOut: number; readonly problem?: undefined }
  | { readonly problem: string }

/**
 * Reads a state as it was exported; masked secrets and tokens stand for those of the state that is there.
 *
 * @param known the state that it is to replace
 */
export function readSentState(sent: Readonly<Record<string, unknown>>, known: WorldState): SentState {
  const problem = headProblem(sent) ?? collectionsProblem(sent['collections'])
  if (problem !== undefined) return { problem }
  const state = sent as unknown as WorldState
  const unmasked = unmaskedRows(state.collections, known.collections)
  const wrong =
    clockProblem(state) ?? idProblem(unmasked.rows, state.counters) ?? unmasked.problem ?? referenceProblem(unmasked.rows)
  if (wrong !== undefined) return { problem: wrong }
  const { seed, clock, counters } = state
  return { state: { seed, clock, counters, collections: unmasked.rows }, tokensLeftOut: unmasked.tokensLeftOut }
}

function clockProblem({ seed, clock }: WorldState): string | undefined {
  if (!Number.isSafeInteger(seed)) return `seed should be a whole number, not ${seed}`
  return clock.speed < 0 ? `clock.speed should not be negative, not ${clock.speed}` : undefined
}

/** Ids must be whole, used once, and not above what their counter has given out: the next one would repeat one. */
function idProblem(rows: RowLists, counters: WorldState['counters']): string | undefined {
  for (const name of COLLECTION_NAMES) {
    const seen = new Set<number | string>()
    let highest = 0
    for (const [index, { id }] of rows[name].entries()) {
      const place = `collections.${name}[${index}].id`
      if (seen.has(id)) return `${place}: ${name === 'tokens' ? 'the token' : id} is used twice`
      if (typeof id === 'number' && !Number.isSafeInteger(id)) return `${place} should be a whole number, not ${id}`
      seen.add(id)
      if (typeof id === 'number') highest = Math.max(highest, id)
    }
    const counter: unknown = counters[name] ?? 0
    if (!Number.isSafeInteger(counter)) return `counters.${name} should be a whole number, not ${JSON.stringify(counter)}`
    if (name !== 'roomNights' && Number(counter) < highest)
      return `counters.${name} should be at least ${highest}, the highest id there is, not ${counter}`
  }
  return undefined
}
