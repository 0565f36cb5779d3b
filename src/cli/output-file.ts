/** Files that a flag names for output. */
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { messageOf, orThrow, orUndefined } from '../base/caught-error.ts'
import { UserError } from '../base/user-error.ts'
import { UsageError } from '../config/usage-error.ts'
import { secretHex } from '../simulation/randomness.ts'

/** What names standard output instead of a file. */
export const STANDARD_OUTPUT = '-'

/** Writes a file, or to standard output. @param flag the flag that names it @throws UserError naming the flag */
export function writeOutput(flag: string, file: string, text: string): void {
  if (file === STANDARD_OUTPUT) process.stdout.write(text)
  else orThrow(UserError, flag, () => replaceFile(file, () => [text]))
}

/**
 * Writes a recording; where that fails, to the folder of temporary files.
 *
 * @param texts makes the text of the file in parts
 * @throws UserError naming the flag, and the other file
 */
export function writeRecordingFile(flag: string, file: string, texts: () => Iterable<string>): void {
  try {
    replaceFile(file, texts)
  } catch (error) {
    const other = orThrow(UserError, `${flag}: ${messageOf(error)}`, () => {
      const inTemporary = join(fs.mkdtempSync(join(tmpdir(), 'understay-')), 'recording.har')
      writeAll(fs.openSync(inTemporary, 'wx'), texts)
      return inTemporary
    })
    throw new UserError(`${flag}: ${messageOf(error)}; the recording is in ${other}`, { cause: error })
  }
}

/**
 * Writes a file, which stays as it was until everything is written. Where it cannot be replaced by another one, it is written to:
 * a device, a pipe, a link to nowhere, one of several names of a file, a file in a folder that is not writable, a mounted file.
 */
function replaceFile(file: string, texts: () => Iterable<string>): void {
  const old = fs.statSync(file, { throwIfNoEntry: false })
  const isOther = old ? !old.isFile() || old.nlink > 1 : fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined
  const isKept = isOther || /^\/(?:dev|proc)\//.test(file)
  const real = old && !isKept ? fs.realpathSync(file) : file
  const part = join(dirname(real), `.understay-${secretHex(8)}.part`)
  const descriptor = isKept ? undefined : orUndefined(() => fs.openSync(part, 'wx'))
  try {
    if (descriptor !== undefined) {
      if (old) orUndefined(() => fs.fchownSync(descriptor, old.uid, old.gid))
      if (old) orUndefined(() => fs.fchmodSync(descriptor, old.mode))
      writeAll(descriptor, texts)
      if (orUndefined(() => fs.renameSync(part, real) ?? true)) return
    }
    writeAll(fs.openSync(file, 'w'), texts)
  } finally {
    if (descriptor !== undefined) fs.rmSync(part, { force: true })
  }
}

function writeAll(descriptor: number, texts: () => Iterable<string>): void {
  try {
    for (const text of texts()) fs.writeFileSync(descriptor, text)
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Where a text goes that is printed beside a report: not into it. */
export const screenBeside = (report: string | undefined): NodeJS.WriteStream =>
  report === STANDARD_OUTPUT ? process.stderr : process.stdout

/** Fails if a recording cannot be written to a file, before it is made, and leaves the folder as it was. @throws UserError, UsageError */
export function requireRecordingFile(flag: string, file: string): void {
  if (file === STANDARD_OUTPUT) throw new UsageError(`${flag}: a recording is written to a file; name one, such as run.har`)
  const isNew = fs.lstatSync(file, { throwIfNoEntry: false }) === undefined
  orThrow(UserError, flag, () => fs.writeFileSync(file, '', { flag: 'a' }))
  if (isNew) fs.rmSync(file)
}
