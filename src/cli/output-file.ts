/** Files that a flag names for output. */
import { lstatSync, rmSync, writeFileSync } from 'node:fs'
import { orThrow } from '../base/caught-error.ts'
import { UserError } from '../base/user-error.ts'

/** A file that cannot be written. */
export class OutputError extends UserError {
  override readonly name = 'OutputError'
  readonly exitCode = 1
}

/** Writes a file. @param flag the flag that names it @throws OutputError naming the flag */
export function writeOutput(flag: string, file: string, text: string, how: 'replace' | 'append' = 'replace'): void {
  orThrow(OutputError, flag, () => writeFileSync(file, text, { flag: how === 'append' ? 'a' : 'w' }))
}

/** Fails if a file cannot be written, before the work for it, and leaves the folder as it was. @throws OutputError */
export function requireWritable(flag: string, file: string): void {
  const isNew = lstatSync(file, { throwIfNoEntry: false }) === undefined
  writeOutput(flag, file, '', 'append')
  if (isNew) rmSync(file)
}
