/**
 * The file of a server in the background.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const FILE = '.understay-server.json'

interface ServerFile {
  readonly url: string
  readonly pid: number
  readonly instance: string
  readonly variables: Readonly<Record<string, string>>
}

export const readServer = (folder: string, file = FILE): ServerFile =>
  JSON.parse(readFileSync(join(folder, file), 'utf8')) as ServerFile
