/** Files that a user names for input. */
import { readFileSync } from 'node:fs'
import { readProblem } from '../base/read-problem.ts'
import { UsageError } from '../config/usage-error.ts'
import { inputName, STANDARD_INPUT } from '../fixtures/standard-input.ts'

/** The text of a file, or of standard input (`-`). @throws UsageError with its name and what to do */
export function readInput(file: string, flag?: string): string {
  try {
    return readFileSync(file === STANDARD_INPUT ? 0 : file, 'utf8')
  } catch (error) {
    throw new UsageError(`${flag === undefined ? '' : `${flag}: `}${inputName(file)}: ${readProblem(error)}`)
  }
}
