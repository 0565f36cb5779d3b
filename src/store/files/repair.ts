/** Finds damage in the files of a data folder, and copies what can be recovered. The folder itself is only read. */
import { isJsonMap } from '../../base/json-map.ts'
import { SANDBOX_NAME } from '../../base/sandbox-name.ts'
import { REAL_CLOCK } from '../../simulation/clock.ts'
import { ChangedState } from '../apply-changes.ts'
import { danglingRows } from '../references.ts'
import { byCollection, COLLECTION_NAMES, type Counters, type RowLists, type WorldState } from '../state.ts'
import type { StoredSnapshot } from '../storage.ts'
import { flushTimes } from '../storage-metrics.ts'
import { isPartialLine, readLine, readUnterminated } from './change-log.ts'
import { type Disk, readLines } from './disk.ts'
import { type Damage, type OnDamage, salvageState } from './salvage-state.ts'
import { SandboxFiles } from './sandbox-files.ts'
import { holdsSandbox, LOG_OF_0_1_0, REMOVED_FILE, STATE_FILE } from './sandbox-folder.ts'
import { SNAPSHOT_FOLDER, SnapshotFiles } from './snapshot-files.ts'
import { generationOf, LOG_NAME, readState, StateFileError } from './state-file.ts'

export type ExaminedSandbox = Readonly<ReturnType<Examination['result']>>

/** Examines every sandbox of a data folder; other content is ignored. */
export function examineFolder(disk: Disk, folder: string): readonly ExaminedSandbox[] {
  const names = (disk.list(folder) ?? []).filter((name) => SANDBOX_NAME.test(name))
  return names
    .sort()
    .flatMap((name) => (holdsSandbox(disk, `${folder}/${name}`) ? [new Examination(disk, folder, name).result()] : []))
}

/**
 * Writes the recovered data to another folder.
 *
 * @throws StorageError
 */
export function writeRecovered(disk: Disk, folder: string, { name, state, snapshots }: ExaminedSandbox): void {
  const rules = { disk, force: true, flushes: flushTimes(), requireOwner: () => undefined }
  const files = new SandboxFiles(`${folder}/${name}`, rules)
  if (state) files.replace(state)
  files.close()
  for (const [snapshot, stored] of snapshots) files.snapshots.writeAtOnce(snapshot, stored)
}

class Examination {
  readonly #disk: Disk
  readonly #name: string
  readonly #folder: string
  readonly #files: readonly string[]
  readonly #damages: Damage[] = []
  /** The number of changes after the state that could be applied. */
  #changes = 0

  constructor(disk: Disk, folder: string, name: string) {
    this.#disk = disk
    this.#name = name
    this.#folder = `${folder}/${name}`
    this.#files = disk.list(this.#folder) ?? []
  }

