/** Validates stored and imported states. */
import { isJsonMap } from '../base/json-map.ts'
import { isInstant, rowProblem } from './row-check.ts'
import { COLLECTION_NAMES, collectionNamed, emptyRows, type WorldState } from './state.ts'

/** The data of a state that clients can see. */
type VisibleState = Pick<WorldState, 'seed' | 'clock' | 'counters' | 'collections'>

type CheckedState =
  | { readonly state: VisibleState; readonly problem?: undefined }
  | { readonly state?: undefined; readonly problem: string }

/** Validates the parsed JSON of a state. A collection that earlier versions did not have is empty. */
export function checkedState(value: Readonly<Record<string, unknown>>): CheckedState {
  const problem = headProblem(value) ?? collectionsProblem(value['collections'])
  if (problem !== undefined) return { problem }
  const { seed, clock, counters, collections } = value as VisibleState
  return { state: { seed, clock, counters, collections: { ...emptyRows(), ...collections } } }
}

/** The first problem of the collections of a state; undefined for valid ones. */
export function collectionsProblem(collections: unknown): string | undefined {
  if (!isJsonMap(collections)) return 'collections should be an object'
  const unknown = Object.keys(collections).find((name) => !collectionNamed(name))
  if (unknown) return `collections.${unknown} is not a collection of this version`
  for (const name of COLLECTION_NAMES) {
    // states of earlier versions have no webhooks
    const rows = collections[name] ?? (name === 'webhooks' ? [] : undefined)
    if (!Array.isArray(rows)) return `collections.${name} should be a list`
    for (const [index, row] of rows.entries()) {
      const problem = rowProblem(name, row)
      if (problem) return `collections.${name}[${index}]${problem.startsWith('.') ? problem : ` ${problem}`}`
    }
  }
  return undefined
}

/** The data of a state besides its collections, or its problem. */
export function checkedHead(value: Readonly<Record<string, unknown>>): Omit<VisibleState, 'collections'> | string {
  const problem = headProblem(value)
  if (problem !== undefined) return problem
  const { seed, clock, counters } = value as VisibleState
  return { seed, clock, counters }
}

/** The first problem of the data of a state besides its collections; undefined without one. */
export function headProblem(state: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof state['seed'] !== 'number') return 'seed should be a number'
  const counters = state['counters']
  if (!isJsonMap(counters)) return 'counters should be an object'
  const unknown = Object.keys(counters).find((name) => !collectionNamed(name))
  if (unknown) return `counters.${unknown} is not a collection of this version`
  return isClock(state['clock']) ? undefined : 'clock should hold at, real and speed'
}

function isClock(clock: unknown): boolean {
  return isJsonMap(clock) && isInstant(clock['at']) && isInstant(clock['real']) && typeof clock['speed'] === 'number'
}
