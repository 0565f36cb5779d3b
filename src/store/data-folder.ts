/**
 * The folder of state files: one folder a sandbox, used by one process at a time.
 *
 * @module
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eraseSnapshots, eraseState, holdsState, type Opened, SandboxFiles } from './file.ts'
import { lockFolder } from './lock.ts'
import type { WorldState } from './state.ts'

const FOLD_EVERY_MS = 5000

/** Told when a state could not be folded: nothing is lost then, its journal is complete. */
export type OnFoldFailed = (folder: string, error: unknown) => void

/** What was found of a sandbox, and the files it goes on in. */
export interface Found extends Opened {
  readonly files: SandboxFiles
}

export class DataFolder {
  readonly path: string
  readonly #nameRule: RegExp
  readonly #failed: OnFoldFailed
  readonly #unlock: () => void
  readonly #timer: NodeJS.Timeout
  readonly #open = new Map<string, SandboxFiles>()

  /** @throws LockedError when another process uses the folder */
  constructor(path: string, nameRule: RegExp, failed: OnFoldFailed) {
    this.path = path
    this.#nameRule = nameRule
    this.#failed = failed
    this.#unlock = lockFolder(path)
    this.#timer = setInterval(() => this.#foldLarge(), FOLD_EVERY_MS)
    this.#timer.unref()
  }

  /** The sandboxes that have files here; whatever else lies here is none of ours. */
  names(): string[] {
    const entries = readdirSync(this.path, { withFileTypes: true })
    const ours = entries.filter(({ name }) => this.#nameRule.test(name) && holdsState(join(this.path, name)))
    return ours.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  }

  /**
   * What there is of a sandbox; undefined when there is nothing.
   *
   * @param snapshot the whole state as it will be, for folding
   * @throws StateFileError when the files cannot be used
   */
  read(name: string, snapshot: () => WorldState): Found | undefined {
    const folder = join(this.path, name)
    if (!existsSync(folder)) return undefined
    const files = new SandboxFiles(folder, snapshot)
    const opened = files.read()
    if (!opened) return undefined
    if (opened.changes) files.fold(opened.state)
    this.#open.set(name, files)
    return { ...opened, files }
  }

  /** Files for a sandbox that begins. */
  begin(name: string, snapshot: () => WorldState): SandboxFiles {
    const files = new SandboxFiles(join(this.path, name), snapshot)
    this.#open.set(name, files)
    return files
  }

  /** Takes away the state of a sandbox; its snapshots stay. */
  erase(name: string): void {
    this.#open.delete(name)
    if (this.#nameRule.test(name)) eraseState(join(this.path, name))
  }

  /** Takes away everything of a sandbox, its snapshots too. */
  eraseAll(name: string): void {
    if (this.#nameRule.test(name)) eraseSnapshots(join(this.path, name))
    this.erase(name)
  }

  /** Where the files of a sandbox lie. */
  folderOf(name: string): string {
    return join(this.path, name)
  }

  /** Gives the folder back; sandboxes have closed their files before. */
  close(): void {
    clearInterval(this.#timer)
    this.#unlock()
  }

  #foldLarge(): void {
    for (const files of this.#open.values()) {
      try {
        files.foldIfLarge()
      } catch (error) {
        this.#failed(files.folder, error)
      }
    }
  }
}
