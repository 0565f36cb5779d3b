/**
 * The output of `understay replay`, for tests of what it must not contain.
 *
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { runReplay } from '../../src/cli/replay/replay.ts'
import { newFolder } from '../process/program.ts'
import { harOf } from './har-of.ts'

/** Standard output, error output and report for a recording with these entries. */
export async function replayOutput(entries: readonly unknown[], ...flags: readonly string[]): Promise<string> {
  const folder = newFolder()
  const [file, report] = [join(folder, 'run.har'), join(folder, 'report.json')]
  writeFileSync(file, harOf(entries))
  writeFileSync(report, '')
  let out = ''
  const write = (text: string | Uint8Array): boolean => {
    out += String(text)
    return true
  }
  const streams = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(write))
  try {
    await runReplay([file, '--report', report, ...flags]).catch((error: unknown) => write(String(error)))
  } finally {
    for (const stream of streams) stream.mockRestore()
  }
  return `${out}\n${readFileSync(report, 'utf8')}`
}
