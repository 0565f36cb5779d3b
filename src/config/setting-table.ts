/**
 * Every setting of the program. Flags, environment variables, keys of the configuration file, options of the library, `--help`
 * and docs/settings.md are derived from this table: a new setting is one entry here.
 */
import { PRODUCT_WORD } from '../api/product.ts'
import { PROFILES } from '../booking-contract/choices/choices.ts'
import { type DeclarationWithFallback, optional, setting } from './setting-declaration.ts'
import {
  baseUrl,
  choices,
  file,
  files,
  flag,
  headerText,
  hosts,
  httpUrls,
  instant,
  names,
  oneOf,
  span,
  text,
  textLike,
  wholeNumber,
} from './setting-types.ts'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** The table, in the order of the help. */
export const SETTINGS = {
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
    type: files,
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
  }),
  scenario: setting({
    type: names,
    fallback: [],
    value: 'NAME|FILE',
    many: true,
    help: 'scenario of every sandbox; several combine',
    library: false,
  }),
  scenarios: setting({
    type: files,
    fallback: [],
    value: 'FOLDER',
    many: true,
    help: 'folder of scenarios and fixtures that the control API may load and certify plays, besides the bundled ones',
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
    type: textLike(
      /^http:\/\/[^/\s?#@]+$/,
      'an address such as http://10.0.0.5:4010, without user or path: replicas call each other over plain HTTP',
    ),
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
  latency: setting({
    type: wholeNumber(0, 60_000),
    fallback: 0,
    value: 'MS',
    help: 'milliseconds by which every response of the interface is delayed, so that calls of threads overlap visibly; 10 for run and certify',
  }),
  journal: setting({
    type: wholeNumber(0, 1_000_000),
    fallback: 1000,
    value: 'N',
    help: 'requests kept in the journal of each sandbox; all journals share 64 MB',
  }),
  control: setting({
    type: oneOf('loopback', 'open'),
    fallback: 'loopback',
    value: 'open',
    help: 'who may use the control API: loopback (clients on this machine) or open (every client)',
  }),
  controlToken: optional({
    type: headerText,
    value: 'TOKEN',
    help: 'token the control API requires',
  }),
  controlTokens: optional({
    type: file,
    value: 'FILE',
    help: 'file of teams: each has a token for the control API of its own sandboxes, and limits',
    library: false,
  }),
  controlHosts: setting({
    type: hosts,
    fallback: [],
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
    value: 'URL',
    many: true,
    help: 'URL that receives the events of every sandbox',
  }),
  webhookHosts: optional({
    type: hosts,
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
    type: file,
    value: 'FILE',
    help: 'HTTPS with this certificate (PEM, with its chain)',
  }),
  tlsKey: optional({
    type: file,
    value: 'FILE',
    help: 'key of the certificate (PEM, without a passphrase)',
  }),
  publicUrl: optional({
    type: baseUrl,
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
type ValueOf<S> = S extends DeclarationWithFallback<infer T, infer F> ? T | F : never
export type SettingValues = { readonly [N in Name]: ValueOf<Settings[N]> }
