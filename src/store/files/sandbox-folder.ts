/** The folder of a sandbox: which files belong to it, which are left over, and whether its state has been removed. */
import { type Disk, onDisk, rename, tryQuietly } from './disk.ts'
import { SNAPSHOT_FOLDER, SnapshotFiles } from './snapshot-files.ts'
import { isTemporary, LOG_NAME, StateFileError } from './state-file.ts'

export const STATE_FILE = 'state.json'
export const LOG_OF_0_1_0 = 'changes.ndjson'
/** The name of `state.json` after its removal has begun: the sandbox has no state any more. */
export const REMOVED_FILE = '.state.json.removed'

export const logName = (generation: number): string => `changes-${generation}.ndjson`

/** True for the names of files and folders of a sandbox. */
export const isOwnName = (name: string): boolean =>
  [STATE_FILE, LOG_OF_0_1_0, REMOVED_FILE, SNAPSHOT_FOLDER].includes(name) || LOG_NAME.test(name) || isTemporary(name)

/** True for a folder with files of a sandbox, damaged or not, and for one that may not be read: to open it says so. */
export function holdsSandbox(disk: Disk, folder: string): boolean {
  if (!disk.stat(folder)?.isFolder) return false
  const names = namesIn(disk, folder)
  if (!names) return true
  if (names.includes(STATE_FILE) || names.includes(LOG_OF_0_1_0)) return true
  if (names.some((name) => LOG_NAME.test(name)) && !names.includes(REMOVED_FILE)) return true
  return names.includes(SNAPSHOT_FOLDER) && new SnapshotFiles(disk, folder, false).list().length > 0
}

function namesIn(disk: Disk, folder: string): readonly string[] | undefined {
  try {
    return disk.list(folder) ?? []
  } catch {
    return undefined
  }
}

export class SandboxFolder {
  readonly path: string
  readonly #disk: Disk

  constructor(disk: Disk, path: string) {
    this.#disk = disk
    this.path = path
  }

  file(name: string): string {
    return `${this.path}/${name}`
  }

  /**
   * The names in the folder; undefined when it does not exist.
   *
   * @throws StateFileError when it is a file
   */
  names(): readonly string[] | undefined {
    const facts = onDisk(this.path, () => this.#disk.stat(this.path))
    if (!facts) return undefined
    if (!facts.isFolder) throw new StateFileError(`${this.path} is a file, not the folder of a sandbox; move it away`)
    return onDisk(this.path, () => this.#disk.list(this.path))
  }

  /** @throws StateFileError when a folder without a state has other content, or a change log with changes */
  requireNoChanges(names: readonly string[]): void {
    if (names.some((name) => !isOwnName(name)))
      throw new StateFileError(`${this.path} contains other files than those of a sandbox; choose another folder with --data`)
    if (names.includes(REMOVED_FILE)) return
    const log = names.find(
      (name) =>
        name === LOG_OF_0_1_0 || (LOG_NAME.test(name) && onDisk(this.path, () => this.#disk.stat(this.file(name)))?.size !== 0),
    )
    if (log !== undefined)
      throw new StateFileError(
        `${this.file(log)} has no ${STATE_FILE} next to it; --fresh, a reset or DELETE discards its changes`,
      )
  }

  /** Removes the state, damaged or not, by one rename. @throws StorageError */
  removeState(): void {
    const names = this.names() ?? []
    onDisk(this.path, () => {
      if (names.includes(STATE_FILE)) rename(this.#disk, this.file(STATE_FILE), this.file(REMOVED_FILE))
      else if (names.includes(LOG_OF_0_1_0) || names.some((name) => LOG_NAME.test(name)))
        this.#disk.close(this.#disk.open(this.file(REMOVED_FILE), 'w'))
    })
  }

  removeIfEmpty(): void {
    if (this.#disk.list(this.path)?.length === 0) this.#disk.removeFolder(this.path)
  }

  /** Removes temporary files and all change logs but one. @param log the one that stays */
  removeLeftovers(names: readonly string[], log: string | undefined): void {
    const isLeftOver = (name: string): boolean =>
      isTemporary(name) || name === LOG_OF_0_1_0 || (LOG_NAME.test(name) && name !== log)
    for (const name of names) if (isLeftOver(name)) tryQuietly(() => this.#disk.remove(this.file(name)))
    // The file that marks a removal is removed last: without it, a log without a state is an error.
    tryQuietly(() => {
      const left = this.#disk.list(this.path) ?? []
      if (left.includes(REMOVED_FILE) && !left.some(isLeftOver)) this.#disk.remove(this.file(REMOVED_FILE))
    })
  }

  /** Forces the names in the folder to the disk. */
  sync(): void {
    const descriptor = this.#disk.open(this.path, 'r')
    try {
      this.#disk.sync(descriptor)
    } finally {
      this.#disk.close(descriptor)
    }
  }
}
