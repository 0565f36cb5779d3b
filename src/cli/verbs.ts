/**
 * The verbs of the program, as its help tells them; also the flags that a verb has beside the settings.
 *
 * @module
 */
import { type Flag, type Name, settingOf } from '../config/settings.ts'

/** One verb. */
export interface Verb {
  /** What stands behind its name. */
  readonly takes: string
  readonly about: string
  /** What a line does not say. */
  readonly more?: readonly string[]
  /** Flags of its own. */
  readonly flags?: readonly Flag[]
  /** Which settings it takes, and why: all of them, or those that say where the server is. */
  readonly settings?: 'all' | 'address'
  readonly examples: readonly string[]
}

const URL_FLAG: Flag = {
  flag: 'url',
  value: 'URL',
  default: 'UNDERSTAY_URL, else the configured host and port',
  help: 'where the server is; may name a sandbox: http://127.0.0.1:4010/@w1',
}

const STRICT_FLAG: Flag = { flag: 'strict', default: 'off', help: 'exit code 4 when a run is inconclusive' }

const KIND_FLAG: Flag = {
  flag: 'kind',
  value: 'KIND',
  default: 'all rules',
  help: 'channel-manager, booking-site or syndication: which rules apply',
}

export const RUN_FLAGS: readonly Flag[] = [
  {
    flag: 'report',
    value: 'FOLDER',
    default: 'none',
    help: 'writes report.json, report.md, junit.xml and journal.har there, in place of those of an earlier run',
  },
  STRICT_FLAG,
  KIND_FLAG,
]

export const CERTIFY_FLAGS: readonly Flag[] = [
  KIND_FLAG,
  { flag: 'jobs', value: 'N', default: '2', help: 'how many days are played at the same time, 1 to 16' },
  { flag: 'only', value: 'DAY', many: true, default: 'all', help: 'plays these days only' },
  { flag: 'skip', value: 'DAY', many: true, default: 'none', help: 'leaves these days out' },
  { flag: 'baseline', value: 'FILE', default: 'none', help: 'accepted deviations; one that no longer deviates fails' },
  {
    flag: 'report',
    value: 'FOLDER',
    default: 'none',
    help: 'writes certificate.md, certificate.json, junit.xml, badge.svg and a folder for each day there',
  },
  STRICT_FLAG,
]

export const GRADE_FLAGS: readonly Flag[] = [
  KIND_FLAG,
  { flag: 'format', value: 'KIND', default: 'md', help: 'md or json' },
  { flag: 'output', value: 'FILE', default: 'the terminal', help: 'where to write it' },
  STRICT_FLAG,
]

export const WAIT_FLAGS: readonly Flag[] = [
  URL_FLAG,
  { flag: 'timeout', value: 'SPAN', default: '30s', help: 'how long to wait at most' },
]

export const REPORT_FLAGS: readonly Flag[] = [
  URL_FLAG,
  { flag: 'sandbox', value: 'NAME', default: 'the one of the address', help: 'which sandbox to report on' },
  { flag: 'format', value: 'KIND', default: 'md', help: 'md, json or junit' },
  { flag: 'output', value: 'FILE', default: 'the terminal', help: 'where to write it' },
  STRICT_FLAG,
]

export const INIT_FLAGS: readonly Flag[] = [{ flag: 'force', default: 'off', help: 'writes over files that are there' }]

export const RECORD_FLAGS: readonly Flag[] = [
  { flag: 'upstream', value: 'URL', default: 'none', help: 'the deployment that is recorded; needed' },
  { flag: 'output', value: 'FILE', default: 'recording.har', help: 'where the recording is written' },
  settingOf('product'),
]

export const REPAIR_FLAGS: readonly Flag[] = [
  { flag: 'to', value: 'COPY', default: 'none', help: 'a new folder for what can be kept' },
]

