/** Masking of personal data in the recordings that a verb reads or writes. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from '../api/product.ts'
import { orThrow } from '../base/caught-error.ts'
import { UserError } from '../base/user-error.ts'
import { maskedRecording } from '../calibration/masking/masked-recording.ts'
import type { FlagValues } from '../config/flags.ts'
import { UsageError } from '../config/usage-error.ts'
import { secretHex } from '../simulation/randomness.ts'
import { MASK_KEY_FILE } from './verb-flags.ts'

const MIN_KEY_LENGTH = 32

/**
 * Masks the text of a recording, unless the flags say to keep it. The key is read, or made, when something is to be masked.
 *
 * @param folder where the key is, unless a flag names it
 * @throws UsageError, UserError about the key
 */
export function maskerOf(flags: FlagValues, product: Product, folder: string): (har: string) => string {
  const file = keyFile(flags, folder)
  return file === undefined ? (har) => har : (har) => maskedRecording(har, () => readKey(file), product)
}

/**
 * The same with a key that is read, or made, at once: before a recording that it would be too late for. A new one is kept
 * only when something is masked with it.
 */
export function readyMaskerOf(flags: FlagValues, product: Product, folder: string): (har: string) => string {
  const file = keyFile(flags, folder)
  if (file === undefined) return (har) => har
  const isNew = !existsSync(file)
  const key = readKey(file)
  if (isNew) rmSync(file)
  const stored = (): string => {
    try {
      return readKey(file, key)
    } catch {
      // The folder may be gone; the recording is then written elsewhere.
      return key
    }
  }
  return (har) => maskedRecording(har, stored, product)
}

/** Undefined where personal data are kept. @throws UsageError */
function keyFile(flags: FlagValues, folder: string): string | undefined {
  const named = flags['mask-key']?.at(-1)
  if (flags['keep-personal-data'] === undefined) return named ?? join(folder, MASK_KEY_FILE)
  if (named !== undefined) throw new UsageError('--keep-personal-data masks nothing, and takes no --mask-key')
  return undefined
}

/** @param made the key to write where there is none */
function readKey(file: string, made = secretHex(MIN_KEY_LENGTH)): string {
  const write = () => writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' })
  if (!existsSync(file)) orThrow(UserError, '--mask-key', write)
  const key = orThrow(UsageError, `--mask-key: ${file}`, () => {
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new Error(`others can read it: chmod 600 ${file}`)
    return readFileSync(file, 'utf8').trim()
  })
  if (key.length < MIN_KEY_LENGTH)
    throw new UsageError(
      `--mask-key: ${file}: expected a key of at least ${MIN_KEY_LENGTH} characters; remove the file to get a new one`,
    )
  return key
}
