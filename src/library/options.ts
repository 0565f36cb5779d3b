/** Converts library options to a configuration, with the same settings, defaults and checks as the command line. */
import { orThrow } from '../base/caught-error.ts'
import { didYouMeanOr } from '../base/spelling.ts'
import { type Config, resolveConfig, wantsTls } from '../config/config.ts'
import { type RawSetting, type RawSettings, SETTING_LEVELS } from '../config/raw-settings.ts'
import { shownValue } from '../config/setting-types.ts'
import { NAMES, settingOf } from '../config/settings.ts'
import { UsageError } from '../config/usage-error.ts'
import { holdsWorld } from '../server/kept-world.ts'
import { isLoopback } from '../server/sockets.ts'
import type { UnderstayOptions } from './types.ts'

const OPTION_NAMES: readonly string[] = [
  ...NAMES.filter((name) => settingOf(name).library !== undefined),
  'listen',
  'scenario',
  'config',
]

/** Options of a socket, and of the credentials of a world: an app has neither. */
const NOT_OF_APPS: readonly string[] = ['listen', 'port', 'host', 'client']
const APP_OPTION_NAMES = OPTION_NAMES.filter((name) => !NOT_OF_APPS.includes(name))

/** The configuration of an app. @throws UsageError naming the option */
export async function appConfigOf(options: UnderstayOptions): Promise<Config> {
  requireKnown('createApp', options, APP_OPTION_NAMES)
  return (await configOf({ ...options, listen: false })).config
}

/** The configuration of the options, and whether the server listens. @throws UsageError naming the option */
export async function configOf(options: UnderstayOptions): Promise<{ readonly config: Config; readonly listen: boolean }> {
  requireKnown('startUnderstay', options, OPTION_NAMES)
  const { listen = true, scenario, config: file } = options
  if (typeof listen !== 'boolean') throw invalid('listen', listen, 'true or false')
  if (file !== undefined && (typeof file !== 'string' || file === '')) throw invalid('config', file, 'the name of a file')
  const fromFile = file === undefined ? {} : (await import('../config/file.ts')).readConfigFile(file)
  const fixtureTexts = new Map<string, string>()
  const raw = { ...DEFAULTS, ...fromFile, ...rawOf(withFixtureNames(options, fixtureTexts)) }
  if (typeof scenario === 'string') raw.scenario = settingText('scenario', [scenario])
  else if (scenario !== undefined && (typeof scenario !== 'object' || scenario === null))
    throw invalid('scenario', scenario, 'the name of a scenario, a file, or a scenario itself')
  const resolved = { ...resolveConfig(raw), fixtureTexts }
  const config = typeof scenario === 'object' ? { ...resolved, scenarioText: jsonOf('scenario', scenario) } : resolved
  if (listen && !isLoopback(config.host) && config.control !== 'open' && config.controlToken === undefined)
    throw new UsageError(
      `host: ${config.host} can be reached from other machines: protect the control API with controlToken, or open it with control: 'open'`,
    )
  if (!listen && wantsTls(config))
    throw new UsageError('tls: a server without a socket presents no certificate; leave tls out, or listen')
  if ((config.scenario.length > 0 || config.scenarioText !== undefined) && !config.fresh && holdsWorld(config.data))
    throw new UsageError(
      `scenario: needs a new world, but ${config.data} contains one: replace it with fresh: true, or leave data out`,
    )
  return { config, listen }
}

/** The options with a name in place of each fixture that is an object. @param texts gets the text of each */
function withFixtureNames(options: UnderstayOptions, texts: Map<string, string>) {
  const { fixtures } = options
  if (fixtures === undefined) return options
  const named = [fixtures].flat().map((fixture, index) => {
    if (!isRecord(fixture)) return fixture
    const name = `fixtures[${index}]`
    texts.set(name, jsonOf(name, fixture))
    return name
  })
  return { ...options, fixtures: named }
}

/** False for a list and a Map, of which no options can be read. */
const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null && !(Symbol.iterator in value)

/** @throws UsageError naming the option */
const jsonOf = (name: string, value: object): string => orThrow(UsageError, name, () => JSON.stringify(value))

const settingText = (name: string, texts: readonly string[]): RawSetting => ({ texts, from: name, level: SETTING_LEVELS.flag })

/** Defaults that differ from the command line. Without a data folder, everything stays in memory. */
const DEFAULTS: RawSettings = {
  port: settingText('port', ['0']),
  log: settingText('log', ['off']),
  memory: { ...settingText('data', ['true']), level: 0 },
}

function rawOf(options: object): RawSettings {
  const values: Readonly<Record<string, unknown>> = { ...options }
  const raw: RawSettings = {}
  for (const name of NAMES) {
    const { library, type } = settingOf(name)
    const value = values[name]
    if (library === undefined || value === undefined) continue
    const texts = type.option.texts(value)
    if (!texts) throw invalid(name, value, type.option.expected)
    raw[name] = settingText(name, texts)
  }
  return raw
}

/** @throws UsageError for no object, and for an option that the call does not have */
function requireKnown(call: string, options: object, known: readonly string[]): void {
  if (!isRecord(options)) throw new UsageError(`${call} takes an object of options`)
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new UsageError(unknownOption(call, unknown, known))
}

function unknownOption(call: string, name: string, known: readonly string[]): string {
  if (name === 'memory') return 'there is no option "memory": without data, everything is kept in memory'
  if (OPTION_NAMES.includes(name)) return `${call} has no option "${name}": an app opens no socket and has no credentials`
  return `there is no option "${name}"; ${didYouMeanOr(name, known, `there are ${known.join(', ')}`)}`
}

const invalid = (name: string, value: unknown, expected: string): UsageError =>
  new UsageError(`${name}: ${shownValue(value)} is not ${expected}`)
