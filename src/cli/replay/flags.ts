/** The flags of `understay replay`: its own, and those of `start` that define the world. */
import { parseArgs } from 'node:util'
import { isHttpUrl, nearUrl } from '../../base/http-url.ts'
import { closest } from '../../base/spelling.ts'
import { type Config, readConfig } from '../../config/config.ts'
import type { Flag } from '../../config/setting-declaration.ts'
import { settingOf } from '../../config/settings.ts'
import { UsageError } from '../../config/usage-error.ts'
import { REPLAY_FLAGS } from '../verb-flags.ts'

export interface ReplayFlags {
  /** The recording; `-` is standard input. */
  readonly file: string
  /** A second recording to compare with the first one. */
  readonly other: string | undefined
  /** The URL of a running server; undefined to use a new world. */
  readonly url: string | undefined
  /** The client used in place of unknown ones. */
  readonly client: string | undefined
  readonly report: string | undefined
  /** True to print every response that differs. */
  readonly verbose: boolean
  readonly ignore: readonly string[]
  readonly config: Config
}

const OWN_FLAGS = ['url', 'client', 'report', 'ignore', 'verbose'] as const
/** Settings that a running server has already fixed. */
const NEW_WORLD_FLAGS = (['profile', 'choices', 'seed', 'tokenLifetime', 'scenario'] as const).map(
  (name) => `--${settingOf(name).flag}`,
)
const CONFIG_FLAG = { flag: 'config', value: 'FILE' }

/** Parses the arguments of `replay`. @throws UsageError */
export async function readReplayFlags(args: readonly string[]): Promise<ReplayFlags> {
  const { values, positionals, settings } = splitArguments(args)
  const [file, other, another] = positionals
  if (file === undefined)
    throw new UsageError('understay replay needs a file: understay replay FILE.har, or - for standard input')
  if (another !== undefined) throw new UsageError(`understay replay takes one file, or two to compare them; remove ${another}`)
  if (other !== undefined) requireNoWorldFlags(file, other, values, settings)
  const text = (name: 'url' | 'client' | 'report'): string | undefined => values[name]?.at(-1)
  const url = text('url')
  if (url !== undefined) requireServer(url, settings)
  return {
    file,
    other,
    url: url?.replace(/\/(?:@[^/]*\/?)?$/, ''),
    client: text('client'),
    report: text('report'),
    verbose: values.verbose !== undefined,
    ignore: values.ignore ?? [],
    config: await readConfig(settings, process.env),
  }
}

type OwnFlagValues = Partial<Record<(typeof OWN_FLAGS)[number], readonly string[]>>

/** Splits the arguments into flags of this verb, files, and settings. */
function splitArguments(args: readonly string[]) {
  const known: readonly Pick<Flag, 'flag' | 'value'>[] = [...REPLAY_FLAGS, CONFIG_FLAG]
  const taking = known.filter(({ value }) => value).map(({ flag }) => flag)
  const options = Object.fromEntries(
    known.map(({ flag, value }) => [flag, value ? { type: 'string' as const, multiple: true } : { type: 'boolean' as const }]),
  )
  const values: OwnFlagValues & Record<string, readonly string[]> = {}
  const positionals: string[] = []
  const settings: string[] = []
  for (const token of parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true }).tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    if (!Object.hasOwn(options, name)) throw new UsageError(unknownFlag(rawName, Object.keys(options)))
    if (taking.includes(name) && value === undefined) throw new UsageError(`${rawName} wants a value`)
    if (OWN_FLAGS.some((own) => own === name)) values[name] = [...(values[name] ?? []), value ?? '']
    else settings.push(value === undefined ? rawName : `${rawName}=${value}`)
  }
  return { values, positionals, settings }
}

const unknownFlag = (raw: string, flags: readonly string[]): string =>
  `understay replay has no flag ${raw}; did you mean --${closest(raw.replace(/^-+/, ''), flags)}? understay replay --help lists the flags`

/**
 * Checks the flags for comparing two recordings, which needs no world. @throws UsageError for flags without effect, and for the
 * same file twice
 */
function requireNoWorldFlags(file: string, other: string, values: OwnFlagValues, settings: readonly string[]): void {
  if (file === '-' && other === '-') throw new UsageError('understay replay can read one of two files from standard input')
  const ineffective = [
    ...OWN_FLAGS.filter((name) => name !== 'report' && values[name]).map((name) => `--${name}`),
    ...settings,
  ].find((word) => !/^--(?:product|config)(?:=|$)/.test(word))
  if (ineffective !== undefined)
    throw new UsageError(`${ineffective.split('=')[0]} needs a single file: with two files nothing is sent, they are compared`)
}

/** @throws UsageError for an invalid URL, and for settings without effect */
function requireServer(url: string, settings: readonly string[]): void {
  if (!isHttpUrl(url))
    throw new UsageError(`--url: "${url}" is not an http or https address such as http://127.0.0.1:4010${nearUrl(url)}`)
  const ineffective = NEW_WORLD_FLAGS.find((flag) => settings.some((word) => word.startsWith(`${flag}=`)))
  if (ineffective !== undefined)
    throw new UsageError(`${ineffective} configures a new world; with --url the server has one already`)
}
