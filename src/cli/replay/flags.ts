/** The flags of `understay replay`: its own, and those of `start` that define the world. */
import type { FlagValues } from '../../config/flags.ts'
import { settingOf } from '../../config/settings.ts'
import { UsageError } from '../../config/usage-error.ts'
import { requireHttpUrl } from '../address.ts'
import { readVerb } from '../verb-flags.ts'

export type ReplayFlags = Readonly<Awaited<ReturnType<typeof readReplayFlags>>>

/** Settings that a running server has already fixed. */
const NEW_WORLD_FLAGS = (['profile', 'choices', 'seed', 'tokenLifetime', 'scenario'] as const).map((name) => settingOf(name).flag)

/** Parses the arguments of `replay`. @throws UsageError */
export async function readReplayFlags(args: readonly string[]) {
  const files: string[] = []
  const { config, own, flag } = await readVerb('replay', args, files)
  const [file, other, another] = files
  if (file === undefined)
    throw new UsageError('understay replay needs a file: understay replay FILE.har, or - for standard input')
  if (another !== undefined) throw new UsageError(`understay replay takes one file, or two to compare them; remove ${another}`)
  if (other !== undefined) requireNoWorldFlags(file, other, own)
  const url = flag('url')
  if (url !== undefined) requireServer(url, own)
  return {
    file,
    /** A second recording to compare with the first one. */
    other,
    /** That of a running server; undefined to use a new world. */
    url: url?.replace(/\/(?:@[^/]*\/?)?$/, ''),
    /** The client used in place of unknown ones. */
    client: flag('client'),
    report: flag('report'),
    verbose: own['verbose'] !== undefined,
    ignore: own['ignore'] ?? [],
    config,
  }
}

/** Flags with an effect on the comparison of two recordings. */
const COMPARISON_FLAGS: readonly string[] = ['report', 'product', 'config']

/** Checks the flags for comparing two recordings, which needs no world. @throws UsageError for flags without effect */
function requireNoWorldFlags(file: string, other: string, own: FlagValues): void {
  if (file === '-' && other === '-') throw new UsageError('understay replay can read one of two files from standard input')
  const ineffective = Object.keys(own).find((flag) => !COMPARISON_FLAGS.includes(flag))
  if (ineffective !== undefined)
    throw new UsageError(`--${ineffective} needs a single file: with two files nothing is sent, they are compared`)
}

/** @throws UsageError for an invalid URL, and for settings without effect */
function requireServer(url: string, own: FlagValues): void {
  requireHttpUrl('--url', url)
  const ineffective = NEW_WORLD_FLAGS.find((flag) => own[flag])
  if (ineffective !== undefined)
    throw new UsageError(`--${ineffective} configures a new world; with --url the server has one already`)
}
