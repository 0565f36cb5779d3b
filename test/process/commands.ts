/**
 * Commands for runs, and what they write.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { holdsWithin } from '../support/until.ts'

export const NODE = process.execPath
export const CLIENT = resolve('test/process/run-client.mjs')

/** Commands that go on until they are stopped. */
export const node = (code: string): string[] => [NODE, '-e', code]

/** The number a command wrote to a file, once it is there. */
export async function written(file: string): Promise<number> {
  const text = (): string => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '')
  if (!(await holdsWithin(60_000, () => text() !== ''))) throw new Error(`${file} was not written`)
  return Number(text())
}
