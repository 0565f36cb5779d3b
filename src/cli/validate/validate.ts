/** `understay validate`: checks fixtures, scenarios and configuration files without starting a server. */

import { existsSync } from 'node:fs'
import { normalize } from 'node:path'
import { CONFIG_FILES } from '../../base/config-files.ts'
import { countText } from '../../base/count-text.ts'
import { FileError, type FixtureProblem } from '../../base/file-error.ts'
import { shellWord } from '../../base/shell-word.ts'
import { choicesOf } from '../../booking-contract/choices/choices.ts'
import { type Config, requireNamedFiles, requireScenarioFolders, resolveConfig, withNamePlaces } from '../../config/config.ts'
import { readEnvironment } from '../../config/environment.ts'
import { readConfigFile } from '../../config/file.ts'
import { UsageError } from '../../config/usage-error.ts'
import { seedWorld } from '../../fixtures/seed/seed.ts'
import { readSoundFixtures } from '../../fixtures/source.ts'
import { STANDARD_INPUT } from '../../fixtures/standard-input.ts'
import { bundledScenarios, loadScenario, loadScenarios } from '../../scenario/load.ts'
import { type Scenario, ScenarioError } from '../../scenario/scenario.ts'
import { ConfiguredTemplates } from '../../server/sandbox-templates.ts'
import { realNow } from '../../simulation/clock.ts'
import { rowsNow } from '../../world/options.ts'
import { SCENARIO_FOLDER } from '../init-files.ts'
import { readVerb } from '../verb-flags.ts'
import { type NamedFiles, sortNames } from './files.ts'
import { outputOf, type ValidationOutput } from './output.ts'

const EXIT_INVALID = 2
/** Files that are checked together: fixtures of one world, scenarios for it, and configuration files. */
interface CheckedGroup extends NamedFiles {
  /** A heading; undefined for files named on the command line. */
  readonly title?: string
  /** Fixtures to use when there are none; undefined to check only the form of scenarios. */
  readonly fallback: readonly string[] | undefined
  /** Scenarios that are played together. */
  readonly together?: readonly string[]
}

/**
 * Checks the named files, or the configured ones and the bundled scenarios. Returns 0 when all are valid, else 2. @throws
 * UsageError
 */
export async function runValidate(args: readonly string[]): Promise<number> {
  const { config, flag, names } = await readArguments(args)
  const output = outputOf(flag('format') ?? 'text')
  let valid = true
  const named: CheckedGroup = { ...sortNames(names), fallback: config.fixtures }
  for (const part of names.length > 0 ? [named] : defaultGroups(config)) valid = (await checkGroup(part, config, output)) && valid
  output.end?.(valid)
  return valid ? 0 : EXIT_INVALID
}

/** The names, and the flags with their values; `-` is a name. @throws UsageError */
async function readArguments(args: readonly string[]) {
  const isFlag = (arg = ''): boolean => arg.startsWith('-') && arg !== STANDARD_INPUT
  const isValue = (index: number): boolean => args[index - 1] === '--format'
  const names = args.filter((arg, index) => !isFlag(arg) && !isValue(index))
  const flags = args.filter((arg, index) => isFlag(arg) || isValue(index))
  const other = flags.find((flag) => isFlag(flag) && !/^--format(?:=|$)/.test(flag))
  if (other !== undefined) {
    const meant = names.length > 0 ? `; did you mean understay validate ${names.map(shellWord).join(' ')}?` : ''
    throw new UsageError(`understay validate takes names, files, folders and --format, no flags such as ${other}${meant}`)
  }
  return { ...(await readVerb('validate', flags)), names }
}

/** The files to check by default. The bundled scenarios are checked against the bundled world only. */
function defaultGroups(config: Config): readonly CheckedGroup[] {
  const { fixtures, scenario, scenarios } = config
  requireScenarioFolders(config)
  const settings = CONFIG_FILES.filter((file) => existsSync(file))
  const folders = settings.length > 0 && existsSync(SCENARIO_FOLDER) ? [...scenarios, SCENARIO_FOLDER] : scenarios
  const played = [...scenario, ...sortNames(folders).scenarios]
  const once = new Map(played.toReversed().map((name) => [normalize(name), name])).values()
  const bundled = bundledScenarios().map(({ name }) => name)
  const title = 'The bundled scenarios, in the world baseline'
  return [
    {
      title: 'What is configured',
      settings,
      fixtures,
      scenarios: [...once].toReversed(),
      fallback: undefined,
      together: scenario,
    },
    { title, settings: [], fixtures: [], scenarios: bundled, fallback: ['baseline'] },
  ]
}

