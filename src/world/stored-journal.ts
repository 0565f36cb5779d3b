/** Stores the journal of a sandbox in the background, so that another process can continue it. */
import { Limit } from '../base/limit.ts'
import type { DroppedCalls } from '../conformance/dropped-calls.ts'
import type { Journal, KeptRequest } from '../journal/journal.ts'
import { StoredRecord, storedEntry } from '../journal/stored-record.ts'
import type { ScenarioRun, StoredWatch } from '../scenario/scenario-run.ts'
import { steadyNow } from '../simulation/clock.ts'
import { repeat } from '../simulation/timers.ts'
import type { SandboxStorage, StorageError, StoredCall, StoredCalls } from '../store/storage.ts'
import type { Store } from '../store/store.ts'
import { type CallsOutside, NO_CALLS_OUTSIDE } from './sandbox-calls.ts'

/** Least milliseconds between two flushes; a killed process loses the requests since the last one. */
const FLUSH_MS = 100
/** The pause after a flush is at least this multiple of its duration. */
const PAUSE_FACTOR = 5
/** Milliseconds of pause for each request of a flush, so that storing them takes less than a hundredth of the processor time. */
const PAUSE_PER_REQUEST_MS = 5
/** Facts of this length count as one more request: those of a long run of traffic are large, and are written by each flush. */
const CHARACTERS_PER_REQUEST = 600
/** The longest pause because of the number of requests. */
const MAX_PAUSE_MS = 5000

/**
 * Maximum number of requests in one write: the texts of more would hold up other requests for milliseconds, and live long enough
 * for the engine to move them to where garbage is expensive to collect.
 */
const MAX_REQUESTS = 100

/** What is stored besides the entries. */
interface JournalFacts {
  /** The id of the latest stored request. */
  readonly last: number
  readonly dropped: number
  readonly cleared: number
  /** Number of requests that earlier processes did not store. */
  readonly lost: number
  readonly outside: CallsOutside
  /** The state of expectations on traffic. */
  readonly watch?: StoredWatch | undefined
}

/** Also where an earlier version did not store one of them. */
const NO_FACTS = { last: 0, dropped: 0, cleared: 0, lost: 0, outside: NO_CALLS_OUTSIDE } satisfies JournalFacts

interface SandboxWithJournal {
  readonly gate: { readonly storage: Pick<SandboxStorage, 'calls'>; readonly failed: StorageError | undefined } | undefined
  readonly journal: Journal
  readonly droppedCalls: Pick<DroppedCalls, 'resume'>
  readonly store: Pick<Store, 'progress'>
  readonly scenarioRun: Pick<ScenarioRun, 'watch' | 'resumeWatch'>
  outsideCalls: CallsOutside
  calledAt?: number | undefined
}

/** The key under which each change stores the id of the latest request. */
export const LAST_CALL_KEY = 'calls'

export class StoredJournal {
  readonly #sandbox: SandboxWithJournal
  #stored = 0
  #lost = 0
  /** The facts that were stored last. */
  #facts = JSON.stringify(NO_FACTS)
  /** Identifies the state that was stored last. */
  #stamp = '0,1,0,0,0,0,'
  readonly #flushes = new Limit(1)

  constructor(sandbox: SandboxWithJournal) {
    this.#sandbox = sandbox
  }

  /** Number of requests that earlier processes did not store because they were killed. */
  get lost(): number {
    return this.#lost
  }

  /** The same number, which is 0 from now on: they are counted elsewhere. */
  takeLost(): number {
    const lost = this.#lost
    this.#lost = 0
    return lost
  }

  resume({ calls, facts: text }: StoredCalls): void {
    const { journal, store, droppedCalls, scenarioRun } = this.#sandbox
    const facts: JournalFacts = { ...NO_FACTS, ...(text === undefined ? {} : JSON.parse(text)) }
    const { last, dropped, cleared, lost, outside, watch } = facts
    const stored = Math.max(last, calls.at(-1)?.id ?? 0)
    const lastId = Math.max(stored, store.progress.get<number>(LAST_CALL_KEY) ?? 0)
    this.#lost = lost + lastId - stored
    this.#stored = lastId
    journal.resume({ kept: calls.map(({ id, entry }) => new StoredRecord(id, entry)), lastId, dropped, cleared })
    droppedCalls.resume(dropped)
    this.#sandbox.calledAt = journal.kept().at(-1)?.entry().real
    this.#sandbox.outsideCalls = outside
    if (text !== undefined) this.#facts = text
    scenarioRun.resumeWatch(watch)
  }

  /** Stores the journal as it is, also an empty one. @returns resolves when that is stored */
  store(): Promise<void> {
    return this.#flushes.run(async () => {
      this.#stamp = ''
      await this.#flush()
    })
  }

  /** Stores the requests since the last flush. @returns what was stored, counted in requests; never rejects */
  flush(): Promise<number> {
    return this.#flushes.run(() => this.#flush()).catch(() => 0)
  }

  async #flush(): Promise<number> {
    const { gate, journal, outsideCalls, scenarioRun } = this.#sandbox
    const storage = gate?.storage.calls
    if (!gate || !storage || gate.failed) return 0
    const { lastId: last, oldestId, dropped, cleared } = journal
    const { watch } = scenarioRun
    const stamp = [last, oldestId, dropped, cleared, this.#lost, outsideCalls.count, watch?.changes].join()
    if (stamp === this.#stamp) return 0
    const facts = JSON.stringify({
      last,
      dropped,
      cleared,
      lost: this.#lost,
      outside: outsideCalls,
      watch: watch?.state(),
    } satisfies JournalFacts)
    let rest = this.#notStored(last)
    const count = rest.length
    for (; rest.length > MAX_REQUESTS; rest = this.#notStored(last)) {
      const part = rest.slice(0, MAX_REQUESTS)
      // The facts are those of the last flush until the last part is stored: the next owner must not take the rest for stored.
      await storage.write(part.map(storedCall), 0, this.#facts)
      this.#stored = part.at(-1)?.id ?? last
    }
    await storage.write(rest.map(storedCall), oldestId - 1, facts)
    this.#stored = last
    this.#facts = facts
    this.#stamp = stamp
    return count + Math.floor(facts.length / CHARACTERS_PER_REQUEST)
  }

  /** The requests up to an id that are not stored yet, as far as the journal still has them. */
  #notStored(last: number): readonly KeptRequest[] {
    return this.#sandbox.journal.kept(this.#stored).filter(({ id }) => id <= last)
  }
}

const storedCall = (kept: KeptRequest): StoredCall => ({ id: kept.id, entry: storedEntry(kept) })

/** Flushes the journals of all sandboxes at intervals. @returns ends it */
export function flushRegularly(sandboxes: () => Iterable<{ readonly storedJournal: Pick<StoredJournal, 'flush'> }>): () => void {
  return repeat(async () => {
    const began = steadyNow()
    const flushed = await Promise.all([...sandboxes()].map(({ storedJournal }) => storedJournal.flush()))
    const requests = flushed.reduce((sum, count) => sum + count, 0)
    return Math.max(FLUSH_MS, PAUSE_FACTOR * (steadyNow() - began), Math.min(PAUSE_PER_REQUEST_MS * requests, MAX_PAUSE_MS))
  }, FLUSH_MS)
}
