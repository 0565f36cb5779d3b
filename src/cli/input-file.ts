/** Files that a user names for input. */
import { readFileSync } from 'node:fs'
import { readProblem } from '../base/read-problem.ts'
import { UsageError } from '../config/usage-error.ts'
import { STANDARD_INPUT } from '../fixtures/standard-input.ts'

/** A file as messages name it. */
export const inputName = (file: string): string => (file === STANDARD_INPUT ? 'standard input' : file)

/** The text of a file, or of standard input (`-`). @throws UsageError with its name and what to do */
export function readInput(file: string, flag?: string): string {
  try {
    return readFileSync(file === STANDARD_INPUT ? 0 : file, 'utf8')
  } catch (error) {
    throw new UsageError(`${flag === undefined ? '' : `${flag}: `}${inputName(file)}: ${readProblem(error)}`)
  }
}
