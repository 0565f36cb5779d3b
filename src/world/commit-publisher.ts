/** Publishes the commits of one sandbox, with the request and the user that caused them. */
import type { Journal } from '../journal/journal.ts'
import type { RequestRecord } from '../journal/request-record.ts'
import type { ChangeCause } from '../scenario/scenario-run.ts'
import { realNow } from '../simulation/clock.ts'
import type { Commit, CommitListener } from '../store/commit.ts'
import type { WriteDb } from '../store/db.ts'
import type { Id } from '../store/state.ts'
import type { Store } from '../store/store.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { SandboxContents } from './sandbox-contents.ts'
import { LAST_CALL_KEY } from './stored-journal.ts'

/** The sandbox whose commits are published, and its parts that follow them. */
type CommittingSandbox = SandboxContents & { readonly journal: Journal; readonly webhooks: Webhooks }

export class CommitPublisher {
  readonly #sandbox: CommittingSandbox
  readonly #listeners = new Set<CommitListener>()
  /** The user whose request makes the current change; undefined for visitors, traffic and scenarios. */
  #user: number | undefined
  /** What changed each booking last, where it was no request. */
  readonly #causes = new Map<Id, ChangeCause>()
  /** The request whose handler is running: its record gets the commits. Set by the pipeline. */
  running: RequestRecord | undefined

  constructor(sandbox: CommittingSandbox) {
    this.#sandbox = sandbox
  }

  /**
   * Calls back for every committed change from now on, also after a reset: changes by requests, by a scenario and by the
   * control API. A reset and a restore are not commits.
   *
   * @returns a function that unsubscribes
   */
  subscribe(listener: CommitListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Runs a change on behalf of a user, which selects the webhooks that are notified. */
  changeBy<T>(user: number | undefined, change: (db: WriteDb) => T): T {
    this.#user = user
    try {
      return this.#sandbox.store.change(change)
    } finally {
      this.#user = undefined
    }
  }

  /** What changed a booking last; undefined for a request, and for a change before the start of this process. */
  causeOf(booking: Id): ChangeCause | undefined {
    return this.#causes.get(booking)
  }

  #noteCause(commit: Commit, cause: ChangeCause | undefined): void {
    if (!commit.touches('bookings')) return
    for (const { id, after } of commit.rowsOf('bookings')) {
      if (cause && after) this.#causes.set(id, cause)
      else this.#causes.delete(id)
    }
  }

  publish(store: Store): void {
    const sandbox = this.#sandbox
    // the call that makes the change is journalled after it
    store.progress.beforeTaken = () => store.progress.set(LAST_CALL_KEY, sandbox.journal.lastId + (this.running ? 1 : 0))
    this.#causes.clear()
    store.onCommit = (commit) => {
      if (this.running) (this.running.commits ??= []).push(commit)
      for (const listener of this.#listeners) listener(commit)
      const { webhooks, scenarioRun, choices } = sandbox
      this.#noteCause(commit, scenarioRun.changeCause)
      webhooks.committed(commit, { user: this.#user, call: this.running, acting: scenarioRun.changeCause })
      if (commit.touches('clients', 'webhooks')) sandbox.secretsChanged()
      scenarioRun.committed(commit, { store, choices, real: realNow() })
    }
  }
}
