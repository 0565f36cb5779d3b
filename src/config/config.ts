/** The configuration. Precedence: flags, environment, file, defaults. The settings are declared in `settings.ts`. */
import { existsSync, statSync } from 'node:fs'
import { CONFIG_FILES } from '../base/config-files.ts'
import { FileError, type FixtureProblem } from '../base/file-error.ts'
import { type Environment, readEnvironment, unknownVariables } from './environment.ts'
import { type FlagValues, parseFlags } from './flags.ts'
import { type RawSetting, type RawSettings, SETTING_LEVELS, type WrittenName } from './raw-settings.ts'
import type { Flag } from './setting-declaration.ts'
import type { Name, SettingValues } from './setting-table.ts'
import { InvalidSetting } from './setting-types.ts'
import { CONFIG_FLAG, NAMES, parsedSetting, settingOf } from './settings.ts'
import { UsageError } from './usage-error.ts'

export interface Config extends Omit<SettingValues, 'data' | 'memory'> {
  /** The data folder; undefined keeps everything in memory. */
  readonly data: string | undefined
  /** The text of a scenario, YAML or JSON. */
  readonly scenarioText?: string
  /** The texts of fixtures that are no files, by the name that stands for them in `fixtures`. */
  readonly fixtureTexts?: ReadonlyMap<string, string>
  /** True to leave out the faults, events and expectations of the scenario. */
  readonly withoutFaults?: true
  /** Where each setting was set, as messages name it: `--choice`; without those that have their default. */
  readonly from: Readonly<Partial<Record<Name, string>>>
  /** What the configuration file names, as it is found and as it is written there. */
  readonly named: readonly { readonly setting: Name; readonly found: string; readonly written: WrittenName }[]
  /** Variables with the prefix of settings that are no settings. */
  readonly ignored: readonly string[]
  /** Which of `memory`, `data`, `store` and `fsync` have no effect; undefined when all given ones have. */
  readonly overruled: string | undefined
}

/** True when a setting enables HTTPS. */
export const wantsTls = ({ tls, tlsCert, tlsKey }: Pick<Config, 'tls' | 'tlsCert' | 'tlsKey'>): boolean =>
  tls || tlsCert !== undefined || tlsKey !== undefined

/** How the flags of a verb differ from the settings of `start`. */
export interface VerbFlags {
  readonly verb: string
  readonly own?: readonly Flag[]
  /** Settings read from flags only, with their defaults: environment and file configure servers. */
  readonly instead?: Readonly<Partial<Record<Name, string>>>
  /** Its own defaults of settings that environment and file give as well. */
  readonly defaults?: Readonly<Partial<Record<Name, string>>>
  /** Settings the verb does not accept, with the reason. */
  readonly without?: Readonly<Partial<Record<Name, string>>>
  /** The settings the verb reads; all by default. */
  readonly only?: readonly Name[]
  /** Gets the files among the arguments; undefined for a verb without files. */
  readonly files?: string[]
}

/** Reads the configuration of a verb that has flags of its own. @throws UsageError */
export async function readVerbConfig(args: readonly string[], env: Environment, flagsOf: VerbFlags) {
  const { instead = {}, defaults = {}, without = {}, only = NAMES } = flagsOf
  const { flags, own } = readFlags(args, flagsOf)
  /** The last value of a flag. */
  const flag = (name: string): string | undefined => own[name]?.at(-1)
  const fromFile = await readFile(flag('config'))
  const ignored = unknownVariables(env)
  const around = { ...fromFile, ...readEnvironment(env) }
  for (const name of NAMES) {
    const text = instead[name] ?? (around[name] ? undefined : defaults[name])
    if (text !== undefined) around[name] = { texts: [text], from: flagsOf.verb, level: SETTING_LEVELS.file }
    else if (without[name] !== undefined || !only.includes(name)) delete around[name]
  }
  return { config: resolveConfig({ ...around, ...flags }, ignored), own, flag }
}

function readFlags(args: readonly string[], flagsOf: VerbFlags): { flags: RawSettings; own: FlagValues } {
  const { verb, own = [], without = {}, only = NAMES, files } = flagsOf
  const known = [...own, ...only.map(settingOf), CONFIG_FLAG]
  const values = parseFlags(args, known, verb, files)
  const flags: RawSettings = {}
  for (const name of NAMES) {
    const { flag } = settingOf(name)
    const texts = values[flag]
    if (!texts) continue
    if (without[name] !== undefined) throw new UsageError(`understay ${verb} has no flag --${flag}: ${without[name]}`)
    flags[name] = { texts, from: `--${flag}`, level: SETTING_LEVELS.flag }
  }
  return { flags, own: values }
}

async function readFile(given: string | undefined): Promise<RawSettings> {
  if (given === '') throw new UsageError('--config: is empty: give it a value, or leave it out')
  const found = CONFIG_FILES.filter((file) => existsSync(file))
  if (given === undefined && found.length > 1) throw new UsageError(`there are ${found.join(' and ')}: remove one of them`)
  const path = given ?? found[0] ?? CONFIG_FILES[0]
  if (existsSync(path)) return (await import('./file.ts')).readConfigFile(path)
  if (given) throw new UsageError(`--config: there is no file ${given}`)
  return {}
}

