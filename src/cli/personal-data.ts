/** Masking of personal data in the recordings that a verb reads or writes. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from '../api/product.ts'
import { orThrow } from '../base/caught-error.ts'
import { maskedRecording } from '../calibration/masking/masked-recording.ts'
import type { FlagValues } from '../config/flags.ts'
import { UsageError } from '../config/usage-error.ts'
import { secretHex } from '../simulation/randomness.ts'
import { OutputError } from './output-file.ts'
import { MASK_KEY_FILE } from './verb-flags.ts'

const MIN_KEY_LENGTH = 32

/**
 * Masks the text of a recording, unless the flags say to keep it. The key is read, or made, when something is to be masked.
 *
 * @param folder where the key is, unless a flag names it
 * @throws UsageError, OutputError about the key
 */
export function maskerOf(flags: FlagValues, product: Product, folder: string): (har: string) => string {
  if (flags['keep-personal-data'] !== undefined) {
    if (flags['mask-key'] !== undefined) throw new UsageError('--keep-personal-data masks nothing, and takes no --mask-key')
    return (har) => har
  }
  const file = flags['mask-key']?.at(-1) ?? join(folder, MASK_KEY_FILE)
  return (har) => maskedRecording(har, () => readKey(file), product)
}

function readKey(file: string): string {
  const write = () => writeFileSync(file, `${secretHex(MIN_KEY_LENGTH)}\n`, { mode: 0o600, flag: 'wx' })
  if (!existsSync(file)) orThrow(OutputError, '--mask-key', write)
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
