/**
 * The shipped program in a folder with a misspelt scenario.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { newFolder, PROGRAM } from './program.ts'
import { runShared } from './shared-process.ts'

export const MISSPELT = 'name: x\nfaults:\n  - on: { operation: listBooking }\n    token: expired\n'
export const MESSAGE = 'there is no operation "listBooking"; did you mean "listBookings"?'

/** A new folder with a misspelt scenario and other files. */
function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = newFolder()
  for (const [name, text] of Object.entries({ 'x,1.yaml': MISSPELT, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

/** Runs `understay` in a folder with a misspelt scenario. */
export const understay = (args: readonly string[], files?: Readonly<Record<string, string>>) =>
  runShared(args, {}, folderWith(files))

/** Runs `understay`, in a process of its own, with a standard input. */
export function understayReading(args: readonly string[], input: string | Uint8Array) {
  const command = [resolve(PROGRAM), ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: folderWith(), input, encoding: 'utf8' })
  return { code: status, out: stdout, err: stderr }
}
