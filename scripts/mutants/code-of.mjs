/**
 * The code that a test file runs: its own and that of its imports, without types, comments and layout.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { hashOf } from './sample.mjs'

const CODE = /\.(ts|mjs)$/
/** In what esbuild writes: `from"./day.ts"`, `import"./day.ts"`, `import("./day.ts")`. */
const IMPORT = /\b(?:from|import\(?)\s*"(\.[^"]+)"/g
const known = new Map()

/** @returns {{ hash: string, imports: string[] }} what a file says, and the files of the project that it names */
function read(file) {
  const before = known.get(file)
  if (before !== undefined) return before
  const text = readFileSync(file, 'utf8')
  const code = CODE.test(file) ? transformSync(text, { loader: 'ts', minifyWhitespace: true, legalComments: 'none' }).code : text
  const imports = [...code.matchAll(IMPORT)].map(([, path]) => join(file, '..', path)).filter((path) => existsSync(path))
  const one = { hash: hashOf(code), imports }
  known.set(file, one)
  return one
}

/** A hash that stays the same when types, comments or layout of the file change. */
export const codeHash = (file) => read(file).hash

/** @returns {string[]} the file and all that it imports, directly or not, sorted by name */
export function filesUsedBy(file) {
  const found = new Set([file])
  for (const one of found) for (const next of read(one).imports) found.add(next)
  return [...found].sort()
}