  result() {
    const state = this.#state()
    const snapshots = this.#snapshots()
    return { name: this.#name, state, changes: this.#changes, snapshots, damages: this.#damages }
  }

  readonly #onDamage: OnDamage = (damage) => void this.#damages.push(damage)

  /** The recoverable state; undefined without a state file. */
  #state(): WorldState | undefined {
    const logs = this.#files.filter((name) => LOG_NAME.test(name) || name === LOG_OF_0_1_0)
    if (!this.#files.includes(STATE_FILE)) {
      const lost = logs.filter((name) => (this.#disk.stat(`${this.#folder}/${name}`)?.size ?? 0) > 0)
      if (lost.length > 0 && !this.#files.includes(REMOVED_FILE))
        this.#onDamage({
          file: `${this.#folder}/${STATE_FILE}`,
          problem: `is missing: without it, the changes of ${lost.join(', ')} say nothing, and are lost`,
        })
      return undefined
    }
    const found = this.#readState(`${this.#folder}/${STATE_FILE}`)
    const log = found.log ?? (found.isOld ? logs.find((name) => name === LOG_OF_0_1_0) : newestLog(logs))
    const changed = new ChangedState(found.state)
    if (log !== undefined && logs.includes(log)) this.#applyLog(`${this.#folder}/${log}`, found.line, changed)
    else if (log !== undefined || !found.isOld)
      this.#onDamage({ file: `${this.#folder}/${log ?? 'changes-*.ndjson'}`, problem: 'is missing: the changes in it are lost' })
    return this.#withoutDanglingRows(changed.state, `${this.#folder}/${STATE_FILE}`)
  }

  /** Reads a state file, or the readable parts of a damaged one. */
  #readState(file: string) {
    try {
      const { line, log, version, taken, seed, clock, counters, collections } = readState(this.#disk, file)
      return { state: { seed, clock, counters, collections }, line, log, taken, isOld: version === 1 }
    } catch (error) {
      if (!(error instanceof StateFileError)) throw error
      const { line, log, taken, ...found } = salvageState(this.#disk, file, this.#onDamage)
      return { state: { seed: 1, clock: REAL_CLOCK, ...found }, line, log, taken, isOld: false }
    }
  }

  /** @param after the number of the last change in the state; undefined when unknown */
  #applyLog(file: string, after: number | undefined, changed: ChangedState): void {
    let [last, line] = [after, 0]
    /** The change before, if its number did not follow: the number that does, and its damage should the next change follow that. */
    let odd: { readonly wanted: number; readonly index: number; readonly damage: Damage } | undefined
    const damaged = (problem: string): void => this.#onDamage({ file, line, problem })
    for (const { text, complete } of readLines(this.#disk, file)) {
      line++
      const read = complete ? readLine(text) : readUnterminated(text)
      if (!read && !complete) {
        if (!isPartialLine(text)) damaged('is not the beginning of a change: it is lost')
        return
      }
      if (!read || !isJsonMap(read.change)) {
        damaged('does not match its checksum: the change is lost')
        if (last !== undefined) last++
        continue
      }
      if (after !== undefined && read.line <= after && this.#changes === 0) continue
      if (odd && read.line === odd.wanted + 1) {
        this.#damages[odd.index] = odd.damage
        last = odd.wanted
      }
      odd = undefined
      const ofNumber = last === undefined ? undefined : numberProblem(read.line, last)
      if (ofNumber && last !== undefined) {
        const problem = `has the number ${read.line} in place of ${last + 1}: it is kept`
        odd = { wanted: last + 1, index: this.#damages.length, damage: { file, line, problem } }
        damaged(ofNumber)
      }
      last = Math.max(read.line, last ?? 0)
      this.#changes++
      for (const problem of changed.problemsOf(read.change)) damaged(`${problem}: this part of the change is lost`)
    }
  }

  #snapshots(): ReadonlyMap<string, StoredSnapshot> {
    const kept = new Map<string, StoredSnapshot>()
    for (const name of new SnapshotFiles(this.#disk, this.#folder, false).list()) {
      const file = `${this.#folder}/${SNAPSHOT_FOLDER}/${name}.json`
      const { state, taken } = this.#readState(file)
      kept.set(name, { state: this.#withoutDanglingRows(state, file), taken: taken ?? state.clock.at })
    }
    return kept
  }

  /** Removes rows with references to missing rows, and sets the counters of a damaged state to the highest ids. */
  #withoutDanglingRows(state: WorldState, file: string): WorldState {
    let { collections } = state
    for (let dangling = [...danglingRows(collections)]; dangling.length > 0; dangling = [...danglingRows(collections)]) {
      const left = new Map(dangling.map((row) => [`${row.collection} ${row.id}`, row]))
      for (const { collection, id, problem } of left.values())
        this.#onDamage({ file, problem: `${collection} ${id}: ${problem}: it is left out` })
      const before = collections
      collections = byCollection<RowLists>((name) => before[name].filter(({ id }) => !left.has(`${name} ${id}`)))
    }
    return { ...state, collections, counters: this.#damages.length > 0 ? countersOf({ ...state, collections }) : state.counters }
  }
}

/** What is wrong with the number of a change that follows the last one. */
function numberProblem(line: number, last: number): string | undefined {
  if (line <= last) return `is a second change ${line}: two servers have written; both are kept`
  if (line === last + 1) return undefined
  return line === last + 2 ? `change ${last + 1} is missing` : `changes ${last + 1} to ${line - 1} are missing`
}

const newestLog = (logs: readonly string[]): string | undefined =>
  logs.toSorted((one, other) => generationOf(other) - generationOf(one))[0]

function countersOf({ counters, collections }: WorldState): Counters {
  const highest: Partial<Record<keyof RowLists, number>> = { ...counters }
  for (const name of COLLECTION_NAMES)
    for (const { id } of collections[name]) if (typeof id === 'number' && id > (highest[name] ?? 0)) highest[name] = id
  return highest
}
