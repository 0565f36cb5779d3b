/**
 * A command under way: it has the terminal, gets the signals, and leaves no process behind.
 *
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOfSignal, type Interrupts } from './signals.ts'

/** How long a command may take to end after it was asked to. */
const PATIENCE_MS = 5000
/** How long what a command left behind may take. */
const LEFT_BEHIND_MS = 2000
const LOOK_MS = 20

/** A command that cannot be started. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

const NOT_STARTED: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such command; name a program of the PATH, or a file with its folder',
  EACCES: 'it may not be executed',
  ENOEXEC: 'it is no program: a script begins with #! and what runs it',
}

/** How a command ended. */
export interface Ended {
  /** Its exit code; 128 + signal where a signal ended it. */
  readonly code: number
  /** True when it left processes behind, which have been ended as well. */
  readonly leftProcesses: boolean
}

/**
 * Runs a command to its end, with the terminal's input and output. It leads a process group of its own, so that every signal
 * reaches it and its children exactly once: those of a terminal come here only, and are passed on.
 *
 * @param output a file descriptor that gets what it prints, or `ignore`; undefined: the terminal is its own
 * @throws CommandError when it cannot be started
 */
export async function runCommand(
  command: readonly [program: string, ...args: string[]],
  env: NodeJS.ProcessEnv,
  interrupts: Pick<Interrupts, 'passTo'>,
  output?: number | 'ignore',
): Promise<Ended> {
  const [program, ...args] = command
  const stdio = output === undefined ? ('inherit' as const) : (['ignore', output, output] as const)
  const child = spawn(program, args, { env, stdio: typeof stdio === 'string' ? stdio : [...stdio], detached: true })
  const ended = endOf(child, program)
  const group = child.pid
  if (group === undefined) return { code: await ended, leftProcesses: false }
  const killAll = (): void => void tell(group, 'SIGKILL')
  process.once('exit', killAll)
  const leaveTerminal = output === undefined ? followTerminal(group) : () => undefined
  let impatient: NodeJS.Timeout | undefined
  const leaveInterrupts = interrupts.passTo((signal) => {
    if (impatient) return killAll()
    tell(group, signal)
    impatient = setTimeout(killAll, PATIENCE_MS)
  })
  try {
    const code = await ended
    return { code, leftProcesses: await clear(group) }
  } finally {
    // The number of a group that is gone may soon be another one's.
    leaveInterrupts()
    clearTimeout(impatient)
    leaveTerminal()
    process.off('exit', killAll)
  }
}

function endOf(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(new CommandError(`${program}: ${NOT_STARTED[error.code ?? ''] ?? error.message}`)),
    )
    child.once('exit', (code, signal) => resolve(code ?? (signal ? codeOfSignal(signal) : 1)))
  })
}

/** What else a terminal tells its foreground, and only that: Ctrl-Z, `fg`, a new size. Answers how to stop that. */
function followTerminal(group: number): () => void {
  const follow = {
    SIGTSTP: () => {
      tell(group, 'SIGSTOP')
      process.kill(process.pid, 'SIGSTOP')
    },
    SIGCONT: () => void tell(group, 'SIGCONT'),
    SIGWINCH: () => void tell(group, 'SIGWINCH'),
  } as const
  const all = Object.entries(follow)
  for (const [signal, act] of all) process.on(signal, act)
  return () => {
    for (const [signal, act] of all) process.off(signal, act)
  }
}

/** Sends a signal to a process group, or looks with 0 whether there is one. False when there is none. */
function tell(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal)
  } catch {
    return false
  }
}

/** Ends what is left of a group; answers whether there was anything. */
async function clear(group: number): Promise<boolean> {
  if (!tell(group, 'SIGTERM')) return false
  for (let waited = 0; waited < LEFT_BEHIND_MS; waited += LOOK_MS) {
    await pause(LOOK_MS)
    if (!tell(group, 0)) return true
  }
  tell(group, 'SIGKILL')
  return true
}
