/**
 * The verbs of the program, as its help tells them; also the flags that a verb has beside the settings.
 *
 * @module
 */
import { type Name, type Setting, settingOf } from '../settings.ts'

/** One verb. */
export interface Verb {
  /** What stands behind its name. */
  readonly takes: string
  readonly about: string
  /** What a line does not say. */
  readonly more?: readonly string[]
  /** Flags of its own. */
  readonly flags?: readonly Setting[]
  /** Which settings it takes, and why: all of them, or those that say where the server is. */
  readonly settings?: 'all' | 'address'
  readonly examples: readonly string[]
}

const URL_FLAG: Setting = {
  flag: 'url',
  value: 'URL',
  default: 'UNDERSTAY_URL, else the configured host and port',
  help: 'where the server is; may name a sandbox: http://127.0.0.1:4010/@w1',
}

export const RUN_FLAGS: readonly Setting[] = [
  {
    flag: 'report',
    value: 'FOLDER',
    default: 'none',
    help: 'writes report.json, report.md, junit.xml and journal.har there, in place of those of an earlier run',
  },
]

export const WAIT_FLAGS: readonly Setting[] = [
  URL_FLAG,
  { flag: 'timeout', value: 'SPAN', default: '30s', help: 'how long to wait at most' },
]

export const REPORT_FLAGS: readonly Setting[] = [
  URL_FLAG,
  { flag: 'sandbox', value: 'NAME', default: 'the one of the address', help: 'which sandbox to report on' },
  { flag: 'format', value: 'KIND', default: 'md', help: 'md, json or junit' },
  { flag: 'output', value: 'FILE', default: 'the terminal', help: 'where to write it' },
]

export const INIT_FLAGS: readonly Setting[] = [{ flag: 'force', default: 'off', help: 'writes over files that are there' }]

/** Those of `start` that say what the world is like are listed beside its own. */
export const REPLAY_FLAGS: readonly Setting[] = [
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
  ...(['product', 'profile', 'choices', 'fixtures', 'seed', 'token_lifetime', 'freeze', 'control_token'] as const).map(settingOf),
  { ...settingOf('at'), default: 'the time of the first request' },
]

/** Why `run` does not have some settings of a server. */
export const NOT_FOR_RUN: Readonly<Partial<Record<Name, string>>> = {
  data: 'a run keeps everything in memory',
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
      'happened are judged by conformance alone, and the report says so; where none happened at all, the run fails.',
      "Exit code: the command's own if it is not 0 (128 + signal where a signal ended it), 3 if the report failed, else 0.",
    ],
    flags: RUN_FLAGS,
    settings: 'all',
    examples: [
      'understay run -- npm test',
      'understay run --scenario token-expires-mid-sync --report out -- ./sync.sh',
      'understay run -- sh -c \'my-client --base-url "$UNDERSTAY_BASE_URL"\'',
    ],
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
    more: ['Exit code: 0 if the client passed, 3 if it failed, 1 if no server answers, 2 if there is no such sandbox.'],
    flags: REPORT_FLAGS,
    settings: 'address',
    examples: ['understay report', 'understay report --sandbox w1 --format junit --output junit.xml'],
  },
  replay: {
    takes: 'FILE.har [FLAGS]',
    about: 'send a recorded run to a fresh world, and say where answers differ',
    more: [
      "The file is HAR 1.2: a journal's (GET /_understay/journal?format=har), a browser's or another tool's; - is standard input.",
      'Exit code: 0 if every answer is the same, 3 if one differs, 2 if the file cannot be used, 1 if no server answers.',
    ],
    flags: REPLAY_FLAGS,
    examples: [
      'understay replay run.har',
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
