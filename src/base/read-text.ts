import { readFileSync } from 'node:fs'

/**
 * The text of a file that a user names.
 *
 * @param file its path or descriptor
 * @throws errors of the file system, and an Error for a file that is not UTF-8
 */
export function readText(file: string | number): string {
  const bytes = readFileSync(file)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Error(`${encodingProblem(bytes)}; save the file as UTF-8`)
  }
}

function encodingProblem(bytes: Buffer): string {
  if (/^(?:fffe|feff)/.test(bytes.toString('hex', 0, 2))) return 'it is UTF-16'
  const read = Buffer.from(bytes.toString('utf8'))
  const wrong = bytes.findIndex((byte, index) => byte !== read[index])
  return `line ${bytes.subarray(0, wrong).toString('latin1').split('\n').length} is not UTF-8`
}