/** Checks all files of a part, also after an error; true when all are valid. */
async function checkGroup(
  { title, settings, fixtures, scenarios, fallback, together = [] }: CheckedGroup,
  config: Config,
  output: ValidationOutput,
): Promise<boolean> {
  if (title !== undefined) output.title?.(title)
  const succeeds = (check: Check) => isValid(() => withNamePlaces(config, check), output)
  let valid = true
  const isConfigured = fallback === undefined
  for (const file of settings)
    valid = (await (isConfigured ? succeeds(() => checkSettings(file)) : isValid(() => checkNamed(file), output))) && valid
  const areWrong = fixtures.length > 0 && !(await succeeds(() => checkFixtures(fixtures)))
  // What a scenario names may be in the invalid fixtures.
  const world = areWrong ? undefined : fixtures.length === 0 ? fallback : fixtures
  valid &&= !areWrong
  for (const scenario of scenarios)
    valid = (await succeeds(() => checkScenario(scenario, world && { ...config, fixtures: world }))) && valid
  if (valid && together.length > 1) valid = await succeeds(() => checkTogether(together))
  return valid && isConfigured ? isValid(() => checkStart(config), output) : valid
}

/** Returns what is reported of what is valid. @throws FileError */
type Check = () => Promise<string | undefined>

/** Runs a check and reports its result; true on success. */
async function isValid(check: Check, output: ValidationOutput): Promise<boolean> {
  try {
    const said = await check()
    if (said !== undefined) output.valid(said)
    return true
  } catch (error) {
    if (!(error instanceof FileError)) throw error
    output.invalid(error)
    return false
  }
}

/** @throws FileError */
const checkSettings = async (file: string): Promise<string> =>
  `${file}: valid. ${countText(Object.keys(readConfigFile(file)).length, 'setting')}`

/** @throws FixtureError */
async function checkFixtures(names: readonly string[]): Promise<string> {
  const { set, broken } = await readSoundFixtures(names)
  const { collections } = seedWorld(set, {
    broken: broken.map((one) => ({ ...one, message: orScenario(one.message) })),
    now: realNow(),
    seed: 1,
    choices: choicesOf('documented'),
  })
  const { properties, rooms, bookings, guests, clients } = collections
  const counts = Object.entries({ room: rooms, booking: bookings, guest: guests, client: clients })
  const others = counts.map(([noun, { length }]) => countText(length, noun)).join(', ')
  return `${names.join(', ')}: valid. ${properties.length} ${properties.length === 1 ? 'property' : 'properties'}, ${others}`
}

/** An empty file may become either. */
const orScenario = (message: string): string =>
  message.replace(/^is empty: .*/, '$&; or a scenario: name, and perhaps faults, events, traffic and expect')

/** Checks the form of a scenario, and its references if its world is known. @throws ScenarioError, FixtureError */
async function checkScenario(nameOrFile: string, config: Config | undefined): Promise<string> {
  const problems: FixtureProblem[] = []
  const withProblems = (error: unknown): Scenario | undefined => {
    if (!(error instanceof FileError)) throw error
    problems.push(...error.problems)
    return error instanceof ScenarioError ? error.sound : undefined
  }
  const scenario = await loadScenario(nameOrFile).catch(withProblems)
  if (config && scenario) await new ConfiguredTemplates(config).fromScenario(scenario).catch(withProblems)
  if (problems.length > 0 || !scenario) throw new FileError(problems)
  return `${nameOrFile}: valid. ${contentsOf(scenario).join(', ')}`
}

/** @throws ScenarioError for scenarios that set the same otherwise */
async function checkTogether(names: readonly string[]): Promise<string> {
  await loadScenarios(names)
  return `${names.join(', ')}: valid together`
}

/** Checks a file of settings, and what a start with it reads. @throws FileError, UsageError for settings that cannot be combined */
async function checkNamed(file: string): Promise<string> {
  const said = await checkSettings(file)
  await checkStart(resolveConfig({ ...readConfigFile(file), ...readEnvironment(process.env) }))
  return said
}

/** Checks what a start reads: the files that are named, the world and the client. @throws FileError, UsageError */
async function checkStart(config: Config): Promise<undefined> {
  requireNamedFiles(config)
  const { clients } = rowsNow(await new ConfiguredTemplates(config).initial()).collections
  const { clientToShow } = await import('../start/start.ts')
  clientToShow(clients, config.client, config.named)
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
