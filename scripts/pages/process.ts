/**
 * Programs that a page starts. Each leads its own process group, so that its background processes can be ended.
 *
 * @module
 */
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Ended {
  /** Undefined when it was killed. */
  readonly code: number | undefined
  readonly printed: string
  /** Standard error. */
  readonly complained: string
}

export interface Surroundings {
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder for the output of running programs. */
  readonly outputs: string
  readonly within: number
}

/** Leaders of process groups that may still have processes. */
const groups = new Set<number>()
process.once('exit', () => endGroups())

/** Kills the given process groups, by default all. */
export function endGroups(which: Iterable<number> = groups): void {
  for (const leader of [...which]) {
    groups.delete(leader)
    try {
      process.kill(-leader, 'SIGKILL')
    } catch {
      // The group has no processes.
    }
  }
}

/**
 * Runs a program until it exits. The output goes to files, because background processes would keep pipes open.
 *
 * @param started called with the leader of the process group
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
  const timer = setTimeout(() => leader !== undefined && endGroups([leader]), within)
  const code = await new Promise<number | undefined>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (status) => resolve(status ?? undefined))
  }).finally(() => clearTimeout(timer))
  return { code, printed: readFileSync(out, 'utf8'), complained: readFileSync(err, 'utf8') }
}

const found = new Map<string, boolean>()

/** True when this program is installed and works. */
export function isHere(program: string, ...ask: readonly string[]): boolean {
  const known = found.get(program)
  if (known !== undefined) return known
  const here = spawnSync(program, ask, { stdio: 'ignore' }).status === 0
  found.set(program, here)
  return here
}
