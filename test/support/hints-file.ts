/**
 * The file in which servers that tests start as processes note their hints.
 *
 * @module
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A worker has one file of tests at a time. */
export const hintsFile = (): string => join(tmpdir(), `hints-of-tests-${process.pid}`)

/** The hints since the last call. */
export function hintsOfProcesses(): readonly string[] {
  const file = hintsFile()
  if (!existsSync(file)) return []
  const hints = readFileSync(file, 'utf8').trimEnd().split('\n')
  rmSync(file)
  return hints
}
