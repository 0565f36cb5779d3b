/** The flags of the verbs, and the settings that some verbs do not accept. */
import { readVerbConfig, type VerbFlags } from '../config/config.ts'
import type { Flag } from '../config/setting-declaration.ts'
import { settingOf } from '../config/settings.ts'
import type { VerbName } from './verbs.ts'

const URL_FLAG: Flag = {
  flag: 'url',
  value: 'URL',
  default: 'UNDERSTAY_URL, else the configured host and port',
  help: 'address of the server, with or without a sandbox: http://127.0.0.1:4010/@w1',
}

const STRICT_FLAG: Flag = { flag: 'strict', help: 'exit code 4 when a run is inconclusive' }

const REPORT_FOLDER = 'report.html, report.md, report.json, junit.xml and journal.har; files of an earlier run are replaced'

const KIND_FLAG: Flag = {
  flag: 'kind',
  value: 'KIND',
  default: 'all rules',
  help: 'kind of client, which selects the rules: channel-manager, booking-site or syndication',
}

const TIMEOUT_FLAG = { flag: 'timeout', value: 'SPAN', help: 'time limit of each run of the command: 90s, 10m; then it fails' }

/** For verbs whose output is a summary. */
const VERBOSE_FLAG: Flag = { flag: 'verbose', help: 'print the whole report, not only a summary' }

/** The file of a server in the background, in the current folder. */
export const SERVER_FILE = '.understay-server.json'

/** Set for a server that `start --detach` starts, which tells it when it listens; any other parent may have a channel too. */
export const DETACHED_VARIABLE = 'UNDERSTAY_DETACHED'

export const MASK_KEY_FILE = 'understay-mask.key'

const MASK_FLAGS: readonly Flag[] = [
  { flag: 'keep-personal-data', help: 'keep names, addresses, telephone numbers, e-mail and notes as they are' },
  {
    flag: 'mask-key',
    value: 'FILE',
    default: MASK_KEY_FILE,
    help: 'key of the masking, made on first use; with one key, equal values stay equal',
  },
]

/** A client that may only read has this one. */
export const PROBE_SCOPE = 'properties_get'

const STATUS_FLAGS: readonly Flag[] = [
  {
    flag: 'server-file',
    value: 'FILE',
    default: SERVER_FILE,
    help: 'file with address and process of the server in the background',
  },
]

/** The flags of the verbs besides the settings, and those settings whose help differs. */
export const FLAGS: Readonly<Record<VerbName, readonly Flag[]>> = {
  status: STATUS_FLAGS,
  stop: STATUS_FLAGS,
  start: [
    { flag: 'detach', help: 'run in the background, and return when the server is ready; understay stop ends it' },
    ...STATUS_FLAGS,
  ],
  validate: [{ flag: 'format', value: 'KIND', default: 'text', help: 'text, json, or github for annotations of a workflow' }],
  run: [
    {
      flag: 'report',
      value: 'FOLDER',
      help: `folder for ${REPORT_FOLDER}`,
      instead: ['format', 'output'],
    },
    {
      flag: 'compare',
      help: 'run the command again without the faults of the scenario, and compare: whether the client reacted to them',
    },
    TIMEOUT_FLAG,
    STRICT_FLAG,
    KIND_FLAG,
    VERBOSE_FLAG,
  ],
  certify: [
    KIND_FLAG,
    { flag: 'jobs', value: 'N', default: '2', help: 'number of parallel runs, 1 to 16' },
    { flag: 'only', value: 'SCENARIO', many: true, default: 'all', help: 'run only these of `understay scenarios`: A,B' },
    { flag: 'skip', value: 'SCENARIO', many: true, help: 'leave out these scenarios' },
    { ...TIMEOUT_FLAG, default: '10m; none with traffic' },
    { flag: 'baseline', value: 'FILE', help: 'file of accepted deviations; one that no longer occurs fails' },
    {
      flag: 'report',
      value: 'FOLDER',
      help: 'folder for certificate.html, .md and .json, junit.xml, badge.svg and a folder for each scenario',
      instead: ['format', 'output'],
    },
    STRICT_FLAG,
    VERBOSE_FLAG,
  ],
  grade: [
    KIND_FLAG,
    { flag: 'format', value: 'KIND', default: 'text', help: 'text, md, html or json' },
    { flag: 'output', value: 'FILE', default: 'the terminal', help: 'output file; - is standard output' },
    STRICT_FLAG,
  ],
  wait: [URL_FLAG, { flag: 'timeout', value: 'SPAN', default: '30s', help: 'maximum wait' }],
  report: [
    URL_FLAG,
    { flag: 'sandbox', value: 'NAME', default: 'from the address', help: 'sandbox to report on' },
    { flag: 'format', value: 'KIND', default: 'text', help: 'text, md, html, json or junit' },
    { flag: 'output', value: 'FILE', default: 'the terminal', help: 'output file; - is standard output' },
    { flag: 'report', value: 'FOLDER', help: `folder for the report on all sandboxes that were called: ${REPORT_FOLDER}` },
    STRICT_FLAG,
  ],
  snapshot: [URL_FLAG],
  health: [{ ...URL_FLAG, default: 'the configured host and port' }],
  mcp: [{ ...URL_FLAG, default: 'a server of its own on loopback' }],
  init: [{ flag: 'force', help: 'overwrite existing files' }],
  record: [
    { flag: 'upstream', value: 'URL', help: 'address of the deployment (required)' },
    { flag: 'output', value: 'FILE', default: 'recording.har', help: 'file of the recording' },
    { flag: 'port', value: 'PORT', default: 'a free one', help: 'port of 127.0.0.1 that the client calls' },
    {
      flag: 'scenario',
      value: 'NAME|FILE',
      many: true,
      help: 'network faults and answers of your own, on the way to the deployment',
    },
    KIND_FLAG,
    ...MASK_FLAGS,
  ],
  probe: [
    { flag: 'upstream', value: 'URL', help: 'address of the deployment (required)' },
    { flag: 'client', value: 'ID', help: 'client that asks for a token (required); its secret is UNDERSTAY_PROBE_SECRET' },
    { flag: 'scope', value: 'SCOPES', default: PROBE_SCOPE, help: 'scopes to ask for, separated by spaces' },
    { flag: 'rate', value: 'NUMBER', default: '1', help: 'calls a second' },
    { flag: 'calls', value: 'NUMBER', default: '300', help: 'most calls that are made' },
    { flag: 'output', value: 'FILE', default: 'probe.har', help: 'file of the recording' },
    { flag: 'plan', value: 'FOLDER', help: 'make no call: print those that would decide the open choices of a calibration' },
    ...MASK_FLAGS,
  ],
  repair: [{ flag: 'to', value: 'COPY', help: 'new folder for everything that can be recovered' }],
  replay: [
    { flag: 'url', value: 'URL', default: 'a world in this process', help: 'a running server; a new sandbox of it is used' },
    { flag: 'client', value: 'ID', default: 'demo', help: 'client to use instead of those that the world does not have' },
    { flag: 'ignore', value: 'PATH', many: true, help: 'path whose differences are ignored, e.g. data.bookings[].note' },
    { flag: 'report', value: 'FILE', help: 'file for the complete result as JSON; - is standard output' },
    { ...VERBOSE_FLAG, help: 'print every response that differs, not only a summary' },
    { ...settingOf('at'), default: 'the time of the first request' },
  ],
  calibrate: [
    { flag: 'out', value: 'FOLDER', help: 'folder for understay.config.yaml, world.yaml, calibration.json and calibration.md' },
    { flag: 'check', value: 'FOLDER', help: 'compare a newer recording with an earlier calibration' },
    { flag: 'report', value: 'FILE', help: 'file for the complete result as JSON; - is standard output' },
    { flag: 'keep-secrets', help: 'keep the secrets of clients as recorded, instead of CLIENT-secret' },
    ...MASK_FLAGS,
  ],
  scenarios: [],
}

