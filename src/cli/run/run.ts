/** `understay run`: runs a command against a new server and judges its calls. */
import { messageOf } from '../../base/caught-error.ts'
import { shellCommand } from '../../base/shell-word.ts'
import { UsageError } from '../../config/usage-error.ts'
import { summaryOf } from '../../report/summary.ts'
import { openLog } from '../../server/log.ts'
import type { RunningServer } from '../../server/start.ts'
import type { CommandResult } from '../command.ts'
import { readTimeout, requireCommand, splitAtDashes, warnOfIgnored } from '../command-line.ts'
import { endWith } from '../exit-code.ts'
import { readKind } from '../flag-words.ts'
import { withScenarioAdvice } from '../scenario-advice.ts'
import { screenText } from '../screen.ts'
import { codeOfSignal, Interrupts } from '../signals.ts'
import { requireControl, startFor } from '../start/start.ts'
import { tell } from '../tell.ts'
import { readVerb } from '../verb-flags.ts'
import { type Control, environmentFor, playCommand, playControl } from './control.ts'
import { prepareFolder, writtenText } from './report-files.ts'
import { collectReports, harReader, noCallsText, type RunReportCollector, runText, writeRunReport } from './run-report.ts'

/**
 * Runs a command. Returns its exit code if that is not 0, else 3 for a failed report or a command that was ended at --timeout,
 * or 4 for an inconclusive report with --strict. @throws UsageError, UserError
 */
export async function runRun(args: readonly string[]): Promise<number> {
  const plan = await readPlan(args)
  const { config, command, strict, kind, compare, timeout } = plan
  const interrupts = new Interrupts()
  const log = openLog(config.log, config.logLevel)
  try {
    const { running, client } = await startFor(config, log)
    try {
      const early = await interrupts.pendingSignal()
      if (early) return codeOfSignal(early)
      let control: Control | undefined
      const options = { kind, command: shellCommand(command), control: (sandbox: string) => control?.(sandbox) }
      const collector = await collectReports(running, options)
      const env = environmentFor(running, client, config)
      const { code, leftProcesses, overtime } = await playCommand(running, command, env, interrupts, { timeout })
      if (leftProcesses && !interrupts.firstSignal) tell('the command left processes behind; they were killed')
      log.flush()
      if (compare && !interrupts.firstSignal) control = await playControl(config, command, interrupts, timeout)
      const verdict = await printReport(running, collector, plan, { code, overtime }).catch((error: unknown) =>
        printMissingReport(error, code),
      )
      if (overtime !== undefined) tell(config.scenario.length === 0 ? overtime : `${config.scenario.join(',')}: ${overtime}`)
      else if (code !== 0 && !interrupts.firstSignal) tell(`the command ended with exit code ${code}, and so does this one`)
      return code === 0 || overtime !== undefined ? endWith(verdict, strict) : code
    } finally {
      await running.close()
      log.flush()
    }
  } finally {
    interrupts.end()
  }
}

async function readPlan(args: readonly string[]) {
  const { own: flags, command: words } = splitAtDashes(args)
  const command = requireCommand(words, 'understay run --compare --scenario NAME -- npm test')
  const { config, own, flag } = await withScenarioAdvice(() => readVerb('run', flags))
  requireControl(config)
  warnOfIgnored(config)
  const compare = own['compare'] !== undefined
  if (compare && config.scenario.length === 0 && config.scenarioText === undefined)
    throw new UsageError('--compare: needs --scenario NAME, whose faults the second run leaves out')
  const kind = readKind(flag('kind'))
  const timeout = readTimeout(flag('timeout'))
  const reportFolder = flag('report')
  if (reportFolder !== undefined) prepareFolder(reportFolder)
  return {
    config,
    command,
    reportFolder,
    strict: own['strict'] !== undefined,
    kind,
    verbose: own['verbose'] !== undefined,
    compare,
    timeout,
  }
}

async function printReport(
  running: RunningServer,
  collector: RunReportCollector,
  { config, reportFolder: folder, verbose }: Pick<Awaited<ReturnType<typeof readPlan>>, 'config' | 'reportFolder' | 'verbose'>,
  { code, overtime }: Pick<CommandResult, 'code' | 'overtime'>,
) {
  const report = collector.report(overtime)
  const summary = summaryOf(report.verdict, report.sandboxes)
  let where = whereText(undefined)
  try {
    const harOf = harReader(running, config.controlToken)
    if (folder !== undefined) await writeRunReport(report, { folder, harOf, exitCode: code })
    where = whereText(folder)
  } finally {
    process.stdout.write(`\n${verbose ? runText(report) : screenText(summary, where)}`)
  }
  const advice = noCallsText(report, running)
  if (advice !== undefined) tell(advice)
  return report.verdict
}

const whereText = (folder: string | undefined): string =>
  folder === undefined
    ? 'The whole report: --verbose prints it, --report FOLDER writes it as HTML, Markdown, JSON and JUnit, with the calls as HAR.'
    : writtenText(folder)

/** Prints why there is no report. The exit code is that of the command, or 1 when the command succeeded. */
function printMissingReport(error: unknown, code: number): undefined {
  if (code === 0) throw error
  tell(`no report: ${messageOf(error)}`)
}
