/**
 * What is told after a run: a report on every sandbox that was called.
 *
 * @module
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Running } from '../start.ts'
import { DEFAULT_SANDBOX } from '../world.ts'
import { type AskControl, controlText, hasPassed, reportText } from './verdict.ts'

/** The report on a run. */
export interface RunReport {
  /** For people. */
  readonly text: string
  readonly passed: boolean
  /** True when no call reached the server at all. */
  readonly nothingCalled: boolean
}

/**
 * Reports on the sandboxes that were called; on the default one when none was.
 *
 * @param folder where to write the reports as files too: those on a named sandbox into a folder `@name` of it
 */
export async function reportOnRun(
  running: Running,
  controlToken: string | undefined,
  folder: string | undefined,
): Promise<RunReport> {
  const { world } = running
  const called = world.names().filter((name) => world.sandbox(name).journal.lastId > 0)
  const reported = called.length > 0 ? called : [DEFAULT_SANDBOX]
  const reports: { readonly text: string; readonly passed: boolean }[] = []
  for (const sandbox of reported) {
    const ask = askOf(running, sandbox, controlToken)
    const [text, json] = [await reportText(ask, 'md'), await reportText(ask, 'json')]
    reports.push({ text: `${text.trimEnd()}\n`, passed: hasPassed(json) })
    if (folder === undefined) continue
    const place = sandbox === DEFAULT_SANDBOX ? folder : join(folder, `@${sandbox}`)
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'report.md'), text)
    writeFileSync(join(place, 'report.json'), json)
    writeFileSync(join(place, 'junit.xml'), await reportText(ask, 'junit'))
    writeFileSync(join(place, 'journal.har'), await controlText(ask, '/journal?format=har'))
  }
  return {
    text: reports.map(({ text }) => text).join('\n'),
    passed: called.length > 0 && reports.every(({ passed }) => passed),
    nothingCalled: called.length === 0,
  }
}

/** The control API of a sandbox, asked without a socket. */
function askOf({ url, fetch }: Running, sandbox: string, controlToken: string | undefined): AskControl {
  const prefix = sandbox === DEFAULT_SANDBOX ? '' : `/@${sandbox}`
  const headers = {
    host: new URL(url).host,
    ...(controlToken !== undefined && { authorization: `Bearer ${controlToken}` }),
  }
  return (path) => fetch(new Request(`${url}${prefix}/_understay${path}`, { headers }))
}
