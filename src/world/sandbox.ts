/**
 * A sandbox: an isolated world with its own state, clock, randomness, tokens, journal and snapshots.
 *
 * @module
 */
import type { Token } from '../auth/token.ts'
import { httpDate, type Instant } from '../base/instant.ts'
import type { Choices } from '../booking-api/choices/choices.ts'
import { OPERATIONS } from '../booking-api/contract/index.ts'
import { DroppedCalls } from '../conformance/dropped-calls.ts'
import type { Facts } from '../conformance/exchange.ts'
import { type Geography, geography } from '../fixtures/geo.ts'
import { Journal } from '../journal/journal.ts'
import type { KnownSecrets } from '../journal/known-secrets.ts'
import type { RequestRecord } from '../journal/request-record.ts'
import type { JournalRecord } from '../journal/stored-record.ts'
import type { Effects } from '../scenario/effects.ts'
import type { ScenarioContext } from '../scenario/scenario-context.ts'
import { ScenarioRun } from '../scenario/scenario-run.ts'
import { type Clock, realNow } from '../simulation/clock.ts'
import { Randomness } from '../simulation/randomness.ts'
import { REAL_TIMERS } from '../simulation/timers.ts'
import type { CommitListener } from '../store/commit.ts'
import type { WriteDb } from '../store/db.ts'
import { Snapshots } from '../store/snapshots.ts'
import { type StorageGate, whenStored } from '../store/storage-gate.ts'
import type { Store } from '../store/store.ts'
import type { StoreSnapshot } from '../store/store-snapshot.ts'
import { Webhooks } from '../webhooks/webhooks.ts'
import type { ClockMove } from './clock-move.ts'
import { DueWorkRunner } from './due-work.ts'
import type { SandboxHost, SandboxTemplate } from './options.ts'
import { SandboxSecrets } from './sandbox-secrets.ts'
import { nextDueInRealTime } from './scheduler.ts'
import { LAST_CALL_KEY, StoredJournal, type Strays } from './stored-journal.ts'
import { SCENARIO_KEY, type ScenarioStart, type StoredScenario } from './stored-scenario.ts'
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

