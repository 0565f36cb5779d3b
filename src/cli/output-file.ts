/** Files that a flag names for output. */
import { lstatSync, rmSync, writeFileSync } from 'node:fs'
import { orThrow } from '../base/caught-error.ts'
import { UserError } from '../base/user-error.ts'
import { UsageError } from '../config/usage-error.ts'

/** A file that cannot be written. */
export class OutputError extends UserError {
  override readonly name = 'OutputError'
  readonly exitCode = 1
}

/** What names standard output instead of a file. */
export const STANDARD_OUTPUT = '-'

/** Writes a file, or to standard output. @param flag the flag that names it @throws OutputError naming the flag */
export function writeOutput(flag: string, file: string, text: string, how: 'replace' | 'append' = 'replace'): void {
  if (file === STANDARD_OUTPUT) process.stdout.write(text)
  else orThrow(OutputError, flag, () => writeFileSync(file, text, { flag: how === 'append' ? 'a' : 'w' }))
}

/** Where a text goes that is printed beside a report: not into it. */
export const screenBeside = (report: string | undefined): NodeJS.WriteStream =>
  report === STANDARD_OUTPUT ? process.stderr : process.stdout

/** Fails if a recording cannot be written to a file, before it is made, and leaves the folder as it was. @throws OutputError, UsageError */
export function requireRecordingFile(flag: string, file: string): void {
  if (file === STANDARD_OUTPUT) throw new UsageError(`${flag}: a recording is written to a file; name one, such as run.har`)
  const isNew = lstatSync(file, { throwIfNoEntry: false }) === undefined
  writeOutput(flag, file, '', 'append')
  if (isNew) rmSync(file)
}
