/**
 * The file in which servers that tests start as processes, in whatever way, note their hints.
 *
 * @module
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const NOTE_HINTS = resolve('test/support/note-hints.cjs')
/** What the developer has set. A worker sets up once for each file. */
const OWN_OPTIONS = (process.env['NODE_OPTIONS'] ?? '').split(' --require "', 1)[0] ?? ''

/** A worker has one file of tests at a time. */
export const hintsFile = (): string => join(tmpdir(), `hints-of-tests-${process.pid}`)

/** Makes the processes that this one starts note their hints. */
export function noteHintsOfProcesses(): void {
  process.env['NODE_OPTIONS'] = `${OWN_OPTIONS} --require "${NOTE_HINTS}"`.trim()
  process.env['HINTS_OF_TESTS'] = hintsFile()
}

/** The hints since the last call. */
export function hintsOfProcesses(): readonly string[] {
  const file = hintsFile()
  if (!existsSync(file)) return []
  const hints = readFileSync(file, 'utf8').trimEnd().split('\n')
  rmSync(file)
  return hints
}