/** Those of `start` that say what the world is like are listed beside its own. */
export const REPLAY_FLAGS: readonly Flag[] = [
  { flag: 'url', value: 'URL', default: 'a world in this process', help: 'a server that runs: a fresh sandbox of it is used' },
  { flag: 'client', value: 'ID', default: 'demo', help: 'the client that stands for those the world does not have' },
  {
    flag: 'ignore',
    value: 'PATH',
    many: true,
    default: 'none',
    help: 'differences that do not count, e.g. data.bookings[].note',
  },
  { flag: 'report', value: 'FILE', default: 'none', help: 'writes everything as JSON there; - is standard output' },
  ...(['product', 'profile', 'choices', 'fixtures', 'scenario', 'seed', 'tokenLifetime', 'freeze', 'controlToken'] as const).map(
    settingOf,
  ),
  { ...settingOf('at'), default: 'the time of the first request' },
]

/** Why `run` does not have some settings of a server. */
export const NOT_FOR_RUN: Readonly<Partial<Record<Name, string>>> = {
  data: 'a run keeps everything in memory',
  fsync: 'a run keeps everything in memory',
  store: 'a run keeps everything in memory',
  advertise: 'a run is one process',
  fresh: 'a run always begins with a fresh world',
  watch: 'the world of a run stays as it began',
}

/** What `run` takes from its flags only, because environment and file mean a server that stays. */
export const INSTEAD_FOR_RUN: Readonly<Partial<Record<Name, string>>> = {
  port: '0',
  memory: 'true',
  log: 'off',
  journal: '20000',
}

