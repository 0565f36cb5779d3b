/**
 * Temporary folders, removed when the benchmarks end.
 *
 * @module
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders = new Set()

/** A new empty folder. */
export function scratchFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'understay-bench-'))
  folders.add(folder)
  return folder
}

/** A file of this content in a folder of its own. @returns its path */
export function scratchFile(name, content) {
  const path = join(scratchFolder(), name)
  writeFileSync(path, content)
  return path
}

export function removeScratch() {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders.clear()
}
