/** lowdb's adapter for a file with a complete state: `state.json`, or a snapshot. It is replaced as a whole, by one rename. */

import { crc32 } from 'node:zlib'
import type { Adapter, SyncAdapter } from 'lowdb'
import { runWithoutPauses } from '../../base/sliced-work.ts'
import { STATE_FORMAT } from '../../base/state-format.ts'
import { steadyNow } from '../../simulation/clock.ts'
import { nextTurn, sliceMs } from '../../simulation/turns.ts'
import { COLLECTION_NAMES, type WorldState } from '../state.ts'
import { StorageError } from '../storage.ts'
import { type Disk, rename, storageErrorOf, tryQuietly, writeAll } from './disk.ts'
import { endOf, readState, type StateFile, temporaryPath } from './state-file.ts'

/** Characters that are written at a time: a few milliseconds. */
const WRITE_CHUNK_LENGTH = 256 * 1024

/** Returns the state of the moment in which writing begins; one taken earlier lacks changes up to its line number. */
export type StateSource = () => StateFile

/** What lowdb holds before a file is read. */
export const NOT_READ: StateSource = () => {
  throw new Error('no state was read')
}

interface StateAdapterOptions {
  /** Forces the file to the disk. */
  readonly force: boolean
  /** Called in place of `rename`, with the size of the new file in bytes; it calls `rename`, in the same turn. */
  readonly aroundRename?: (rename: () => void, size: number) => void
}

let writings = 0

/** Reads the file, and writes it in slices; {@link StateAdapter.sync} writes it without a pause. */
export class StateAdapter implements Adapter<StateSource> {
  readonly #disk: Disk
  readonly #folder: string
  readonly #path: string
  readonly #name: string
  readonly #options: StateAdapterOptions
  readonly #writings = new Set<Writing>()

  constructor(disk: Disk, folder: string, name: string, options: StateAdapterOptions) {
    this.#disk = disk
    this.#folder = folder
    this.#name = name
    this.#path = `${folder}/${name}`
    this.#options = options
  }

  /** The same file, written without a pause. It ends a writing in slices, which then has no effect. */
  readonly sync: SyncAdapter<StateSource> = {
    read: () => this.#read(),
    write: (source) => {
      this.stop()
      runWithoutPauses(this.#steps(source, temporaryPath(this.#folder, this.#name), 'at once'))
    },
  }

  /** @throws StateFileError naming the file and the first wrong field */
  async read(): Promise<StateSource> {
    return this.#read()
  }

  /** @throws StorageError, also when it was stopped; an existing file is then unchanged */
  async write(source: StateSource): Promise<void> {
    const temporary = temporaryPath(this.#folder, `${this.#name}-${++writings}`)
    const writing: Writing = { steps: this.#steps(source, temporary, 'aside'), isStopped: false, waits: false }
    this.#writings.add(writing)
    try {
      if (await writeInSlices(writing)) return
    } finally {
      this.#writings.delete(writing)
    }
    throw new StorageError('unavailable', `${this.#name} was not written: the sandbox was closed meanwhile`)
  }

  /** Ends the writings in slices, without an effect. */
  stop(): void {
    for (const writing of this.#writings) {
      writing.isStopped = true
      // a descriptor closed during a flush could be reused for another file
      if (!writing.waits) writing.steps.return()
    }
  }

  #read(): StateSource {
    const file = readState(this.#disk, this.#path)
    return () => file
  }

  *#steps(source: StateSource, temporary: string, force: 'at once' | 'aside'): FileSteps<void> {
    let descriptor: number | undefined
    let isDone = false
    try {
      this.#disk.makeFolder(this.#folder)
      const { version, line, log, taken, origin, seed, clock, counters, collections } = source()
      descriptor = this.#disk.open(temporary, 'w')
      yield undefined
      const head = { format: STATE_FORMAT, version, line, log, taken, origin, seed, clock, counters }
      const size = yield* writeText(this.#disk, descriptor, stateText(head, collections))
      if (this.#options.force && force === 'at once') this.#disk.sync(descriptor)
      if (this.#options.force && force === 'aside') yield this.#disk.flush(descriptor)
      const written = descriptor
      descriptor = undefined
      this.#disk.close(written)
      const { aroundRename = (rename) => rename() } = this.#options
      aroundRename(() => {
        rename(this.#disk, temporary, this.#path)
        isDone = true
      }, size)
    } catch (error) {
      throw storageErrorOf(error, this.#path)
    } finally {
      const open = descriptor
      if (open !== undefined) tryQuietly(() => this.#disk.close(open))
      if (!isDone) tryQuietly(() => this.#disk.remove(temporary))
    }
  }
}

function* stateText(head: object, collections: WorldState['collections']): Generator<string> {
  yield '{\n'
  for (const [name, value] of Object.entries(head)) if (value !== undefined) yield `  "${name}": ${JSON.stringify(value)},\n`
  yield '  "collections": {\n'
  for (const [index, name] of COLLECTION_NAMES.entries()) {
    yield `${index > 0 ? ',\n' : ''}    "${name}": [`
    for (const [at, row] of collections[name].entries()) yield `${at > 0 ? ',' : ''}\n      ${JSON.stringify(row)}`
    yield collections[name].length > 0 ? '\n    ]' : ']'
  }
  yield '\n  }'
}

/** Writes a text in parts, followed by its checksum. @returns the size of the file */
function* writeText(disk: Disk, descriptor: number, parts: Iterable<string>): FileSteps<number> {
  let [text, sum, size] = ['', 0, 0]
  const flush = (): void => {
    const bytes = Buffer.from(text)
    text = ''
    sum = crc32(bytes, sum)
    size += bytes.length
    writeAll(disk, descriptor, bytes)
  }
  for (const part of parts) {
    text += part
    if (text.length < WRITE_CHUNK_LENGTH) continue
    flush()
    yield undefined
  }
  flush()
  yield undefined
  const end = Buffer.from(endOf(sum))
  writeAll(disk, descriptor, end)
  return size + end.length
}

/** Work that can pause at every `yield`; where it yields a promise, it has to wait for it. */
type FileSteps<T> = Generator<Promise<void> | undefined, T, undefined>

/** A state that is being written in slices. */
interface Writing {
  readonly steps: FileSteps<void>
  isStopped: boolean
  /** True while it waits for the disk. */
  waits: boolean
}

/** @returns false when it was stopped before its end */
async function writeInSlices(writing: Writing): Promise<boolean> {
  const { steps } = writing
  await nextTurn()
  for (let ends = steadyNow() + sliceMs(); !writing.isStopped; ) {
    const { done, value } = steps.next()
    if (done) return true
    if (value) {
      writing.waits = true
      await value.catch((error: unknown) => void steps.throw(error)).finally(() => (writing.waits = false))
    } else if (steadyNow() < ends) continue
    await nextTurn()
    ends = steadyNow() + sliceMs()
  }
  steps.return()
  return false
}