/** Every verb, in the order of the help. */
export const VERBS = {
  start: {
    takes: '[FLAGS]',
    about: 'run the server (the default)',
    settings: 'all',
    examples: ['understay', 'understay start --memory --port 0', 'understay --scenario rate-limited --memory'],
  },
  run: {
    takes: '[FLAGS] -- COMMAND [ARGUMENTS]',
    about: 'run a command against a server of its own; then report on it',
    more: [
      'The server listens on a free port, keeps everything in memory and logs nothing. The command gets UNDERSTAY_URL,',
      'UNDERSTAY_BASE_URL, UNDERSTAY_API_URL, UNDERSTAY_TOKEN_URL, UNDERSTAY_CLIENT_ID, UNDERSTAY_CLIENT_SECRET and, if there',
      'is one, UNDERSTAY_SCENARIO. Ctrl-C and SIGTERM are passed on to it; 5 seconds later, or at the second one, it is killed.',
      'Every sandbox that was called is reported on. Where a fault of the scenario happened in one of them, those in which none',
      'happened are judged by conformance alone, and the report says so; where none happened at all, the run is inconclusive.',
      "Exit code: the command's own if it is not 0 (128 + signal where a signal ended it), 3 if the report failed, 4 with --strict if",
      'it is inconclusive (nothing failed, but what was to be tested did not take place), else 0.',
    ],
    flags: RUN_FLAGS,
    settings: 'all',
    examples: [
      'understay run -- npm test',
      'understay run --scenario token-expires-mid-sync --report out -- ./sync.sh',
      'understay run -- sh -c \'my-client --base-url "$UNDERSTAY_BASE_URL"\'',
    ],
  },
  certify: {
    takes: '[FLAGS] -- COMMAND [ARGUMENTS]',
    about: 'run a command on every bundled day, each against a server of its own; then one report',
    more: [
      'Days on which the hotel acts by itself (traffic) need a client that keeps running: they are played when --only names them.',
      'A line for each day as it ends. The exit codes of the command are reported, not judged.',
      'Exit code: 0 if every day passed or is inconclusive, 3 if one failed or an accepted deviation no longer deviates, 4 with',
      '--strict if one is inconclusive.',
    ],
    flags: CERTIFY_FLAGS,
    settings: 'all',
    examples: [
      'understay certify -- npm run sync',
      'understay certify --kind channel-manager --jobs 4 --report certificate -- node sync.mjs',
    ],
  },
  grade: {
    takes: 'FILE.har [FLAGS]',
    about: 'judge a recorded run by the conformance rules',
    more: [
      "The file is HAR 1.2: a journal's, a browser's or another tool's; - is standard input. What a recording does not hold makes",
      'rules inconclusive. Exit code: 0 if no must is broken, 3 if one is or nothing was recorded, 4 with --strict if rules are',
      'inconclusive, 2 if the file cannot be used.',
    ],
    flags: GRADE_FLAGS,
    examples: ['understay grade journal.har', 'understay grade --kind booking-site browser.har --format json'],
  },
  wait: {
    takes: '[FLAGS]',
    about: 'wait until a server is ready; exit code 1 when it takes too long',
    flags: WAIT_FLAGS,
    settings: 'address',
    examples: ['understay wait', 'understay wait --url http://understay:4010 --timeout 1m'],
  },
  report: {
    takes: '[FLAGS]',
    about: 'what a running server has to say about its client',
    more: [
      'Exit code: 0 if the client passed, 3 if it failed, 4 with --strict if it is inconclusive, 1 if no server answers, 2 if there is no such sandbox.',
    ],
    flags: REPORT_FLAGS,
    settings: 'address',
    examples: ['understay report', 'understay report --sandbox w1 --format junit --output junit.xml'],
  },
  record: {
    takes: '--upstream URL [FLAGS] -- COMMAND [ARGUMENTS]',
    about: 'run a command against a real deployment, and write its calls as a HAR file',
    more: [
      'The command gets the address of a recorder as UNDERSTAY_URL, UNDERSTAY_BASE_URL, UNDERSTAY_API_URL and UNDERSTAY_TOKEN_URL,',
      'and uses its own credentials. Calls go to the deployment alone: no redirect is followed. Tokens, secrets and passwords are',
      'masked in the file. Exit code: that of the command.',
    ],
    flags: RECORD_FLAGS,
    examples: ['understay record --upstream https://bookings.example -- npm run sync'],
  },
  replay: {
    takes: 'FILE.har [OTHER.har] [FLAGS]',
    about: 'send a recorded run to a fresh world, and say where answers differ; or compare two runs of a client',
    more: [
      "The file is HAR 1.2: a journal's (GET /_understay/journal?format=har), a browser's or another tool's; - is standard input.",
      'With --scenario it is sent into a bad day. Two files are compared with each other, and nothing is sent: which calls came and',
      'went, which have another status, and which conformance rules came out differently.',
      'Exit code: 0 if every answer is the same, 3 if one differs, 2 if the file cannot be used, 1 if no server answers.',
    ],
    flags: REPLAY_FLAGS,
    examples: [
      'understay replay run.har',
      'understay replay run.har --scenario token-revoked',
      'understay replay version-1.har version-2.har',
      'understay replay run.har --choice refusal_status=named --ignore meta --report diff.json',
    ],
  },
  scenarios: {
    takes: '[NAME]',
    about: 'list the bundled scenarios, or print one',
    examples: ['understay scenarios', 'understay scenarios rate-limited > my-rate-limit.yaml'],
  },
  validate: {
    takes: '[NAME|FILE|FOLDER ...]',
    about: 'check fixtures and scenarios: every error with file, line, column and field',
    more: [
      'The fixtures that are named are checked as one world, in their order; each scenario for itself, in the world it names,',
      'else in the one that is named here or configured. Without a name, the fixtures and the scenario of the configuration are',
      'checked, and the bundled scenarios.',
    ],
    examples: ['understay validate', 'understay validate baseline ./fixtures/mine.yaml ./scenarios'],
  },
  health: {
    takes: '[FLAGS]',
    about: 'ask a running server once; exit code 0 when it is ready',
    settings: 'address',
    examples: ['understay health --port 4010'],
  },
  repair: {
    takes: 'FOLDER [FLAGS]',
    about: 'say what is damaged in a data folder, and keep what can be kept in a copy',
    more: [
      'The folder is only read, and may not be in use. Every damage is told with file, line and what is lost by it.',
      'Exit code: 0 if all is sound, 2 if something is damaged, also where a copy was made.',
    ],
    flags: REPAIR_FLAGS,
    examples: ['understay repair data', 'understay repair data --to data-repaired'],
  },
  init: {
    takes: '[FLAGS]',
    about: 'write a configuration, a fixture and a scenario to begin with',
    flags: INIT_FLAGS,
    examples: ['understay init'],
  },
} as const satisfies Readonly<Record<string, Verb>>

export type VerbName = keyof typeof VERBS
export const VERB_NAMES = Object.keys(VERBS) as readonly VerbName[]
export const verbOf = (name: VerbName): Verb => VERBS[name]
