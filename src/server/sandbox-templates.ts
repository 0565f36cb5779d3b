/** Templates of new sandboxes: from the configuration of the server, with or without a scenario. */
import { basename } from 'node:path'
import { dayOfInstant } from '../base/instant.ts'
import { setWithin } from '../base/set-within.ts'
import { type Choices, choicesOf } from '../booking-contract/choices/choices.ts'
import { type Config, requireNamedFiles, requireScenarioFolders, withNamePlaces } from '../config/config.ts'
import { namesIn } from '../config/setting-types.ts'
import type { Webhook } from '../domain/event/webhook.ts'
import { AllowedFiles } from '../fixtures/allowed-files.ts'
import type { FixtureFile, FixtureSet } from '../fixtures/fixture-set.ts'
import { seedWorld } from '../fixtures/seed/seed.ts'
import { isBundled, readFixtures } from '../fixtures/source.ts'
import type { Scenario, ScenarioPart, ScenarioSource } from '../scenario/scenario.ts'
import { realNow } from '../simulation/clock.ts'
import { nextTurn } from '../simulation/turns.ts'
import { type ClockStart, rowsNow } from '../world/options.ts'
import type { SandboxTemplate, SandboxTemplates } from '../world/world.ts'

/** Size of the cache: hundreds of sandboxes may use one scenario. */
const MAX_CACHED = 100

/** Creates and caches the templates of a configuration. */
export class ConfiguredTemplates implements SandboxTemplates {
  readonly #config: Config
  #withoutScenario: Promise<SandboxTemplate> | undefined
  /** The files that scenarios sent over HTTP may name. */
  readonly #allowed: AllowedFiles
  #cache = new Map<string, Promise<SandboxTemplate>>()

  /** @throws UsageError for a folder of scenarios that does not exist */
  constructor(config: Config) {
    // With `freeze`, every reset returns to the time of the start.
    this.#config = config.freeze ? { ...config, at: config.at ?? realNow() } : config
    const { fixtures, scenarios, scenario, fixtureTexts } = config
    requireScenarioFolders(config)
    const named = fixtures.filter((name) => !isBundled(name) && !fixtureTexts?.has(name))
    this.#allowed = new AllowedFiles([...named, ...scenarios, ...scenario])
  }

  /** The template the server starts with. @throws ScenarioError, FixtureError */
  initial(): Promise<SandboxTemplate> {
    return withNamePlaces(this.#config, () => this.#configured())
  }

  async #configured(): Promise<SandboxTemplate> {
    const { scenario, scenarioText, withoutFaults } = this.#config
    if (scenario.length === 0 && scenarioText === undefined) return this.withoutScenario()
    const { loadScenarios, loadGivenScenario } = await import('../scenario/load.ts')
    const loaded = await (scenario.length === 0 ? loadGivenScenario(scenarioText ?? '') : loadScenarios(scenario))
    return this.fromScenario(withoutFaults ? { ...loaded, ...NO_FAULTS, parts: loaded.parts.map(withNoFaults) } : loaded)
  }

