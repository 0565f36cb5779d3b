/** Reads the evidence of a calibration. */
import { join } from 'node:path'
import { EVIDENCE_NAME } from '../../calibration/files.ts'
import { UsageError } from '../../config/usage-error.ts'
import { readInput } from '../input-file.ts'

/** The content of `calibration.json` in a folder. @param flag the flag that names the folder @throws UsageError */
export function readEvidence(folder: string, flag: string): unknown {
  const file = join(folder, EVIDENCE_NAME)
  try {
    return JSON.parse(readInput(file, flag))
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`${flag}: ${file} is not JSON: write it again with --out`)
    throw error
  }
}
