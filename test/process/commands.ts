/**
 * Commands for runs, and reading what they write.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { holdsWithin } from '../support/until.ts'

export const NODE = process.execPath
export const CLIENT = resolve('test/process/run-client.cjs')

/** A command that runs JavaScript code. */
export const node = (code: string): string[] => [NODE, '-e', code]

/** A command that runs a JavaScript module of a few calls with `fetch`. */
export const calling = (code: string): string[] => [
  ...[NODE, '--require', resolve('test/process/small-fetch.cjs')],
  ...['--input-type=module', '-e', code],
]

/** Waits for a file. @returns the number in it */
export async function writtenNumber(file: string): Promise<number> {
  const text = (): string => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '')
  if (!(await holdsWithin(60_000, () => text() !== ''))) throw new Error(`${file} was not written`)
  return Number(text())
}
