/**
 * Named snapshots of one sandbox: in memory, and where there is a data folder in files beside the state.
 *
 * @module
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Instant } from '../base/instant.ts'
import { SNAPSHOT_FOLDER, snapshotFiles } from './file.ts'
import { COLLECTION_NAMES } from './state.ts'
import { readState, StateFileError, writeState } from './state-file.ts'
import { type StoreStanding, standingOfState, stateOfStanding } from './store.ts'

const SNAPSHOT_NAME = /^[a-z0-9-]{1,63}$/
const MAX_SNAPSHOTS = 100
const FILE_END = '.json'

/** A snapshot that cannot be taken or found; `reason` says which it is. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError'
  readonly reason: 'name' | 'unknown' | 'taken' | 'many' | 'damaged'

  constructor(reason: SnapshotError['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** What is told of a snapshot. */
export interface SnapshotInfo {
  readonly name: string
  /** What the sandbox's clock showed. */
  readonly at: Instant
  readonly rows: number
}

/** The snapshots of a sandbox. Those in files are read when they are first asked for. */
export class Snapshots {
  readonly #folder: string | undefined
  readonly #known = new Map<string, { readonly at: Instant; readonly standing: StoreStanding }>()

  /** @param folder the folder of the sandbox's state; undefined keeps snapshots in memory only */
  constructor(folder: string | undefined) {
    this.#folder = folder
  }

  /** The names there are, in alphabetical order. */
  names(): readonly string[] {
    const files = this.#folder === undefined ? [] : snapshotFiles(this.#folder)
    const onDisk = files.map((file) => file.slice(0, -FILE_END.length))
    return [...new Set([...this.#known.keys(), ...onDisk.filter((name) => SNAPSHOT_NAME.test(name))])].sort()
  }

  /**
   * Keeps a standing under a name. With a data folder it is on disk when this returns.
   *
   * @param at what the clock shows
   * @throws SnapshotError when the name is none or taken, or there are too many
   */
  take(name: string, standing: StoreStanding, at: Instant): SnapshotInfo {
    if (!SNAPSHOT_NAME.test(name))
      throw new SnapshotError(
        'name',
        `name: "${name}" is no name of a snapshot: lower-case letters, digits and hyphens, at most 63`,
      )
    const names = this.names()
    if (names.includes(name))
      throw new SnapshotError('taken', `there is already a snapshot "${name}"; DELETE snapshots/${name} lets it go`)
    if (names.length >= MAX_SNAPSHOTS)
      throw new SnapshotError('many', `there are ${MAX_SNAPSHOTS} snapshots already; DELETE snapshots/NAME lets one go`)
    if (this.#folder !== undefined) {
      mkdirSync(join(this.#folder, SNAPSHOT_FOLDER), { recursive: true })
      const state = stateOfStanding(standing)
      writeState(this.#path(this.#folder, name), state, { taken: at })
    }
    this.#known.set(name, { at, standing })
    return this.info(name)
  }

  /** @throws SnapshotError when there is none of this name, or its file is damaged */
  info(name: string): SnapshotInfo {
    const { at, standing } = this.#open(name)
    const rows = COLLECTION_NAMES.reduce((sum, collection) => sum + standing.collections[collection].size, 0)
    return { name, at, rows }
  }

  /** @throws SnapshotError when there is none of this name, or its file is damaged */
  standing(name: string): StoreStanding {
    return this.#open(name).standing
  }

  /** @throws SnapshotError when there is none of this name */
  remove(name: string): void {
    this.#demandKnown(name)
    if (this.#folder !== undefined) rmSync(this.#path(this.#folder, name), { force: true })
    this.#known.delete(name)
  }

  #open(name: string): { readonly at: Instant; readonly standing: StoreStanding } {
    const known = this.#known.get(name)
    if (known) return known
    this.#demandKnown(name)
    const found = this.#read(this.#path(this.#folder ?? '', name))
    this.#known.set(name, found)
    return found
  }

  #read(path: string): { readonly at: Instant; readonly standing: StoreStanding } {
    try {
      const { taken, seed, clock, counters, collections } = readState(path)
      return { at: taken ?? clock.at, standing: standingOfState({ seed, clock, counters, collections }) }
    } catch (error) {
      if (error instanceof StateFileError) throw new SnapshotError('damaged', error.message)
      throw error
    }
  }

  #demandKnown(name: string): void {
    const names = this.names()
    if (names.includes(name)) return
    const there = names.length > 0 ? `there are ${names.join(', ')}` : 'there are none yet; POST snapshots takes one'
    throw new SnapshotError('unknown', `there is no snapshot "${name}"; ${there}`)
  }

  #path(folder: string, name: string): string {
    return join(folder, SNAPSHOT_FOLDER, `${name}${FILE_END}`)
  }
}
