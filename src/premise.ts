/**
 * What fresh sandboxes begin with: the server's own configuration, or what a scenario makes of it.
 *
 * @module
 */
import { dayOfInstant } from './base/instant.ts'
import { longDate } from './base/long-date.ts'
import type { Config } from './config.ts'
import { type Choices, choicesOf } from './contract/choices.ts'
import type { Scenario } from './play/scenario.ts'
import { Chance } from './sim/chance.ts'
import { realNow } from './sim/clock.ts'
import type { FixtureSet } from './store/fixture-set.ts'
import { readFixtures } from './store/fixture-source.ts'
import { geography } from './store/geo.ts'
import { seedWorld } from './store/seed.ts'
import type { Premise, Premises } from './world.ts'
import type { ClockStart } from './world-options.ts'

/** Premises kept for those who ask again, such as hundreds of sandboxes with one scenario. */
const MAX_KEPT = 100

/** Makes the premises of a configuration; each is made once. */
export class ConfiguredPremises implements Premises {
  readonly #config: Config
  #plain: Promise<Premise> | undefined
  readonly #kept = new Map<string, Promise<Premise>>()

  constructor(config: Config) {
    // A clock that stands still from the start goes back to that start with every reset.
    this.#config = config.freeze ? { ...config, at: config.at ?? realNow() } : config
  }

  /** What the server was started with: its scenario, or none. @throws ScenarioError, FixtureError */
  async first(): Promise<Premise> {
    const { scenario, scenarioText } = this.#config
    if (scenario === undefined && scenarioText === undefined) return this.plain()
    const { loadScenario, sentScenario } = await import('./play/load.ts')
    return this.of(await (scenario === undefined ? sentScenario(scenarioText ?? '') : loadScenario(scenario)))
  }

  async anew(): Promise<Premise> {
    const fresh = new ConfiguredPremises(this.#config)
    const premise = await fresh.first()
    const begins = premise.clock.at ?? realNow()
    premise.makeRows(dayOfInstant(begins), begins)
    this.#plain = fresh.#plain
    this.#kept.clear()
    for (const [key, made] of fresh.#kept) this.#kept.set(key, made)
    return premise
  }

  plain(): Promise<Premise> {
    this.#plain ??= plainPremise(this.#config)
    return this.#plain
  }

  of(scenario: Scenario): Promise<Premise> {
    // Fixtures of its own may have changed since.
    if (scenario.fixtures) return scenarioPremise(this.#config, scenario)
    const key = `${scenario.file ?? ''}\n${scenario.text}`
    const known = this.#kept.get(key)
    if (known) return known
    const premise = scenarioPremise(this.#config, scenario)
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear()
    this.#kept.set(key, premise)
    premise.catch(() => this.#kept.delete(key))
    return premise
  }
}

/** @throws FixtureError */
async function plainPremise(config: Config): Promise<Premise> {
  const choices = choicesOf(config.profile, config.choices)
  return {
    choices,
    seed: config.seed,
    makeRows: rowMaker(await readFixtures(config.fixtures), config.seed, choices),
    clock: clockOf(config),
    tokenLifetime: config.tokenLifetime ?? usualLifetime(choices),
  }
}

/** @throws ScenarioError when it names what its fixtures do not have, FixtureError */
async function scenarioPremise(config: Config, scenario: Scenario): Promise<Premise> {
  const { demandWorld } = await import('./play/scenario-world.ts')
  const choices = choicesOf(config.profile, { ...config.choices, ...scenario.choices })
  const seed = scenario.seed ?? config.seed
  const fixtures = await (scenario.fixtures
    ? readFixtures(scenario.fixtures, { from: scenario.folder })
    : readFixtures(config.fixtures))
  const makeRows = rowMaker(fixtures, seed, choices)
  const clock = clockOf(config, scenario)
  const begins = clock.at ?? realNow()
  demandWorld(scenario, makeRows(dayOfInstant(begins), begins).collections)
  const tokenLifetime = scenario.tokenLifetime ?? config.tokenLifetime ?? usualLifetime(choices)
  return { choices, seed, makeRows, clock, tokenLifetime, scenario }
}

const usualLifetime = (choices: Choices): number => (choices.token_lifetime === 'hour' ? 3600 : 31_536_000)

/** Makes the rows of fixtures; those of the day asked for last are kept. */
function rowMaker(fixtures: FixtureSet, seed: number, choices: Choices): Premise['makeRows'] {
  const make: Premise['makeRows'] = (today, now) =>
    seedWorld(fixtures, {
      today,
      now,
      chance: new Chance(seed),
      geo: geography(),
      longDate: (day) => longDate(day, choices.long_date),
    })
  let last: { readonly now: number; readonly seeded: ReturnType<typeof make> } | undefined
  return (today, now) => {
    if (last?.now !== now) last = { now, seeded: make(today, now) }
    return last.seeded
  }
}

/** Where a clock begins, and how it runs. */
const clockOf = ({ at, freeze }: Config, scenario?: Scenario): ClockStart => ({
  at: scenario?.at ?? at,
  speed: scenario?.speed ?? (freeze ? 0 : 1),
})
