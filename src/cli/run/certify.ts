/** `understay certify`: runs a command with the bundled scenarios that apply to it, each against a new server. */
import { closeSync } from 'node:fs'
import { join } from 'node:path'
import { countText } from '../../base/count-text.ts'
import { getOrInsert } from '../../base/get-or-insert.ts'
import { isoInstant } from '../../base/instant.ts'
import { shellCommand } from '../../base/shell-word.ts'
import { TOKEN_OPERATION } from '../../booking-contract/oauth.ts'
import { UsageError } from '../../config/usage-error.ts'
import {
  certificateBadge,
  certificateJunit,
  certificateMarkdown,
  certificateSummary,
  scenarioLine,
} from '../../report/certificate-text.ts'
import { certificateOf, type ScenarioResult, scenarioResult } from '../../report/certification-report.ts'
import { needsToken } from '../../scenario/faults/token-need.ts'
import { hasTraffic, type Scenario } from '../../scenario/scenario.ts'
import { openLog } from '../../server/log.ts'
import type { RunningServer } from '../../server/start.ts'
import { realNow } from '../../simulation/clock.ts'
import { clearInterval, setInterval } from '../../simulation/machine-time.ts'
import { VERSION } from '../../version.ts'
import { readTimeout, requireCommand, splitAtDashes, warnOfIgnored } from '../command-line.ts'
import { endWith } from '../exit-code.ts'
import { readKind } from '../flag-words.ts'
import { Progress } from '../progress.ts'
import { screenText } from '../screen.ts'
import { codeOfSignal, Interrupts } from '../signals.ts'
import { requireControl, startFor } from '../start/start.ts'
import { readVerb } from '../verb-flags.ts'
import { readBaseline } from './baseline.ts'
import { knownScenarios, type Played, requireWorlds, scenariosFor } from './certify-scenarios.ts'
import { type Control, environmentFor, hasOwnWorld, needsControl, playCommand, playControl } from './control.ts'
import { openCommandLog, prepareCertificate, prepareFolder, writeFiles } from './report-files.ts'
import { collectReports, harReader, type RunReport, writeRunReport } from './run-report.ts'

const MAX_JOBS = 16
/** Milliseconds that a run of the command may take by default; traffic takes as long as its days. */
const TIMEOUT_MS = 600_000

const whereText = (folder: string | undefined): string =>
  folder === undefined
    ? 'The calls in each scenario and what the rules found: run it again with --report FOLDER; --verbose prints the table of all.'
    : `The whole certificate: ${join(folder, 'certificate.html')}; each scenario has a folder beside it with its report.html.`

type Plan = Awaited<ReturnType<typeof readPlan>>

/**
 * Runs every scenario. Returns 0 when all passed, 3 when one failed, 4 when one is inconclusive and --strict is set. @throws
 * UsageError
 */
export async function runCertify(args: readonly string[]): Promise<number> {
  const plan = await readPlan(args)
  const interrupts = new Interrupts()
  try {
    const results = await runScenarios(plan, interrupts)
    if (interrupts.firstSignal) return codeOfSignal(interrupts.firstSignal)
    const about = { kind: plan.kind ?? null, command: shellCommand(plan.command), understay: VERSION, at: isoInstant(realNow()) }
    const certificate = certificateOf(about, results, plan.baseline)
    if (plan.folder !== undefined) {
      const { htmlPage } = await import('../../report/html.ts')
      writeFiles(plan.folder, {
        'certificate.json': `${JSON.stringify(certificate, null, 2)}\n`,
        'certificate.md': certificateMarkdown(certificate),
        'certificate.html': htmlPage(certificateMarkdown(certificate, true)),
        'junit.xml': certificateJunit(certificate),
        'badge.svg': certificateBadge(certificate),
      })
    }
    const summary = screenText(certificateSummary(certificate), whereText(plan.folder))
    process.stdout.write(`\n${plan.verbose ? certificateMarkdown(certificate) : summary}`)
    return endWith(certificate.verdict, plan.strict)
  } finally {
    interrupts.end()
  }
}

async function readPlan(args: readonly string[]) {
  const { own: flags, command: words } = splitAtDashes(args)
  const command = requireCommand(words, 'understay certify -- npm run sync')
  const { config, own, flag } = await readVerb('certify', flags)
  requireControl(config)
  warnOfIgnored(config)
  const jobs = readJobs(flag('jobs'))
  if (config.port !== 0 && jobs > 1)
    throw new UsageError(`--port: ${jobs} servers run at once, each on a port of its own: leave it out, or add --jobs 1`)
  const kind = readKind(flag('kind'))
  const timeout = readTimeout(flag('timeout'))
  const known = await knownScenarios(config)
  const scenarios = await scenariosFor(known, { kind, only: listOf(own['only']), skip: listOf(own['skip']) })
  await requireWorlds(config, scenarios)
  return {
    config,
    command,
    kind,
    timeoutOf: (scenario: Scenario) => timeout ?? (hasTraffic(scenario) ? undefined : TIMEOUT_MS),
    jobs,
    scenarios,
    baseline: readBaseline(flag('baseline'), [...known.keys()]),
    folder: preparedFolder(flag('report'), scenarios),
    strict: own['strict'] !== undefined,
    verbose: own['verbose'] !== undefined,
  }
}

/** Prepares the folder of the certificate and those of the scenarios. @throws UsageError when one cannot be written to */
function preparedFolder(folder: string | undefined, scenarios: readonly Played[]): string | undefined {
  if (folder === undefined) return undefined
  prepareCertificate(folder)
  for (const { scenario } of scenarios) prepareFolder(join(folder, scenario.name))
  return folder
}

