/**
 * The configuration: flags before environment before file before default. Every setting is declared once, here.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import type { Instant } from './base/instant.ts'
import { meant } from './base/likeness.ts'
import { choiceProblem, PROFILES, type Profile } from './contract/choices.ts'
import { PRODUCT_WORD } from './contract/product.ts'
import { type FlagValues, parseFlags } from './flags.ts'
import {
  CONFIG_FILE,
  CONFIG_FLAG,
  FRESH_ONLY,
  LEVELS,
  LOG_LEVELS,
  type LogLevel,
  NAMES,
  type Name,
  type Raw,
  type Setting,
  settingOf,
  UsageError,
} from './settings.ts'
import { parseAt } from './sim/clock.ts'

export interface Config {
  readonly port: number
  /** Undefined: 127.0.0.1 and ::1. */
  readonly host: string | undefined
  readonly product: string
  readonly profile: Profile
  readonly choices: Readonly<Record<string, string>>
  readonly fixtures: readonly string[]
  /** Whose credentials are shown; undefined: those of the client that a newcomer starts with. */
  readonly client: string | undefined
  /** Name of a bundled scenario, or a file. */
  readonly scenario: string | undefined
  /** A scenario itself, as YAML or JSON. */
  readonly scenarioText?: string
  /** Undefined: memory only. */
  readonly data: string | undefined
  readonly fresh: boolean
  readonly seed: number
  readonly seedGiven: boolean
  /** The flags given that say what a fresh world is like; they have no effect on one that continues. */
  readonly freshOnly: readonly string[]
  readonly at: Instant | undefined
  readonly freeze: boolean
  /** Seconds; undefined: what the profile says. */
  readonly tokenLifetime: number | undefined
  readonly journal: number
  readonly control: 'loopback' | 'open'
  readonly controlToken: string | undefined
  readonly publicUrl: string | undefined
  /** `auto` is readable on a terminal, NDJSON elsewhere. */
  readonly log: 'auto' | 'pretty' | 'json' | 'off'
  readonly logLevel: LogLevel
  /** Fixtures and scenario are read again when their files change. */
  readonly watch: boolean
  /** Variables that begin as settings do and are none. */
  readonly ignored: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

/** What a verb takes beside, or instead of, the settings of `start`. */
export interface VerbFlags {
  readonly verb: string
  /** Flags of its own. */
  readonly own?: readonly Setting[]
  /** Settings it takes from its flags only, and what they are without one: what is meant for servers does not count. */
  readonly instead?: Readonly<Partial<Record<Name, string>>>
  /** Settings it does not have, and why. */
  readonly without?: Readonly<Partial<Record<Name, string>>>
}

/** The configuration, and the values of the verb's own flags. */
export interface VerbConfig {
  readonly config: Config
  readonly own: FlagValues
}

/** Reads the configuration of `start`. @throws UsageError */
export async function readConfig(args: readonly string[], env: Environment): Promise<Config> {
  return (await readVerbConfig(args, env, { verb: '' })).config
}

/** Reads the configuration of a verb that has flags of its own. @throws UsageError */
export async function readVerbConfig(args: readonly string[], env: Environment, flagsOf: VerbFlags): Promise<VerbConfig> {
  const { instead = {}, without = {} } = flagsOf
  const { flags, own } = readFlags(args, flagsOf)
  const fromFile = await readFile(own['config']?.at(-1))
  const ignored = unknownVariables(env)
  demandNoneMisspelt(ignored)
  const around = { ...fromFile, ...readEnvironment(env) }
  for (const name of NAMES) {
    const text = instead[name]
    if (text !== undefined) around[name] = { texts: [text], from: flagsOf.verb, level: LEVELS.file }
    else if (without[name] !== undefined) delete around[name]
  }
  return { config: resolveConfig({ ...around, ...flags }, ignored), own }
}

function readFlags(args: readonly string[], { verb, own = [], without = {} }: VerbFlags): { flags: Raw; own: FlagValues } {
  const known = [...own, ...NAMES.map(settingOf), CONFIG_FLAG]
  const values = parseFlags(args, known, verb)
  const flags: Raw = {}
  for (const name of NAMES) {
    const { flag } = settingOf(name)
    const texts = values[flag]
    if (!texts) continue
    if (without[name] !== undefined) throw new UsageError(`understay ${verb} has no flag --${flag}: ${without[name]}`)
    flags[name] = { texts, from: `--${flag}`, level: LEVELS.flag }
  }
  return { flags, own: values }
}

/** Names that the program itself gives to commands it runs, and those that clusters make of a service called understay. */
const NOT_SETTINGS = /^UNDERSTAY_(?:URL|BASE_URL|API_URL|TOKEN_URL|CLIENT_ID|CLIENT_SECRET|SERVICE_.*|PORT_.*)$/

/** Variables that look like settings and are none. */
function unknownVariables(env: Environment): string[] {
  const known = new Set(NAMES.map(variableOf))
  return Object.keys(env).filter((key) => key.startsWith(PREFIX) && !known.has(key) && !NOT_SETTINGS.test(key))
}

/** Others may have variables of that beginning, as a CI service whose job builds an image of it. @throws UsageError */
function demandNoneMisspelt(variables: readonly string[]): void {
  const behindPrefix = NAMES.map((name) => variableOf(name).slice(PREFIX.length))
  for (const variable of variables) {
    const near = meant(variable.slice(PREFIX.length), behindPrefix)
    if (near !== undefined) throw new UsageError(`${variable}: there is no such setting; did you mean ${PREFIX}${near}?`)
  }
}

