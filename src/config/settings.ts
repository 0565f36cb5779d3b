/**
 * Every setting of the program. Flags, environment variables, keys of the configuration file, options of the library, `--help`
 * and docs/settings.md are derived from this table: a new setting is one entry here.
 *
 * @module
 */
import { PRODUCT_WORD } from '../api/product.ts'
import { PROFILES } from '../booking-api/choices/choices.ts'
import {
  choices,
  flag,
  httpUrl,
  httpUrls,
  instant,
  oneOf,
  type SettingType,
  span,
  text,
  textLike,
  texts,
  wholeNumber,
} from './setting-types.ts'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** A flag, as help and documents show it. */
export interface Flag {
  /** Without dashes. */
  readonly flag: string
  /** Placeholder of its value; undefined for a flag without a value. */
  readonly value?: string
  /** True for a flag that may be repeated. */
  readonly many?: true
  readonly default: string
  readonly help: string
}

interface Declaration<T> {
  readonly type: SettingType<T>
  readonly help: string
  /** The default as shown in documents, when it is not the fallback itself. */
  readonly default?: string
  /** Placeholder of the value in help; undefined for a flag without a value. */
  readonly value?: string
  readonly many?: true
  /** The flag, when it is not the name in kebab case. */
  readonly flag?: string
  /** An environment variable to read when the setting's own is not set. */
  readonly variable?: string
  /** False when the library has no such option; `default` when the library has another default. */
  readonly library?: false | { readonly default: string }
}

interface Declared<T, F> extends Declaration<T> {
  /** The value of a setting that is not given. */
  readonly fallback: F
}

const setting = <T>(declaration: Declared<T, NoInfer<T>>): Declared<T, T> => declaration

/** A setting that is undefined by default. */
const optional = <T>(declaration: Declaration<T> & { readonly default: string }): Declared<T, undefined> => ({
  ...declaration,
  fallback: undefined,
})

