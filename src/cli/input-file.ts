/** Files that a user names for input. */
import { readFileSync } from 'node:fs'
import { problemText } from '../base/file-error.ts'
import { unreadProblem, utf8Text } from '../base/text-file.ts'
import { UsageError } from '../config/usage-error.ts'
import { inputName, STANDARD_INPUT } from '../fixtures/standard-input.ts'

/** The text of a file, or of standard input (`-`). @throws UsageError with its name and what to do */
export function readInput(file: string, flag?: string): string {
  try {
    return utf8Text(readFileSync(file === STANDARD_INPUT ? 0 : file))
  } catch (error) {
    throw new UsageError(`${flag === undefined ? '' : `${flag}: `}${problemText(unreadProblem(inputName(file), error))}`)
  }
}
