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

/** Standard output, report and error output for a recording with these entries; progress, which depends on time, comes last. */
export async function replayOutput(entries: readonly unknown[], ...flags: readonly string[]): Promise<string> {
  const folder = newFolder()
  const [file, report] = [join(folder, 'run.har'), join(folder, 'report.json')]
  writeFileSync(file, harOf(entries))
  writeFileSync(report, '')
  const written = { stdout: '', stderr: '' }
  const streams = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += String(text)
      return true
    }),
  )
  try {
    await runReplay([file, '--report', report, ...flags]).catch((error: unknown) => {
      written.stdout += String(error)
    })
  } finally {
    for (const stream of streams) stream.mockRestore()
  }
  return `${written.stdout}\n${readFileSync(report, 'utf8')}\n${written.stderr}`
}
