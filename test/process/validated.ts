/**
 * The shipped program in a folder with a misspelt scenario.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { newFolder, PROGRAM } from './program.ts'

export const MISSPELT = 'name: x\nfaults:\n  - on: { operation: listBooking }\n    token: expired\n'
export const MESSAGE = 'there is no operation "listBooking"; did you mean "listBookings"?'

/** Runs `understay` in a folder with a misspelt scenario. */
export function understay(
  args: readonly string[],
  input: string | Uint8Array = '',
  files: Readonly<Record<string, string>> = {},
) {
  const cwd = newFolder()
  for (const [name, text] of Object.entries({ 'x,1.yaml': MISSPELT, ...files })) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve(PROGRAM), ...args], { cwd, input, encoding: 'utf8' })
  return { code: status, out: stdout, err: stderr }
}
