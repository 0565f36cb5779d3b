/** `understay repair`: checks a data folder, and copies what can be recovered. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { orThrow } from '../base/caught-error.ts'
import { countText } from '../base/count-text.ts'
import { UserError } from '../base/user-error.ts'
import { parseFlags } from '../config/flags.ts'
import { UsageError } from '../config/usage-error.ts'
import { NODE_DISK } from '../store/files/disk.ts'
import { requireUnused } from '../store/files/lock.ts'
import { type ExaminedSandbox, examineFolder, writeRecovered } from '../store/files/repair.ts'
import type { Damage } from '../store/files/salvage-state.ts'
import type { WorldState } from '../store/state.ts'
import { FLAGS } from './verb-flags.ts'

const EXIT_DAMAGED = 2

/** Checks a folder. Returns 0 when it is intact, else 2. @throws UsageError, LockedError, UserError */
export async function runRepair(args: readonly string[]): Promise<number> {
  const { folder, to } = readArguments(args)
  requireUnused(folder)
  const found = examineFolder(NODE_DISK, folder)
  if (found.length === 0) throw new UsageError(`${folder} holds no sandbox; name a folder that was given with --data`)
  const isSound = found.every(({ damages }) => damages.length === 0)
  if (to !== undefined)
    orThrow(UserError, `--to ${to}`, () => {
      for (const one of found) writeRecovered(NODE_DISK, to, one)
    })
  const lines = [...found.flatMap((one) => linesOf(folder, one)), '', closingLine(folder, to, isSound)]
  process.stdout.write(`${lines.join('\n')}\n`)
  return isSound ? 0 : EXIT_DAMAGED
}

function readArguments(args: readonly string[]): { readonly folder: string; readonly to: string | undefined } {
  const names: string[] = []
  const to = parseFlags(args, FLAGS.repair, 'repair', names)['to']?.at(-1)
  const [folder, ...more] = names
  if (folder === undefined || more.length > 0) throw new UsageError('understay repair takes one folder: understay repair data')
  if (!existsSync(folder)) throw new UsageError(`there is no folder ${folder}; name the folder that was given with --data`)
  if (!statSync(folder).isDirectory()) throw new UsageError(`${folder} is a file; name the folder that was given with --data`)
  if (to === '') throw new UsageError('--to needs a folder')
  if (to !== undefined && existsSync(to) && !statSync(to).isDirectory())
    throw new UsageError(`--to ${to}: it is a file; name a new folder`)
  if (to !== undefined && existsSync(to) && orThrow(UsageError, `--to ${to}`, () => readdirSync(to)).length > 0)
    throw new UsageError(`--to ${to}: the folder is not empty; name a new one`)
  return { folder, to }
}

function linesOf(folder: string, { name, state, changes, snapshots, damages }: ExaminedSandbox): readonly string[] {
  const held = state ? `${countText(rowsOf(state), 'row')}, ${countText(changes, 'change')} after its state` : 'no state'
  const kept = `${held}${snapshots.size > 0 ? `, ${countText(snapshots.size, 'snapshot')}` : ''}`
  if (damages.length === 0) return [`${folder}/${name}: sound, ${kept}`]
  return [`${folder}/${name}: damaged`, ...damages.map((damage) => `  ${lineOf(damage)}`), `  can be kept: ${kept}`]
}

const lineOf = ({ file, line, problem }: Damage): string => `${file}${line === undefined ? '' : `:${line}`}: ${problem}`
const rowsOf = ({ collections }: WorldState): number => Object.values(collections).reduce((sum, { length }) => sum + length, 0)

function closingLine(folder: string, to: string | undefined, isSound: boolean): string {
  if (to !== undefined) return `Copied to ${to}: understay start --data ${to}. ${folder} was not changed.`
  if (isSound) return 'Nothing needs repair.'
  return `Nothing was changed. understay repair ${folder} --to COPY copies what can be recovered.`
}