/** Resolves raw settings. @throws UsageError with every invalid one, named as `from` does */
export function resolveConfig(raw: RawSettings, ignored: readonly string[] = []): Config {
  const problems: string[] = []
  const read = NAMES.map((name) => [name, settingValue(name, raw[name], problems)])
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
  // each was parsed by the type of its setting
  const { memory, data, ...values } = Object.fromEntries(read) as SettingValues
  const { inMemory, overruled } = memoryAgainst(memory ? raw.memory : undefined, values.fsync ? raw.fsync : undefined, raw)
  const config = inMemory && raw.store ? { ...values, store: undefined, advertise: undefined, idle: undefined } : values
  requireCombinable(raw, config)
  return {
    ...config,
    data: inMemory || config.store !== undefined ? undefined : data,
    overruled,
    from: Object.fromEntries(NAMES.flatMap((name) => (raw[name] ? [[name, raw[name].from]] : []))),
    named: NAMES.flatMap((name) =>
      (raw[name]?.written ?? []).map((one, index) => ({ setting: name, found: raw[name]?.texts[index] ?? '', written: one })),
    ),
    ignored,
  }
}

/** Requires the files that the configuration file names; words such as `baseline` are names of what is bundled. @throws FileError */
export function requireNamedFiles({ named }: Pick<Config, 'named'>): void {
  const isMissing = (name: string): boolean => /[./\\]/.test(name) && !existsSync(name)
  const missing = named.filter(({ setting, found }) => setting !== 'client' && isMissing(found))
  const problems = missing.map(({ written }) => problemAtName(written, `there is no file or folder ${written.text}`))
  if (problems.length > 0) throw new FileError(problems)
}

/** Reads what the configuration file names. The problem of a whole file is reported where it is named. @throws FileError */
export async function withNamePlaces<T>({ named }: Pick<Config, 'named'>, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof FileError) || named.length === 0) throw error
    const placed = error.problems.map((problem) => {
      const { file, line, message } = problem
      const name = named.find(({ found }) => line === 0 && found === file)
      return name ? problemAtName(name.written, `${file}: ${message}`) : problem
    })
    throw new FileError(placed)
  }
}

export const problemAtName = ({ text: _, ...place }: WrittenName, message: string): FixtureProblem => ({ ...place, message })

/** Requires that the folders of scenarios exist, for those who use them. @throws UsageError */
export function requireScenarioFolders({ scenarios, from }: Pick<Config, 'scenarios' | 'from'>): void {
  const missing = scenarios.find((folder) => !existsSync(folder) || !statSync(folder).isDirectory())
  const advice = from.scenarios === '--scenarios' ? '; a scenario is named by --scenario, or --only of certify' : ''
  if (missing !== undefined) throw new UsageError(`${from.scenarios}: there is no folder ${missing}${advice}`)
}

/** The value of a setting; undefined when it is invalid. @param problems gets what is wrong */
function settingValue(name: Name, given: RawSetting | undefined, problems: string[]): unknown {
  try {
    return parsedSetting(name, given?.texts)
  } catch (error) {
    if (!given || !(error instanceof InvalidSetting)) throw error
    problems.push(...error.problems.map((problem) => `${given.from}: ${problem}`))
    return undefined
  }
}

/** Refuses settings that cannot be combined with a database. @throws UsageError */
function requireCombinable(
  raw: RawSettings,
  { store, fsync, fresh, watch, tls, tlsCert }: Omit<SettingValues, 'data' | 'memory'>,
): void {
  if (store === undefined) return
  const from = raw.store?.from
  if (raw.data !== undefined) throw new UsageError(`${from} and ${raw.data.from} cannot be combined`)
  if (fsync) throw new UsageError(`--fsync applies to files only; ${from} commits each change before it is acknowledged`)
  if (fresh)
    throw new UsageError(
      `--fresh is refused with ${from}: other replicas may use what is stored. Reset a sandbox with POST /_understay/reset, or remove it with DELETE /_understay/sandboxes?name=NAME`,
    )
  if (watch) throw new UsageError(`--watch is refused with ${from}: one replica cannot restart the sandboxes of all others`)
  if (tls || tlsCert !== undefined)
    throw new UsageError(`HTTPS is refused with ${from}: replicas call each other over HTTP; terminate TLS at the load balancer`)
}

/**
 * Whether `memory` holds against `data` and `store`: that of the stronger source does. The environment may be an image's and
 * a user's together, so what stores holds there. In memory, `fsync` has no effect.
 *
 * @throws UsageError for two in one other source
 */
function memoryAgainst(memory: RawSetting | undefined, fsync: RawSetting | undefined, { data, store }: RawSettings) {
  const storing = data && store ? (data.level > store.level ? data : store) : (store ?? data)
  if (!memory) return { inMemory: false, overruled: undefined }
  const inMemory = !storing || memory.level > storing.level
  const others = [storing, inMemory ? fsync : undefined].filter((one) => one !== undefined)
  const equal = others.find(({ level }) => level === memory.level && level !== SETTING_LEVELS.environment)
  if (equal) throw new UsageError(`${memory.from} and ${equal.from} cannot be combined`)
  const [used, unused] = inMemory ? [memory, others] : [storing, [memory]]
  if (unused.length === 0) return { inMemory, overruled: undefined }
  return { inMemory, overruled: `${unused.map(({ from }) => from).join(', ')}: no effect, because of ${used.from}` }
}
