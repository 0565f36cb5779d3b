/**
 * A sandbox: an isolated world with its own state, clock, randomness, tokens, journal and snapshots.
 *
 * @module
 */
import type { Token } from '../auth/token.ts'
import type { Instant } from '../base/instant.ts'
import type { Choices } from '../booking-contract/choices/choices.ts'
import { DroppedCalls } from '../conformance/dropped-calls.ts'
import type { Facts } from '../conformance/exchange.ts'
import { type Geography, geography } from '../fixtures/geo.ts'
import { Journal } from '../journal/journal.ts'
import type { KnownSecrets } from '../journal/known-secrets.ts'
import type { JournalRecord } from '../journal/stored-record.ts'
import type { Effects } from '../scenario/effects.ts'
import type { ScenarioContext } from '../scenario/scenario-context.ts'
import type { ScenarioRun } from '../scenario/scenario-run.ts'
import { type Clock, type ClockTarget, realNow } from '../simulation/clock.ts'
import { Randomness } from '../simulation/randomness.ts'
import type { Db } from '../store/db.ts'
import { Snapshots } from '../store/snapshots.ts'
import type { StorageGate } from '../store/storage-gate.ts'
import type { Store } from '../store/store.ts'
import type { StoreSnapshot } from '../store/store-snapshot.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { ClockMove } from './clock-move.ts'
import { CommitPublisher } from './commit-publisher.ts'
import { conformanceFacts } from './conformance-facts.ts'
import { DateHeader } from './date-header.ts'
import { DueWorkRunner } from './due-work.ts'
import type { SandboxHost, SandboxTemplate } from './options.ts'
import { OutsideCalls } from './outside-calls.ts'
import { SandboxSecrets } from './sandbox-secrets.ts'
import { createWebhooks } from './sandbox-webhooks.ts'
import { nextDueInRealTime } from './scheduler.ts'
import { StoredJournal } from './stored-journal.ts'
import { type StoredScenario, startScenario } from './stored-scenario.ts'
import { issueToken } from './tokens.ts'

/** The sandbox of addresses without a sandbox name. */
export const DEFAULT_SANDBOX = 'default'

/** The parts of a new sandbox. */
export interface SandboxStart {
  readonly name: string
  readonly store: Store
  readonly template: SandboxTemplate
  /** The gate to its storage; undefined keeps it in memory. */
  readonly gate: StorageGate | undefined
  /** Effects of the faults that were armed at run time, if it continues with some. */
  readonly effects?: Effects | undefined
}

/** What a reset removed. */
export interface ClearedCounts {
  readonly tokens: number
  readonly changedRows: number
  readonly journalEntries: number
  readonly clock: boolean
  /** Number of faults that were armed at run time. */
  readonly armedFaults: number
}

/** An isolated world. */
export class Sandbox {
  readonly name: string
  readonly world: SandboxHost
  readonly journal: Journal<JournalRecord>
  /** Requests that the journal has dropped, checked against the conformance rules before. */
  readonly droppedCalls: DroppedCalls
  /** Webhooks and their deliveries. */
  readonly webhooks: Webhooks
  /** Stores its requests for the next process that owns it. */
  readonly storedJournal: StoredJournal
  /** Its committed changes, for those that follow them. */
  readonly commits: CommitPublisher
  /** Requests to addresses outside the interface. */
  readonly outsideCalls = new OutsideCalls()
  readonly dateHeader = new DateHeader()
  #gate: StorageGate | undefined
  #snapshots: Snapshots
  #store: Store
  #randomness: Randomness
  #template: SandboxTemplate
  #scenarioRun: ScenarioRun
  #retired = false
  readonly #dueWork: DueWorkRunner
  #geography: Geography | undefined
  readonly #secrets: SandboxSecrets

