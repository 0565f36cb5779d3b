#!/usr/bin/env node
/** The program. The only file that ends the process. */
import { codeOf, stackOf } from './base/caught-error.ts'
import { UserError } from './base/user-error.ts'
import { splitAtDashes } from './cli/command-line.ts'
import { tell } from './cli/tell.ts'
import type { VerbName } from './cli/verbs.ts'
import { UsageError } from './config/usage-error.ts'
import { VERSION } from './version.ts'

/** Runs a verb with its arguments. @returns the exit code */
type Run = (args: readonly string[]) => Promise<number>

/** Every verb; loaded when it is called, so that a server starts without the others. */
const RUNS: Readonly<Record<VerbName, () => Promise<Run>>> = {
  start: async () => (await import('./cli/start/start.ts')).runStart,
  status: async () => (await import('./cli/start/stop.ts')).runStatus,
  stop: async () => (await import('./cli/start/stop.ts')).runStop,
  run: async () => (await import('./cli/run/run.ts')).runRun,
  certify: async () => (await import('./cli/run/certify.ts')).runCertify,
  calibrate: async () => (await import('./cli/calibrate/calibrate.ts')).runCalibrate,
  grade: async () => (await import('./cli/grade/grade.ts')).runGrade,
  wait: async () => (await import('./cli/start/wait.ts')).runWait,
  report: async () => (await import('./cli/report.ts')).runReport,
  snapshot: async () => (await import('./cli/snapshot.ts')).runSnapshot,
  probe: async () => (await import('./cli/probe.ts')).runProbe,
  record: async () => (await import('./cli/record.ts')).runRecord,
  replay: async () => (await import('./cli/replay/replay.ts')).runReplay,
  scenarios: async () => (await import('./cli/scenarios.ts')).runScenarios,
  validate: async () => (await import('./cli/validate/validate.ts')).runValidate,
  mcp: async () => (await import('./cli/mcp/mcp.ts')).runMcp,
  health: async () => (await import('./cli/start/health.ts')).runHealth,
  repair: async () => (await import('./cli/repair.ts')).runRepair,
  init: async () => (await import('./cli/init.ts')).runInit,
}

const isVerb = (word: string): word is VerbName => Object.hasOwn(RUNS, word)

/** Runs the command line. @returns the exit code */
async function run(args: readonly string[]): Promise<number> {
  const [first = 'start'] = args
  const { own } = splitAtDashes(args)
  const altered = own.find((arg) => arg.includes('\uFFFD'))
  if (altered !== undefined) throw new UsageError(`${altered} is not UTF-8: rename the file or folder`)
  if (first === '--version' || first === 'version') return print(`${VERSION}\n`)
  const asksHelp = own.some((arg) => arg === '--help' || arg === '-h')
  const word = (first === 'help' ? args.slice(1) : args.slice(0, 1)).find((arg) => !arg.startsWith('-'))
  if (word !== undefined && !isVerb(word)) return reportUnknown(word)
  if (first === 'help' || asksHelp) {
    const { helpText } = await import('./cli/help.ts')
    return print(helpText(word))
  }
  const verb = await RUNS[word ?? 'start']()
  return verb(word === undefined ? args : args.slice(1))
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

async function adviceOf(word: string): Promise<string> {
  const { scenarioAdvice } = await import('./cli/scenario-advice.ts')
  const advice = await scenarioAdvice(word)
  return advice === '' ? '' : `${advice};`
}

async function reportUnknown(word: string): Promise<number> {
  const { didYouMean } = await import('./base/spelling.ts')
  const verbs = Object.keys(RUNS)
  const near = didYouMean(word, verbs)
  const advice = near === undefined ? (await adviceOf(word)) || `there are ${verbs.join(', ')};` : `did you mean "${near}"?`
  tell(`there is no "${word}"; ${advice} see understay --help`)
  return 2
}

/** Prints an error: of one that the user cannot mend, the stack. @returns the exit code */
function reportFailure(error: unknown): number {
  const known = error instanceof UserError ? error : undefined
  tell(known ? known.text : stackOf(error))
  return known?.exitCode ?? 1
}

/** Why standard output could not be written. A reader that stops early, such as `head`, is no failure: the rest is dropped. */
let outputProblem: string | undefined
process.stdout.on('error', (error) => {
  if (codeOf(error) !== 'EPIPE') outputProblem ??= error.message
})
process.stderr.on('error', () => undefined)

/** Resolves when everything written to a stream has left the process, or cannot. */
const flushed = (stream: NodeJS.WriteStream): Promise<void> => new Promise((resolve) => stream.write('', () => resolve()))

async function exitAfterOutput(code: number): Promise<never> {
  await Promise.all([flushed(process.stdout), flushed(process.stderr)])
  if (outputProblem === undefined) process.exit(code)
  tell(`standard output: ${outputProblem}`)
  process.exit(code || 1)
}

void run(process.argv.slice(2)).catch(reportFailure).then(exitAfterOutput)