/** The table, in the order of the help. */
const SETTINGS = {
  port: setting({
    type: wholeNumber(0, 65_535),
    fallback: 4010,
    value: 'N',
    help: 'port to listen on; 0 selects a free one',
    variable: 'PORT',
    library: { default: '0' },
  }),
  host: optional({
    type: text,
    default: '127.0.0.1 and ::1',
    value: 'ADDRESS',
    help: 'address to listen on',
  }),
  product: setting({
    type: textLike(PRODUCT_WORD, 'a word of lower-case letters and digits'),
    fallback: 'service',
    value: 'WORD',
    help: 'product word in paths, header names and label keys',
  }),
  profile: setting({
    type: oneOf(...PROFILES),
    fallback: 'documented',
    value: 'NAME',
    help: 'base set of choices: documented (the interface document) or current (the newest release)',
  }),
  choices: setting({
    type: choices,
    fallback: {},
    default: 'none',
    value: 'ID=ANSWER',
    many: true,
    flag: 'choice',
    help: 'override one choice of the profile',
  }),
  fixtures: setting({
    type: texts,
    fallback: ['baseline'],
    value: 'NAME|FILE|FOLDER',
    many: true,
    help: 'initial data: names of bundled worlds, files or folders',
  }),
  client: optional({
    type: text,
    default: 'demo, else the first with valid tokens',
    value: 'ID',
    help: 'client whose credentials are printed, and passed to the command of `run`',
    library: false,
  }),
  scenario: optional({
    type: text,
    default: 'none',
    value: 'NAME|FILE',
    help: 'scenario of every sandbox; several are combined',
    library: false,
  }),
  scenarios: setting({
    type: texts,
    fallback: [],
    default: 'none',
    value: 'FOLDER',
    many: true,
    help: 'folder of scenarios and fixtures that the control API may load, besides the bundled ones',
  }),
  data: setting({
    type: text,
    fallback: 'data',
    value: 'FOLDER',
    help: 'folder of the state files',
    library: { default: 'none: everything stays in memory' },
  }),
  memory: setting({ type: flag, fallback: false, help: 'keep everything in memory, write no files', library: false }),
  store: optional({
    type: textLike(/^postgres(ql)?:\/\//, 'an address such as postgres://user@host/database'),
    default: 'none: the folder, or memory',
    value: 'URL',
    help: 'PostgreSQL database that keeps the state, shared by any number of replicas',
    library: false,
  }),
  advertise: optional({
    type: textLike(/^http:\/\/[^/\s]+$/, 'an address such as http://10.0.0.5:4010'),
    default: 'the address it listens on',
    value: 'URL',
    help: 'address by which other replicas reach this one, with --store',
    library: false,
  }),
  idle: optional({
    type: span,
    default: '10m',
    value: 'SPAN',
    help: 'with --store, after how long without use a sandbox leaves the memory of a replica',
    library: false,
  }),
  maxSandboxes: setting({
    type: wholeNumber(1, 1_000_000),
    fallback: 1000,
    value: 'N',
    help: 'maximum number of sandboxes: in memory with --store, else on disk',
  }),
  fresh: setting({ type: flag, fallback: false, help: 'start with a new world, even if the data folder contains one' }),
  fsync: setting({
    type: flag,
    fallback: false,
    help: 'sync each change to disk before it is acknowledged, so that a power cut loses nothing',
  }),
  seed: setting({ type: wholeNumber(0, Number.MAX_SAFE_INTEGER), fallback: 1, value: 'N', help: 'seed of everything random' }),
  at: optional({
    type: instant,
    default: 'now',
    value: 'INSTANT',
    help: 'start time of the clock, such as 2026-03-01T09:00:00Z; a reset returns to it',
  }),
  freeze: setting({ type: flag, fallback: false, help: 'stop the clock until it is moved' }),
  tokenLifetime: optional({
    type: wholeNumber(1, 1_000_000_000),
    default: 'from the profile',
    value: 'SECONDS',
    help: 'seconds a token is valid',
  }),
  journal: setting({
    type: wholeNumber(0, 1_000_000),
    fallback: 1000,
    value: 'N',
    help: 'requests kept in the journal of each sandbox',
  }),
  control: setting({
    type: oneOf('loopback', 'open'),
    fallback: 'loopback',
    value: 'open',
    help: 'who may use the control API: loopback (clients on this machine) or open (every client)',
  }),
  controlToken: optional({
    type: text,
    default: 'none',
    value: 'TOKEN',
    help: 'token the control API requires',
  }),
  controlTokens: optional({
    type: text,
    default: 'none',
    value: 'FILE',
    help: 'file of teams: each has a token for the control API of its own sandboxes, and limits',
    library: false,
  }),
  controlHosts: setting({
    type: texts,
    fallback: [],
    default: 'none',
    value: 'NAME',
    many: true,
    help: 'host name that an open control API accepts, besides IP addresses, names without a dot and private zones',
  }),
  maxState: setting({
    type: wholeNumber(1, 1024),
    fallback: 64,
    value: 'MB',
    help: 'largest state, in megabytes, that the control API accepts',
  }),
  webhook: setting({
    type: httpUrls,
    fallback: [],
    default: 'none',
    value: 'URL',
    many: true,
    help: 'URL that receives the events of every sandbox',
  }),
  webhookHosts: optional({
    type: texts,
    default: 'any host; none if the control API is open without a token',
    value: 'HOST',
    many: true,
    help: 'allowed host of webhooks that are added at run time',
  }),
  tls: setting({
    type: flag,
    fallback: false,
    help: 'HTTPS with a certificate generated at start; the start output names the file of its CA (library: caFile)',
  }),
  tlsCert: optional({
    type: text,
    default: 'none',
    value: 'FILE',
    help: 'HTTPS with this certificate (PEM, with its chain)',
  }),
  tlsKey: optional({
    type: text,
    default: 'none',
    value: 'FILE',
    help: 'key of the certificate (PEM, without a passphrase)',
  }),
  publicUrl: optional({
    type: httpUrl,
    default: 'from the Host header',
    value: 'URL',
    help: 'base URL of links in responses',
  }),
  log: setting({
    type: oneOf('auto', 'pretty', 'json', 'off'),
    fallback: 'auto',
    value: 'KIND',
    help: 'pretty, json or off; auto is pretty on a terminal, else json',
    library: { default: 'off' },
  }),
  logLevel: setting({ type: oneOf(...LOG_LEVELS), fallback: 'info', value: 'LEVEL', help: LOG_LEVELS.join(', ') }),
  watch: setting({
    type: flag,
    fallback: false,
    help: 'reload fixtures and scenario when their files change',
    library: false,
  }),
} as const

type Settings = typeof SETTINGS
export type Name = keyof Settings
type ValueOf<S> = S extends Declared<infer T, infer F> ? T | F : never
/** The value of every setting. */
export type SettingValues = { readonly [N in Name]: ValueOf<Settings[N]> }

interface Parsing<V> {
  readonly type: { readonly parse: (texts: readonly string[]) => V }
  readonly fallback: V
}
const PARSING: { readonly [N in Name]: Parsing<SettingValues[N]> } = SETTINGS

/** The value of a setting: its default, or the parsed texts. @throws InvalidSetting */
export function parsedSetting<N extends Name>(name: N, texts: readonly string[] | undefined): SettingValues[N] {
  const { type, fallback } = PARSING[name]
  return texts === undefined ? fallback : type.parse(texts)
}

const isComplete = (values: Partial<SettingValues>): values is SettingValues => NAMES.every((name) => name in values)

/** The value of every setting. @param read returns the value of one */
export function allValues(read: <N extends Name>(name: N) => SettingValues[N]): SettingValues {
  const values: { -readonly [N in Name]?: SettingValues[N] } = {}
  const set = <N extends Name>(name: N): void => {
    values[name] = read(name)
  }
  for (const name of NAMES) set(name)
  if (!isComplete(values)) throw new Error('a setting has no value')
  return values
}

/** A setting with its names. */
export interface Setting extends Flag {
  readonly name: Name
  readonly type: SettingType<unknown>
  readonly fallback: unknown
  /** The key in a configuration file: `token_lifetime`. */
  readonly key: string
  /** The environment variable: `UNDERSTAY_TOKEN_LIFETIME`. */
  readonly variable: string
  /** An environment variable to read when {@link variable} is not set. */
  readonly otherVariable: string | undefined
  /** The default of the library's option; undefined when the library has none. */
  readonly library: { readonly default: string; readonly differs: boolean } | undefined
}

export const PREFIX = 'UNDERSTAY_'
const isName = (name: string): name is Name => Object.hasOwn(SETTINGS, name)
/** Every setting, in the order of the help. */
export const NAMES: readonly Name[] = Object.keys(SETTINGS).filter(isName)

function described(name: Name): Setting {
  const declared: Declared<unknown, unknown> = SETTINGS[name]
  const { type, fallback, help, value, many, library } = declared
  const key = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const flagName = declared.flag ?? key.replaceAll('_', '-')
  const fallbackText = declared.default ?? (typeof fallback === 'boolean' ? 'off' : String(fallback))
  return {
    name,
    type,
    fallback,
    key,
    flag: flagName,
    variable: `${PREFIX}${flagName.toUpperCase().replaceAll('-', '_')}`,
    otherVariable: declared.variable,
    default: fallbackText,
    help,
    ...(value !== undefined && { value }),
    ...(many && { many }),
    library: library === false ? undefined : { default: library?.default ?? fallbackText, differs: library !== undefined },
  }
}

const DESCRIBED = new Map(NAMES.map((name) => [name, described(name)]))

/** A setting by its name. */
export function settingOf(name: Name): Setting {
  const found = DESCRIBED.get(name)
  if (!found) throw new Error(`no setting ${name}`)
  return found
}

/** Settings without effect on a world that is continued from storage. */
export const FRESH_ONLY = ['fixtures', 'seed', 'at', 'freeze'] as const satisfies readonly Name[]
export const CONFIG_FILE = 'understay.config.yaml'
/** The flag that names a configuration file. */
export const CONFIG_FLAG: Flag = {
  flag: 'config',
  value: 'FILE',
  default: `${CONFIG_FILE}, if there is one`,
  help: 'settings from a file',
}
