/**
 * A sandbox: one world of its own, with its state, clock, chance, tokens, journal and snapshots.
 *
 * @module
 */
import type { Token } from './auth/token.ts'
import { httpDate, type Instant } from './base/instant.ts'
import type { Choices } from './contract/choices.ts'
import { Journal } from './http/journal.ts'
import { Play } from './play/play.ts'
import type { Stage } from './play/stage.ts'
import { Chance } from './sim/chance.ts'
import type { Clock } from './sim/clock.ts'
import type { WriteDb } from './store/db.ts'
import { type Geography, geography } from './store/geo.ts'
import { maskedRows } from './store/masked-state.ts'
import { readSentState } from './store/sent-state.ts'
import { Snapshots } from './store/snapshot.ts'
import type { WorldState } from './store/state.ts'
import { type StateDiff, stateDiff } from './store/state-diff.ts'
import { type Store, type StoreStanding, standingOfState, stateOfStanding } from './store/store.ts'
import type { Premise, World } from './world.ts'

/** The sandbox that has no name in its address. */
export const DEFAULT_SANDBOX = 'default'

const DAY_MS = 86_400_000
/** Looking through all tokens costs; it is done once in so many. */
const PURGE_EVERY = 100

/** What a sandbox is made of. */
interface SandboxStart {
  readonly name: string
  readonly store: Store
  readonly premise: Premise
  /** The folder of its files; undefined keeps it in memory. */
  readonly folder: string | undefined
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
  readonly world: World
  readonly journal: Journal
  /** Named states to go back to; they outlive a reset. */
  readonly snapshots: Snapshots
  #store: Store
  #chance: Chance
  #premise: Premise
  #play: Play
  #retired = false
  #strays: Strays = { count: 0, first: undefined }
  #geography: Geography | undefined

  constructor(world: World, { name, store, premise, folder }: SandboxStart) {
    this.world = world
    this.name = name
    this.#store = store
    this.#premise = premise
    this.#play = new Play(premise.scenario, store.clock.now())
    this.snapshots = new Snapshots(folder)
    this.journal = new Journal({ entries: world.options.journal, bytes: () => world.journalBytes })
    this.#chance = this.#newChance()
  }

  get store(): Store {
    return this.#store
  }

  get chance(): Chance {
    return this.#chance
  }

  get clock(): Clock {
    return this.#store.clock
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
  get premise(): Premise {
    return this.#premise
  }

  /** The answers in force here: the server's, unless a scenario overrides some. */
  get choices(): Choices {
    return this.#premise.choices
  }

  /** Seconds a token lives here. */
  get tokenLifetime(): number {
    return this.#premise.tokenLifetime
  }

  /** What is played here. */
  get play(): Play {
    return this.#play
  }

  /** What causes and events work with, at a moment of this sandbox's clock. */
  stageAt(now: Instant): Stage {
    return { store: this.#store, chance: this.#chance, choices: this.choices, now }
  }

  /** Lets every event of the scenario happen that is due by now. */
  settle(): void {
    if (!this.#play.waits) return
    const now = this.clock.now()
    if (this.#play.isDue(now)) this.#play.settle(now, (at) => this.stageAt(at))
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
    this.journal.end()
    this.#store.close()
  }

  /** Makes everything as it was when the sandbox was new. */
  reset(): Cleared {
    this.world.tellEnding(this)
    const cleared = {
      tokens: this.#store.db.tokens.size,
      changedRows: this.#store.changedRows,
      journalEntries: this.journal.clear(),
      clock: !this.clock.isReal,
      armedFaults: this.#play.disarm(),
    }
    this.#store = this.world.renew(this.name, this.#store, this.#premise)
    this.#geography = undefined
    this.#chance = this.#newChance()
    this.#play = new Play(this.#premise.scenario, this.clock.now())
    this.#strays = { count: 0, first: undefined }
    return cleared
  }

  /** Begins anew from another premise: a scenario, or the server's own. */
  begin(premise: Premise): Cleared {
    this.#premise = premise
    return this.reset()
  }

  /** A new token for a client of this sandbox; whether it may have these scopes has been decided. */
  issueToken(clientId: string, scopes: readonly string[]): Token {
    const issuedAt = this.clock.now()
    const expiresAt = issuedAt + this.tokenLifetime * 1000
    return this.#store.change((db) => {
      const number = db.nextId('tokens')
      if (number % PURGE_EVERY === 0) purge(db, issuedAt)
      return db.tokens.put({ id: this.chance.token(number), clientId, scopes, issuedAt, expiresAt })
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
    const { FreezeError, frozenFixtures } = await import('./store/frozen-fixtures.ts')
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
    this.#play.rewind(this.clock.now())
  }

  /** What happened to the rows since a standing. */
  changesSince(standing: StoreStanding): StateDiff {
    return stateDiff(stateOfStanding(standing).collections, this.#store.export().collections)
  }

  #newChance(): Chance {
    const { secureTokens } = this.world.options
    return new Chance(this.#store.seed, { ...(this.name !== DEFAULT_SANDBOX && { sandbox: this.name }), secureTokens })
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