const listOf = (texts: readonly string[] = []): readonly string[] =>
  texts.flatMap((text) => text.trim().split(/\s*,\s*/)).filter(Boolean)

function readJobs(text = '2'): number {
  const jobs = Number(text)
  if (/^\d+$/.test(text) && jobs >= 1 && jobs <= MAX_JOBS) return jobs
  throw new UsageError(`--jobs: "${text}" is not a number from 1 to ${MAX_JOBS}`)
}

async function runScenarios(plan: Plan, interrupts: Interrupts): Promise<readonly ScenarioResult[]> {
  const waiting = [...plan.scenarios]
  const results = new Map<string, ScenarioResult>()
  const playing = new Map<string, number>()
  const stage = { interrupts, playing }
  const controlOf = controlsOf(plan, stage)
  const progress = new Progress()
  const timer = setInterval(() => progress.show(() => progressText(results.size, plan, playing)), TICK_MS)
  const worker = async (): Promise<void> => {
    for (let played = waiting.shift(); played !== undefined && !interrupts.firstSignal; played = waiting.shift()) {
      const control = await controlOf(played)
      const result = (await interrupts.pendingSignal()) ? undefined : await runScenario(played, plan, stage, control)
      if (!result) return
      results.set(played.source, result)
      // On a terminal the line that changes says how many ended, and the summary has the rest.
      if (!process.stdout.isTTY) process.stdout.write(`${scenarioLine(result)}\n`)
    }
  }
  await Promise.all(Array.from({ length: plan.jobs }, worker)).finally(() => {
    clearInterval(timer)
    progress.clear()
  })
  return plan.scenarios.flatMap(({ source }) => results.get(source) ?? [])
}

/** What the runs of scenarios share. */
interface Stage {
  readonly interrupts: Interrupts
  /** What is played, and since when. */
  readonly playing: Map<string, number>
}

const TICK_MS = 100
const CONTROL_NAME = 'the command without faults'

/** What is played may be nothing: a server starts, or a report is written. */
export function progressText(ended: number, { scenarios }: Pick<Plan, 'scenarios'>, playing: Stage['playing']): string {
  const each = [...playing].map(([name, since]) => `${name} (${Math.round((realNow() - since) / 1000)} s)`)
  return `${ended} of ${countText(scenarios.length, 'scenario')} ended${each.length > 0 ? `; playing ${each.join(', ')}` : ''}`
}

/** Plays controls on demand: scenarios that differ in their faults only share one. */
function controlsOf({ config, command, timeoutOf }: Plan, stage: Stage): (played: Played) => Promise<Control | undefined> {
  const controls = new Map<string | undefined, Promise<Control>>()
  return async ({ scenario, source }) => {
    if (!needsControl(scenario)) return undefined
    const own = hasOwnWorld(scenario) ? source : undefined
    const name = own === undefined ? CONTROL_NAME : `${scenario.name} without faults`
    return getOrInsert(controls, own, () =>
      whilePlaying(stage, name, () =>
        playControl({ ...config, scenario: own === undefined ? [] : [own] }, command, stage.interrupts, timeoutOf(scenario)),
      ),
    )
  }
}

async function whilePlaying<T>({ playing }: Stage, name: string, play: () => Promise<T>): Promise<T> {
  playing.set(name, realNow())
  return play().finally(() => playing.delete(name))
}

/** Runs one scenario; undefined when a signal came before its command was started. */
async function runScenario(
  { scenario, source }: Played,
  plan: Plan,
  stage: Stage,
  control: Control | undefined,
): Promise<ScenarioResult | undefined> {
  const { command, kind, baseline, folder, timeoutOf } = plan
  const config = { ...plan.config, scenario: [source] }
  const { name } = scenario
  const startedAt = realNow()
  const { running, client } = await startFor(config, openLog('off', 'error'))
  const output = folder === undefined ? undefined : openCommandLog(join(folder, name))
  try {
    if (await stage.interrupts.pendingSignal()) return undefined
    const collector = await collectReports(running, { kind, command: shellCommand(command), control })
    const env = environmentFor(running, client, config)
    const options = { output: output ?? 'ignore', timeout: timeoutOf(scenario) } as const
    const play = () => playCommand(running, command, env, stage.interrupts, options)
    const { code, overtime } = await whilePlaying(stage, name, play)
    const report = collector.report(overtime)
    if (folder !== undefined)
      await writeRunReport(report, { folder: join(folder, name), harOf: harReader(running, config.controlToken) })
    const notApplicable = kind === 'booking-site' ? reasonWithoutTokens(scenario, running, report) : undefined
    return scenarioResult(name, report.sandboxes, baseline, { code, ms: realNow() - startedAt, notApplicable })
  } finally {
    if (output !== undefined) closeSync(output)
    await running.close()
  }
}

/** Why a scenario about tokens does not apply to a booking site: it sent none, and its calls need none. */
function reasonWithoutTokens(scenario: Scenario, { world }: RunningServer, { sandboxes }: RunReport): string | undefined {
  const unknown = sandboxes.some(({ calls }) => calls.dropped > 0 || calls.cleared > 0 || calls.lost > 0)
  const called = sandboxes.some(({ calls }) => calls.total > 0)
  if (!called || unknown || sandboxes.length > world.openSandboxes.length || !needsToken(scenario)) return undefined
  const entries = world.openSandboxes.flatMap(({ journal }) => journal.entries())
  const sent = entries.some(
    ({ operation, token, requestHeaders }) =>
      operation === TOKEN_OPERATION || token !== undefined || requestHeaders['authorization'] !== undefined,
  )
  return sent ? undefined : 'the client sends no token'
}
