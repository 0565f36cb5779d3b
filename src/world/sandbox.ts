/**
 * A sandbox: one world of its own, with its state, clock, chance, tokens, journal and snapshots.
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
import type { ScenarioContext } from '../scenario/scenario-context.ts'
import { ScenarioRun } from '../scenario/scenario-run.ts'
import { type Clock, type ClockState, realNow } from '../simulation/clock.ts'
import { Randomness } from '../simulation/randomness.ts'
import { REAL_TIMERS } from '../simulation/timers.ts'
import type { CommitListener } from '../store/commit.ts'
import type { WriteDb } from '../store/db.ts'
import { maskedRows } from '../store/masked-state.ts'
import { readSentState } from '../store/sent-state.ts'
import { Snapshots } from '../store/snapshots.ts'
import type { WorldState } from '../store/state.ts'
import { type StateDiff, stateDiff } from '../store/state-diff.ts'
import { type StorageGate, whenStored } from '../store/storage-gate.ts'
import { type Store, type StoreStanding, standingOfState, stateOfStanding } from '../store/store.ts'
import { Webhooks } from '../webhooks/webhooks.ts'
import { type ClockMove, moveClock } from './clock-move.ts'
import type { SandboxHost, SandboxTemplate } from './options.ts'

/** The sandbox that has no name in its address. */
export const DEFAULT_SANDBOX = 'default'

const DAY_MS = 86_400_000
/** Looking through all tokens costs; it is done once in so many. */
const PURGE_EVERY = 100

/** What a sandbox is made of. */
interface SandboxStart {
  readonly name: string
  readonly store: Store
  readonly template: SandboxTemplate
  /** Leads to its storage; undefined keeps it in memory. */
  readonly gate: StorageGate | undefined
}

/** Calls outside the interface. */
export interface Strays {
  readonly count: number
  /** Method and path of the first. */
  readonly first: string | undefined
}

/** Characters of a stray address that are kept. */
const MAX_STRAY = 200

/** What a reset gave up. */
export interface Cleared {
  readonly tokens: number
  readonly changedRows: number
  readonly journalEntries: number
  readonly clock: boolean
  /** How many faults were armed at run time. */
  readonly armedFaults: number
}

/** One world of its own. */
export class Sandbox {
  readonly name: string
  readonly world: SandboxHost
  readonly journal: Journal<RequestRecord>
  /** Calls that the journal has dropped, judged as they went. */
  readonly droppedCalls: DroppedCalls
  /** What is notified to whom. */
  readonly webhooks: Webhooks
  #gate: StorageGate | undefined
  #snapshots: Snapshots
  #store: Store
  #chance: Randomness
  #template: SandboxTemplate
  #play: ScenarioRun
  #retired = false
  /** The user whose call makes the change under way; undefined for visitors, traffic and scenarios. */
  #actor: number | undefined
  /** The request whose handler is running. */
  #running: RequestRecord | undefined
  #moving: Promise<unknown> = Promise.resolve()
  #strays: Strays = { count: 0, first: undefined }
  #geography: Geography | undefined
  /** The known secrets, with the clients they were read from: a restored state has others. */
  #secrets: { readonly of: unknown; readonly known: KnownSecrets } | undefined
  readonly #commitListeners = new Set<CommitListener>()

  constructor(world: SandboxHost, { name, store, template, gate }: SandboxStart) {
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
      faultOn: (task, key) => this.#play.deliveryFault(task, key, this.#chance),
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
    this.#play = new ScenarioRun(template.scenario, store.clock.now(), this.#chance)
    this.dueWorkChanged()
  }

  get store(): Store {
    return this.#store
  }

  /** What must not be shown of what clients send. */
  get secrets(): KnownSecrets {
    const { clients, webhooks } = this.#store.db
    if (this.#secrets?.of !== clients) {
      const isToken = (text: string): boolean => this.#store.db.tokens.get(text) !== undefined
      const own = [...clients.all().map(({ secret }) => secret), ...webhooks.all().map(({ password }) => password)]
      this.#secrets = { of: clients, known: new KnownSecrets([...this.world.secrets, ...own], isToken) }
    }
    return this.#secrets.known
  }

  /** Leads to the storage; undefined for a sandbox that is kept in memory. */
  get gate(): StorageGate | undefined {
    return this.#gate
  }

  /** Named states to go back to; they outlive a reset. */
  get snapshots(): Snapshots {
    return this.#snapshots
  }

