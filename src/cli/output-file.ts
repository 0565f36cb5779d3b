/** Files that a flag names for output. */
import { closeSync, lstatSync, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf, messageOf, orThrow } from '../base/caught-error.ts'
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
  else if (how === 'append') orThrow(OutputError, flag, () => writeFileSync(file, text, { flag: 'a' }))
  else orThrow(OutputError, flag, () => replaceFile(file, () => [text]))
}

/**
 * Writes a recording; where that fails, to the folder of temporary files.
 *
 * @param texts makes the text of the file in parts
 * @throws OutputError naming the flag, and the other file
 */
export function writeRecordingFile(flag: string, file: string, texts: () => Iterable<string>): void {
  try {
    replaceFile(file, texts)
  } catch (error) {
    const other = join(tmpdir(), `understay-${process.pid}.har`)
    orThrow(OutputError, `${flag}: ${messageOf(error)}; ${other}`, () => writeAll(other, 'wx', texts, 0o600))
    throw new OutputError(`${flag}: ${messageOf(error)}; the recording is in ${other}`, { cause: error })
  }
}

/** Where a file cannot be replaced by another one: its folder is not writable, or it is mounted itself. */
const NOT_REPLACED = new Set(['EACCES', 'EPERM', 'EBUSY'])

/** Writes a file, which stays as it was until everything is written. A device, a pipe or a link to nowhere is written to. */
function replaceFile(file: string, texts: () => Iterable<string>): void {
  const old = statSync(file, { throwIfNoEntry: false })
  const isLink = !old && lstatSync(file, { throwIfNoEntry: false }) !== undefined
  if (isLink || (old && !old.isFile()) || /^\/(?:dev|proc)\//.test(file)) {
    writeAll(file, 'w', texts)
    return
  }
  const real = old ? realpathSync(file) : file
  const part = `${real}.${process.pid}.part`
  try {
    writeAll(part, 'wx', texts, old?.mode)
    renameSync(part, real)
  } catch (error) {
    rmSync(part, { force: true })
    if (!old || !NOT_REPLACED.has(codeOf(error))) throw error
    writeAll(file, 'w', texts)
  }
}

function writeAll(file: string, how: 'w' | 'wx', texts: () => Iterable<string>, mode?: number): void {
  const descriptor = openSync(file, how, mode)
  try {
    for (const text of texts()) writeFileSync(descriptor, text)
  } catch (error) {
    if (how === 'wx') rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(descriptor)
  }
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
