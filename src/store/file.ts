/**
 * A sandbox's files: `state.json`, readable and complete, and beside it `changes.ndjson`, one line a change since then.
 *
 * A change counts once its line is written. The lines are folded into the state file when the sandbox is opened and
 * closed, and when they have outgrown it.
 *
 * @module
 */
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { rowProblem } from './row-shapes.ts'
import { byCollection, COLLECTION_NAMES, type CollectionName, type Id, type RowLists, type WorldState } from './state.ts'
import { readState, type StateFile, StateFileError, writeState } from './state-file.ts'
import type { Change, Ledger } from './store.ts'

/** Lines are folded when they take more than this and more than the state itself. */
const FOLD_BYTES = 4 * 1024 * 1024

const STATE_FILE = 'state.json'
const CHANGES_FILE = 'changes.ndjson'
/** The folder of named snapshots, beside the state; it stays when the state goes. */
export const SNAPSHOT_FOLDER = 'snapshots'

/** True when a folder holds files of a sandbox, sound or not. */
export const holdsState = (folder: string): boolean =>
  existsSync(join(folder, STATE_FILE)) || existsSync(join(folder, CHANGES_FILE)) || snapshotFiles(folder).length > 0

/** The files of the snapshots beside a state. */
export function snapshotFiles(folder: string): readonly string[] {
  const place = join(folder, SNAPSHOT_FOLDER)
  return existsSync(place) ? readdirSync(place).filter((name) => name.endsWith('.json')) : []
}

/** Takes away the snapshots of a sandbox. */
export function eraseSnapshots(folder: string): void {
  const place = join(folder, SNAPSHOT_FOLDER)
  for (const name of snapshotFiles(folder)) rmSync(join(place, name), { force: true })
  if (existsSync(place) && readdirSync(place).length === 0) rmdirSync(place)
}

/** Takes away the files of a sandbox, and its folder when nothing else is in it. */
export function eraseState(folder: string): void {
  for (const name of [STATE_FILE, CHANGES_FILE]) rmSync(join(folder, name), { force: true })
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder)
}

/** What was found on disk. */
export interface Opened {
  readonly state: WorldState
  /** True when the journal held anything, new or already folded. */
  readonly changes: boolean
  /** True when its last line was torn. */
  readonly torn: boolean
}

/** The files of one sandbox, in one folder. */
export class SandboxFiles implements Ledger {
  readonly folder: string
  readonly #statePath: string
  readonly #changesPath: string
  #descriptor: number | undefined
  #line = 0
  #bytes = 0
  #stateBytes = 0
  #snapshot: () => WorldState

  /** @param snapshot the whole state as it is, for folding */
  constructor(folder: string, snapshot: () => WorldState) {
    this.folder = folder
    this.#statePath = join(folder, STATE_FILE)
    this.#changesPath = join(folder, CHANGES_FILE)
    this.#snapshot = snapshot
  }