  /** Continues with what is stored, after the storage has failed. Journal and scenario stay as they are. */
  resume(store: Store, gate: StorageGate): void {
    this.#gate = gate
    this.#snapshots = new Snapshots(gate)
    this.#takeStore(store)
    this.#play.rewind(this.clock.now(), this.scenarioContextAt(this.clock.now()))
    this.dueWorkChanged()
  }

  #takeStore(store: Store): void {
    this.#store.end()
    this.#store = store
    this.#listenTo(store)
    this.#geography = undefined
    this.#chance = this.#newChance()
  }

  /**
   * Reports every change that is committed in this sandbox from now on, also after a reset: those of requests, of events and
   * causes of a scenario, and of the control API. A reset or a restored state is not a commit.
   *
   * @returns ends that
   */
  onCommit(listener: CommitListener): () => void {
    this.#commitListeners.add(listener)
    return () => this.#commitListeners.delete(listener)
  }

  #listenTo(store: Store): void {
    store.clock.onSet(() => this.dueWorkChanged())
    store.onCommit((commit) => {
      if (this.#running) (this.#running.commits ??= []).push(commit)
      for (const listener of this.#commitListeners) listener(commit)
      this.webhooks.committed(commit, this.#actor)
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

  /** What the conformance rules need to know of this sandbox. */
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

  /** Calls that came to addresses that are none, outside the interface: they are in no journal. */
  get strays(): Strays {
    return this.#strays
  }

  /** Counts a call to an address that is none. */
  noteStray(method: string, path: string): void {
    const { count, first } = this.#strays
    this.#strays = { count: count + 1, first: first ?? `${method} ${path.slice(0, MAX_STRAY)}` }
  }

  /** What it began with. */
  get template(): SandboxTemplate {
    return this.#template
  }

  /** The answers in force here: the server's, unless a scenario overrides some. */
  get choices(): Choices {
    return this.#template.choices
  }

  /** Seconds a token lives here. */
  get tokenLifetime(): number {
    return this.#template.tokenLifetime
  }

  /** What is played here. */
  get scenarioRun(): ScenarioRun {
    return this.#play
  }

  /** What causes and events work with, at a moment of this sandbox's clock. */
  scenarioContextAt(now: Instant): ScenarioContext {
    return { store: this.#store, randomness: this.#chance, choices: this.choices, now, sales: this.#play.sales }
  }

  /** The next moment at which something is due has changed by other means than {@link settle}. */
  dueWorkChanged(): void {
    if (!this.#retired) this.world.scheduler.update(this)
  }

  /** When something is due next, by the clock of this sandbox; undefined when nothing ever will. */
  get nextDueAt(): Instant | undefined {
    return this.#play.nextAt
  }

  /** Does everything that is due by now, each piece as of its moment. */
  settle(): void {
    if (this.nextDueAt === undefined || this.#retired) return
    const now = this.clock.now()
    let performed = false
    for (let at = this.nextDueAt; at !== undefined && at <= now; at = this.nextDueAt) {
      this.#performNext()
      performed = true
    }
    if (performed) this.dueWorkChanged()
  }

  #performNext(): void {
    this.#play.performNext((moment) => this.scenarioContextAt(moment))
  }

  /** Notes what is committed from now on in the record of a request; undefined ends that. */
  recordCommitsIn(record: RequestRecord | undefined): void {
    this.#running = record
  }

  /** Runs a change on behalf of a user, whose hooks hear of it. */
  changeBy<T>(user: number | undefined, change: (db: WriteDb) => T): T {
    this.#actor = user
    try {
      return this.#store.change(change)
    } finally {
      this.#actor = undefined
    }
  }

  /** Moves the clock; everything that is due on the way happens at its moment. One move after the other. */
  moveClock(to: Parameters<Clock['moved']>[0]): Promise<ClockMove> {
    const move = this.#moving.then(() => this.#moveClock(to))
    this.#moving = move.catch(() => undefined)
    return move
  }

  #moveClock(to: Parameters<Clock['moved']>[0]): Promise<ClockMove> {
    const run = this.#play
    const store = this.#store
    const nextDueAt = () => this.nextDueAt
    const movable = {
      get nextAt() {
        return nextDueAt()
      },
      performNext: () => {
        if (this.nextDueAt !== undefined) this.#performNext()
      },
      setClock: (state: ClockState) => {
        run.watch?.clockMoved(state.at - this.clock.now())
        store.setClock(state)
      },
      isEnded: () => this.#retired || this.#store !== store || this.#play !== run,
    }
    return moveClock(movable, this.clock.moved(to), () => this.world.pauses.yield())
  }

  /** The countries and regions of this sandbox: the world's, unless its fixtures bring their own. */
  get geography(): Geography {
    if (!this.#geography) {
      const { countries, regions } = this.#store.db
      const own = countries.size > 0 || regions.size > 0
      this.#geography = geography(own ? { countries: countries.all(), regions: regions.all() } : undefined)
    }
    return this.#geography
  }

  /** The `Date` header by this sandbox's clock. */
  httpDate(): string {
    return httpDate(this.clock.now())
  }

  /** True once the sandbox was removed: what is still under way in it finds nothing. */
  get retired(): boolean {
    return this.#retired
  }

  retire(): void {
    this.#retired = true
    this.world.scheduler.remove(this)
    this.journal.end()
    this.webhooks.end()
    this.#store.end()
  }

  /** Makes everything as it was when the sandbox was new. @throws what keeps its storage from it; nothing has happened then */
  reset(): Cleared {
    return this.begin(this.#template)
  }

  /** Begins again from another template: that of a scenario, or the server's own. @throws as {@link reset} */
  begin(template: SandboxTemplate): Cleared {
    const store = this.world.renew(this.name, this.#gate, template)
    this.world.tellEnding(this.name)
    this.webhooks.clear()
    const cleared = {
      tokens: this.#store.db.tokens.size,
      changedRows: this.#store.changedRows,
      journalEntries: this.#clearJournal(),
      clock: !this.clock.isReal,
      armedFaults: this.#play.disarm(),
    }
    this.#template = template
    this.#takeStore(store)
    this.#play = new ScenarioRun(template.scenario, this.clock.now(), this.#chance)
    this.dueWorkChanged()
    this.#strays = { count: 0, first: undefined }
    return cleared
  }

  /** A new token for a client of this sandbox; whether it may have these scopes has been decided. */
  issueToken(clientId: string, scopes: readonly string[]): Token {
    const issuedAt = this.clock.now()
    const expiresAt = issuedAt + this.tokenLifetime * 1000
    return this.#store.change((db) => {
      const number = db.nextId('tokens')
      if (number % PURGE_EVERY === 0) purge(db, issuedAt)
      return db.tokens.put({ id: this.randomness.token(number), clientId, scopes, issuedAt, expiresAt })
    })
  }

  /** The whole state as it stands, secrets masked. {@link take} takes it back. */
  shown(): WorldState {
    const state = stateOfStanding(this.#store.standing())
    return { ...state, collections: maskedRows(state.collections) }
  }

  /**
   * The state as a fixture that seeds it again, as YAML; secrets masked.
   *
   * @throws StateError when it holds what no fixture can
   */
  async frozen(): Promise<string> {
    const { FreezeError, frozenFixtures } = await import('../fixtures/frozen.ts')
    try {
      return await frozenFixtures(stateOfStanding(this.#store.standing()), this.clock.now())
    } catch (error) {
      throw error instanceof FreezeError ? new StateError(error.message) : error
    }
  }

  /**
   * Takes a whole state in the place of its own, all or nothing. Masked secrets stand for those that are here.
   *
   * @throws StateError with the first wrong field
   * @returns how many masked tokens were left out, because they are not known here
   */
  take(sent: Readonly<Record<string, unknown>>): number {
    const read = readSentState(sent, this.#store.export())
    if (read.problem !== undefined) throw new StateError(read.problem)
    this.restore(standingOfState(read.state))
    return read.tokensLeftOut
  }

  /** Goes back to where it stood: rows, tokens, sessions, counters and clock. Journal and snapshots stay as they are. */
  restore(standing: StoreStanding): void {
    this.#store.restore(standing)
    this.#geography = undefined
    this.#chance = this.#newChance()
    this.#play.rewind(this.clock.now(), this.scenarioContextAt(this.clock.now()))
    this.dueWorkChanged()
  }

  /** What happened to the rows since a standing. */
  changesSince(standing: StoreStanding): StateDiff {
    return stateDiff(stateOfStanding(standing).collections, this.#store.export().collections)
  }

  #clearJournal(): number {
    this.droppedCalls.clear()
    return this.journal.clear()
  }

  #newChance(): Randomness {
    const { secureTokens } = this.world.options
    return new Randomness(this.#store.seed, { ...(this.name !== DEFAULT_SANDBOX && { sandbox: this.name }), secureTokens })
  }
}

/** Forgets tokens that have been over for a day, as the service does. */
function purge(db: WriteDb, now: Instant): void {
  for (const { id, issuedAt, expiresAt } of db.tokens.all())
    if (Math.max(issuedAt, expiresAt) + DAY_MS < now) db.tokens.remove(id)
}

/** A state that cannot be taken. */
export class StateError extends Error {
  override readonly name = 'StateError'
}
