/** The report of a run: one for each sandbox that was called. */
import { join } from 'node:path'
import { SANDBOX_NAME } from '../../base/sandbox-name.ts'
import { bookingApi } from '../../booking-api/index.ts'
import { createReporter, type ReportOptions } from '../../control-api/handlers/report.ts'
import { controlAt } from '../../control-contract/client.ts'
import { readJournal } from '../../control-contract/journal.ts'
import { outsideText, sandboxText, waitsForHook } from '../../report/checks.ts'
import { junitReport } from '../../report/junit.ts'
import { markdownReport } from '../../report/markdown.ts'
import { prose } from '../../report/markdown-text.ts'
import { byConformanceAlone, endedReport } from '../../report/report.ts'
import type { Report } from '../../report/report-data.ts'
import { VERDICT_MARKS } from '../../report/summary.ts'
import { areUnaffected, happenedFaults } from '../../report/unaffected-sandboxes.ts'
import type { RunningServer } from '../../server/start.ts'
import { DEFAULT_SANDBOX, type Sandbox } from '../../world/world.ts'
import { type RunFiles, writeFiles } from './report-files.ts'

export interface RunReport {
  readonly verdict: Report['verdict']
  /** One sentence for each failure; with the sandbox when there are several. */
  readonly reasons: readonly string[]
  /** One for each sandbox that was called; for the default one when none was. */
  readonly sandboxes: readonly Report[]
}

/**
 * Maximum number of kept reports on sandboxes that were reset or removed during the run; beyond it, only failed ones are kept.
 */
const MAX_KEPT_REPORTS = 500

/** Collects reports during a run: the calls before a reset or removal of a sandbox count as well. */
export class RunReportCollector {
  readonly #world: RunningServer['world']
  readonly #reportOn: (sandbox: Sandbox) => Report
  readonly #endedReports: Report[] = []
  readonly #endCounts = new Map<string, number>()

  /** @param reportOn creates the current report of a sandbox */
  constructor({ world }: RunningServer, reportOn: (sandbox: Sandbox) => Report) {
    this.#world = world
    this.#reportOn = reportOn
    world.onEnding = (sandbox) => this.#keep(sandbox)
  }

