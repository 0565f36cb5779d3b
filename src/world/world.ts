/**
 * The world: isolated sandboxes, created from the same fixtures, each with its own state, clock, randomness, tokens and journal.
 *
 * @module
 */

import type { Product } from '../api/product.ts'
import { noTeam } from '../auth/teams.ts'
import { SANDBOX_NAME } from '../base/sandbox-name.ts'
import type { Choices } from '../booking-api/choices/choices.ts'
import { steadyNow } from '../simulation/clock.ts'
import { Pauses } from '../simulation/pauses.ts'
import type { RowLists } from '../store/state.ts'
import {
  andThen,
  type MaybePromise,
  OwnedElsewhereError,
  type Storage,
  StorageError,
  type StoredSandbox,
} from '../store/storage.ts'
import { StorageGate } from '../store/storage-gate.ts'
import type { Store } from '../store/store.ts'
import { CallFlusher } from './kept-calls.ts'
import { Metrics } from './metrics.ts'
import type { Log, SandboxHost, SandboxTemplate, SandboxTemplates, WorldOptions } from './options.ts'
import { DEFAULT_SANDBOX, Sandbox, type SandboxStart } from './sandbox.ts'
import { Scheduler } from './scheduler.ts'
import { StoreFactory } from './store-factory.ts'
import { type StoredPlay, storedPlay } from './stored-play.ts'

export { noTeam, type Team, type Teams, tooManyCalls } from '../auth/teams.ts'
export type { Geography } from '../fixtures/geo.ts'
export type { Db, WriteDb } from '../store/db.ts'
export { SnapshotError } from '../store/snapshots.ts'
export { OwnedElsewhereError, StorageError } from '../store/storage.ts'
export { whenStored } from '../store/storage-gate.ts'
export type { ClockMove } from './clock-move.ts'
export type { Log, SandboxTemplate, SandboxTemplates, WorldOptions } from './options.ts'
export { DEFAULT_SANDBOX, Sandbox, StateError } from './sandbox.ts'

export const MAX_SANDBOXES = 1000
/** Interval of compacting change logs that have outgrown their state, in milliseconds. */
const COMPACT_EVERY_MS = 5000
/** Time for compaction when the server stops. */
const COMPACTING_MS = 200
/** Memory limits of all journals together and of one journal, in bytes. */
const ALL_JOURNALS = 64 * 1024 * 1024
const ONE_JOURNAL = 2 * 1024 * 1024
/** Bytes per entry when the setting `journal` is above its default. */
const ENTRY_BYTES = 2 * 1024

/** Too many sandboxes (`many`), an invalid name (`name`), or one that no team has (`team`). */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'
  readonly reason: 'name' | 'many' | 'team'

  constructor(reason: SandboxError['reason'], message: string) {
    super(message)
    this.reason = reason
  }

  /** The HTTP status. */
  get status(): 404 | 409 {
    return this.reason === 'many' ? 409 : 404
  }
}

export class World implements SandboxHost {
  readonly options: WorldOptions
  readonly choices: Choices
  readonly product: Product
  readonly log: Log
  /** Secrets of the server itself, such as the token of the control API. */
  readonly secrets = new Set<string>()
  /** Delays of requests in progress; they end when the world closes. */
  readonly pauses = new Pauses()
  readonly metrics = new Metrics()
  readonly scheduler: Scheduler
  #template: SandboxTemplate
  #closed = false
  #onEnding: ((sandbox: Sandbox) => void) | undefined
  readonly #sandboxes = new Map<string, Sandbox>()
  readonly #opening = new Map<string, Promise<Sandbox>>()
  readonly #storage: Storage | undefined
  readonly #compacting: NodeJS.Timeout | undefined
  readonly #stores: StoreFactory
  readonly #calls: CallFlusher | undefined

