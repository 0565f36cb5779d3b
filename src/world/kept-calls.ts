/**
 * The calls of a sandbox, kept for whichever process answers next: stored in the background, and read when the sandbox is opened.
 *
 * @module
 */
import type { DroppedCalls } from '../conformance/dropped-calls.ts'
import type { Journal } from '../journal/journal.ts'
import { type JournalRecord, StoredRecord, storedEntry } from '../journal/stored-record.ts'
import type { KeptWatch, ScenarioRun } from '../scenario/scenario-run.ts'
import { realNow } from '../simulation/clock.ts'
import type { CallStorage } from '../store/storage.ts'
import type { StorageGate } from '../store/storage-gate.ts'
import type { Store } from '../store/store.ts'

/** Milliseconds between two flushes; a process that is killed loses the calls since the last one. */
const FLUSH_MS = 100
/** After a flush, so many times as long as it took belong to the calls. */
const REST = 5

/** What is kept of calls beside their entries. */
interface CallFacts {
  /** The call that was stored last. */
  readonly last: number
  readonly dropped: number
  /** Calls that earlier processes did not store. */
  readonly lost: number
  readonly strays: Strays
  /** What expectations on traffic have seen. */
  readonly watch?: KeptWatch | undefined
}

/** Requests to addresses outside the interface. */
export interface Strays {
  readonly count: number
  /** Method and path of the first one. */
  readonly first: string | undefined
}

/** The sandbox whose calls are kept. */
interface Called {
  readonly gate: StorageGate | undefined
  readonly journal: Journal<JournalRecord>
  readonly droppedCalls: DroppedCalls
  readonly store: Store
  readonly scenarioRun: ScenarioRun
  strays: Strays
}

/** The key of the number of calls that a change follows. */
export const CALLS = 'calls'

/** The kept calls of one sandbox. */
export class KeptCalls {
  readonly #sandbox: Called
  #stored = 0
  #lost = 0
  /** What was stored last. */
  #stamp = '0,1,0,0,0,'
  #flushing: Promise<void> = Promise.resolve()

  constructor(sandbox: Called) {
    this.#sandbox = sandbox
  }

  /** Calls that earlier processes did not store: they were killed. */
  get lost(): number {
    return this.#lost
  }

  /** Reads what was found, and goes on after it. */
  goOn({ found: { calls, facts: text } }: CallStorage): void {
    const { journal, store, droppedCalls, scenarioRun } = this.#sandbox
    const facts: CallFacts | undefined = text === undefined ? undefined : JSON.parse(text)
    const stored = Math.max(facts?.last ?? 0, calls.at(-1)?.id ?? 0)
    const lastId = Math.max(stored, store.progress.get<number>(CALLS) ?? 0)
    const dropped = facts?.dropped ?? 0
    this.#lost = (facts?.lost ?? 0) + lastId - stored
    this.#stored = lastId
    journal.goOn({ kept: calls.map(({ id, entry }) => new StoredRecord(id, entry)), lastId, dropped })
    droppedCalls.goOn(dropped)
    if (facts) this.#sandbox.strays = facts.strays
    scenarioRun.goOnWatching(facts?.watch)
  }

  /** Removes what is stored: the journal was emptied. @returns resolves when that is stored */
  clear(): Promise<void> {
    this.#lost = 0
    this.#flushing = this.#flushing.then(() => {
      this.#stamp = ''
      return this.#flush()
    })
    return this.#flushing
  }

  /** Stores what came since the last time. @returns resolves when it is stored; it never rejects */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#flush()).catch(() => undefined)
    return this.#flushing
  }

  async #flush(): Promise<void> {
    const { gate, journal, strays, scenarioRun } = this.#sandbox
    const storage = gate?.calls
    if (!gate || !storage || gate.failed) return
    const { lastId: last, oldestId, dropped } = journal
    const { watch } = scenarioRun
    const stamp = [last, oldestId, dropped, this.#lost, strays.count, watch?.changes].join()
    if (stamp === this.#stamp) return
    const calls = journal.since(this.#stored).map((kept) => ({ id: kept.id, entry: storedEntry(kept) }))
    const facts: CallFacts = { last, dropped, lost: this.#lost, strays, watch: watch?.kept() }
    await storage.write(calls, oldestId - 1, JSON.stringify(facts))
    this.#stored = last
    this.#stamp = stamp
  }
}

/** Flushes the calls of all sandboxes, as often as the time that takes allows. */
export class CallFlusher {
  readonly #sandboxes: () => Iterable<{ readonly keptCalls: KeptCalls }>
  #timer: NodeJS.Timeout | undefined

  constructor(sandboxes: () => Iterable<{ readonly keptCalls: KeptCalls }>) {
    this.#sandboxes = sandboxes
    this.#plan(FLUSH_MS)
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  #plan(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      const began = realNow()
      const flushed = [...this.#sandboxes()].map(({ keptCalls }) => keptCalls.flush())
      void Promise.all(flushed).then(() => this.#plan(Math.max(FLUSH_MS, REST * (realNow() - began))))
    }, milliseconds)
    this.#timer.unref()
  }
}