  constructor(world: SandboxHost, { name, store, template, gate, effects }: SandboxStart) {
    this.world = world
    this.name = name
    this.#store = store
    this.#dueWork = new DueWorkRunner(this)
    this.#secrets = new SandboxSecrets(world.secrets, () => this.#store)
    this.webhooks = createWebhooks(this)
    this.commits = new CommitPublisher(this, this.#secrets)
    this.#follow(store)
    this.#template = template
    this.#gate = gate
    this.#snapshots = new Snapshots(gate)
    this.droppedCalls = new DroppedCalls(() => this.facts, realNow)
    this.journal = new Journal({ entries: world.options.journal, bytes: () => world.journalBytes }, (request) =>
      this.droppedCalls.take(request),
    )
    this.#randomness = this.#createRandomness()
    this.#scenarioRun = startScenario(this, effects)
    this.storedJournal = new StoredJournal(this)
    if (gate?.calls) this.storedJournal.resume(gate.calls)
    if (store.progress.keeps) this.webhooks.resume()
    this.storeProgress()
    this.#dueWork.changed()
  }

  get store(): Store {
    return this.#store
  }

  /** The secrets to mask in everything that clients send. */
  get secrets(): KnownSecrets {
    return this.#secrets.known
  }

  /** The gate to the storage; undefined for a sandbox in memory. */
  get gate(): StorageGate | undefined {
    return this.#gate
  }

  /** Named snapshots; a reset keeps them. */
  get snapshots(): Snapshots {
    return this.#snapshots
  }

  /** Continues with the stored state after a failure of the storage. The journal is kept, and so is the scenario where its progress is not stored. */
  resume(store: Store, gate: StorageGate, stored?: StoredScenario): void {
    this.#gate = gate
    this.#snapshots = new Snapshots(gate)
    this.#useStore(store)
    if (stored) this.#template = stored.template
    if (store.progress.keeps) {
      const watchState = this.#scenarioRun.watch?.state()
      this.#scenarioRun = startScenario(this, stored?.effects)
      this.#scenarioRun.resumeWatch(watchState)
      this.webhooks.resume()
      this.storeProgress()
    } else this.#scenarioRun.rewind(this.clock.now(), this.scenarioContextAt(this.clock.now()))
    this.#dueWork.retry()
  }

  /** Stores the progress that has changed. After a failure of the storage it does nothing: the stored progress is read again. */
  storeProgress(): void {
    if (!this.#gate?.failed) this.#store.storeProgress()
  }

  #follow(store: Store): void {
    store.clock.onSet(() => this.#dueWork.changed())
    this.commits.publish(store)
  }

  #useStore(store: Store): void {
    this.#dueWork.interrupt()
    this.#store.end()
    this.#store = store
    this.#follow(store)
    this.#geography = undefined
    this.#randomness = this.#createRandomness()
  }

  get randomness(): Randomness {
    return this.#randomness
  }

  get clock(): Clock {
    return this.#store.clock
  }

  /** What the conformance rules need about this sandbox. */
  get facts(): Facts {
    return conformanceFacts(this)
  }

  /** The template it was created from. */
  get template(): SandboxTemplate {
    return this.#template
  }

  /** The choices in force: those of the server, with the overrides of the scenario. */
  get choices(): Choices {
    return this.#template.choices
  }

  /** Lifetime of a token in seconds. */
  get tokenLifetime(): number {
    return this.#template.tokenLifetime
  }

  /** The running scenario. */
  get scenarioRun(): ScenarioRun {
    return this.#scenarioRun
  }

  /** The context of causes and events at a time of this sandbox's clock. */
  scenarioContextAt(now: Instant): ScenarioContext {
    return { store: this.#store, randomness: this.#randomness, choices: this.choices, now, sales: this.#scenarioRun.sales }
  }

  /** Starts a clock that waits for the first call. @throws StorageError when that cannot be stored */
  startClock(): void {
    const { started } = this.clock
    if (started) this.#store.setClock(started)
  }

  /**
   * Runs everything that is due, each event at its own time.
   *
   * @returns undefined when it is done; a promise when it takes longer than one slice. The clock stands still until then
   */
  settle(): Promise<void> | undefined {
    return this.#dueWork.settle()
  }

  /** Moves the clock and runs everything that is due in between, at its own time. Concurrent moves run one after the other. */
  moveClock(to: ClockTarget): Promise<ClockMove> {
    return this.#dueWork.moveClock(to)
  }

  /** The next due time, by the clock of this sandbox; undefined when nothing will be due. */
  get nextDueAt(): Instant | undefined {
    return this.#scenarioRun.nextAt
  }

  /** When something is due next, by the machine's clock: a delivery that waits is due now. */
  get dueByMachine(): Instant | undefined {
    const now = realNow()
    return this.webhooks.deliveries.hasWaiting ? now : nextDueInRealTime(this, now)
  }

  /** The countries and regions of this sandbox: those of the fixtures, or all of the world. */
  get geography(): Geography {
    return (this.#geography ??= geographyOf(this.#store.db))
  }

  /** True once the sandbox was removed. */
  get retired(): boolean {
    return this.#retired
  }

  retire(): void {
    this.#dueWork.interrupt()
    this.#retired = true
    this.world.scheduler.remove(this)
    this.journal.end()
    this.webhooks.end()
    this.#store.end()
  }

  /** Returns to the initial state. @throws an error of the storage; nothing has changed then */
  reset(): ClearedCounts {
    return this.restartFrom(this.#template)
  }

  /** Restarts from another template. @throws as {@link reset} */
  restartFrom(template: SandboxTemplate): ClearedCounts {
    return this.continueWith(template, this.world.renew(this.name, this.#gate, template))
  }

  /** Continues with a new store, which was made from a template. */
  continueWith(template: SandboxTemplate, store: Store): ClearedCounts {
    this.world.notifyEnding(this.name)
    this.webhooks.clear()
    this.droppedCalls.clear()
    const cleared = {
      tokens: this.#store.db.tokens.size,
      changedRows: this.#store.changedRows,
      journalEntries: this.clearJournal(),
      clock: !this.clock.isReal,
      armedFaults: this.#scenarioRun.disarm(),
    }
    this.#template = template
    this.#useStore(store)
    this.#scenarioRun = startScenario(this)
    this.storeProgress()
    this.#dueWork.changed()
    this.outsideCalls.clear()
    return cleared
  }

  /** Issues a token to a client. The caller has checked the scopes. */
  issueToken(clientId: string, scopes: readonly string[]): Token {
    return issueToken(this, clientId, scopes)
  }

  /** Restores rows, tokens, sessions, counters and clock. Journal and snapshots are kept. */
  restore(snapshot: StoreSnapshot): void {
    this.#store.restore(snapshot)
    this.#dueWork.interrupt()
    this.#geography = undefined
    this.#randomness = this.#createRandomness()
    this.#scenarioRun.rewind(this.clock.now(), this.scenarioContextAt(this.clock.now()))
    this.webhooks.rewind(this.clock.now())
    this.storeProgress()
    this.#dueWork.changed()
  }

  /** Empties the journal, and what is stored of it. @returns the number of entries it held */
  clearJournal(): number {
    const count = this.journal.clear()
    const { gate } = this
    if (!gate?.calls || gate.failed) return count
    const before = gate.pending ?? Promise.resolve()
    gate.run(() => before.then(() => this.storedJournal.clear()))
    return count
  }

  #createRandomness(): Randomness {
    const { secureTokens } = this.world.options
    return new Randomness(this.#store.seed, { ...(this.name !== DEFAULT_SANDBOX && { sandbox: this.name }), secureTokens })
  }
}

const geographyOf = ({ countries, regions }: Db): Geography => geography({ countries: countries.all(), regions: regions.all() })
