/**
 * Commands for runs, and what they write.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export const NODE = process.execPath
export const CLIENT = resolve('test/process/run-client.mjs')

/** Commands that go on until they are stopped. */
export const node = (code: string): string[] => [NODE, '-e', code]

/** The number a command wrote to a file, once it is there. */
export async function written(file: string): Promise<number> {
  for (let tries = 0; tries < 400; tries++) {
    const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
    if (text !== '') return Number(text)
    await pause(20)
  }
  throw new Error(`${file} was not written`)
}
