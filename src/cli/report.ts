/** `understay report`: reads the report of a running server. */
import { SANDBOX_NAME } from '../base/sandbox-name.ts'
import { UsageError } from '../config/usage-error.ts'
import type { ControlClient } from '../control-contract/client.ts'
import { readReport } from '../control-contract/report.ts'
import { listSandboxes } from '../control-contract/sandboxes.ts'
import { summaryOf } from '../report/summary.ts'
import { DEFAULT_SANDBOX } from '../world/world.ts'
import { asking, controlOf, serverAddress } from './address.ts'
import { exitCodeOf } from './exit-code.ts'
import { readWord } from './flag-words.ts'
import { STANDARD_OUTPUT, writeOutput } from './output-file.ts'
import { screenText } from './screen.ts'
import { readVerb } from './verb-flags.ts'

const FORMATS = ['text', 'md', 'html', 'json', 'junit'] as const
const WHERE = 'The whole report: --format md, or --format html --output report.html'

/**
 * Prints a report, or writes it to a file. Returns 0 when the client passed, 3 when it failed, 4 when it is inconclusive and
 * --strict is set. @throws UserError
 */
export async function runReport(args: readonly string[]): Promise<number> {
  const { config, own, flag } = await readVerb('report', args)
  const format = readWord('format', flag('format') ?? 'text', FORMATS)
  const { server, sandbox, address } = sandboxAddress(serverAddress(flag('url'), process.env, config), flag('sandbox'))
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
  return exitCodeOf(verdict, own['strict'] !== undefined)
}

/** Finds the sandbox, which is undefined for the default one; the flag takes precedence over the URL. @throws UsageError */
function sandboxAddress(url: string, flag: string | undefined) {
  const [, server = url, inAddress] = /^(.*)\/@([^/]*)$/.exec(url) ?? []
  const named = flag ?? inAddress
  if (named === undefined || named === DEFAULT_SANDBOX) return { server, sandbox: undefined, address: server }
  if (!SANDBOX_NAME.test(named))
    throw new UsageError(
      `${flag === undefined ? '--url' : '--sandbox'}: "${named}" is not a valid sandbox name: lower-case letters, digits and hyphens, at most 63`,
    )
  return { server, sandbox: named, address: `${server}/@${named}` }
}

/** Requires that the sandbox exists, because a report would create it. @throws UsageError */
async function requireSandbox(name: string, control: ControlClient): Promise<void> {
  const existing = await control.call(listSandboxes)
  if (existing.some((sandbox) => sandbox.name === name)) return
  // The number of calls is unknown for sandboxes that are only stored.
  const called = existing.flatMap((sandbox) => (sandbox.calls === 0 ? [] : [sandbox.name]))
  throw new UsageError(
    `there is no sandbox "${name}"; ${called.length > 0 ? `those that were called: ${called.join(', ')}` : 'none has been called yet'}`,
  )
}

/** Prints a report or writes it to a file. @throws OutputError */
function outputReport(text: string, file = STANDARD_OUTPUT): void {
  writeOutput('--output', file, `${text.trimEnd()}\n`)
  if (file !== STANDARD_OUTPUT) process.stdout.write(`written: ${file}\n`)
}
