/** The verbs of the program with their help. */
import { keysOf } from '../base/keys-of.ts'

export interface Verb {
  /** Its arguments, for the help. */
  readonly takes: string
  readonly about: string
  /** Further lines of help. */
  readonly more?: readonly string[]
  /** The settings it accepts: all, or those that locate a server. */
  readonly settings?: 'all' | 'address'
  readonly examples: readonly string[]
}

/** Every verb, in the order of the help. */
export const VERBS = {
  start: {
    takes: '[FLAGS]',
    about: 'run the server (the default)',
    more: [
      'Exit code: 0 after SIGTERM or Ctrl-C, 1 if the port, the data folder or the database cannot be used, 2 if a flag, a variable or',
      'a file is invalid.',
    ],
    settings: 'all',
    examples: [
      'understay',
      'understay start --memory --port 0',
      'understay --scenario rate-limited --memory',
      'understay start --detach --memory',
    ],
  },
  status: {
    takes: '[FLAGS]',
    about: 'tell whether the server of start --detach runs',
    more: ['Exit code: 0 if it runs, 1 if not, 2 if its file cannot be used.'],
    examples: ['understay status'],
  },
  stop: {
    takes: '[FLAGS]',
    about: 'end the server of start --detach',
    more: [
      'The process gets a signal only if its address answers as the server that wrote the file. Exit code: 0 if the server has ended,',
      '1 if it does not answer, or does not end within ten seconds, 2 if its file cannot be used.',
    ],
    examples: ['understay stop'],
  },
  run: {
    takes: '[FLAGS] -- COMMAND [ARGUMENTS]',
    about: 'start a server, run a command against it, and report on its calls',
    more: [
      'The server listens on a free port, keeps everything in memory and logs nothing. The command gets UNDERSTAY_URL,',
      'UNDERSTAY_BASE_URL, UNDERSTAY_API_URL, UNDERSTAY_TOKEN_URL, UNDERSTAY_CLIENT_ID, UNDERSTAY_CLIENT_SECRET and, if there',
      'is one, UNDERSTAY_SCENARIO. Ctrl-C and SIGTERM are forwarded; after 5 seconds, or at the second signal, it is killed.',
      'Every sandbox that was called is reported on. If a fault of the scenario occurred in one of them, the others are',
      'judged by conformance only, and the report says so. If none occurred in any sandbox, the run is inconclusive.',
      "Exit code: the command's own if it is not 0 (128 + signal where a signal ended it), 3 if the report failed or the command was",
      'ended at --timeout, 4 with --strict if it is inconclusive (nothing failed, but what was to be tested did not take place), else 0.',
    ],
    settings: 'all',
    examples: [
      'understay run -- npm test',
      'understay run --compare --scenario token-expires-mid-sync --report out -- ./sync.sh',
      'understay run -- sh -c \'my-client --base-url "$UNDERSTAY_BASE_URL"\'',
    ],
  },
  certify: {
    takes: '[FLAGS] -- COMMAND [ARGUMENTS]',
    about: 'run a command with the bundled scenarios for its kind of client, each against a new server, and report on all',
    more: [
      'Scenarios with traffic need a client that keeps running: they run only when --only names them. For a booking site that sends no',
      'token, scenarios about tokens are not applicable and do not count.',
      'Prints a line for each scenario as it ends; a terminal shows how far it is instead. The exit codes of the command are',
      'reported, not judged.',
      'Exit code: 0 if every scenario passed or is inconclusive, 3 if one failed or an accepted deviation no longer occurs, 4 with',
      '--strict if one is inconclusive.',
    ],
    settings: 'all',
    examples: [
      'understay certify -- npm run sync',
      'understay certify --kind channel-manager --jobs 4 --report certificate -- node sync.mjs',
    ],
  },
  grade: {
    takes: 'FILE.har [FLAGS]',
    about: 'check a recording against the conformance rules',
    more: [
      "The file is HAR 1.2: a journal's, a browser's or another tool's; - is standard input. What a recording does not hold makes",
      'rules inconclusive. Exit code: 0 if no must is broken, 3 if one is or nothing was recorded, 4 with --strict if rules are',
      'inconclusive, 2 if the file cannot be used.',
    ],
    examples: ['understay grade journal.har', 'understay grade --kind booking-site browser.har --format json'],
  },
  wait: {
    takes: '[FLAGS]',
    about: 'wait until a server is ready',
    more: ['Exit code: 0 as soon as it is ready, 1 if it is not in time.'],
    settings: 'address',
    examples: ['understay wait', 'understay wait --url http://understay:4010 --timeout 1m'],
  },
  report: {
    takes: '[FLAGS]',
    about: 'print the report of a running server',
    more: [
      '--report is on every sandbox that was called, as with run, without the calls before a reset or removal.',
      'Exit code: 0 if the client passed, 3 if it failed, 4 with --strict if it is inconclusive, 1 if no server answers, 2 if there is no such sandbox.',
    ],
    settings: 'address',
    examples: ['understay report', 'understay report --sandbox w1 --format junit --output junit.xml'],
  },
  snapshot: {
    takes: 'save|load FILE [FLAGS]',
    about: 'save the state of a running server to a file, or load one',
    more: [
      'Secrets are masked in the file. load replaces the state of the sandbox, gives every client a new secret and prints it; tokens',
      'that the server does not know are left out. Exit code: 0, 1 if the server does not answer or refuses the state, 2 if the file',
      'is no snapshot.',
    ],
    settings: 'address',
    examples: [
      'understay snapshot save full-house.json',
      'understay snapshot load full-house.json --url http://127.0.0.1:4010/@w1',
    ],
  },
  record: {
    takes: '--upstream URL [FLAGS] [-- COMMAND [ARGUMENTS]]',
    about: 'record the calls of a command, or of any client, to a real deployment as a HAR file',
    more: [
      'The command gets the address of a recorder as UNDERSTAY_URL, UNDERSTAY_BASE_URL, UNDERSTAY_API_URL and UNDERSTAY_TOKEN_URL,',
      'and uses its own credentials. Calls go only to the deployment; redirects are not followed. Tokens, secrets and passwords are',
      'masked in the file. Without a command it stays until Ctrl-C, and ends with the report of understay grade.',
      'Exit code: that of the command, else that of the report.',
    ],
    examples: [
      'understay record --upstream https://bookings.example -- npm run sync',
      'understay record --upstream https://bookings.example --port 4020 --scenario slow-service',
    ],
  },
  replay: {
    takes: 'FILE.har [OTHER.har] [FLAGS]',
    about: 'send recorded requests to a new world and report differing responses; or compare two recordings',
    more: [
      "The file is HAR 1.2: a journal's (GET /_understay/journal?format=har), a browser's or another tool's; - is standard input.",
      '--scenario adds faults. Two files are compared without sending anything: added and removed calls, other statuses, and other',
      'results of conformance rules.',
      'Exit code: 0 if all responses are equal, 3 if one differs, 2 if the file cannot be used, 1 if no server responds.',
    ],
    examples: [
      'understay replay run.har',
      'understay replay run.har --scenario token-revoked',
      'understay replay version-1.har version-2.har',
      'understay replay run.har --choice refusal_status=named --ignore meta --report diff.json',
    ],
  },
  probe: {
    takes: '--upstream URL --client ID [FLAGS]',
    about: 'ask a deployment what calibration needs, by reads only',
    more: [
      'Sends a token request, then GETs one after the other, and writes them as a recording. It opens no booking session and changes',
      'nothing. Exit code: 0, 1 when the deployment answers 429, 5xx or not at all (the file has the calls before), 2 if a flag is wrong.',
    ],
    examples: ['understay probe --upstream https://bookings.example --client reader', 'understay probe --plan twin'],
  },
  calibrate: {
    takes: 'FILE.har ... --out FOLDER [FLAGS]',
    about: 'find the choices and the world of your deployment from recordings',
    more: [
      'Writes a configuration for --config, the world as a fixture, and the evidence for each choice and row. Every recording begins',
      'with the same world. With --check, a newer recording is compared with an earlier calibration: changed rows are listed.',
      'Exit code: 0, 3 if --check finds another choice, status or shape, 2 if a file cannot be used, 1 if one cannot be written.',
    ],
    examples: ['understay calibrate monday.har --out twin', 'understay calibrate friday.har --check twin'],
  },
  scenarios: {
    takes: '[NAME]',
    about: 'list the bundled scenarios, or print one',
    more: ['Exit code: 0, or 2 if there is no such scenario.'],
    examples: ['understay scenarios', 'understay scenarios rate-limited > my-rate-limit.yaml'],
  },
  validate: {
    takes: '[NAME|FILE|FOLDER|- ...] [FLAGS]',
    about: 'check fixtures and scenarios: every error with file, line, column and field',
    more: [
      'The named fixtures are checked as one world, in their order; each scenario separately, in the world it names,',
      'else in the one named here or configured. Without arguments, the configured fixtures and scenario and the bundled',
      'scenarios are checked; - is standard input. Exit code: 0 if all are valid, else 2.',
    ],
    examples: [
      'understay validate',
      'understay validate baseline ./fixtures/mine.yaml ./scenarios',
      'understay validate - --format json < day.yaml',
    ],
  },
  mcp: {
    takes: '[FLAGS]',
    about: 'give coding agents tools over the Model Context Protocol, on standard input and output',
    more: [
      'The server listens on a free port of loopback and keeps everything in memory; --url uses a running one, with the token of',
      '--control-token. No tool reads files or runs commands. Exit code: 0 when the input ends.',
    ],
    settings: 'all',
    examples: ['understay mcp', 'understay mcp --url http://127.0.0.1:4010/@w1'],
  },
  health: {
    takes: '[FLAGS]',
    about: 'check once whether a running server is ready',
    more: ['Exit code: 0 if it is ready, else 1.'],
    settings: 'address',
    examples: ['understay health --port 4010'],
  },
  repair: {
    takes: 'FOLDER [FLAGS]',
    about: 'check a data folder for damage, and copy what can be recovered',
    more: [
      'The folder is only read, and must not be in use. Each damage is listed with file, line and what is lost.',
      'Exit code: 0 if nothing is damaged, 2 if something is, even when a copy was made.',
    ],
    examples: ['understay repair data', 'understay repair data --to data-repaired'],
  },
  init: {
    takes: '[FLAGS]',
    about: 'write a configuration file, a fixture and a scenario to start from',
    more: [
      'Exit code: 0 if all files are written; if one exists already, 2, and if one cannot be written, 1: then none is written.',
    ],
    examples: ['understay init'],
  },
} as const satisfies Readonly<Record<string, Verb>>

export type VerbName = keyof typeof VERBS
export const VERB_NAMES = keysOf(VERBS)
export const verbOf = (name: VerbName): Verb => VERBS[name]