  constructor(options: WorldOptions) {
    this.options = options
    this.#template = options
    this.choices = options.choices
    this.product = options.product
    this.log = options.log
    this.scheduler = new Scheduler(
      (sandbox, error) => this.log.error('a due event of a sandbox failed', { sandbox, error: String(error) }),
      options.timers,
    )
    this.#storage = options.storage
    this.#stores = new StoreFactory(this.#storage, () => this.#template)
    const storage = this.#storage
    if (!storage) return
    this.metrics.addSource(() => storage.metrics?.() ?? [])
    if (storage.keepsProgress) this.#calls = new CallFlusher(() => this.#sandboxes.values())
    this.#compacting = setInterval(() => this.#compact('worth'), COMPACT_EVERY_MS)
    this.#compacting.unref()
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
    if (!known) this.#requireRoomFor(name)
    const opened = known ? this.#reopen(known) : this.#openStored(name)
    if (!(opened instanceof Promise)) return opened
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
    if (!(opened instanceof Promise)) return opened
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
    const opening = this.#storage?.remote ? this.openSandbox(name) : undefined
    if (opening instanceof Promise) return opening.then(() => this.#settle(name))
    const settled = this.#sandboxes.get(name)?.settle()
    return settled?.then(() => this.#settle(name))
  }

  async #settle(name: string): Promise<void> {
    const due = () => this.#sandboxes.get(name)?.settle()
    for (let settled = due(); settled; settled = due()) await settled
  }

  #requireRoomFor(name: string): void {
    if (!SANDBOX_NAME.test(name))
      throw new SandboxError(
        'name',
        `invalid sandbox name "${name}": lower-case letters, digits and hyphens, at most 63, e.g. /@w1`,
      )
    const stored = this.#storage?.remote ? [] : (this.#storage?.list() ?? [])
    const waiting = stored instanceof Promise ? [] : stored.filter((one) => !this.#sandboxes.has(one))
    const most = this.#maxSandboxes
    if (waiting.includes(name) || this.#sandboxes.size + this.#opening.size + waiting.length < most) return
    throw new SandboxError(
      'many',
      this.#storage?.remote
        ? `this replica has ${most} sandboxes in memory already; try again when some are idle, or start it with a larger --max-sandboxes`
        : `there are ${most} sandboxes already; remove one with DELETE /_understay/sandboxes?name=NAME`,
    )
  }

  get #maxSandboxes(): number {
    return this.options.maxSandboxes ?? MAX_SANDBOXES
  }

  /** True while another sandbox may be opened. */
  get hasRoom(): boolean {
    return this.#sandboxes.size + this.#opening.size < this.#maxSandboxes
  }

  /** A sandbox in memory; undefined for one that is only stored or does not exist. */
  opened(name: string): Sandbox | undefined {
    return this.#sandboxes.get(name)
  }

  /** The current memory limit of one journal, in bytes; it depends on the number of sandboxes. */
  get journalBytes(): number {
    const one = Math.max(ONE_JOURNAL, this.options.journal * ENTRY_BYTES)
    return Math.min(one, Math.floor(Math.max(ALL_JOURNALS, one) / Math.max(1, this.#sandboxes.size)))
  }

  /** The sandboxes in memory. */
  get openSandboxes(): readonly Sandbox[] {
    return [...this.#sandboxes.values()]
  }

  /**
   * The names of all sandboxes, in alphabetical order: those in memory, and those that are only stored.
   *
   * @param prefixes only names that begin with one of these
   */
  names(prefixes?: readonly string[]): MaybePromise<readonly string[]> {
    return andThen(this.#storage?.list(prefixes) ?? [], (stored) => {
      const all = [...new Set([...this.#sandboxes.keys(), ...stored])].sort()
      return prefixes ? all.filter((name) => prefixes.some((prefix) => name.startsWith(prefix))) : all
    })
  }

  /** Calls back before a sandbox is reset, restarted or removed. */
  onEnding(listener: (sandbox: Sandbox) => void): void {
    this.#onEnding = listener
  }

  /** Notifies the listeners of {@link onEnding}. */
  tellEnding(name: string): void {
    const sandbox = this.#sandboxes.get(name)
    if (sandbox) this.#onEnding?.(sandbox)
  }

  /** Removes a sandbox and everything stored of it. @returns false when it did not exist */
  remove(name: string): MaybePromise<boolean> {
    return andThen(this.names(), (names) =>
      andThen(this.#storage?.remove(name), () => {
        const sandbox = this.#sandboxes.get(name)
        this.tellEnding(name)
        sandbox?.retire()
        this.#sandboxes.delete(name)
        return names.includes(name)
      }),
    )
  }

  /** The template of sandboxes that have no scenario of their own. */
  get template(): SandboxTemplate {
    return this.#template
  }

  /** True once the world is closed: nothing is stored any more, and open connections are closed without a response. */
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
  begin(template: SandboxTemplate): MaybePromise<number> {
    return andThen(this.#storage?.list() ?? [], (stored) => {
      const before = this.#template
      // an invalid template throws here, before anything is changed
      this.#stores.prepare(template)
      const open = this.openSandboxes.filter((sandbox) => sandbox.template === before)
      const waiting = stored.filter((name) => !this.#sandboxes.has(name))
      const cleared = this.#clearAll(open, waiting)
      this.#template = template
      for (const sandbox of open) sandbox.restart(template, this.#stores.fresh(sandbox.gate, template))
      return andThen(cleared.length > 0 ? Promise.all(cleared) : undefined, () => open.length + waiting.length)
    })
  }

  /** Clears what is stored of sandboxes. When one fails, the open ones are stored again as they are. @throws RestartError */
  #clearAll(open: readonly Sandbox[], waiting: readonly string[]): readonly Promise<void>[] {
    const storage = this.#storage
    if (!storage) return []
    const cleared: Sandbox[] = []
    const removed: string[] = []
    const results: (void | Promise<void>)[] = []
    let name = ''
    try {
      for (const sandbox of open) {
        name = sandbox.name
        sandbox.gate?.run(() => storage.clear(sandbox.name))
        cleared.push(sandbox)
      }
      for (name of waiting) {
        results.push(storage.clear(name))
        removed.push(name)
      }
    } catch (error) {
      const lost = cleared.filter(({ store }) => !storedAgain(store)).map((sandbox) => sandbox.name)
      throw new RestartError(name, error, [...lost, ...removed])
    }
    return results.filter((result) => result instanceof Promise)
  }

  /** The rows of a new sandbox. */
  freshRows(): RowLists {
    return this.#stores.rows(this.#template)
  }

  renew(name: string, gate: StorageGate | undefined, template: SandboxTemplate): Store {
    const store = this.#stores.fresh(gate, template)
    const storage = this.#storage
    if (storage) gate?.run(() => storage.clear(name))
    return store
  }

  /** Compacts and closes the storage. A sandbox that is not compacted, or cannot be, stays complete in its change log. */
  close(): void | Promise<void> {
    this.#closed = true
    clearInterval(this.#compacting)
    for (const { webhooks } of this.openSandboxes) webhooks.end()
    this.pauses.end()
    this.scheduler.end()
    this.metrics.end()
    this.#compact('now', steadyNow() + COMPACTING_MS)
    this.#calls?.end()
    const closed = this.openSandboxes.map((sandbox) => {
      const { store, gate, keptCalls, dueByMachine } = sandbox
      store.end()
      return gate?.calls ? keptCalls.flush().then(() => gate.close(dueByMachine)) : gate?.close()
    })
    const waiting = closed.filter((result) => result instanceof Promise)
    return andThen(waiting.length > 0 ? Promise.all(waiting) : undefined, () => this.#storage?.close())
  }

  /** @param until moment after which no further sandbox is compacted: the change logs of the others are complete */
  #compact(when: 'worth' | 'now', until = Infinity): void {
    for (const { name, store } of this.#sandboxes.values()) {
      if (steadyNow() > until) return
      try {
        store.compact(when)
      } catch (error) {
        this.log.error('the state could not be compacted; nothing is lost, its change log is complete', {
          of: name,
          error: String(error),
        })
      }
    }
  }

  #openStored(name: string): MaybePromise<Sandbox> {
    return andThen(this.#requireTeam(name), () => {
      const storage = this.#storage
      if (storage) return andThen(storage.open(name), (stored) => this.#startStored(name, stored))
      const template = this.#template
      return this.#started({ name, store: this.#stores.fresh(undefined, template), gate: undefined, template })
    })
  }

  /** @throws SandboxError when no team has sandboxes of this name, or its team has as many as it may */
  #requireTeam(name: string): MaybePromise<void> {
    const { teams } = this.options
    if (!teams) return undefined
    const team = teams.of(name)
    if (!team && name !== DEFAULT_SANDBOX) throw new SandboxError('team', noTeam(name))
    const most = team?.limits.sandboxes
    if (!team || most === undefined) return undefined
    return andThen(this.#storage?.list(team.prefixes) ?? [], (stored) => {
      const before = [...this.#opening.keys()]
      const counted = new Set([...stored, ...this.#sandboxes.keys(), ...before.slice(0, Math.max(0, before.indexOf(name)))])
      const own = [...counted].filter((one) => team.has(one))
      if (own.length >= most && !own.includes(name))
        throw new SandboxError(
          'many',
          `the team ${team.label} has ${own.length} sandboxes, and may have ${most}; remove one with DELETE /_understay/sandboxes?name=NAME`,
        )
    })
  }

  #startStored(name: string, stored: StoredSandbox): MaybePromise<Sandbox> {
    const gate = this.#gateOf(name, stored)
    if (!this.#storage?.keepsProgress || !stored.state) {
      const store = stored.state ? this.#stores.stored(stored.state, gate) : this.#stores.fresh(gate, this.#template)
      return this.#started({ name, store, gate, template: this.#template })
    }
    const store = this.#stores.stored(stored.state, gate)
    return this.#played(store, gate).then((play) => this.#started({ name, store, gate, ...play }))
  }

  #started(start: SandboxStart): Sandbox {
    const sandbox = new Sandbox(this, start)
    this.#sandboxes.set(start.name, sandbox)
    return sandbox
  }

  /** Reads what is played in a stored sandbox; it is closed again where that cannot be played here. */
  async #played({ progress }: Store, gate: StorageGate): Promise<StoredPlay> {
    try {
      return await storedPlay(progress, this.#template, this.options.templates)
    } catch (error) {
      await gate.close('as stored')
      throw error
    }
  }

  /** Reopens the storage of a sandbox after a failure. */
  #reopen(sandbox: Sandbox): MaybePromise<Sandbox> {
    const storage = this.#storage
    if (!storage) return sandbox
    const opened = andThen(sandbox.gate?.close(), () => storage.open(sandbox.name))
    if (opened instanceof Promise)
      opened.catch((error: unknown) => {
        if (error instanceof OwnedElsewhereError) this.#forget(sandbox)
      })
    return andThen(opened, (stored) => {
      if (!storage.keepsProgress) return this.#resumed(sandbox, stored)
      // Another process may have owned it meanwhile, and kept calls of its own.
      if (!stored.continues) {
        this.#forget(sandbox)
        return this.#startStored(sandbox.name, stored)
      }
      return this.#resumed(sandbox, stored)
    })
  }

  #resumed(sandbox: Sandbox, stored: StoredSandbox): MaybePromise<Sandbox> {
    const gate = this.#gateOf(sandbox.name, stored)
    const store = stored.state ? this.#stores.stored(stored.state, gate) : this.#stores.fresh(gate, sandbox.template)
    if (!store.progress.keeps || !stored.state) {
      sandbox.resume(store, gate)
      return sandbox
    }
    return this.#played(store, gate).then((play) => {
      sandbox.resume(store, gate, play)
      return sandbox
    })
  }

  /** Drops a sandbox from memory; what is stored of it stays. */
  #forget(sandbox: Sandbox): void {
    if (this.#sandboxes.get(sandbox.name) === sandbox) this.#sandboxes.delete(sandbox.name)
    sandbox.retire()
  }

  /**
   * Drops a sandbox from memory; the next request opens it again, in this process or another.
   *
   * @returns false when it was not in memory
   */
  async handBack(name: string): Promise<boolean> {
    const sandbox = this.#sandboxes.get(name)
    if (!sandbox?.gate || this.#opening.has(name)) return false
    const { gate, store } = sandbox
    const handed = (async (): Promise<never> => {
      await sandbox.webhooks.pause()
      if (!gate.failed) store.compact('now')
      await sandbox.keptCalls.flush()
      await gate.close(sandbox.dueByMachine)
      this.#forget(sandbox)
      throw new StorageError('unavailable', `the sandbox ${name} is moving to another replica; try again`)
    })()
    const over = handed.finally(() => this.#opening.delete(name))
    this.#opening.set(name, over)
    await over.catch((error: unknown) => {
      if (this.#sandboxes.has(name)) throw error
    })
    return true
  }

  #gateOf(name: string, { storage }: StoredSandbox): StorageGate {
    return new StorageGate(storage, (error) =>
      this.log.error('changes could not be stored; the sandbox is reloaded from its storage', {
        sandbox: name,
        error: error.message,
      }),
    )
  }
}

/** Stores a state whose stored copy was removed. @returns false when that fails */
function storedAgain(store: Store): boolean {
  try {
    store.storeAgain()
    return true
  } catch {
    return false
  }
}

/** A sandbox could not be restarted from another template. */
export class RestartError extends Error {
  override readonly name = 'RestartError'

  /** @param lost sandboxes whose stored state is removed already */
  constructor(sandbox: string, cause: unknown, lost: readonly string[]) {
    const why = cause instanceof Error ? cause.message : String(cause)
    const kept =
      lost.length === 0
        ? 'no sandbox was restarted'
        : `all others go on as they were, but nothing is stored of ${lost.join(', ')}`
    super(`the sandbox ${sandbox} could not be restarted: ${why}; ${kept}`, { cause })
  }
}
