/** Reads the evidence of a calibration. */
import { join } from 'node:path'
import { parsedJson } from '../../base/parsed-json.ts'
import type { Evidence } from '../../calibration/evidence.ts'
import { EVIDENCE_NAME } from '../../calibration/files.ts'
import { valueAt } from '../../calibration/values.ts'
import { readInput } from '../../config/input-file.ts'
import { UsageError } from '../../config/usage-error.ts'

/** What `calibration.json` in a folder says; an earlier version said less. @param flag names the folder @throws UsageError */
export function readEvidence(folder: string, flag: string): Pick<Evidence, 'choices'> & Partial<Evidence> {
  const file = join(folder, EVIDENCE_NAME)
  const evidence = parsedJson(readInput(file, flag))
  if (Array.isArray(valueAt(evidence, 'choices'))) return evidence as Evidence
  throw new UsageError(`${flag}: ${file} is not of a calibration: write it again with --out`)
}
