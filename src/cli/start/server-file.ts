/** The file that tells `status` and `stop` about a server in the background. */

import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf, messageOf } from '../../base/caught-error.ts'
import { parsedJson } from '../../base/parsed-json.ts'
import { UsageError } from '../../config/usage-error.ts'
import { readHealth } from '../../control-contract/server.ts'
import { controlWithin } from './ask-status.ts'

export interface BackgroundServer {
  readonly url: string
  readonly pid: number
  /** What the server answers to `readHealth`, so that its process id is not mistaken for that of another program. */
  readonly instance: string
  /** The file of its output. */
  readonly log: string
}

const isBackgroundServer = (value: unknown): value is BackgroundServer =>
  typeof value === 'object' &&
  value !== null &&
  (['url', 'instance', 'log'] as const).every((key) => key in value && typeof Reflect.get(value, key) === 'string') &&
  Number.isInteger(Reflect.get(value, 'pid'))

/** The server in a file; undefined when there is no file. @throws UsageError for another file */
export function readServerFile(file: string): BackgroundServer | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new UsageError(`--server-file: ${messageOf(error)}`)
  }
  const value = parsedJson(text)
  if (isBackgroundServer(value)) return value
  throw new UsageError(`--server-file: ${file} was not written by understay start --detach`)
}

/** Writes the file so that only the user can read it. */
export function writeServerFile(file: string, server: BackgroundServer): void {
  writeFileSync(file, `${JSON.stringify(server)}\n`, { mode: 0o600 })
  chmodSync(file, 0o600)
}

export const removeServerFile = (file: string): void => rmSync(file, { force: true })

const ANSWER_MS = 2000

/** True when the address of the file is answered by the server that wrote it. */
export async function isRunning({ url, instance }: BackgroundServer): Promise<boolean> {
  try {
    return (await controlWithin(url, ANSWER_MS).call(readHealth)).instance === instance
  } catch {
    return false
  }
}

const POLL_MS = 25
/** Time for the parent of an ended process to ask for its exit code, until which it has its number; some never do. */
const COLLECTED_MS = 2000

/** Waits until a process has ended. @returns false when it still runs after the time */
export async function hasEnded(pid: number, withinMs: number): Promise<boolean> {
  const ended = await holdsWithin(withinMs, () => !exists(pid) || isUncollected(pid))
  if (ended) await holdsWithin(COLLECTED_MS, () => !exists(pid))
  return ended
}

async function holdsWithin(milliseconds: number, condition: () => boolean): Promise<boolean> {
  for (let waited = 0; waited < milliseconds && !condition(); waited += POLL_MS) await pause(POLL_MS)
  return condition()
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** True for a process that has ended and whose exit code waits; never where the system has no `/proc`. */
function isUncollected(pid: number): boolean {
  try {
    return /^.*\) [ZX] /s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}
