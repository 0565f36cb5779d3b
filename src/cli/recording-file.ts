import { readInput } from '../config/input-file.ts'
import { UsageError } from '../config/usage-error.ts'
import { inputName } from '../fixtures/standard-input.ts'
import { HarError, readRecording } from '../replay/har.ts'
import type { Secrets } from '../replay/secrets.ts'

/**
 * A recording.
 *
 * @param apiPath the path of the interface
 * @param secrets gets those in it
 * @throws UsageError for an invalid one, without secrets in its message
 */
export function readRecordingFile(file: string, apiPath: string, secrets: Secrets) {
  try {
    const text = readInput(file)
    secrets.readText(text.replace(/^\uFEFF/, ''))
    return readRecording(text, apiPath)
  } catch (error) {
    if (!(error instanceof HarError)) throw error
    throw new UsageError(`${inputName(file)}: ${error.masked((text) => secrets.masked(text)).message}`)
  }
}
