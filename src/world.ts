/**
 * The world: sandboxes, each with its own state, clock, chance, tokens and journal, all made from the same fixtures.
 *
 * @module
 */
import type { Day } from './base/day.ts'
import { SANDBOX_NAME } from './base/sandbox-name.ts'
import type { Choices } from './contract/choices.ts'
import type { Product } from './contract/product.ts'
import { DEFAULT_SANDBOX, Sandbox } from './sandbox.ts'
import { Clock, type ClockState, REAL_CLOCK, realNow } from './sim/clock.ts'
import { Pauses } from './sim/pauses.ts'
import { DataFolder } from './store/data-folder.ts'
import { type WorldBase, worldBase } from './store/db.ts'
import type { Counters, WorldState } from './store/state.ts'
import { Store } from './store/store.ts'
import type { ClockStart, Log, Premise, Premises, WorldOptions } from './world-options.ts'

export { DEFAULT_SANDBOX, Sandbox, StateError } from './sandbox.ts'
export type { Db, WriteDb } from './store/db.ts'
export type { Geography } from './store/geo.ts'
export { SnapshotError } from './store/snapshot.ts'
export type { Touched } from './store/store.ts'
export type { Log, Premise, Premises, WorldOptions } from './world-options.ts'

export const MAX_SANDBOXES = 1000
/** Bytes all journals may take together, and that of one sandbox at most. */
const ALL_JOURNALS = 64 * 1024 * 1024
const ONE_JOURNAL = 2 * 1024 * 1024
/** Bytes there are for each entry, where more entries are asked for than usual. */
const ENTRY_BYTES = 2 * 1024

/** Too many sandboxes (`many`), or a name that is none (`name`). */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'
  readonly reason: 'name' | 'many'

  constructor(reason: SandboxError['reason'], message: string) {
    super(message)
    this.reason = reason
  }

  /** How HTTP says it. */
  get status(): 404 | 409 {
    return this.reason === 'many' ? 409 : 404
  }
}

export class World {
  readonly options: WorldOptions
  readonly choices: Choices
  readonly product: Product
  readonly log: Log
  /** Delays of calls under way; they end with the world. */
  readonly pauses = new Pauses()
  #premise: Premise
  #closed = false
  #onEnding: ((sandbox: Sandbox) => void) | undefined
  readonly #sandboxes = new Map<string, Sandbox>()
  readonly #folder: DataFolder | undefined
  /** The rows of each premise, made once a day, because fixtures may hold relative dates. */
  readonly #seeded = new WeakMap<Premise, SeededDay>()

