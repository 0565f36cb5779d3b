/** Files that a user names for input. */
import { problemText } from '../base/file-error.ts'
import { unreadProblem } from '../base/text-file.ts'
import { inputName, readText } from '../fixtures/standard-input.ts'
import { UsageError } from './usage-error.ts'

/** The text of a file, or of standard input (`-`). @throws UsageError with its name and what to do */
export function readInput(file: string, flag?: string): string {
  try {
    return readText(file)
  } catch (error) {
    throw new UsageError(`${flag === undefined ? '' : `${flag}: `}${problemText(unreadProblem(inputName(file), error))}`)
  }
}
