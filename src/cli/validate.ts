/**
 * `understay validate`: checks fixtures and scenarios without starting anything.
 *
 * @module
 */
import { dayOfInstant } from '../base/instant.ts'
import { longDate } from '../base/long-date.ts'
import { type Config, readConfig } from '../config/config.ts'
import { UsageError } from '../config/usage-error.ts'
import { geography } from '../fixtures/geo.ts'
import { seedWorld } from '../fixtures/seed/seed.ts'
import { readFixtures } from '../fixtures/source.ts'
import { bundledScenarios, loadScenario } from '../scenario/load.ts'
import { ConfiguredTemplates } from '../server/sandbox-templates.ts'
import { realNow } from '../simulation/clock.ts'
import { Randomness } from '../simulation/randomness.ts'
import { type Named, sortNames } from './validate-files.ts'

const INVALID = 2
/** Errors of files; everything else is a fault of the program. */
const OF_FILES: ReadonlySet<string> = new Set(['FixtureError', 'ScenarioError'])

/** What is checked together: fixtures that make one world, and scenarios that are played in it. */
interface Part extends Named {
  /** What the checks are of; undefined where they are named by the command line. */
  readonly title?: string
  /** The world of scenarios without fixtures beside them, or with wrong ones; undefined: only their form is checked then. */
  readonly otherwise: readonly string[] | undefined
}

/** Checks what is named, else what is configured and the bundled pack; 0 when all is well, 2 when not. @throws UsageError */
export async function runValidate(args: readonly string[]): Promise<number> {
  const flag = args.find((arg) => arg.startsWith('-'))
  if (flag) throw new UsageError(`understay validate takes names, files and folders, no flags such as ${flag}`)
  const config = await readConfig([], process.env)
  let valid = true
  for (const part of args.length > 0 ? [named(args, config)] : unnamed(config)) valid = (await checkPart(part, config)) && valid
  return valid ? 0 : INVALID
}

const named = (names: readonly string[], { fixtures }: Config): Part => ({ ...sortNames(names), otherwise: fixtures })

/** What is checked where nothing is named. The pack is made for the bundled world: it is not blamed for another one. */
const unnamed = ({ fixtures, scenario }: Config): readonly Part[] => [
  { title: 'What is configured', fixtures, scenarios: scenario === undefined ? [] : [scenario], otherwise: undefined },
  {
    title: 'The bundled scenarios, in the world baseline',
    fixtures: [],
    scenarios: bundledScenarios().map(({ name }) => name),
    otherwise: ['baseline'],
  },
]

/** Checks everything of a part, also after a mistake; true when all is well. */
async function checkPart({ title, fixtures, scenarios, otherwise }: Part, config: Config): Promise<boolean> {
  if (title !== undefined) process.stdout.write(`${title}:\n`)
  const areWrong = fixtures.length > 0 && !(await succeeds(() => checkFixtures(fixtures)))
  // Scenarios are not blamed for fixtures that have been told off already.
  const world = areWrong || fixtures.length === 0 ? otherwise : fixtures
  let valid = !areWrong
  for (const scenario of scenarios)
    valid = (await succeeds(() => checkScenario(scenario, world && { ...config, fixtures: world }))) && valid
  return valid
}

/** Tells how a check went. */
async function succeeds(check: () => Promise<string>): Promise<boolean> {
  try {
    process.stdout.write(`${await check()}\n`)
    return true
  } catch (error) {
    if (!(error instanceof Error && OF_FILES.has(error.name))) throw error
    process.stderr.write(`${error.message}\n`)
    return false
  }
}

/** @throws FixtureError */
async function checkFixtures(names: readonly string[]): Promise<string> {
  const now = realNow()
  const { collections } = seedWorld(await readFixtures(names), {
    today: dayOfInstant(now),
    now,
    chance: new Randomness(1),
    geo: geography(),
    longDate: (day) => longDate(day, 'weekday'),
  })
  const { properties, rooms, bookings, guests, clients } = collections
  return `${names.join(', ')}: valid. ${properties.length} properties, ${rooms.length} rooms, ${bookings.length} bookings, ${guests.length} guests, ${clients.length} clients`
}

/** Also that its world can be made, if it is known, and has what the scenario names. @throws ScenarioError, FixtureError */
async function checkScenario(nameOrFile: string, config: Config | undefined): Promise<string> {
  const scenario = await loadScenario(nameOrFile)
  if (config) await new ConfiguredTemplates(config).of(scenario)
  const { faults, events, expect } = scenario
  return `${nameOrFile}: valid. ${faults.length} faults, ${events.length} events, ${expect.length} expectations`
}