  /**
   * Reads what the folder holds; undefined when it holds nothing.
   *
   * @throws StateFileError naming the file and the first wrong field; nothing is changed then
   */
  read(): Opened | undefined {
    if (!existsSync(this.#statePath)) {
      if (existsSync(this.#changesPath)) throw new StateFileError(`${this.#changesPath} has no state.json beside it`)
      if (existsSync(this.folder) && readdirSync(this.folder).some((name) => name !== SNAPSHOT_FOLDER))
        throw new StateFileError(`${this.folder} holds other things than the state of a sandbox; take another --data folder`)
      return undefined
    }
    const file = readState(this.#statePath)
    const { changes, torn, goodBytes } = readChanges(this.#changesPath, file.line)
    if (torn) cutAt(this.#changesPath, goodBytes)
    this.#line = changes.at(-1)?.line ?? file.line
    return {
      state: apply(
        file,
        changes.map(({ change }) => change),
      ),
      changes: goodBytes > 0 || torn,
      torn,
    }
  }

  /** Before the first change: the world the changes build on must be on disk. */
  prepare(): void {
    if (this.#descriptor !== undefined) return
    if (!existsSync(this.#statePath)) this.fold(this.#snapshot())
    this.#descriptor ??= openSync(this.#changesPath, 'a')
  }

  append(change: Change): void {
    const descriptor = this.#descriptor
    if (descriptor === undefined) throw new Error('prepare() comes before append()')
    const text = JSON.stringify(change)
    const line = Buffer.from(`{"line":${this.#line + 1},"sum":"${sum(text)}","change":${text}}\n`)
    try {
      for (let written = 0; written < line.length; ) written += writeSync(descriptor, line, written)
    } catch (error) {
      ftruncateSync(descriptor, this.#bytes)
      throw error
    }
    this.#line++
    this.#bytes += line.length
  }

  replace(state: WorldState): void {
    this.fold(state)
  }

  /** Folds the changes into the state file, if they have outgrown it; called when there is time. */
  foldIfLarge(): void {
    if (this.#bytes > FOLD_BYTES && this.#bytes > this.#stateBytes) this.fold(this.#snapshot())
  }

  /** Writes the state file anew and empties the journal. A crash between the two is harmless: lines are numbered. */
  fold(state: WorldState): void {
    mkdirSync(this.folder, { recursive: true })
    writeState(this.#statePath, state, { line: this.#line })
    this.#descriptor ??= openSync(this.#changesPath, 'a')
    ftruncateSync(this.#descriptor, 0)
    this.#bytes = 0
    this.#stateBytes = statSync(this.#statePath).size
  }

  close(state: () => WorldState): void {
    if (this.#descriptor === undefined) return
    if (this.#bytes > 0) this.fold(state())
    closeSync(this.#descriptor)
    this.#descriptor = undefined
  }
}

const sum = (text: string): string => crc32(text).toString(16).padStart(8, '0')

interface Line {
  readonly line: number
  readonly change: Change
}

const LINE = /^\{"line":(\d+),"sum":"([0-9a-f]{8})","change":(.*)\}$/

/** Reads the journal after a line. Only the very last line may be torn. */
function readChanges(path: string, after: number): { changes: Line[]; torn: boolean; goodBytes: number } {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const changes: Line[] = []
  let goodBytes = 0
  const lines = text.split('\n')
  const tail = lines.pop() ?? ''
  for (const [index, content] of lines.entries()) {
    const line = readLine(content)
    if (!line) {
      if (index === lines.length - 1 && tail === '') return { changes, torn: true, goodBytes }
      throw new StateFileError(`${path} is damaged: line ${index + 1} does not match its checksum`)
    }
    const expected = changes.at(-1)?.line ?? after
    if (line.line > after) {
      const problem = changeProblem(line.change)
      if (problem) throw new StateFileError(`${path} is damaged: line ${index + 1}: ${problem}`)
      if (line.line !== expected + 1)
        throw new StateFileError(`${path} is damaged: line ${index + 1} is not change ${expected + 1}`)
      changes.push(line)
    }
    goodBytes += Buffer.byteLength(content) + 1
  }
  return { changes, torn: tail !== '', goodBytes }
}

function readLine(text: string): Line | undefined {
  const match = LINE.exec(text)
  if (!match) return undefined
  const [, line = '', expected, change = ''] = match
  return sum(change) === expected ? { line: Number(line), change: JSON.parse(change) as Change } : undefined
}

/** The first row of a change that is none; undefined when all are well. */
function changeProblem({ put }: Change): string | undefined {
  for (const name of COLLECTION_NAMES) {
    for (const row of put?.[name] ?? []) {
      const problem = rowProblem(name, row)
      if (problem) return `${name}${problem}`
    }
  }
  return undefined
}

function cutAt(path: string, bytes: number): void {
  const descriptor = openSync(path, 'r+')
  ftruncateSync(descriptor, bytes)
  closeSync(descriptor)
}

/** The state after a list of changes. */
function apply(file: StateFile, changes: readonly Change[]): WorldState {
  const rows = byCollection<Record<CollectionName, Map<Id, unknown>>>(
    (name) => new Map<Id, unknown>(file.collections[name].map((row) => [row.id, row])),
  )
  let { clock, counters } = file
  for (const change of changes) {
    for (const name of COLLECTION_NAMES) {
      for (const row of change.put?.[name] ?? []) rows[name].set(row.id, row)
      for (const id of change.removed?.[name] ?? []) rows[name].delete(id)
    }
    clock = change.clock ?? clock
    counters = change.counters ?? counters
  }
  const collections = byCollection<RowLists>((name) => [...rows[name].values()])
  return { seed: file.seed, clock, counters, collections }
}
