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
import { KnownSecrets } from '../journal/known-secrets.ts'
import type { RequestRecord } from '../journal/request-record.ts'
import type { JournalRecord } from '../journal/stored-record.ts'
import type { Effects } from '../scenario/effects.ts'
import type { ScenarioContext } from '../scenario/scenario-context.ts'
import { ScenarioRun } from '../scenario/scenario-run.ts'
import { type Clock, type ClockState, realNow } from '../simulation/clock.ts'
import { Randomness } from '../simulation/randomness.ts'
import { REAL_TIMERS } from '../simulation/timers.ts'
import type { CommitListener } from '../store/commit.ts'
import type { WriteDb } from '../store/db.ts'
import { maskedRows } from '../store/masked-state.ts'
import { Snapshots } from '../store/snapshots.ts'
import type { WorldState } from '../store/state.ts'
import { type StateDiff, stateDiff } from '../store/state-diff.ts'
import { type StorageGate, whenStored } from '../store/storage-gate.ts'
import { type Store, type StoreStanding, standingOfState, stateOfStanding } from '../store/store.ts'
import { Webhooks } from '../webhooks/webhooks.ts'
import { type ClockMove, isDue, type Movable, moveClock, performSlice } from './clock-move.ts'
import { CALLS, KeptCalls, type Strays } from './kept-calls.ts'
import type { SandboxHost, SandboxTemplate } from './options.ts'
import { realMoment } from './scheduler.ts'
import { type KeptScenario, SCENARIO, type StoredPlay } from './stored-play.ts'

/** The sandbox of addresses without a sandbox name. */
export const DEFAULT_SANDBOX = 'default'

const DAY_MS = 86_400_000
/** Expired tokens are purged once per this number of issued tokens. */
const PURGE_EVERY = 100

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

/** Maximum length of a kept address. */
const MAX_STRAY = 200

/** What a reset removed. */
export interface Cleared {
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
  readonly keptCalls: KeptCalls
  #gate: StorageGate | undefined
  #snapshots: Snapshots
  #store: Store
  #chance: Randomness
  #template: SandboxTemplate
  #play: ScenarioRun
  #retired = false
  /** The `Date` header of the last response, made once a second. */
  #date = { second: Number.NaN, text: '' }
  /** The user whose request makes the current change; undefined for visitors, traffic and scenarios. */
  #actor: number | undefined
  /** The request whose handler is running. */
  #running: RequestRecord | undefined
  #lastMove: Promise<unknown> = Promise.resolve()
  /** True while a move of the clock or due work pauses between slices. */
  #isBusy = false
  /** Due work that takes more than one slice. */
  #catchingUp: Promise<void> | undefined
  /** Counts resets, restored states and removal: each ends a move and due work in progress. */
  #era = 0
  /** Requests to addresses outside the interface; the journal does not hold them. */
  strays: Strays = { count: 0, first: undefined }
  #geography: Geography | undefined
  /** The known secrets, and the clients collection they come from: a restored state has another one. */
  #secrets: { readonly of: unknown; readonly known: KnownSecrets } | undefined
  readonly #commitListeners = new Set<CommitListener>()

