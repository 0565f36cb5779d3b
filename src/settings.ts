/**
 * Every setting of the program, declared once, and where its value can come from.
 *
 * @module
 */

/** The words of a call or a file that cannot be used. Ends the program with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** One setting, as help and README show it. */
export interface Setting {
  readonly flag: string
  readonly value?: string
  readonly many?: true
  readonly default: string
  readonly help: string
}

/** Every setting of `start`, in the order of the help. */
export const SETTINGS = {
  port: { flag: 'port', value: 'N', default: '4010', help: 'port to listen on; 0 takes a free one and prints it' },
  host: { flag: 'host', value: 'ADDRESS', default: '127.0.0.1 and ::1', help: 'address to listen on' },
  product: { flag: 'product', value: 'WORD', default: 'service', help: 'product word in paths, header names and label keys' },
  profile: {
    flag: 'profile',
    value: 'NAME',
    default: 'documented',
    help: 'documented or current: which set of answers to start from',
  },
  choices: { flag: 'choice', value: 'ID=ANSWER', many: true, default: 'none', help: 'override one choice of the profile' },
  fixtures: { flag: 'fixtures', value: 'NAME|FILE|FOLDER', many: true, default: 'baseline', help: 'what the world is made of' },
  client: {
    flag: 'client',
    value: 'ID',
    default: 'demo, else the first whose tokens work',
    help: 'whose credentials are shown, and handed to the command of a run',
  },
  scenario: {
    flag: 'scenario',
    value: 'NAME|FILE',
    default: 'none',
    help: 'what happens in every sandbox, and what is expected of its client',
  },
  data: { flag: 'data', value: 'FOLDER', default: 'data', help: 'folder of the state files' },
  memory: { flag: 'memory', default: 'off', help: 'keep nothing on disk' },
  fresh: { flag: 'fresh', default: 'off', help: 'seed anew, whatever the data folder holds' },
  seed: { flag: 'seed', value: 'N', default: '1', help: 'seed of everything random' },
  at: { flag: 'at', value: 'INSTANT', default: 'now', help: 'where the clock starts, e.g. 2026-03-01T09:00:00Z' },
  freeze: { flag: 'freeze', default: 'off', help: 'the clock stands still' },
  token_lifetime: { flag: 'token-lifetime', value: 'SECONDS', default: 'of the profile', help: 'how long a token lives' },
  journal: { flag: 'journal', value: 'N', default: '1000', help: 'requests kept in the journal, a sandbox' },
  control: {
    flag: 'control',
    value: 'open',
    default: 'loopback',
    help: 'opens the control API where the server is reached from elsewhere',
  },
  control_token: { flag: 'control-token', value: 'TOKEN', default: 'none', help: 'token the control API asks for' },
  public_url: { flag: 'public-url', value: 'URL', default: 'the Host header', help: 'address that links in answers begin with' },
  log: { flag: 'log', value: 'KIND', default: 'auto', help: 'pretty, json, off; auto is pretty on a terminal' },
  log_level: { flag: 'log-level', value: 'LEVEL', default: 'info', help: LOG_LEVELS.join(', ') },
  watch: { flag: 'watch', default: 'off', help: 'fixtures and scenario are read again when their files change' },
} as const satisfies Record<string, Setting>

export type Name = keyof typeof SETTINGS
/** Where a setting came from: the higher one counts. */
export const LEVELS = { file: 1, environment: 2, flag: 3 } as const

export interface Given {
  readonly texts: readonly string[]
  /** How a message names the place. */
  readonly from: string
  readonly level: number
}

export type Raw = Partial<Record<Name, Given>>

export const NAMES = Object.keys(SETTINGS) as readonly Name[]
export const settingOf = (name: Name): Setting => SETTINGS[name]
export const FRESH_ONLY = ['fixtures', 'seed', 'at', 'freeze'] as const satisfies readonly Name[]
export const CONFIG_FILE = 'understay.config.yaml'
/** Names another file of settings; no setting itself. */
export const CONFIG_FLAG: Setting = {
  flag: 'config',
  value: 'FILE',
  default: `${CONFIG_FILE}, if there is one`,
  help: 'settings from a file',
}
