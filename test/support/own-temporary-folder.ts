/**
 * Gives all tests a temporary folder that is removed with them.
 *
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The names by which systems look for the temporary folder. */
const NAMES = ['TMPDIR', 'TEMP', 'TMP'] as const

const PREFIX = 'understay-tests-'

/** @returns what removes the folder; it throws where that is not possible, because something still uses it */
export function setup(): () => void {
  // Each project of a run sets up; the first one serves all.
  if (tmpdir().includes(PREFIX)) return () => undefined
  const own = mkdtempSync(join(tmpdir(), PREFIX))
  const outside = NAMES.map((name) => [name, process.env[name]] as const)
  for (const name of NAMES) process.env[name] = own
  return () => {
    for (const [name, value] of outside) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    rmSync(own, { recursive: true, maxRetries: 3 })
  }
}