  /**
   * The reports of the sandboxes that were called; without any, of those with calls to wrong addresses, else of the default
   * one.
   *
   * @param overtime why the command was ended; it fails the sandboxes that were in use then
   */
  report(overtime?: string): RunReport {
    const failed = (report: Report): Report => (overtime === undefined ? report : endedReport(report, overtime))
    const all = this.#world.openSandboxes
    const called = all.filter(holdsCalls).map(this.#reportOn).map(failed)
    if (called.length > 0) return runReportOf([...this.#endedReports, ...called])
    if (this.#endedReports.length > 0) return runReportOf(this.#endedReports.map(failed))
    const cleared = all.filter(({ journal }) => journal.lastId > 0)
    const missed = all.filter(({ outsideCalls }) => outsideCalls.count > 0)
    const reported = [cleared, missed].find(({ length }) => length > 0) ?? [this.#world.sandbox(DEFAULT_SANDBOX)]
    return runReportOf(reported.map(this.#reportOn).map(failed))
  }

  #keep(sandbox: Sandbox): void {
    if (!holdsCalls(sandbox)) return
    const { name } = sandbox
    const number = (this.#endCounts.get(name) ?? 0) + 1
    this.#endCounts.set(name, number)
    const report = { ...this.#reportOn(sandbox), sandbox: `${name} (${number})` }
    if (this.#endedReports.length < MAX_KEPT_REPORTS || report.verdict !== 'passed') this.#endedReports.push(report)
  }
}

export const collectReports = async (running: RunningServer, options: ReportOptions): Promise<RunReportCollector> =>
  new RunReportCollector(running, await createReporter(bookingApi, options))

const holdsCalls = ({ journal }: Sandbox): boolean => journal.dropped > 0 || journal.size > 0

/** Combines the reports of sandboxes. */
export function runReportOf(reports: readonly Report[]): RunReport {
  const isUnaffected = areUnaffected(reports.map(happenedFaults))
  const sandboxes = reports.map((report, index) => (isUnaffected[index] ? byConformanceAlone(report) : report))
  const several = sandboxes.length > 1
  const reasons = sandboxes.flatMap(({ sandbox, reasons }) =>
    reasons.map((reason) => (several ? `${sandboxText(sandbox)}: ${reason}` : reason)),
  )
  const verdict = (['failed', 'inconclusive'] as const).find((word) => sandboxes.some((one) => one.verdict === word)) ?? 'passed'
  return { verdict, reasons, sandboxes }
}

/** The report as text, one sandbox after the other. */
export function runText({ verdict, sandboxes }: RunReport): string {
  if (sandboxes.length <= MAX_IN_FULL) return sandboxes.map(markdownReport).join('\n')
  const passed = sandboxes.filter(({ verdict }) => verdict === 'passed')
  const names = passed.map(({ sandbox, calls }) => `${sandboxText(sandbox)} (${calls.total})`).join(', ')
  const title = `# ${VERDICT_MARKS[verdict]} Understay: ${verdict} (${passed.length} of ${sandboxes.length} worlds passed)\n`
  const summary = passed.length === 0 ? '' : `\nCalls of each world that passed: ${prose(names)}\n`
  const others = sandboxes.filter(({ verdict }) => verdict !== 'passed')
  return [title, ...others.map(markdownReport)].join('\n') + summary
}

/** Above this number, only failed reports are printed in full. */
const MAX_IN_FULL = 8

/** Explains why no call arrived, with advice; undefined when one did. */
export function noCallsText({ sandboxes }: RunReport, { url, world }: RunningServer): string | undefined {
  const outside = sandboxes.map(({ calls }) => calls.outside).find(({ count }) => count > 0)
  if (sandboxes.some(wasCalled) || (!outside && sandboxes.some(waitsForHook))) return undefined
  if (outside) return `${outsideText(outside)} (here ${url}${world.product.apiPath})`
  return `no call reached the server. The command gets its address as UNDERSTAY_BASE_URL (here ${url}): does your client read it?${proxyAdvice(url)}`
}

/** Where a proxy is set that the calls of the command may have gone to, how to keep them from it. */
function proxyAdvice(url: string): string {
  const { hostname } = new URL(url)
  const direct = (process.env['NO_PROXY'] || process.env['no_proxy'] || '').split(',').map((host) => host.trim())
  const proxy = ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'].find((name) => process.env[name])
  return !proxy || direct.includes('*') || direct.includes(hostname) ? '' : ` ${proxy} is set: add ${hostname} to NO_PROXY.`
}

const wasCalled = ({ calls }: Report): boolean => calls.total + calls.dropped + calls.cleared > 0

/** Writes a report in every format: the whole one, and each named sandbox in a folder `@name`. */
export async function writeRunReport(report: RunReport, { folder, harOf, exitCode }: Target): Promise<void> {
  const { sandboxes } = report
  const har = sandboxes.some((one) => one.sandbox === DEFAULT_SANDBOX && wasCalled(one))
    ? await harOf(DEFAULT_SANDBOX)
    : undefined
  writeFiles(folder, await textsOf({ ...report, exitCode }, runText(report), sandboxes, har))
  for (const one of sandboxes.filter(({ sandbox }) => SANDBOX_NAME.test(sandbox) && sandbox !== DEFAULT_SANDBOX))
    writeFiles(join(folder, sandboxText(one.sandbox)), await textsOf(one, markdownReport(one), [one], await harOf(one.sandbox)))
}

interface Target {
  readonly folder: string
  /** The calls to a sandbox, as HAR. */
  readonly harOf: (sandbox: string) => Promise<string>
  /** The exit code of the command, where the report is about it. */
  readonly exitCode?: number | undefined
}

/** A report in every format. @param md it as Markdown */
const textsOf = async (
  report: Report | (RunReport & Pick<Target, 'exitCode'>),
  md: string,
  sandboxes: readonly Report[],
  har: string | undefined,
): Promise<RunFiles> => ({
  'report.html': (await import('../../report/html.ts')).htmlPage(md),
  'report.md': md,
  'report.json': `${JSON.stringify(report, null, 2)}\n`,
  'junit.xml': junitReport(sandboxes, 'exitCode' in report ? report.exitCode : undefined),
  'journal.har': har,
})

/** Reads the calls to the sandboxes of a server in this process, as HAR. */
export const harReader =
  ({ url, fetch }: RunningServer, controlToken: string | undefined): Target['harOf'] =>
  (sandbox) => {
    const prefix = sandbox === DEFAULT_SANDBOX ? '' : `/${sandboxText(sandbox)}`
    const { host } = new URL(url)
    const control = controlAt(`${url}${prefix}`, controlToken, (address, { headers, ...init }) =>
      fetch(new Request(address, { ...init, headers: { ...headers, host } })),
    )
    return control.text(readJournal, { query: { format: 'har' } })
  }
