/**
 * The world: isolated sandboxes, created from the same fixtures, each with its own state, clock, randomness, tokens and journal.
 */

import type { Product } from '../api/product.ts'
import { andThen, isPromise, type MaybePromise } from '../base/maybe-promise.ts'
import { Pauses } from '../simulation/pauses.ts'
import type { RowLists } from '../store/state.ts'
import { StorageError } from '../store/storage.ts'
import type { StorageGate } from '../store/storage-gate.ts'
import type { Store } from '../store/store.ts'
import { clearStored } from './clear-stored.ts'
import { compactRegularly } from './compaction.ts'
import { reopenFailed } from './failed-sandboxes.ts'
import { Metrics } from './metrics.ts'
import type { Log, SandboxHost, SandboxTemplate, SandboxTemplates, WorldOptions } from './options.ts'
import type { Sandbox } from './sandbox.ts'
import { DEFAULT_SANDBOX } from './sandbox-contents.ts'
import { SandboxLimits } from './sandbox-limits.ts'
import { SandboxOpener } from './sandbox-opener.ts'
import { Scheduler } from './scheduler.ts'
import { StoreFactory } from './store-factory.ts'
import { flushRegularly } from './stored-journal.ts'

export type { Geography } from '../fixtures/geo.ts'
export type { Db, WriteDb } from '../store/db.ts'
export { fieldsInHundredths, rowFields } from '../store/row-check.ts'
export { SnapshotError } from '../store/snapshots.ts'
export { COLLECTION_NAMES, type CollectionName, collectionNamed } from '../store/state.ts'
export { OwnedElsewhereError, StorageError } from '../store/storage.ts'
export { whenStored } from '../store/storage-gate.ts'
export type { ClockMove } from './clock-move.ts'
export type { Log, SandboxTemplate, SandboxTemplates, WorldOptions } from './options.ts'
export { Sandbox } from './sandbox.ts'
export { DEFAULT_SANDBOX } from './sandbox-contents.ts'
export { SandboxError } from './sandbox-error.ts'
export { MAX_SANDBOXES } from './sandbox-limits.ts'
export { importState, maskedRowsOf, maskedState, StateError, stateAsFixture, stateChanges } from './sandbox-state.ts'

export class World implements SandboxHost {
  readonly options: WorldOptions
  readonly product: Product
  readonly log: Log
  readonly secrets = new Set<string>()
  readonly pauses = new Pauses()
  readonly metrics = new Metrics()
  readonly scheduler: Scheduler
  readonly limits: SandboxLimits
  #template: SandboxTemplate
  #closed = false
  /** Called before a sandbox is reset, restarted or removed. */
  onEnding: ((sandbox: Sandbox) => void) | undefined = undefined
  readonly #sandboxes = new Map<string, Sandbox>()
  readonly #opening = new Map<string, Promise<Sandbox>>()
  readonly #stores: StoreFactory
  readonly #opener: SandboxOpener
  /** Each ends work that is done at intervals. */
  readonly #ends: (() => void)[] = []

