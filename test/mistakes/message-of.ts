/**
 * Messages about mistakes of users.
 *
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs a function with a new folder, which is removed afterwards. */
export async function inFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'understay-mistake-'))
  try {
    return await act(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The message of the thrown error; empty when nothing is thrown. */
export async function messageOf(act: () => Promise<unknown>): Promise<string> {
  try {
    await act()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
