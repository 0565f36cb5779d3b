/**
 * One file with a whole state: `state.json`, and each snapshot beside it.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { JSONFileSync } from 'lowdb/node'
import type { Instant } from '../base/instant.ts'
import { collectionsProblem, headProblem, isObject } from './row-shapes.ts'
import type { WorldState } from './state.ts'

const FORMAT = 'understay state'
const VERSION = 1

/** A state file that cannot be used. It is left as it is. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError'
}

/** What a state file holds. */
export interface StateFile extends WorldState {
  readonly format: typeof FORMAT
  readonly version: typeof VERSION
  /** The number of the last change it contains. */
  readonly line: number
  /** When it was taken, by the sandbox's clock; of a snapshot only. */
  readonly taken?: Instant
}

/** Writes a state file, whole or not at all. */
export function writeState(path: string, state: WorldState, of: { readonly line?: number; readonly taken?: Instant }): void {
  new JSONFileSync<StateFile>(path).write({ format: FORMAT, version: VERSION, line: 0, ...of, ...state })
}

/**
 * Reads a state file.
 *
 * @throws StateFileError naming the file and the first wrong field
 */
export function readState(path: string): StateFile {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new StateFileError(`${path} is damaged: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (!isObject(value) || value['format'] !== FORMAT)
    throw new StateFileError(`${path} is not a state file: format is not "${FORMAT}"`)
  const version = value['version']
  if (typeof version === 'number' && version > VERSION)
    throw new StateFileError(`${path} was written by a newer version (format ${version}, this one reads ${VERSION})`)
  if (version !== VERSION) throw new StateFileError(`${path}: version should be ${VERSION}, not ${JSON.stringify(version)}`)
  const problem = lineProblem(value) ?? headProblem(value) ?? collectionsProblem(value['collections'])
  if (problem) throw new StateFileError(`${path} is damaged: ${problem}`)
  return value as unknown as StateFile
}

function lineProblem(file: Readonly<Record<string, unknown>>): string | undefined {
  return typeof file['line'] === 'number' ? undefined : 'line should be a number'
}
