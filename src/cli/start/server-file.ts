/** The file that tells `status` and `stop` about a server in the background. */

import { constants, copyFileSync, linkSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { codeOf, messageOf } from '../../base/caught-error.ts'
import { isJsonMap } from '../../base/json-map.ts'
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
  /** What `run` sets for its command, and the control token, for scripts and other programs. */
  readonly variables?: Readonly<Record<string, string | undefined>>
}

const isBackgroundServer = (value: unknown): value is BackgroundServer =>
  isJsonMap(value) &&
  ['url', 'instance', 'log'].every((key) => typeof value[key] === 'string') &&
  Number.isInteger(value['pid']) &&
  Number(value['pid']) > 0

/** The server in a file; undefined when there is no file. @throws UsageError for another file, and a link to none */
export function readServerFile(file: string): BackgroundServer | undefined {
  if (file === '') throw new UsageError('--server-file: is empty: name a file, or leave it out')
  try {
    const value = parsedJson(readFileSync(file, 'utf8'))
    if (isBackgroundServer(value)) return value
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && !lstatSync(file, { throwIfNoEntry: false })) return undefined
    throw new UsageError(`--server-file: ${messageOf(error)}`)
  }
  throw new UsageError(`--server-file: ${file} was not written by understay start --detach`)
}

/** Writes a new file that only the user can read: whole, or not at all. @param own the name of a file beside it */
export function writeServerFile(file: string, own: string, server: BackgroundServer): void {
  try {
    writeFileSync(own, `${JSON.stringify(server)}\n`, { mode: 0o600 })
    try {
      linkSync(own, file)
    } catch (error) {
      if (codeOf(error) === 'EEXIST') throw error
      // a file system without hard links; a copy that fails leaves nothing
      copyFileSync(own, file, constants.COPYFILE_EXCL)
    }
  } finally {
    rmSync(own, { force: true })
  }
}

/** Removes the file of a server that has ended; not that of another one, which may have been started meanwhile. @returns true when it did */
export function removeServerFile(file: string, { instance }: BackgroundServer): boolean {
  const isOwn = readServerFile(file)?.instance === instance
  if (isOwn) rmSync(file, { force: true })
  return isOwn
}

const ANSWER_MS = 2000

/** True when the address of the file is answered by the server that wrote it. */
export async function isRunning({ url, instance }: BackgroundServer): Promise<boolean> {
  try {
    return (await controlWithin(url, ANSWER_MS).call(readHealth)).instance === instance
  } catch {
    return false
  }
}
