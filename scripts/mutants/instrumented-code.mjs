/**
 * Provides Vite with code that contains the mutants of the sample. Without a sample the code is unchanged.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** The file with the instrumented code: an object from path to code. */
export const INSTRUMENTED = 'MUTANTS_INSTRUMENTED'

export function instrumentedCode() {
  const file = process.env[INSTRUMENTED]
  const code = file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'))
  return {
    name: 'mutants',
    enforce: 'pre',
    /** @param {string} id */
    load: (id) => code[relative(process.cwd(), id)],
  }
}
