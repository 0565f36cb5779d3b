/** Opens sandboxes, new ones from a template and others from what is stored of them, and drops them from memory. */
import { andThen, isPromise, type MaybePromise } from '../base/maybe-promise.ts'
import { OwnedElsewhereError, StorageError, type StoredSandbox } from '../store/storage.ts'
import { StorageGate } from '../store/storage-gate.ts'
import type { Store } from '../store/store.ts'
import type { SandboxHost, SandboxTemplate } from './options.ts'
import { Sandbox } from './sandbox.ts'
import type { SandboxStart } from './sandbox-contents.ts'
import type { SandboxLimits } from './sandbox-limits.ts'
import type { StoreFactory } from './store-factory.ts'
import { readStoredScenario } from './stored-scenario.ts'

interface OpenerParts {
  readonly world: SandboxHost
  readonly stores: StoreFactory
  readonly limits: SandboxLimits
  /** The sandboxes in memory; opened ones are added. */
  readonly sandboxes: Map<string, Sandbox>
}

export class SandboxOpener {
  readonly #parts: OpenerParts

  constructor(parts: OpenerParts) {
    this.#parts = parts
  }

  /** Opens a sandbox that is not in memory. @throws SandboxError */
  open(name: string): MaybePromise<Sandbox> {
    const { limits, stores, world } = this.#parts
    const { storage } = world.options
    return andThen(limits.requireTeam(name), () => {
      if (storage) return andThen(storage.open(name), (stored) => this.#startStored(name, stored))
      const { template } = world
      return this.#start({ name, store: stores.fresh(undefined, template), gate: undefined, template })
    })
  }

  /** Opens the storage of a sandbox again, after a failure. */
  reopen(sandbox: Sandbox): MaybePromise<Sandbox> {
    const { storage } = this.#parts.world.options
    if (!storage) return sandbox
    const opened = andThen(sandbox.gate?.close(), () => storage.open(sandbox.name))
    if (isPromise(opened))
      opened.catch((error: unknown) => {
        if (error instanceof OwnedElsewhereError) this.forget(sandbox)
      })
    return andThen(opened, (stored) => {
      if (sandbox.retired)
        return andThen(this.#gateOf(sandbox.name, stored).close('as stored'), () => {
          throw new StorageError('unavailable', `the sandbox ${sandbox.name} was removed while it was opened again; try again`)
        })
      if (!storage.keepsProgress || stored.continues) return this.#resume(sandbox, stored)
      // Another process may have owned it meanwhile and stored its own journal.
      this.forget(sandbox)
      return this.#startStored(sandbox.name, stored)
    })
  }

  /** Stores what is left of a sandbox and drops it from memory. */
  async close(sandbox: Sandbox, gate: StorageGate): Promise<void> {
    await sandbox.webhooks.pause()
    if (!gate.failed) sandbox.store.compact('now')
    await sandbox.storedJournal.flush()
    await gate.close(sandbox.dueByMachine)
    this.forget(sandbox)
  }

  /** Drops a sandbox from memory; what is stored of it stays. */
  forget(sandbox: Sandbox): void {
    const { sandboxes } = this.#parts
    if (sandboxes.get(sandbox.name) === sandbox) sandboxes.delete(sandbox.name)
    sandbox.retire()
  }

  #startStored(name: string, stored: StoredSandbox): MaybePromise<Sandbox> {
    return andThen(this.#startOf(name, stored, this.#parts.world.template), (start) => this.#start(start))
  }

  #startOf(name: string, stored: StoredSandbox, template: SandboxTemplate): MaybePromise<SandboxStart> {
    const { stores } = this.#parts
    const gate = this.#gateOf(name, stored)
    const store = stored.state ? stores.stored(stored.state, gate) : stores.fresh(gate, template)
    const scenario = store.progress.keeps && stored.state ? this.#scenarioOf(store, gate) : undefined
    return andThen(scenario, (found = template) => ({ name, store, gate, template: found, calls: stored.calls }))
  }

  #start(start: SandboxStart): Sandbox {
    const sandbox = new Sandbox(this.#parts.world, start)
    this.#parts.sandboxes.set(start.name, sandbox)
    return sandbox
  }

  #resume(sandbox: Sandbox, stored: StoredSandbox): MaybePromise<Sandbox> {
    return andThen(this.#startOf(sandbox.name, stored, sandbox.template), (start) => {
      sandbox.resume(start)
      return sandbox
    })
  }

  /** Reads the scenario of a stored sandbox; closes the sandbox again where that scenario cannot run here. */
  async #scenarioOf({ progress }: Store, gate: StorageGate): Promise<SandboxTemplate> {
    const { template, options } = this.#parts.world
    try {
      return await readStoredScenario(progress, template, options.templates)
    } catch (error) {
      await gate.close('as stored')
      throw error
    }
  }

  #gateOf(name: string, { storage }: StoredSandbox): StorageGate {
    return new StorageGate(storage, (error) =>
      this.#parts.world.log.error('changes could not be stored; the sandbox is reloaded from its storage', {
        sandbox: name,
        error: error.message,
      }),
    )
  }
}
