/**
 * Programs that a page starts. Each leads a group of its own, so that what it leaves running can be ended too.
 *
 * @module
 */
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Ended {
  /** Undefined when it had to be stopped. */
  readonly code: number | undefined
  readonly printed: string
  /** What went to standard error. */
  readonly complained: string
}

export interface Surroundings {
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where the output is kept while the program runs. */
  readonly outputs: string
  readonly within: number
}

/** Leaders of groups that may still hold a process. */
const groups = new Set<number>()
process.once('exit', () => endGroups())

/** Ends whatever was started and still runs: the given groups, or all. */
export function endGroups(which: Iterable<number> = groups): void {
  for (const leader of [...which]) {
    groups.delete(leader)
    try {
      process.kill(-leader, 'SIGKILL')
    } catch {
      // Nobody of that group is left.
    }
  }
}

/**
 * Runs a program to its end. The output goes to files, because a program that it leaves in the background holds a pipe open.
 *
 * @param started told the leader of the program's group
 */
export async function runToEnd(
  [program = '', ...args]: readonly string[],
  { folder, env, outputs, within }: Surroundings,
  started: (leader: number) => void,
): Promise<Ended> {
  const [out, err] = [join(outputs, 'out'), join(outputs, 'err')]
  const files = [openSync(out, 'w'), openSync(err, 'w')] as const
  const child = spawn(program, args, { cwd: folder, env, detached: true, stdio: ['ignore', ...files] })
  for (const file of files) closeSync(file)
  const leader = child.pid
  if (leader !== undefined) {
    groups.add(leader)
    started(leader)
  }
  const patience = setTimeout(() => leader !== undefined && endGroups([leader]), within)
  const code = await new Promise<number | undefined>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (status) => resolve(status ?? undefined))
  }).finally(() => clearTimeout(patience))
  return { code, printed: readFileSync(out, 'utf8'), complained: readFileSync(err, 'utf8') }
}

const found = new Map<string, boolean>()

/** Is this program on the machine, and does it work? */
export function isHere(program: string, ...ask: readonly string[]): boolean {
  const known = found.get(program)
  if (known !== undefined) return known
  const here = spawnSync(program, ask, { stdio: 'ignore' }).status === 0
  found.set(program, here)
  return here
}