  /** @throws LockedError when another process uses the data folder */
  constructor(options: WorldOptions) {
    this.options = options
    this.#premise = options
    this.choices = options.choices
    this.product = options.product
    this.log = options.log
    if (options.data === undefined) return
    this.#folder = new DataFolder(options.data, SANDBOX_NAME, (folder, error) => this.#foldFailed(folder, error))
    if (options.fresh) for (const name of this.#folder.names()) this.#folder.erase(name)
  }

  /**
   * The sandbox of this name, made or opened at its first use.
   *
   * @throws SandboxError when the name is none or there are too many
   * @throws StateFileError when its files cannot be used
   */
  sandbox(name: string = DEFAULT_SANDBOX): Sandbox {
    const known = this.#sandboxes.get(name)
    if (known) return known
    if (!SANDBOX_NAME.test(name))
      throw new SandboxError(
        'name',
        `"${name}" is no sandbox name: lower-case letters, digits and hyphens, at most 63, e.g. /@w1`,
      )
    if (this.#sandboxes.size >= MAX_SANDBOXES)
      throw new SandboxError(
        'many',
        `there are ${MAX_SANDBOXES} sandboxes already; DELETE /_understay/sandboxes?name=NAME lets one go`,
      )
    const { store, premise } = this.#open(name)
    const sandbox = new Sandbox(this, { name, store, premise, folder: this.#folder?.folderOf(name) })
    this.#sandboxes.set(name, sandbox)
    return sandbox
  }

  /** A sandbox that is in use; undefined for one that waits on disk, or that nobody has used. */
  opened(name: string): Sandbox | undefined {
    return this.#sandboxes.get(name)
  }

  /** Bytes the journal of one sandbox may take, as many as there are now. */
  get journalBytes(): number {
    const one = Math.max(ONE_JOURNAL, this.options.journal * ENTRY_BYTES)
    return Math.min(one, Math.floor(Math.max(ALL_JOURNALS, one) / Math.max(1, this.#sandboxes.size)))
  }

  /** The names of all sandboxes: those in use, and those that wait on disk. */
  names(): string[] {
    return [...new Set([...this.#sandboxes.keys(), ...(this.#folder?.names() ?? [])])].sort()
  }

  /** Calls back when a sandbox is about to lose what was done in it: before it is reset, begins anew, or is removed. */
  onEnding(listener: (sandbox: Sandbox) => void): void {
    this.#onEnding = listener
  }

  /** Tells whoever listens that a sandbox is about to lose what was done in it. */
  tellEnding(sandbox: Sandbox): void {
    this.#onEnding?.(sandbox)
  }

  /** Lets a sandbox go, with its files. Answers whether there was one. */
  remove(name: string): boolean {
    const existed = this.names().includes(name)
    const sandbox = this.#sandboxes.get(name)
    if (sandbox) this.tellEnding(sandbox)
    sandbox?.retire()
    this.#sandboxes.delete(name)
    this.#folder?.eraseAll(name)
    return existed
  }

  /** What a sandbox begins with unless a scenario was asked for in it. */
  get premise(): Premise {
    return this.#premise
  }

  /** True once nothing is written down any more: calls that are still under way find the line dead. */
  get closed(): boolean {
    return this.#closed
  }

  /** Makes other premises than {@link premise}. */
  get premises(): Premises {
    const { premises } = this.options
    if (!premises) throw new Error('this world was made without a way to play scenarios')
    return premises
  }

  /**
   * Takes another premise: every sandbox that began with the one before begins anew from it, also those that wait on disk.
   *
   * @returns how many did
   */
  begin(premise: Premise): number {
    const before = this.#premise
    this.#premise = premise
    const open = [...this.#sandboxes.values()].filter((sandbox) => sandbox.premise === before)
    const waiting = (this.#folder?.names() ?? []).filter((name) => !this.#sandboxes.has(name))
    for (const sandbox of open) sandbox.begin(premise)
    for (const name of waiting) this.#folder?.erase(name)
    return open.length + waiting.length
  }

  /** A fresh store in the place of another one. */
  renew(name: string, old: Store, premise: Premise): Store {
    old.close()
    this.#folder?.erase(name)
    return this.#fresh(name, premise)
  }

  /** Folds and closes all files and gives the data folder back. Changes that cannot be folded stay in their journals. */
  close(): void {
    this.#closed = true
    this.pauses.end()
    for (const { name, store } of this.#sandboxes.values()) {
      try {
        store.close()
      } catch (error) {
        this.#foldFailed(name, error)
      }
    }
    this.#folder?.close()
  }

  #foldFailed(of: string, error: unknown): void {
    this.log.error('the state could not be folded; the journal beside it is complete', { of, error: String(error) })
  }

  #open(name: string): { readonly store: Store; readonly premise: Premise } {
    let store: Store | undefined
    const found = this.#folder?.read(name, () => exportOf(store))
    if (!found) return { store: this.#fresh(name, this.#premise), premise: this.#premise }
    const { files, torn } = found
    if (torn) this.log.warn('the last change was torn and has been cut off; it was never acknowledged', { of: files.folder })
    const { seed, clock, counters, collections } = found.state
    store = new Store({ seed, base: worldBase(collections), counters, clock, ledger: files })
    return { store, premise: this.#premise }
  }

  #fresh(name: string, premise: Premise): Store {
    const { seed } = premise
    const clock = begun(premise.clock)
    const { base, counters } = this.#seed(premise, clock)
    let store: Store | undefined
    // What somebody plays in a sandbox is not kept: after a restart nobody would know what was played, and how far.
    const kept = premise.scenario === undefined || premise === this.#premise
    const ledger = kept ? this.#folder?.begin(name, () => exportOf(store)) : undefined
    store = new Store({ seed, base, counters, clock, ...(ledger && { ledger }) })
    return store
  }

  #seed(premise: Premise, state: ClockState): SeededDay {
    const clock = new Clock(state)
    const day = clock.today()
    const known = this.#seeded.get(premise)
    if (known?.day === day) return known
    const { collections, counters } = premise.makeRows(day, clock.now())
    const seeded = { day, base: worldBase(collections), counters }
    this.#seeded.set(premise, seeded)
    return seeded
  }
}

interface SeededDay {
  readonly day: Day
  readonly base: WorldBase
  readonly counters: Counters
}

/** A clock that begins now: one that shows another time than the machine's starts at the same point for every sandbox. */
function begun({ at, speed }: ClockStart): ClockState {
  if (at === undefined && speed === 1) return REAL_CLOCK
  const real = realNow()
  return { at: at ?? real, real, speed }
}

function exportOf(store: Store | undefined): WorldState {
  if (!store) throw new Error('the store is not open yet')
  return store.export()
}