  constructor(options: WorldOptions) {
    this.options = options
    this.#template = options
    this.product = options.product
    this.log = options.log
    this.scheduler = new Scheduler((sandbox, error) =>
      this.log.error('a due event of a sandbox failed; it is tried again, less and less often', {
        sandbox,
        error: String(error),
      }),
    )
    const { storage } = options
    this.#stores = new StoreFactory(storage, () => this.#template)
    this.limits = new SandboxLimits(options, { open: this.#sandboxes, opening: this.#opening })
    this.#opener = new SandboxOpener({ world: this, stores: this.#stores, limits: this.limits, sandboxes: this.#sandboxes })
    if (!storage) return
    this.metrics.addSource(() => storage.metrics?.() ?? [])
    const sandboxes = () => this.#sandboxes.values()
    this.#ends.push(reopenFailed(this), compactRegularly(sandboxes, this.log))
    if (storage.keepsProgress) this.#ends.push(flushRegularly(sandboxes))
  }

  /**
   * The sandbox of this name, created or opened at its first use. Concurrent first calls open it once.
   *
   * @returns a promise only when the storage returns one
   * @throws SandboxError when the name is invalid or no team's, or there are too many
   * @throws StateFileError, StorageError when what is stored cannot be used
   */
  openSandbox(name: string = DEFAULT_SANDBOX): MaybePromise<Sandbox> {
    const known = this.#sandboxes.get(name)
    if (known && !known.gate?.failed) return known
    const opening = this.#opening.get(name)
    if (opening) return opening
    if (!known) this.limits.requireRoomFor(name)
    const opened = known ? this.#opener.reopen(known) : this.#opener.open(name)
    if (!isPromise(opened)) return opened
    const once = opened.finally(() => this.#opening.delete(name))
    this.#opening.set(name, once)
    return once
  }

  /**
   * As {@link openSandbox}, for callers that cannot wait.
   *
   * @throws StorageError when its storage is asynchronous and it has not been opened
   */
  sandbox(name: string = DEFAULT_SANDBOX): Sandbox {
    const opened = this.openSandbox(name)
    if (!isPromise(opened)) return opened
    opened.catch(() => undefined)
    throw new StorageError('unavailable', `the sandbox ${name} is being opened; try again in a moment`)
  }

  /**
   * Opens a sandbox with asynchronous storage, and runs what is due in a sandbox that is open. Others {@link sandbox} opens on
   * first use.
   *
   * @returns a promise where that takes time
   */
  prepare(name: string): Promise<void> | undefined {
    const opening = this.options.storage?.remote ? this.openSandbox(name) : undefined
    if (isPromise(opening)) return opening.then(() => this.#settle(name))
    const settled = this.#sandboxes.get(name)?.settle()
    return settled?.then(() => this.#settle(name))
  }

  async #settle(name: string): Promise<void> {
    const due = () => this.#sandboxes.get(name)?.settle()
    for (let settled = due(); settled; settled = due()) await settled
  }

  /** A sandbox in memory; undefined for one that is only stored or does not exist. */
  opened(name: string): Sandbox | undefined {
    return this.#sandboxes.get(name)
  }

  get openSandboxes(): readonly Sandbox[] {
    return [...this.#sandboxes.values()]
  }

  /**
   * The names of all sandboxes, in alphabetical order: those in memory, and those that are only stored.
   *
   * @param prefixes only names that begin with one of these
   */
  names(prefixes?: readonly string[]): MaybePromise<readonly string[]> {
    return andThen(this.options.storage?.list(prefixes) ?? [], (stored) => {
      const all = [...new Set([...this.#sandboxes.keys(), ...stored])].sort()
      return prefixes ? all.filter((name) => prefixes.some((prefix) => name.startsWith(prefix))) : all
    })
  }

  /** True for a sandbox that is in memory or stored. */
  async has(name: string): Promise<boolean> {
    return this.#sandboxes.has(name) || (await this.names([name])).includes(name)
  }

  /** Calls {@link onEnding}. */
  notifyEnding(name: string): void {
    const sandbox = this.#sandboxes.get(name)
    if (sandbox) this.onEnding?.(sandbox)
  }

  /** Removes a sandbox and everything stored of it. @returns false when it did not exist */
  remove(name: string): MaybePromise<boolean> {
    return andThen(this.names(), (names) =>
      andThen(this.options.storage?.remove(name), () => {
        const sandbox = this.#sandboxes.get(name)
        this.notifyEnding(name)
        if (sandbox) this.#opener.forget(sandbox)
        return names.includes(name)
      }),
    )
  }

  /** The template of sandboxes that have no scenario of their own. */
  get template(): SandboxTemplate {
    return this.#template
  }

  /** True once the world is closed: nothing is stored from now on, and open connections are closed without a response. */
  get closed(): boolean {
    return this.#closed
  }

  /** Creates other templates than {@link template}. */
  get templates(): SandboxTemplates {
    const { templates } = this.options
    if (!templates) throw new Error('this world cannot load scenarios')
    return templates
  }

  /**
   * Replaces the template: every sandbox that was created from the previous one restarts, stored ones included.
   *
   * @returns how many did
   * @throws RestartError when one of them cannot; it names the sandboxes that could not be kept as they were
   */
  replaceTemplate(template: SandboxTemplate): MaybePromise<number> {
    return andThen(this.options.storage?.list() ?? [], (stored) => {
      const before = this.#template
      // Throws for an invalid template, before anything is changed.
      this.#stores.rows(template)
      const open = this.openSandboxes.filter((sandbox) => sandbox.template === before)
      const waiting = stored.filter((name) => !this.#sandboxes.has(name))
      const cleared = clearStored(this.options.storage, open, waiting)
      this.#template = template
      for (const sandbox of open) sandbox.continueWith(template, this.#stores.fresh(sandbox.gate, template))
      return andThen(cleared.length > 0 ? Promise.all(cleared) : undefined, () => open.length + waiting.length)
    })
  }

  rowsOfNewSandbox(): RowLists {
    return this.#stores.rows(this.#template)
  }

  renew(name: string, gate: StorageGate | undefined, template: SandboxTemplate): Store {
    const store = this.#stores.fresh(gate, template)
    const { storage } = this.options
    if (storage) gate?.run(() => storage.clear(name))
    return store
  }

  /** Compacts and closes the storage. A sandbox that is not compacted, or cannot be, stays complete in its change log. */
  close(): MaybePromise<void> {
    this.#closed = true
    for (const { webhooks } of this.openSandboxes) webhooks.end()
    this.pauses.end()
    this.scheduler.end()
    this.metrics.end()
    for (const end of this.#ends) end()
    const closed = this.openSandboxes.map((sandbox) => {
      const { store, gate, storedJournal, dueByMachine } = sandbox
      store.end()
      return gate?.storage.calls ? storedJournal.flush().then(() => gate.close(dueByMachine)) : gate?.close()
    })
    const waiting = closed.filter(isPromise)
    return andThen(waiting.length > 0 ? Promise.all(waiting) : undefined, () => this.options.storage?.close())
  }

  /**
   * Drops a sandbox from memory; the next request opens it again, in this process or another.
   *
   * @returns false when it was not in memory
   */
  async release(name: string): Promise<boolean> {
    const sandbox = this.#sandboxes.get(name)
    if (!sandbox?.gate || this.#opening.has(name)) return false
    const closed = this.#opener.close(sandbox, sandbox.gate).then((): never => {
      throw new StorageError('unavailable', `the sandbox ${name} is moving to another replica; try again`)
    })
    const over = closed.finally(() => this.#opening.delete(name))
    this.#opening.set(name, over)
    await over.catch((error: unknown) => {
      if (this.#sandboxes.has(name)) throw error
    })
    return true
  }
}
