/**
 * The flags of `understay replay`: some of its own, and those of `start` that say what the world is like.
 *
 * @module
 */
import { parseArgs } from 'node:util'
import { closest } from '../base/spelling.ts'
import { type Config, readConfig } from '../config/config.ts'
import { type Flag, settingOf } from '../config/settings.ts'
import { UsageError } from '../config/usage-error.ts'
import { REPLAY_FLAGS } from './verbs.ts'

export interface ReplayFlags {
  /** `-` is standard input. */
  readonly file: string
  /** A server that runs; undefined for a world of its own. */
  readonly url: string | undefined
  /** The client that stands for unknown ones. */
  readonly client: string | undefined
  readonly report: string | undefined
  readonly ignore: readonly string[]
  readonly config: Config
}

const OWN = ['url', 'client', 'report', 'ignore'] as const
/** What a server that runs has settled for itself. */
const SETTLED = (['profile', 'choices', 'seed', 'tokenLifetime'] as const).map((name) => `--${settingOf(name).flag}`)
const CONFIG_FLAG = { flag: 'config', value: 'FILE' }

/** Reads the words after `replay`. @throws UsageError */
export async function readReplayFlags(args: readonly string[]): Promise<ReplayFlags> {
  const { values, positionals, settings } = split(args)
  const [file, another] = positionals
  if (file === undefined)
    throw new UsageError('understay replay wants a file: understay replay FILE.har, or - for standard input')
  if (another !== undefined) throw new UsageError(`understay replay takes one file; ${another} is a second one`)
  const text = (name: 'url' | 'client' | 'report'): string | undefined => values[name]?.at(-1)
  const url = text('url')
  if (url !== undefined) requireServer(url, settings)
  return {
    file,
    url: url?.replace(/\/(?:@[^/]*\/?)?$/, ''),
    client: text('client'),
    report: text('report'),
    ignore: values.ignore ?? [],
    config: await readConfig(settings, process.env),
  }
}

type OwnValues = Partial<Record<(typeof OWN)[number], readonly string[]>>

/** Takes the words apart: flags of this verb, its file, and the words that settings are read from. */
function split(args: readonly string[]) {
  const known: readonly Pick<Flag, 'flag' | 'value'>[] = [...REPLAY_FLAGS, CONFIG_FLAG]
  const taking = known.filter(({ value }) => value).map(({ flag }) => flag)
  const options = Object.fromEntries(
    known.map(({ flag, value }) => [flag, value ? { type: 'string' as const, multiple: true } : { type: 'boolean' as const }]),
  )
  const values: OwnValues & Record<string, readonly string[]> = {}
  const positionals: string[] = []
  const settings: string[] = []
  for (const token of parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true }).tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    if (!Object.hasOwn(options, name)) throw new UsageError(unknownFlag(rawName, Object.keys(options)))
    if (taking.includes(name) && value === undefined) throw new UsageError(`${rawName} wants a value`)
    if (OWN.some((own) => own === name)) values[name] = [...(values[name] ?? []), value ?? '']
    else settings.push(value === undefined ? rawName : `${rawName}=${value}`)
  }
  return { values, positionals, settings }
}

const unknownFlag = (raw: string, flags: readonly string[]): string =>
  `understay replay has no flag ${raw}; did you mean --${closest(raw.replace(/^-+/, ''), flags)}? understay replay --help lists the flags`

/** @throws UsageError for an address that is none, and for settings that would have no effect */
function requireServer(url: string, settings: readonly string[]): void {
  if (!/^https?:\/\/[^/\s]+/.test(url)) throw new UsageError(`--url: "${url}" is not an http or https address`)
  const vain = SETTLED.find((flag) => settings.some((word) => word.startsWith(`${flag}=`)))
  if (vain !== undefined) throw new UsageError(`${vain} says how a fresh world is made; with --url the server has settled that`)
}
