/**
 * What users are told about a mistake.
 *
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Does something in a folder of its own, which is removed afterwards. */
export async function inFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'understay-mistake-'))
  try {
    return await act(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The message of what is refused; empty for what is accepted. */
export async function said(act: () => Promise<unknown>): Promise<string> {
  try {
    await act()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
