/**
 * `understay run`: a command against a server of its own, and a verdict on it.
 *
 * @module
 */
import type { Client } from '../auth/client.ts'
import { type Config, readVerbConfig } from '../config.ts'
import { openLog } from '../log.ts'
import { UsageError } from '../settings.ts'
import type { Running } from '../start.ts'
import { runCommand } from './command.ts'
import { codeOfSignal, Interrupts } from './interrupts.ts'
import { prepareFolder } from './report-files.ts'
import { followRun, type RunFollower, runText, silenceText, writeRunReport } from './run-report.ts'
import { demandControl, startFor } from './start.ts'
import { INSTEAD_FOR_RUN, NOT_FOR_RUN, RUN_FLAGS } from './verbs.ts'

const FAILED = 3

interface Plan {
  readonly config: Config
  readonly command: readonly [string, ...string[]]
  readonly reportFolder: string | undefined
}

/** Runs a command; its exit code if that is not 0, else 3 when its report failed. @throws UsageError, CommandError */
export async function runRun(args: readonly string[]): Promise<number> {
  const { config, command, reportFolder } = await readPlan(args)
  const interrupts = new Interrupts()
  const log = openLog(config.log, config.logLevel)
  try {
    const { running, client } = await startFor(config, log)
    try {
      const early = await interrupts.heard()
      if (early) return codeOfSignal(early)
      const follower = await followRun(running)
      const { code, leftProcesses } = await runCommand(command, environmentFor(running, client, config), interrupts)
      if (leftProcesses && !interrupts.first) tell('the command left processes behind; they have been ended')
      log.flush()
      const passed = await tellReport(running, follower, { config, reportFolder }).catch((error: unknown) =>
        tellNoReport(error, code),
      )
      return code === 0 && !passed ? FAILED : code
    } finally {
      await running.close()
      log.flush()
    }
  } finally {
    interrupts.end()
  }
}

async function readPlan(args: readonly string[]): Promise<Plan> {
  const at = args.indexOf('--')
  const [program, ...rest] = at < 0 ? [] : args.slice(at + 1)
  if (!program)
    throw new UsageError('understay run needs a command behind two dashes, as in: understay run --scenario NAME -- npm test')
  const { config, own } = await readVerbConfig(args.slice(0, at), process.env, {
    verb: 'run',
    own: RUN_FLAGS,
    instead: INSTEAD_FOR_RUN,
    without: NOT_FOR_RUN,
  })
  demandControl(config)
  const reportFolder = own['report']?.at(-1)
  if (reportFolder !== undefined) prepareFolder(reportFolder)
  return { config, command: [program, ...rest], reportFolder }
}

/** What the command is told beside what it has anyway. */
function environmentFor(running: Running, client: Client | undefined, { scenario }: Config): NodeJS.ProcessEnv {
  const { url, world } = running
  const apiUrl = `${url}${world.product.apiPath}`
  return {
    ...process.env,
    UNDERSTAY_URL: url,
    UNDERSTAY_BASE_URL: url,
    UNDERSTAY_API_URL: apiUrl,
    UNDERSTAY_TOKEN_URL: `${apiUrl}/oauth/token`,
    UNDERSTAY_CLIENT_ID: client?.id,
    UNDERSTAY_CLIENT_SECRET: client?.secret,
    UNDERSTAY_SCENARIO: scenario,
  }
}

async function tellReport(running: Running, follower: RunFollower, { config, reportFolder: folder }: Omit<Plan, 'command'>) {
  const { controlToken } = config
  const report = follower.report()
  if (folder !== undefined) await writeRunReport(running, report, { folder, controlToken })
  await print(`\n${runText(report)}`)
  const silence = silenceText(report, running)
  if (silence !== undefined) tell(silence)
  return report.verdict === 'passed'
}

/** A report that could not be made is a failure of its own only where the command did not fail. */
function tellNoReport(error: unknown, code: number): false {
  if (code === 0) throw error
  tell(`no report: ${error instanceof Error ? error.message : String(error)}`)
  return false
}

/** Whoever reads may have gone away: that is no reason to lose the verdict. */
function print(text: string): Promise<void> {
  process.stdout.on('error', () => undefined)
  return new Promise((resolve) => process.stdout.write(text, () => resolve()))
}

const tell = (text: string): boolean => process.stderr.write(`understay: ${text}\n`)
