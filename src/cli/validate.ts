/**
 * `understay validate`: checks fixtures and scenarios without starting anything.
 *
 * @module
 */
import { dayOfInstant } from '../base/instant.ts'
import { longDate } from '../base/long-date.ts'
import { type Config, readConfig } from '../config.ts'
import { bundledScenarios, loadScenario } from '../play/load.ts'
import { ConfiguredPremises } from '../premise.ts'
import { UsageError } from '../settings.ts'
import { Chance } from '../sim/chance.ts'
import { realNow } from '../sim/clock.ts'
import { readFixtures } from '../store/fixture-source.ts'
import { geography } from '../store/geo.ts'
import { seedWorld } from '../store/seed.ts'
import { sortNames } from './validate-files.ts'

const INVALID = 2
/** Errors of files; everything else is a fault of the program. */
const OF_FILES: ReadonlySet<string> = new Set(['FixtureError', 'ScenarioError'])

/** Checks what is named, or all that comes with the program; 0 when all is well, 2 when not. @throws UsageError */
export async function runValidate(args: readonly string[]): Promise<number> {
  const flag = args.find((arg) => arg.startsWith('-'))
  if (flag) throw new UsageError(`understay validate takes names, files and folders, no flags such as ${flag}`)
  const names = args.length > 0 ? args : ['baseline', ...bundledScenarios().map(({ name }) => name)]
  const { fixtures, scenarios } = sortNames(names)
  let code = 0
  const succeeds = async (check: () => Promise<string>): Promise<boolean> => {
    try {
      process.stdout.write(`${await check()}\n`)
      return true
    } catch (error) {
      if (!(error instanceof Error && OF_FILES.has(error.name))) throw error
      process.stderr.write(`${error.message}\n`)
      code = INVALID
      return false
    }
  }
  const usual = await readConfig([], process.env)
  // Scenarios are not blamed for fixtures that have been told off already.
  const isWorld = fixtures.length > 0 && (await succeeds(() => checkFixtures(fixtures)))
  const config = isWorld ? { ...usual, fixtures } : usual
  for (const scenario of scenarios) await succeeds(() => checkScenario(scenario, config))
  return code
}

/** @throws FixtureError */
async function checkFixtures(names: readonly string[]): Promise<string> {
  const now = realNow()
  const { collections } = seedWorld(await readFixtures(names), {
    today: dayOfInstant(now),
    now,
    chance: new Chance(1),
    geo: geography(),
    longDate: (day) => longDate(day, 'weekday'),
  })
  const { properties, rooms, bookings, guests, clients } = collections
  return `${names.join(', ')}: valid. ${properties.length} properties, ${rooms.length} rooms, ${bookings.length} bookings, ${guests.length} guests, ${clients.length} clients`
}

/** Also that its world can be made, and has what the scenario names. @throws ScenarioError, FixtureError */
async function checkScenario(nameOrFile: string, config: Config): Promise<string> {
  const scenario = await loadScenario(nameOrFile)
  await new ConfiguredPremises(config).of(scenario)
  const { faults, events, expect } = scenario
  return `${nameOrFile}: valid. ${faults.length} faults, ${events.length} events, ${expect.length} expectations`
}