const NOT_FOR_RUN: VerbFlags['without'] = {
  data: 'it keeps everything in memory',
  fsync: 'it keeps everything in memory',
  store: 'it keeps everything in memory',
  idle: 'it keeps everything in memory',
  advertise: 'it is a single process',
  controlTokens: 'it has one client',
  fresh: 'it always starts with a new world',
  watch: 'it does not reload files',
}

/** Its port, what it keeps and what it prints are not read from environment and file, which are about other servers. */
const RUN_SETTINGS: Pick<VerbFlags, 'instead' | 'defaults'> = {
  instead: { port: '0', memory: 'true', log: 'off' },
  defaults: { journal: '20000', latency: '10' },
}

/** How the settings of verbs differ from those of `start`. */
export const VERB_SETTINGS: Readonly<Partial<Record<VerbName, Pick<VerbFlags, 'instead' | 'defaults' | 'without' | 'only'>>>> = {
  run: { ...RUN_SETTINGS, without: NOT_FOR_RUN },
  certify: {
    ...RUN_SETTINGS,
    without: {
      ...NOT_FOR_RUN,
      scenario: 'it plays the bundled ones and those of --scenarios; --only and --skip choose among them',
      log: 'its servers log nothing',
      logLevel: 'its servers log nothing',
    },
  },
  mcp: {
    ...RUN_SETTINGS,
    without: {
      ...NOT_FOR_RUN,
      tls: 'the tools call it over HTTP',
      tlsCert: 'the tools call it over HTTP',
      tlsKey: 'the tools call it over HTTP',
      host: 'it listens on loopback only',
      log: 'standard output is for the protocol',
      logLevel: 'standard output is for the protocol',
    },
  },
  record: { only: ['product', 'port'], instead: { port: '0' } },
  probe: { only: ['product'] },
  grade: { only: ['product'] },
  calibrate: { only: ['product', 'seed', 'tokenLifetime'] },
  replay: {
    only: [
      ...(['product', 'profile', 'choices', 'fixtures', 'scenario', 'seed'] as const),
      ...(['tokenLifetime', 'freeze', 'controlToken', 'at'] as const),
    ],
  },
}

/** Reads the configuration and the flags of a verb. @param files gets the files among the arguments @throws UsageError */
export const readVerb = (verb: VerbName, args: readonly string[], files?: string[]) =>
  readVerbConfig(args, process.env, { verb, own: FLAGS[verb], ...VERB_SETTINGS[verb], ...(files && { files }) })
