/** `understay report`: reads the report of a running server. */
import { SANDBOX_NAME } from '../base/sandbox-name.ts'
import type { Config } from '../config/config.ts'
import { UsageError } from '../config/usage-error.ts'
import type { ControlClient } from '../control-contract/client.ts'
import { readJournal } from '../control-contract/journal.ts'
import { readReport } from '../control-contract/report.ts'
import { listSandboxes } from '../control-contract/sandboxes.ts'
import type { Report } from '../report/report-data.ts'
import { summaryOf } from '../report/summary.ts'
import { DEFAULT_SANDBOX } from '../world/world.ts'
import { asking, controlOf, serverAddress } from './address.ts'
import { exitCodeOf } from './exit-code.ts'
import { readWord } from './flag-words.ts'
import { STANDARD_OUTPUT, writeOutput } from './output-file.ts'
import { prepareFolder, writtenText } from './run/report-files.ts'
import { screenText } from './screen.ts'
import { readVerb } from './verb-flags.ts'

const FORMATS = ['text', 'md', 'html', 'json', 'junit'] as const
const WHERE = 'The whole report: --format md, or --format html --output report.html'

/**
 * Prints a report, or writes it to a file; with `--report`, on every sandbox that was called. Returns 0 when the client passed, 3
 * when it failed, 4 when it is inconclusive and --strict is set. @throws UserError
 */
export async function runReport(args: readonly string[]): Promise<number> {
  const { config, own, flag } = await readVerb('report', args)
  const strict = own['strict'] !== undefined
  const format = readWord('format', flag('format') ?? 'text', FORMATS)
  const { server, sandbox, address } = sandboxAddress(serverAddress(flag('url'), process.env, config), flag('sandbox'))
  const folder = flag('report')
  if (folder !== undefined) {
    if (sandbox !== undefined || own['format'] || own['output'])
      throw new UsageError('--report: is on every sandbox, in every format: leave out --sandbox, --format and --output')
    return exitCodeOf(await reportOnAll(server, folder, config), strict)
  }
  const control = controlOf(address, config)
  const [text, verdict] = await asking(`no report from ${address}`, async () => {
    if (sandbox !== undefined) await requireSandbox(sandbox, controlOf(server, config))
    const report = await control.call(readReport)
    const text =
      format === 'text'
        ? screenText(summaryOf(report.verdict, [report]), WHERE)
        : format === 'json'
          ? `${JSON.stringify(report, null, 2)}\n`
          : await control.text(readReport, { query: { format } })
    return [text, report.verdict] as const
  })
  outputReport(text, flag('output'))
  return exitCodeOf(verdict, strict)
}

/** Writes a folder as `run --report` does, on the sandboxes that were called; on the default one when none was. @returns the verdict */
async function reportOnAll(server: string, folder: string, config: Config) {
  const { runReportOf, writeRunReport } = await import('./run/run-report.ts')
  prepareFolder(folder)
  const report = await asking(`no report from ${server}`, async () => {
    const called = calledIn(await controlOf(server, config).call(listSandboxes))
    const reports: Report[] = []
    for (const name of called.length > 0 ? called : [DEFAULT_SANDBOX])
      reports.push((await controlOf(addressOf(server, name), config).call(readReport)) as Report)
    const all = runReportOf(reports)
    const harOf = (name: string) => controlOf(addressOf(server, name), config).text(readJournal, { query: { format: 'har' } })
    await writeRunReport(all, { folder, harOf })
    return all
  })
  process.stdout.write(screenText(summaryOf(report.verdict, report.sandboxes), writtenText(folder)))
  return report.verdict
}

const addressOf = (server: string, sandbox: string): string => (sandbox === DEFAULT_SANDBOX ? server : `${server}/@${sandbox}`)

/** The sandboxes that were called. The number of calls is unknown for those that are only stored. */
const calledIn = (existing: readonly { readonly name: string; readonly calls: number | null }[]): readonly string[] =>
  existing.flatMap(({ name, calls }) => (calls === 0 ? [] : [name]))

/** Finds the sandbox, which is undefined for the default one; the flag takes precedence over the URL. @throws UsageError */
function sandboxAddress(url: string, flag: string | undefined) {
  const [, server = url, inAddress] = /^(.*)\/@([^/]*)$/.exec(url) ?? []
  const named = flag ?? inAddress
  if (named === undefined || named === DEFAULT_SANDBOX) return { server, sandbox: undefined, address: server }
  if (!SANDBOX_NAME.test(named))
    throw new UsageError(
      `${flag === undefined ? '--url' : '--sandbox'}: "${named}" is not a valid sandbox name: lower-case letters, digits and hyphens, at most 63`,
    )
  return { server, sandbox: named, address: addressOf(server, named) }
}

/** Requires that the sandbox exists, because a report would create it. @throws UsageError */
async function requireSandbox(name: string, control: ControlClient): Promise<void> {
  const existing = await control.call(listSandboxes)
  if (existing.some((sandbox) => sandbox.name === name)) return
  const called = calledIn(existing)
  throw new UsageError(
    `there is no sandbox "${name}"; ${called.length > 0 ? `those that were called: ${called.join(', ')}` : 'none has been called yet'}`,
  )
}

/** Prints a report or writes it to a file. @throws UserError */
function outputReport(text: string, file = STANDARD_OUTPUT): void {
  writeOutput('--output', file, `${text.trimEnd()}\n`)
  if (file !== STANDARD_OUTPUT) process.stdout.write(`written: ${file}\n`)
}