  async reload(): Promise<SandboxTemplate> {
    requireNamedFiles(this.#config)
    const fresh = new ConfiguredTemplates(this.#config)
    const template = await fresh.initial()
    rowsNow(template)
    this.#withoutScenario = fresh.#withoutScenario
    this.#cache = fresh.#cache
    return template
  }

  withoutScenario(): Promise<SandboxTemplate> {
    this.#withoutScenario ??= plainTemplate(this.#config)
    return this.#withoutScenario
  }

  async fromTrusted(scenario: string | object): Promise<SandboxTemplate> {
    const { loadScenarios, loadGivenScenario } = await import('../scenario/load.ts')
    return this.fromScenario(
      await (typeof scenario === 'string' ? loadScenarios(namesIn(scenario)) : loadGivenScenario(JSON.stringify(scenario))),
    )
  }

  async fromUntrusted(text: string): Promise<SandboxTemplate> {
    const { loadSentScenario } = await import('../scenario/load.ts')
    return this.fromScenario(await loadSentScenario(text, this.#allowed))
  }

  async scenariosInFolders(): Promise<readonly Pick<Scenario, 'name' | 'about'>[]> {
    const { readScenarioFile, ScenarioError } = await import('../scenario/scenario.ts')
    const found: Pick<Scenario, 'name' | 'about'>[] = []
    for (const { path, bytes } of this.#config.scenarios.flatMap((folder) => this.#allowed.find(folder) ?? [])) {
      const [name, text] = [basename(path), bytes.toString()]
      // in another folder, a file of this name may come first
      if (!MAY_BE_SCENARIO.test(text) || this.#allowed.findFile(name)?.path !== path) continue
      const scenario = await readScenarioFile(name, text, path).catch((error: unknown) => {
        if (error instanceof ScenarioError) return error.sound
        throw error
      })
      if (scenario?.name) found.push({ name, about: scenario.about })
    }
    return found
  }

  async fromSources(sources: readonly ScenarioSource[]): Promise<SandboxTemplate> {
    const { reloadScenario } = await import('../scenario/load.ts')
    return this.fromScenario(await reloadScenario(sources))
  }

  fromScenario(scenario: Scenario): Promise<SandboxTemplate> {
    // Not cached: its own fixtures may have changed.
    if (scenario.fixtures) return scenarioTemplate(this.#config, scenario, this.#allowed)
    const cache = this.#cache
    const key = `${scenario.file ?? ''}\n${scenario.text}`
    const known = cache.get(key)
    if (known) return known
    const template = scenarioTemplate(this.#config, scenario)
    setWithin(cache, MAX_CACHED, key, template)
    template.catch(() => cache.delete(key))
    return template
  }
}

/** A scenario has a name at its top; fixtures have not. */
const MAY_BE_SCENARIO = /^(?:\s*\{|["']?name\b)/m

const NO_FAULTS = { faults: [], events: [], expect: [], webhook: undefined } as const
const withNoFaults = (part: ScenarioPart): ScenarioPart => ({ ...part, faults: [], events: [], expect: [] })

const fixturesOf = ({ fixtures, fixtureTexts }: Config): Promise<FixtureSet> => readFixtures(fixtures, { texts: fixtureTexts })

/** @throws FixtureError */
async function plainTemplate(config: Config): Promise<SandboxTemplate> {
  return templateOf(config, await fixturesOf(config), choicesOf(config.profile, config.choices))
}

/** The template of parsed fixtures, without a scenario. Its rows throw a FixtureError when they are made. */
export const templateOf = (config: Config, fixtures: FixtureSet, choices: Choices): SandboxTemplate => ({
  choices,
  choiceFrom: choiceSource(config),
  seed: config.seed,
  makeRows: withHooks(rowMaker(fixtures, config.seed, choices), config.webhook),
  clock: clockOf(config),
  tokenLifetime: config.tokenLifetime ?? defaultLifetime(choices),
})

/** What set each choice. */
const choiceSource =
  ({ choices, from }: Config, scenario?: Scenario) =>
  (id: string): string | undefined => {
    if (scenario !== undefined && Object.hasOwn(scenario.choices, id)) return `scenario ${scenario.name}`
    return Object.hasOwn(choices, id) ? from.choices : from.profile
  }

/** @throws ScenarioError when it refers to rows that its fixtures do not contain, FixtureError */
async function scenarioTemplate(config: Config, scenario: Scenario, allowed?: AllowedFiles): Promise<SandboxTemplate> {
  const { requireWorld } = await import('../scenario/world-check.ts')
  const choices = choicesOf(config.profile, { ...config.choices, ...scenario.choices })
  const part = scenario.parts.find(({ fixtures }) => fixtures !== undefined)
  const fixtures = await (part
    ? readFixtures(fixturesOfPart(part, scenario.sent), {
        from: scenario.folder,
        within: scenario.sent ? allowed : undefined,
        namedAt: (index) => ({ file: part.called, ...part.locate(['fixtures', index]), field: `fixtures[${index}]` }),
      })
    : fixturesOf(config))
  await nextTurn()
  const plain = templateOf({ ...config, seed: scenario.seed ?? config.seed }, fixtures, choices)
  const tokenLifetime = scenario.tokenLifetime ?? plain.tokenLifetime
  const clock = clockOf(config, scenario)
  const template = { ...plain, choiceFrom: choiceSource(config, scenario), clock, tokenLifetime, scenario }
  requireWorld(scenario, rowsNow(template).collections)
  return template
}

/** The fixtures that a part of a scenario names, and its own rows. */
const fixturesOfPart = ({ called: name, fixtures = [], locate }: ScenarioPart, sent: boolean): (string | FixtureFile)[] =>
  fixtures.map((data, index) => (typeof data === 'string' ? data : { name, data, inside: ['fixtures', index], locate, sent }))

const defaultLifetime = (choices: Choices): number => (choices.token_lifetime === 'hour' ? 3600 : 31_536_000)

/** Adds the webhooks configured at start; they receive events of all managers. */
function withHooks(make: SandboxTemplate['makeRows'], urls: readonly string[]): SandboxTemplate['makeRows'] {
  if (urls.length === 0) return make
  return (now) => {
    const { collections, counters } = make(now)
    const before = Math.max(counters.webhooks ?? 0, ...collections.webhooks.map(({ id }) => id))
    const hooks = urls.map((url, index): Webhook => {
      return { id: before + index + 1, url, auth: 'none', username: '', password: '', managerId: 0, enabled: true }
    })
    return {
      counters: { ...counters, webhooks: before + hooks.length },
      collections: { ...collections, webhooks: [...collections.webhooks, ...hooks] },
    }
  }
}

/** Rows are made again for a time that is this many milliseconds later: a scenario that is played asks for them several times. */
const ROWS_KEPT_MS = 1000

/** Creates the rows of fixtures; the latest rows are cached. */
function rowMaker(fixtures: FixtureSet, seed: number, choices: Choices): SandboxTemplate['makeRows'] {
  let last: { readonly now: number; readonly rows: ReturnType<typeof seedWorld> } | undefined
  return (now) => {
    if (last && now >= last.now && now < last.now + ROWS_KEPT_MS && dayOfInstant(now) === dayOfInstant(last.now)) return last.rows
    last = { now, rows: seedWorld(fixtures, { now, seed, choices }) }
    return last.rows
  }
}

const clockOf = ({ at, freeze }: Config, scenario?: Scenario): ClockStart => ({
  at: scenario?.at ?? at,
  speed: scenario?.speed ?? (freeze ? 0 : 1),
  waits: scenario?.clockFrom === 'first-call',
})