const PREFIX = 'UNDERSTAY_'
const variableOf = (name: Name): string => `${PREFIX}${settingOf(name).flag.toUpperCase().replaceAll('-', '_')}`

function readEnvironment(env: Environment): Raw {
  const raw: Raw = {}
  // `run` tells its command which scenario it plays: no setting, should that command be this program.
  const insideRun = env['UNDERSTAY_TOKEN_URL'] !== undefined
  for (const name of NAMES) {
    if (name === 'scenario' && insideRun) continue
    const key = variableOf(name)
    const own = env[key]?.startsWith('tcp://') ? undefined : env[key]
    const text = own ?? (name === 'port' ? env['PORT'] : undefined)
    if (text === undefined || text === '') continue
    const texts = settingOf(name).many ? text.split(',').map((part) => part.trim()) : [text]
    raw[name] = { texts, from: own === undefined ? 'PORT' : key, level: LEVELS.environment }
  }
  return raw
}

async function readFile(given: string | undefined): Promise<Raw> {
  const path = given ?? CONFIG_FILE
  if (existsSync(path)) return (await import('./config-file.ts')).readConfigFile(path)
  if (given) throw new UsageError(`--config: there is no file ${given}`)
  return {}
}

/** Turns texts into values. */
class Reader {
  readonly #raw: Raw

  constructor(raw: Raw) {
    this.#raw = raw
  }

  given(name: Name): boolean {
    return this.#raw[name] !== undefined
  }

  text(name: Name): string | undefined {
    return this.#raw[name]?.texts.at(-1)
  }

  texts(name: Name): readonly string[] | undefined {
    return this.#raw[name]?.texts
  }

  refuse(name: Name, expected: string): never {
    throw new UsageError(`${this.#raw[name]?.from}: "${this.text(name)}" is not ${expected}`)
  }

  flag(name: Name): boolean {
    const text = this.text(name)
    if (text === undefined || text === 'false' || text === '0') return false
    return text === 'true' || text === '1' ? true : this.refuse(name, 'true or false')
  }

  number(name: Name, fallback: number, low: number, high: number): number {
    const text = this.text(name)
    if (text === undefined) return fallback
    const value = Number(text)
    return /^\d+$/.test(text) && value >= low && value <= high
      ? value
      : this.refuse(name, `a whole number from ${low} to ${high}`)
  }

  oneOf<const T extends string>(name: Name, values: readonly T[], fallback: T): T {
    const text = this.text(name)
    if (text === undefined) return fallback
    return values.find((value) => value === text) ?? this.refuse(name, values.join(' or '))
  }

  choices(): Record<string, string> {
    const answers: Record<string, string> = {}
    for (const text of this.texts('choices') ?? []) {
      const [id = '', ...rest] = text.split('=')
      const problem = rest.length === 0 ? `"${text}" is not ID=ANSWER` : choiceProblem(id, rest.join('='))
      if (problem) throw new UsageError(`${this.#raw.choices?.from}: ${problem}`)
      answers[id] = rest.join('=')
    }
    return answers
  }
}

/** Memory or a folder: whichever was asked for nearer to the command line; a folder named beside `memory` wins. */
function dataFolder(read: Reader, raw: Raw): string | undefined {
  const memory = read.flag('memory') ? (raw.memory?.level ?? 0) : 0
  const data = raw.data?.level ?? 0
  if (memory === LEVELS.flag && data === LEVELS.flag) throw new UsageError('--memory and --data exclude each other')
  return memory > data ? undefined : (read.text('data') ?? 'data')
}

/** The configuration that these settings make. @throws UsageError naming the setting as `from` does */
export function resolveConfig(raw: Raw, ignored: readonly string[] = []): Config {
  const read = new Reader(raw)
  const product = read.text('product') ?? 'service'
  if (!PRODUCT_WORD.test(product)) read.refuse('product', 'a word of lower-case letters and digits')
  const atText = read.text('at')
  const at = atText === undefined ? undefined : (parseAt(atText) ?? read.refuse('at', 'an instant such as 2026-03-01T09:00:00Z'))
  const publicUrl = read.text('public_url')?.replace(/\/+$/, '')
  if (publicUrl !== undefined && !/^https?:\/\/[^/\s]+/.test(publicUrl)) read.refuse('public_url', 'an http or https address')
  return {
    port: read.number('port', 4010, 0, 65_535),
    host: read.text('host'),
    product,
    profile: read.oneOf('profile', PROFILES, 'documented'),
    choices: read.choices(),
    fixtures: read.texts('fixtures') ?? ['baseline'],
    client: read.text('client'),
    scenario: read.text('scenario'),
    data: dataFolder(read, raw),
    fresh: read.flag('fresh'),
    seed: read.number('seed', 1, 0, Number.MAX_SAFE_INTEGER),
    seedGiven: read.given('seed'),
    freshOnly: FRESH_ONLY.filter((name) => read.given(name)).map((name) => raw[name]?.from ?? name),
    at,
    freeze: read.flag('freeze'),
    tokenLifetime: read.given('token_lifetime') ? read.number('token_lifetime', 0, 1, 1_000_000_000) : undefined,
    journal: read.number('journal', 1000, 0, 1_000_000),
    control: read.oneOf('control', ['loopback', 'open'], 'loopback'),
    controlToken: read.text('control_token'),
    publicUrl,
    log: read.oneOf('log', ['auto', 'pretty', 'json', 'off'], 'auto'),
    logLevel: read.oneOf('log_level', LOG_LEVELS, 'info'),
    watch: read.flag('watch'),
    ignored,
  }
}
