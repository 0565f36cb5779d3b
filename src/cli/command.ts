/** Runs a command with the terminal's input and output, forwards signals, and leaves no process behind. */
import { type ChildProcess, spawn } from 'node:child_process'
import { spanText } from '../base/span-text.ts'
import { UserError } from '../base/user-error.ts'
import { clearTimeout, setTimeout } from '../simulation/machine-time.ts'
import { LONGEST_DELAY } from '../simulation/timers.ts'
import { holdsWithin, isGroupAlive } from './process-end.ts'
import { codeOfSignal, type Interrupts } from './signals.ts'

/** Time for a command to exit after a signal, in milliseconds. */
const GRACE_MS = 5000
/** Time for helpers of an ended command, such as esbuild, to see that it has ended, in milliseconds. */
const HELPER_GRACE_MS = 250
/** Time for leftover processes to exit, in milliseconds. */
const LEFTOVER_GRACE_MS = 2000

const NOT_STARTED: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such command; name a program of the PATH, or a file with its folder',
  EACCES: 'it is not executable: chmod +x',
  ENOEXEC: 'it is not an executable: a script needs a first line such as #!/bin/sh',
}

export interface CommandResult {
  /** Its exit code; 128 + signal number when it was ended by a signal. */
  readonly code: number
  /** True when it left processes behind, which have then been killed. */
  readonly leftProcesses: boolean
  /** Why it was ended; undefined when it ended within its time limit. */
  readonly overtime?: string | undefined
}

/** Where the output of a command goes, and how long it may run. */
export interface CommandOptions {
  /** A file descriptor, or `ignore`; undefined to use the terminal. */
  readonly output?: number | 'ignore'
  /** Milliseconds after which it is ended; undefined for no limit. */
  readonly timeout?: number | undefined
}

/**
 * Runs a command to its end, with the terminal's input and output. It gets its own process group, so that every signal reaches
 * it and its children exactly once: signals of the terminal arrive here and are forwarded.
 *
 * @throws UserError when it cannot be started
 */
export async function runCommand(
  command: readonly [program: string, ...args: string[]],
  env: NodeJS.ProcessEnv,
  interrupts: Pick<Interrupts, 'passTo'>,
  { output, timeout = Infinity }: CommandOptions = {},
): Promise<CommandResult> {
  const [program, ...args] = command
  const out = output ?? 'inherit'
  const child = spawn(program, args, { env, stdio: [output === undefined ? 'inherit' : 'ignore', out, out], detached: true })
  const ended = exitCodeOf(child, program)
  const group = child.pid
  if (group === undefined) return { code: await ended, leftProcesses: false }
  const killAll = (): void => void sendSignal(group, 'SIGKILL')
  process.once('exit', killAll)
  const leaveTerminal = output === undefined ? forwardTerminalSignals(group) : () => undefined
  let impatient: NodeJS.Timeout | undefined
  const end = (signal: NodeJS.Signals) => {
    clearTimeout(limit)
    if (impatient) return killAll()
    sendSignal(group, signal)
    impatient = setTimeout(killAll, GRACE_MS)
  }
  let overtime: string | undefined
  const atLimit = (): void => {
    overtime = `the command still ran after ${spanText(timeout)}, and was ended: give its calls a time limit, or raise --timeout`
    end('SIGTERM')
  }
  const limit = timeout < Infinity ? setTimeout(atLimit, Math.min(timeout, LONGEST_DELAY)) : undefined
  const leaveInterrupts = interrupts.passTo(end)
  try {
    const code = await ended.finally(() => clearTimeout(limit))
    return { code, leftProcesses: await killRemaining(group), overtime }
  } finally {
    // The id of an ended process group may be reused soon.
    leaveInterrupts()
    clearTimeout(impatient)
    leaveTerminal()
    process.off('exit', killAll)
  }
}

function exitCodeOf(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(new UserError(`${program}: ${NOT_STARTED[error.code ?? ''] ?? error.message}`)),
    )
    child.once('exit', (code, signal) => resolve(code ?? (signal ? codeOfSignal(signal) : 1)))
  })
}

/** Forwards the other signals of a terminal: Ctrl-Z, `fg`, resize. @returns a function that stops it */
function forwardTerminalSignals(group: number): () => void {
  const follow = {
    SIGTSTP: () => {
      sendSignal(group, 'SIGSTOP')
      process.kill(process.pid, 'SIGSTOP')
    },
    SIGCONT: () => void sendSignal(group, 'SIGCONT'),
    SIGWINCH: () => void sendSignal(group, 'SIGWINCH'),
  } as const
  const all = Object.entries(follow)
  for (const [signal, act] of all) process.on(signal, act)
  return () => {
    for (const [signal, act] of all) process.off(signal, act)
  }
}

/** Sends a signal to a process group. False when the group does not exist. */
function sendSignal(group: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(-group, signal)
  } catch {
    return false
  }
}

/** Kills the remaining processes of a group. @returns false when there were none */
async function killRemaining(group: number): Promise<boolean> {
  const isGone = (): boolean => !isGroupAlive(group)
  if ((await holdsWithin(HELPER_GRACE_MS, isGone)) || !sendSignal(group, 'SIGTERM')) return false
  if (await holdsWithin(LEFTOVER_GRACE_MS, isGone)) return true
  sendSignal(group, 'SIGKILL')
  await holdsWithin(LEFTOVER_GRACE_MS, isGone)
  return true
}
