import { shellWord } from '../start/shell-word.ts'
/**
 * `understay validate`: checks fixtures and scenarios without starting a server.
 *
 * @module
 */

import { countText } from '../../base/count-text.ts'
import { dayOfInstant } from '../../base/instant.ts'
import { longDate } from '../../base/long-date.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { UsageError } from '../../config/usage-error.ts'
import { geography } from '../../fixtures/geo.ts'
import { seedWorld } from '../../fixtures/seed/seed.ts'
import { readFixtures } from '../../fixtures/source.ts'
import { bundledScenarios, loadScenario } from '../../scenario/load.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import { ConfiguredTemplates } from '../../server/sandbox-templates.ts'
import { realNow } from '../../simulation/clock.ts'
import { Randomness } from '../../simulation/randomness.ts'
import { type NamedFiles, sortNames } from './files.ts'

const EXIT_INVALID = 2
/** Names of errors about files; all other errors are bugs. */
const FILE_ERRORS: ReadonlySet<string> = new Set(['FixtureError', 'ScenarioError'])

/** Files that are checked together: fixtures of one world, and scenarios for it. */
interface CheckedGroup extends NamedFiles {
  /** A heading; undefined for files named on the command line. */
  readonly title?: string
  /** Fixtures to use when there are none, or invalid ones; undefined to check only the form of scenarios. */
  readonly fallback: readonly string[] | undefined
}

/**
 * Checks the named files, or the configured ones and the bundled scenarios. Returns 0 when all are valid, else 2. @throws
 * UsageError
 */
export async function runValidate(args: readonly string[]): Promise<number> {
  const flag = args.find((arg) => arg.startsWith('-'))
  if (flag) {
    const names = args.filter((arg) => !arg.startsWith('-')).map(shellWord)
    const meant = names.length > 0 ? `; did you mean understay validate ${names.join(' ')}?` : ''
    throw new UsageError(`understay validate takes names, files and folders, no flags such as ${flag}${meant}`)
  }
  const config = await readConfig([], process.env)
  let valid = true
  for (const part of args.length > 0 ? [namedGroup(args, config)] : defaultGroups(config))
    valid = (await checkGroup(part, config)) && valid
  return valid ? 0 : EXIT_INVALID
}

const namedGroup = (names: readonly string[], { fixtures }: Config): CheckedGroup => ({ ...sortNames(names), fallback: fixtures })

/** The files to check by default. The bundled scenarios are checked against the bundled world only. */
const defaultGroups = ({ fixtures, scenario }: Config): readonly CheckedGroup[] => [
  { title: 'What is configured', fixtures, scenarios: scenario === undefined ? [] : [scenario], fallback: undefined },
  {
    title: 'The bundled scenarios, in the world baseline',
    fixtures: [],
    scenarios: bundledScenarios().map(({ name }) => name),
    fallback: ['baseline'],
  },
]

/** Checks all files of a part, also after an error; true when all are valid. */
async function checkGroup({ title, fixtures, scenarios, fallback }: CheckedGroup, config: Config): Promise<boolean> {
  if (title !== undefined) process.stdout.write(`${title}:\n`)
  const areWrong = fixtures.length > 0 && !(await succeeds(() => checkFixtures(fixtures)))
  // Invalid fixtures have been reported; the scenarios are checked against the fallback.
  const world = areWrong || fixtures.length === 0 ? fallback : fixtures
  let valid = !areWrong
  for (const scenario of scenarios)
    valid = (await succeeds(() => checkScenario(scenario, world && { ...config, fixtures: world }))) && valid
  return valid
}

/** Runs a check and prints its result; true on success. */
async function succeeds(check: () => Promise<string>): Promise<boolean> {
  try {
    process.stdout.write(`${await check()}\n`)
    return true
  } catch (error) {
    if (!(error instanceof Error && FILE_ERRORS.has(error.name))) throw error
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

/** Checks the form of a scenario, and its references if its world is known. @throws ScenarioError, FixtureError */
async function checkScenario(nameOrFile: string, config: Config | undefined): Promise<string> {
  const scenario = await loadScenario(nameOrFile)
  if (config) await new ConfiguredTemplates(config).fromScenario(scenario)
  return `${nameOrFile}: valid. ${contentsOf(scenario).join(', ')}`
}

/** The numbers of parts of a scenario; faults, events and expectations are listed even if there are none. */
function contentsOf({ faults, events, traffic, webhook, expect }: Scenario): readonly string[] {
  return [
    countText(faults.length, 'fault'),
    countText(events.length, 'event'),
    ...(traffic.length > 0 ? [`${traffic.length} of traffic`] : []),
    ...(webhook === undefined ? [] : ['network faults on webhooks']),
    countText(expect.length, 'expectation'),
  ]
}