/** Maximum length of the path in {@link Sandbox.strays}. */
const MAX_STRAY_PATH = 200

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
  #gate: StorageGate | undefined
  #snapshots: Snapshots
  #store: Store
  #randomness: Randomness
  #template: SandboxTemplate
  #scenarioRun: ScenarioRun
  #retired = false
  readonly #dueWork: DueWorkRunner
  /** The `Date` header of the last response, made once a second. */
  #date = { second: Number.NaN, text: '' }
  /** The user whose request makes the current change; undefined for visitors, traffic and scenarios. */
  #actor: number | undefined
  /** The request whose handler is running. */
  #running: RequestRecord | undefined
  /** Requests to addresses outside the interface; the journal does not hold them. */
  strays: Strays = { count: 0, first: undefined }
  #geography: Geography | undefined
  readonly #secrets: SandboxSecrets
  readonly #commitListeners = new Set<CommitListener>()

  constructor(world: SandboxHost, { name, store, template, gate, effects }: SandboxStart) {
    this.world = world
    this.name = name
    this.#store = store
    this.#dueWork = new DueWorkRunner(this)
    this.#secrets = new SandboxSecrets(world.secrets, () => this.#store)
    this.webhooks = new Webhooks({
      db: () => this.#store.db,
      choices: () => this.choices,
      now: () => this.clock.now(),
      timers: world.options.timers ?? REAL_TIMERS,
      storageProblem: () =>
        whenStored<string | undefined>(
          this,
          () => undefined,
          ({ message }) => message,
        ),
      progress: () => this.#store.progress,
      storeProgress: () => this.#storeProgress(),
      faultOn: (task, key) => this.#scenarioRun.deliveryFault(task, key, this.#randomness),
      ended: (state) => this.world.metrics.countDelivery(state),
    })
    this.#listenTo(store)
    this.#template = template
    this.#gate = gate
    this.#snapshots = new Snapshots(gate)
    this.droppedCalls = new DroppedCalls(() => this.facts, realNow)
    this.journal = new Journal({ entries: world.options.journal, bytes: () => world.journalBytes }, (request) =>
      this.droppedCalls.take(request),
    )
    this.#randomness = this.#createRandomness()
    this.#scenarioRun = this.#createScenarioRun(effects)
    this.storedJournal = new StoredJournal(this)
    if (gate?.calls) this.storedJournal.resume(gate.calls)
    if (store.progress.keeps) this.webhooks.resume()
    this.#storeProgress()
    this.dueWorkChanged()
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
      this.#scenarioRun = this.#createScenarioRun(stored?.effects)
      this.#scenarioRun.resumeWatch(watchState)
      this.webhooks.resume()
      this.#storeProgress()
    } else this.#scenarioRun.rewind(this.clock.now(), this.scenarioContextAt(this.clock.now()))
    this.#dueWork.retry()
  }

  /** Starts the scenario of the template, or continues it from the stored progress. */
  #createScenarioRun(effects?: Effects): ScenarioRun {
    const { scenario } = this.#template
    const { progress } = this.#store
    const stored = progress.get<ScenarioStart>(SCENARIO_KEY)
    const begun = stored?.begun ?? this.#store.begun ?? this.clock.now()
    // Stored also without a scenario: otherwise the next owner would start that of new sandboxes.
    if (!stored && (scenario ?? this.world.template.scenario))
      progress.set(SCENARIO_KEY, { begun, sources: scenario?.sources ?? [] } satisfies ScenarioStart)
    return new ScenarioRun(scenario, begun, this.#randomness, progress, effects)
  }

  /** Stores the progress that has changed. After a failure of the storage it does nothing: the stored progress is read again. */
  #storeProgress(): void {
    if (!this.#gate?.failed) this.#store.storeProgress()
  }

  #useStore(store: Store): void {
    this.#dueWork.interrupt()
    this.#store.end()
    this.#store = store
    this.#listenTo(store)
    this.#geography = undefined
    this.#randomness = this.#createRandomness()
  }

  /**
   * Calls back for every committed change from now on, also after a reset: changes by requests, by a scenario and by the
   * control API. A reset and a restore are not commits.
   *
   * @returns a function that unsubscribes
   */
  onCommit(listener: CommitListener): () => void {
    this.#commitListeners.add(listener)
    return () => this.#commitListeners.delete(listener)
  }

  #listenTo(store: Store): void {
    store.clock.onSet(() => this.dueWorkChanged())
    // the call that makes the change is journalled after it
    store.progress.beforeTaken = () => store.progress.set(LAST_CALL_KEY, this.journal.lastId + (this.#running ? 1 : 0))
    store.onCommit((commit) => {
      if (this.#running) (this.#running.commits ??= []).push(commit)
      for (const listener of this.#commitListeners) listener(commit)
      this.webhooks.committed(commit, { user: this.#actor, call: this.#running, acting: this.#scenarioRun.changeCause })
      this.#secrets.committed(commit)
      const { traffic, watch } = this.#scenarioRun
      traffic?.committed(commit, { store: this.#store, choices: this.choices })
      watch?.committed(commit, { db: this.#store.db, choices: this.choices, real: realNow() })
    })
  }

  get randomness(): Randomness {
    return this.#randomness
  }

  get clock(): Clock {
    return this.#store.clock
  }

  /** What the conformance rules need about this sandbox. */
  get facts(): Facts {
    return {
      operations: OPERATIONS,
      tokenLifetimeMs: this.tokenLifetime * 1000,
      product: this.world.product,
      dropped: this.droppedCalls.unjudged,
      arrivals: this.#scenarioRun.arrivals,
      moves: this.#scenarioRun.moves.spans,
      deliveries: this.webhooks.deliveries.remaining(),
      now: this.clock.now(),
      speed: this.clock.state.speed,
    }
  }

  /** Counts a request outside the interface. */
  countStray(method: string, path: string): void {
    const { count, first } = this.strays
    this.strays = { count: count + 1, first: first ?? `${method} ${path.slice(0, MAX_STRAY_PATH)}` }
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

  /** Call after the next due time has changed other than by {@link settle}. */
  dueWorkChanged(): void {
    this.#dueWork.changed()
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
  moveClock(to: Parameters<Clock['moved']>[0]): Promise<ClockMove> {
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

  /** Records the commits from now on in the record of a request; undefined stops it. */
  recordCommitsIn(record: RequestRecord | undefined): void {
    this.#running = record
  }

  /** Runs a change on behalf of a user, which selects the webhooks that are notified. */
  changeBy<T>(user: number | undefined, change: (db: WriteDb) => T): T {
    this.#actor = user
    try {
      return this.#store.change(change)
    } finally {
      this.#actor = undefined
    }
  }

  /** The countries and regions of this sandbox: those of the fixtures, or all of the world. */
  get geography(): Geography {
    if (!this.#geography) {
      const { countries, regions } = this.#store.db
      const own = countries.size > 0 || regions.size > 0
      this.#geography = geography(own ? { countries: countries.all(), regions: regions.all() } : undefined)
    }
    return this.#geography
  }

  /** The value of the `Date` header, by this sandbox's clock. */
  httpDate(): string {
    const second = Math.floor(this.clock.now() / 1000)
    if (second !== this.#date.second) this.#date = { second, text: httpDate(second * 1000) }
    return this.#date.text
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
    this.#scenarioRun = this.#createScenarioRun()
    this.#storeProgress()
    this.dueWorkChanged()
    this.strays = { count: 0, first: undefined }
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
    this.#storeProgress()
    this.dueWorkChanged()
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