  constructor(world: SandboxHost, { name, store, template, gate, effects }: SandboxStart) {
    this.world = world
    this.name = name
    this.#store = store
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
      keepProgress: () => this.#keepProgress(),
      faultOn: (task, key) => this.#play.deliveryFault(task, key, this.#chance),
      ended: (state) => this.world.metrics.delivered(state),
    })
    this.#listenTo(store)
    this.#template = template
    this.#gate = gate
    this.#snapshots = new Snapshots(gate)
    this.droppedCalls = new DroppedCalls(() => this.facts, realNow)
    this.journal = new Journal({ entries: world.options.journal, bytes: () => world.journalBytes }, (request) =>
      this.droppedCalls.take(request),
    )
    this.#chance = this.#newChance()
    this.#play = this.#newPlay(effects)
    this.keptCalls = new KeptCalls(this)
    if (gate?.calls) this.keptCalls.goOn(gate.calls)
    if (store.progress.keeps) this.webhooks.goOn()
    this.#keepProgress()
    this.dueWorkChanged()
  }

  get store(): Store {
    return this.#store
  }

  /** The secrets to mask in everything that clients send. */
  get secrets(): KnownSecrets {
    const { clients, webhooks } = this.#store.db
    if (this.#secrets?.of !== clients) {
      const isToken = (text: string): boolean => this.#store.db.tokens.get(text) !== undefined
      const own = [...clients.all().map(({ secret }) => secret), ...webhooks.all().map(({ password }) => password)]
      this.#secrets = { of: clients, known: new KnownSecrets([...this.world.secrets, ...own], isToken) }
    }
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
  resume(store: Store, gate: StorageGate, play?: StoredPlay): void {
    this.#gate = gate
    this.#snapshots = new Snapshots(gate)
    this.#takeStore(store)
    if (play) this.#template = play.template
    if (store.progress.keeps) {
      const watched = this.#play.watch?.kept()
      this.#play = this.#newPlay(play?.effects)
      this.#play.goOnWatching(watched)
      this.webhooks.goOn()
      this.#keepProgress()
    } else this.#play.rewind(this.clock.now(), this.scenarioContextAt(this.clock.now()))
    this.dueWorkChanged()
  }

  /** Starts the scenario of the template, or continues it from the stored progress. */
  #newPlay(effects?: Effects): ScenarioRun {
    const { scenario } = this.#template
    const { progress } = this.#store
    const kept = progress.get<KeptScenario>(SCENARIO)
    const begun = kept?.begun ?? this.clock.now()
    // Where a sandbox without a scenario has nothing stored, the next owner starts the one of new sandboxes.
    if (!kept && (scenario ?? this.world.template.scenario))
      progress.set(SCENARIO, { begun, sources: scenario?.sources ?? [] } satisfies KeptScenario)
    return new ScenarioRun(scenario, begun, this.#chance, progress, effects)
  }

  /** Stores the progress that has changed. After a failure of the storage it does nothing: the stored progress is read again. */
  #keepProgress(): void {
    if (!this.#gate?.failed) this.#store.keepProgress()
  }

  #takeStore(store: Store): void {
    this.#era++
    this.#store.end()
    this.#store = store
    this.#listenTo(store)
    this.#geography = undefined
    this.#chance = this.#newChance()
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
    store.progress.beforeTaken = () => store.progress.set(CALLS, this.journal.lastId)
    store.onCommit((commit) => {
      if (this.#running) (this.#running.commits ??= []).push(commit)
      for (const listener of this.#commitListeners) listener(commit)
      this.webhooks.committed(commit, { user: this.#actor, call: this.#running, acting: this.#play.acting })
      if (commit.collections.includes('clients') || commit.collections.includes('webhooks')) this.#secrets = undefined
      const { watch } = this.#play
      watch?.committed(commit, { db: this.#store.db, choices: this.choices, real: realNow() })
    })
  }

  get randomness(): Randomness {
    return this.#chance
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
      arrivals: this.#play.arrivals,
      deliveries: this.webhooks.deliveries(),
      now: this.clock.now(),
      speed: this.clock.state.speed,
    }
  }

  /** Counts a request outside the interface. */
  noteStray(method: string, path: string): void {
    const { count, first } = this.strays
    this.strays = { count: count + 1, first: first ?? `${method} ${path.slice(0, MAX_STRAY)}` }
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
    return this.#play
  }

  /** The context of causes and events at a time of this sandbox's clock. */
  scenarioContextAt(now: Instant): ScenarioContext {
    return { store: this.#store, randomness: this.#chance, choices: this.choices, now, sales: this.#play.sales }
  }

  /** Call after the next due time has changed other than by {@link settle}. */
  dueWorkChanged(): void {
    if (this.#retired) return
    if (this.#isBusy) this.world.scheduler.remove(this)
    else this.world.scheduler.update(this)
  }

  /** The next due time, by the clock of this sandbox; undefined when nothing will be due. */
  get nextDueAt(): Instant | undefined {
    return this.#play.nextAt
  }

  /** When something is due next, by the machine's clock: a delivery that waits is due now. */
  get dueByMachine(): Instant | undefined {
    const now = realNow()
    return this.webhooks.isWaiting ? now : realMoment(this, now)
  }

  /**
   * Runs everything that is due, each event at its own time.
   *
   * @returns undefined when it is done; a promise where it takes longer than one slice. The clock stands still until then
   */
  settle(): Promise<void> | undefined {
    if (this.#catchingUp) return this.#catchingUp
    if (this.nextDueAt === undefined || this.#retired) return undefined
    const now = this.clock.now()
    const work = this.#movable()
    if (performSlice(work, now) === 0) return undefined
    // In the middle of a move this is only what shares the moment that the move has reached.
    while (this.#isBusy && isDue(work, now)) performSlice(work, now)
    if (!isDue(work, now)) {
      this.dueWorkChanged()
      return undefined
    }
    this.#catchingUp = this.#catchUp(now).finally(() => {
      this.#catchingUp = undefined
    })
    return this.#catchingUp
  }

  /**
   * Runs what is due by a time, in slices. A clock that runs faster than the machine's continues from that time, so work that
   * takes longer than the clock allows slows the clock down; a slower one then shows the time that has passed.
   */
  #catchUp(now: Instant): Promise<void> {
    const { clock } = this
    const store = this.#store
    const runsFast = clock.state.speed > 1
    const movable = this.#movable((state) => (runsFast ? store.setClock(state) : clock.release()))
    clock.hold(now)
    return this.#withoutTimer(async () => {
      await this.#pause()
      if (!movable.isEnded()) await moveClock(movable, { ...clock.state, at: now }, this.#pause)
    })
  }

  readonly #pause = (): Promise<void> => this.world.pauses.yield()

  /** Does work with pauses, during which the scheduler leaves this sandbox alone. */
  async #withoutTimer<T>(work: () => Promise<T>): Promise<T> {
    this.#isBusy = true
    this.dueWorkChanged()
    try {
      return await work()
    } finally {
      this.#isBusy = false
      this.dueWorkChanged()
    }
  }

  /** What {@link moveClock} moves. */
  #movable(setClock: Movable['setClock'] = () => undefined, holdClock: Movable['holdClock'] = () => undefined): Movable {
    const era = this.#era
    const nextDueAt = () => this.nextDueAt
    return {
      get nextAt() {
        return nextDueAt()
      },
      performNext: () => this.#performNext(),
      setClock,
      holdClock,
      isEnded: () => this.#era !== era || this.world.closed,
    }
  }

  #performNext(): void {
    this.#play.performNext((moment) => this.scenarioContextAt(moment))
    this.#store.keepProgress()
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

  /** Moves the clock and runs everything that is due on the way at its own time. Concurrent moves run one after the other. */
  moveClock(to: Parameters<Clock['moved']>[0]): Promise<ClockMove> {
    const move = this.#lastMove.then(() => this.#moveClock(to))
    this.#lastMove = move.catch(() => undefined)
    return move
  }

  async #moveClock(to: Parameters<Clock['moved']>[0]): Promise<ClockMove> {
    while (this.#catchingUp) await this.#catchingUp
    const run = this.#play
    const store = this.#store
    const setClock = (state: ClockState): void => {
      run.watch?.clockMoved(state.at - store.clock.now())
      store.setClock(state)
    }
    const holdClock = (state: ClockState): void => {
      setClock(state)
      store.clock.hold(state.at)
    }
    const movable = this.#movable(setClock, holdClock)
    return this.#withoutTimer(() => moveClock(movable, this.clock.moved(to), this.#pause))
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
    this.#era++
    this.#retired = true
    this.world.scheduler.remove(this)
    this.journal.end()
    this.webhooks.end()
    this.#store.end()
  }

  /** Returns to the initial state. @throws an error of the storage; nothing has changed then */
  reset(): Cleared {
    return this.begin(this.#template)
  }

  /** Restarts from another template. @throws as {@link reset} */
  begin(template: SandboxTemplate): Cleared {
    return this.restart(template, this.world.renew(this.name, this.#gate, template))
  }

  /** Continues with a new store, which was made from a template. */
  restart(template: SandboxTemplate, store: Store): Cleared {
    this.world.tellEnding(this.name)
    this.webhooks.clear()
    this.droppedCalls.clear()
    const cleared = {
      tokens: this.#store.db.tokens.size,
      changedRows: this.#store.changedRows,
      journalEntries: this.clearJournal(),
      clock: !this.clock.isReal,
      armedFaults: this.#play.disarm(),
    }
    this.#template = template
    this.#takeStore(store)
    this.#play = this.#newPlay()
    this.#keepProgress()
    this.dueWorkChanged()
    this.strays = { count: 0, first: undefined }
    return cleared
  }

  /** Issues a token to a client. The caller has checked the scopes. */
  issueToken(clientId: string, scopes: readonly string[]): Token {
    const issuedAt = this.clock.now()
    const expiresAt = issuedAt + this.tokenLifetime * 1000
    return this.#store.change((db) => {
      const number = db.nextId('tokens')
      if (number % PURGE_EVERY === 0) purge(db, issuedAt)
      return db.tokens.put({ id: this.randomness.token(number), clientId, scopes, issuedAt, expiresAt })
    })
  }

  /** The complete current state, secrets masked. {@link take} accepts it. */
  shown(): WorldState {
    const state = stateOfStanding(this.#store.standing())
    return { ...state, collections: maskedRows(state.collections) }
  }

  /**
   * The state as a YAML fixture that recreates it; secrets masked.
   *
   * @throws StateError when it contains something that no fixture can express
   */
  async frozen(): Promise<string> {
    const [{ freeze }, { FreezeError }] = await Promise.all([
      import('../fixtures/large-states.ts'),
      import('../fixtures/frozen.ts'),
    ])
    try {
      return await freeze(stateOfStanding(this.#store.standing()), this.clock.now())
    } catch (error) {
      throw error instanceof FreezeError ? new StateError(error.message) : error
    }
  }

  /**
   * Replaces the complete state, all or nothing. Masked secrets are filled in from the current state.
   *
   * @param sent JSON in UTF-8
   * @param allowed throws where the state may not be taken
   * @throws StateError with the first wrong field
   * @returns the number of masked tokens that were left out because the current state does not have them
   */
  async take(sent: Uint8Array, allowed: (state: WorldState) => void): Promise<number> {
    const { readState } = await import('../fixtures/large-states.ts')
    const { clients, tokens, webhooks } = this.#store.db
    const read = await readState(sent, { clients: clients.all(), tokens: tokens.all(), webhooks: webhooks.all() })
    if (read.problem !== undefined) throw new StateError(read.problem)
    if (this.#retired) throw new StateError(`the sandbox ${this.name} has been removed`)
    allowed(read.state)
    this.restore(standingOfState(read.state))
    return read.tokensLeftOut
  }

  /** Restores rows, tokens, sessions, counters and clock. Journal and snapshots are kept. */
  restore(standing: StoreStanding): void {
    this.#store.restore(standing)
    this.#era++
    this.#geography = undefined
    this.#chance = this.#newChance()
    this.#play.rewind(this.clock.now(), this.scenarioContextAt(this.clock.now()))
    this.#keepProgress()
    this.dueWorkChanged()
  }

  /** The differences between an earlier version of the state and now. */
  changesSince(standing: StoreStanding): StateDiff {
    return stateDiff(stateOfStanding(standing).collections, this.#store.export().collections)
  }

  /** Empties the journal, and what is stored of it. @returns the number of entries it held */
  clearJournal(): number {
    const count = this.journal.clear()
    const { gate } = this
    if (!gate?.calls || gate.failed) return count
    const before = gate.pending ?? Promise.resolve()
    gate.run(() => before.then(() => this.keptCalls.clear()))
    return count
  }

  #newChance(): Randomness {
    const { secureTokens } = this.world.options
    return new Randomness(this.#store.seed, { ...(this.name !== DEFAULT_SANDBOX && { sandbox: this.name }), secureTokens })
  }
}

/** Removes tokens that expired more than a day ago, as the service does. */
function purge(db: WriteDb, now: Instant): void {
  for (const { id, issuedAt, expiresAt } of db.tokens.all())
    if (Math.max(issuedAt, expiresAt) + DAY_MS < now) db.tokens.remove(id)
}

/** A state that cannot be imported or exported. */
export class StateError extends Error {
  override readonly name = 'StateError'
}
