/** What a sandbox holds at a time: its state with clock and randomness, its scenario, its snapshots. A reset replaces it. */
import type { Token } from '../auth/token.ts'
import { stackOf } from '../base/caught-error.ts'
import { DAY_MS } from '../base/duration.ts'
import { httpDate, type Instant } from '../base/instant.ts'
import { decodedOrSame } from '../base/percent-encoding.ts'
import type { Choices } from '../booking-contract/choices/choices.ts'
import { type Geography, geography } from '../fixtures/geo.ts'
import { KnownSecrets } from '../journal/known-secrets.ts'
import type { ScenarioContext } from '../scenario/scenario-context.ts'
import type { ScenarioRun } from '../scenario/scenario-run.ts'
import type { Clock } from '../simulation/clock.ts'
import { Randomness } from '../simulation/randomness.ts'
import type { Db, WriteDb } from '../store/db.ts'
import { Snapshots } from '../store/snapshots.ts'
import type { StoredCalls } from '../store/storage.ts'
import type { StorageGate } from '../store/storage-gate.ts'
import type { Store } from '../store/store.ts'
import type { SandboxHost, SandboxTemplate } from './options.ts'
import { startScenario } from './stored-scenario.ts'

/** The sandbox of addresses without a sandbox name. */
export const DEFAULT_SANDBOX = 'default'

/** Expired tokens are purged once per this number of issued tokens. */
const PURGE_EVERY = 100

export interface SandboxStart {
  readonly name: string
  readonly store: Store
  readonly template: SandboxTemplate
  /** The gate to its storage; undefined keeps it in memory. */
  readonly gate: StorageGate | undefined
  /** The requests of an earlier process. */
  readonly calls?: StoredCalls | undefined
}

export abstract class SandboxContents {
  readonly name: string
  readonly world: SandboxHost
  #gate: StorageGate | undefined
  #snapshots: Snapshots
  #store: Store
  #randomness: Randomness
  #template: SandboxTemplate
  #scenarioRun: ScenarioRun
  #geography: Geography | undefined
  #secrets: KnownSecrets | undefined
  #dateHeader = { second: Number.NaN, text: '' }

  constructor(world: SandboxHost, { name, store, template, gate }: SandboxStart) {
    this.world = world
    this.name = name
    this.#store = store
    this.#template = template
    this.#gate = gate
    this.#snapshots = new Snapshots(gate)
    this.#randomness = this.#createRandomness()
    this.#scenarioRun = startScenario(this)
  }

  get store(): Store {
    return this.#store
  }

  /** The secrets to mask in everything that clients send: those of the server, of clients and of webhooks, and its tokens. */
  get secrets(): KnownSecrets {
    this.#secrets ??= new KnownSecrets([...this.world.secrets, ...secretsIn(this.#store.db)], (text) =>
      this.#store.db.tokens.has(text),
    )
    return this.#secrets
  }

  /** Clients or webhooks have changed. */
  secretsChanged(): void {
    this.#secrets = undefined
  }

  /** The gate to the storage; undefined for a sandbox in memory. */
  get gate(): StorageGate | undefined {
    return this.#gate
  }

  /** Named snapshots; a reset keeps them. */
  get snapshots(): Snapshots {
    return this.#snapshots
  }

  get randomness(): Randomness {
    return this.#randomness
  }

  get clock(): Clock {
    return this.#store.clock
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

  get scenarioRun(): ScenarioRun {
    return this.#scenarioRun
  }

  /** The context of causes and events at a time of this sandbox's clock. */
  scenarioContextAt(now: Instant): ScenarioContext {
    const failed = (act: string, error: unknown): void => {
      const facts = { sandbox: this.name, act, error: stackOf(error) }
      this.world.log.error('an act of a scenario failed; the scenario goes on', facts)
    }
    const { sales } = this.#scenarioRun
    return { store: this.#store, randomness: this.#randomness, choices: this.choices, now, sales, failed }
  }

  /** The countries and regions of this sandbox: those of the fixtures, or all of the world. */
  get geography(): Geography {
    const { countries, regions } = this.#store.db
    return (this.#geography ??= geography({ countries: countries.all(), regions: regions.all() }))
  }

  /** Issues a token to a client. The caller has checked the scopes. */
  issueToken(clientId: string, scopes: readonly string[]): Token {
    const issuedAt = this.clock.now()
    const expiresAt = issuedAt + this.tokenLifetime * 1000
    return this.#store.change((db) => {
      const number = db.nextId('tokens')
      if (number % PURGE_EVERY === 0) purgeTokens(db, issuedAt)
      return db.tokens.put({ id: this.#randomness.token(number), clientId, scopes, issuedAt, expiresAt })
    })
  }

  /** The Date header of a response now; formatted once a second. */
  get dateHeader(): string {
    const second = Math.floor(this.clock.now() / 1000)
    if (second !== this.#dateHeader.second) this.#dateHeader = { second, text: httpDate(second * 1000) }
    return this.#dateHeader.text
  }

  /** Starts a clock that waits for the first call. @throws StorageError when that cannot be stored */
  startClock(): void {
    const { started } = this.clock
    if (started) this.#store.setClock(started)
  }

  /** Stores the progress that has changed. After a failure of the storage it does nothing: the stored progress is read again. */
  storeProgress(): void {
    if (!this.#gate?.failed) this.#store.storeProgress()
  }

  protected useGate(gate: StorageGate | undefined): void {
    this.#gate = gate
    this.#snapshots = new Snapshots(gate)
  }

  protected useStore(store: Store): void {
    this.#store.end()
    this.#store = store
    this.stateReplaced()
  }

  /** Forgets what followed from the rows and the seed before. */
  protected stateReplaced(): void {
    this.#geography = undefined
    this.#secrets = undefined
    this.#randomness = this.#createRandomness()
  }

  /** Starts the scenario of a template. */
  protected startScenarioOf(template: SandboxTemplate): void {
    this.#template = template
    this.#scenarioRun = startScenario(this)
  }

  #createRandomness(): Randomness {
    const { secureTokens } = this.world.options
    return new Randomness(this.#store.seed, { ...(this.name !== DEFAULT_SANDBOX && { sandbox: this.name }), secureTokens })
  }
}

function secretsIn({ clients, webhooks }: Db): readonly string[] {
  const inAddress = (url: string): string => decodedOrSame(new URL(url).password)
  const secrets = [
    ...clients.all().map(({ secret }) => secret),
    ...webhooks.all().flatMap(({ url, password }) => [password, inAddress(url)]),
  ]
  // a secret that is also the id of a client is no secret: ids are shown
  return secrets.filter((secret) => !clients.has(secret))
}

/** Removes tokens that expired more than a day ago, as the service does. */
function purgeTokens(db: WriteDb, now: Instant): void {
  for (const { id, issuedAt, expiresAt } of db.tokens.all())
    if (Math.max(issuedAt, expiresAt) + DAY_MS < now) db.tokens.remove(id)
}
