/** `understay record`: runs a command against a real deployment and writes its calls to a HAR file. */
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Product, productOf } from '../api/product.ts'
import { messageOf } from '../base/caught-error.ts'
import { countText } from '../base/count-text.ts'
import { groupBy } from '../base/group-by.ts'
import { listStart } from '../base/short-text.ts'
import { namesIn } from '../config/setting-types.ts'
import { UsageError } from '../config/usage-error.ts'
import { harTexts, type RecordedCalls } from '../recording/har-text.ts'
import { type Recorder, startRecorder } from '../recording/recorder.ts'
import { addressPast } from '../recording/redirects.ts'
import { VERSION } from '../version.ts'
import { requireHttpUrl } from './address.ts'
import { runCommand } from './command.ts'
import { requireCommand, splitAtDashes, urlVariables } from './command-line.ts'
import { readKind } from './flag-words.ts'
import { requireRecordingFile, writeRecordingFile } from './output-file.ts'
import { readyMaskerOf } from './personal-data.ts'
import { holdsWithin } from './process-end.ts'
import { Interrupts } from './signals.ts'
import { tell } from './tell.ts'
import { readVerb } from './verb-flags.ts'

const DEFAULT_FILE = 'recording.har'
/** Time for responses that are under way when a recording ends. */
const OPEN_CALLS_MS = 5000
const MAX_LINES = 20

type Plan = Awaited<ReturnType<typeof readPlan>>

/** Runs a command and records its calls. Returns its exit code. @throws UsageError, UserError */
export async function runRecord(args: readonly string[]): Promise<number> {
  const plan = await readPlan(args)
  const { upstream, output, product, command, port, scenarios, kind } = plan
  const faults = scenarios && (await (await import('./record-faults.ts')).faultsOnWay(scenarios, product))
  requireRecordingFile('--output', output)
  const masked = readyMaskerOf(plan.own, product, dirname(output))
  const interrupts = new Interrupts()
  const recorder = await startRecorder({ upstream, product, port, onWay: faults?.onWay }).catch(throwPortInUse)
  try {
    // The command brings its own credentials.
    const environment = { ...process.env, ...urlVariables(recorder.url, product.apiPath) }
    const code = command
      ? (await runCommand(command, environment, interrupts)).code
      : await untilSignal(recorder, upstream, interrupts)
    await openCalls(recorder)
    if (recorder.entries.length > 0) writeRecording(recorder, plan, masked)
    printEnd(recorder, plan)
    for (const fault of faults?.missed() ?? []) tell(fault)
    if (command || recorder.entries.length === 0) return code
    const { runGrade } = await import('./grade/grade.ts')
    return await runGrade([output, '--product', product.word, ...(kind === undefined ? [] : ['--kind', kind])])
  } finally {
    interrupts.end()
    await recorder.close()
  }
}

async function readPlan(args: readonly string[]) {
  const { own: flags, command: words } = splitAtDashes(args)
  const { config, own, flag } = await readVerb('record', flags)
  const output = flag('output') ?? DEFAULT_FILE
  const product = productOf(config.product)
  const hasCommand = flags.length < args.length
  if (hasCommand && own['kind'])
    throw new UsageError(
      `--kind is for the report at the end, which a recorded command does not get: understay grade ${output} --kind KIND makes one`,
    )
  return {
    upstream: readUpstream(flag('upstream'), 'record', product),
    output,
    product,
    own,
    /** Undefined for a proxy that stays until a signal. */
    command: hasCommand ? requireCommand(words, 'understay record --upstream URL -- npm test') : undefined,
    port: config.port,
    scenarios: own['scenario']?.flatMap(namesIn),
    kind: readKind(flag('kind')),
  }
}

function throwPortInUse(error: unknown): never {
  throw new UsageError(`--port: ${messageOf(error)}; name another, or leave it out for a free one`)
}

/** Stays in front of the deployment. @returns 0 */
async function untilSignal({ url }: Recorder, upstream: string, interrupts: Interrupts): Promise<number> {
  tell(`${url} passes calls on to ${upstream} and records them; Ctrl-C ends it, with a report`)
  const signalled = new Promise<void>((resolve) => interrupts.passTo(() => resolve()))
  await Promise.race(process.env['npm_command'] === 'exec' ? [signalled, parentIsGone()] : [signalled])
  return 0
}

/** A signal to npx alone does not come here: the shell between ends, and this process gets another parent. */
async function parentIsGone(): Promise<void> {
  const { ppid } = process
  while (process.ppid === ppid) await pause(500)
}

/** @throws UsageError for an invalid URL, and for one with credentials */
export function readUpstream(text: string | undefined, verb: string, { apiPath }: Product): string {
  if (text === undefined)
    throw new UsageError(`understay ${verb} needs the deployment to ${verb}: --upstream https://bookings.example`)
  requireHttpUrl('--upstream', text, 'https://bookings.example')
  const { username, password, search, hash } = new URL(text)
  if (username !== '' || password !== '') throw new UsageError('--upstream: leave credentials out; the client sends its own')
  if (search !== '' || hash !== '')
    throw new UsageError('--upstream: an address has no query here, such as https://bookings.example')
  const upstream = text.replace(/\/+$/, '')
  if (upstream.endsWith(apiPath))
    throw new UsageError(`--upstream: is the base_url, without ${apiPath}: ${upstream.slice(0, -apiPath.length)}`)
  return upstream
}

type Change = (har: string) => string

/** The HAR file of recorded calls in parts, without their secrets. @param change masks the personal data of a HAR text */
export function recordingTexts(calls: RecordedCalls, upstream: string, product: Product, change: Change): Iterable<string> {
  const { sessionHeader, channelHeader } = product
  const place = { address: upstream, sandbox: 'recorded', apiPath: '', sessionHeader, channelHeader, version: VERSION }
  return harTexts(calls, place, change)
}

function writeRecording(recorder: Recorder, { upstream, output, product }: Plan, change: Change): void {
  writeRecordingFile('--output', output, () => recordingTexts(recorder, upstream, product, change))
}

/** Waits for responses that are under way. */
async function openCalls({ open }: Recorder): Promise<void> {
  if (open().length === 0) return
  tell(`${countText(open().length, 'call')} without a response yet: waiting up to ${OPEN_CALLS_MS / 1000} s`)
  await holdsWithin(OPEN_CALLS_MS, () => open().length === 0)
}

function printEnd({ url, entries, failures, unrecorded, open, secrets }: Recorder, { upstream, output }: Plan): void {
  const none = failures.length > 0 ? 'is its address right?' : `does the client send its calls to ${url}?`
  tell(
    entries.length === 0
      ? `0 calls to ${upstream} recorded; nothing was written to ${output}; ${none}`
      : `${countText(entries.length, 'call')} to ${upstream} recorded in ${output}; understay replay ${output} sends them to a new world`,
  )
  const past = entries.flatMap(({ status, responseHeaders: { location } = {} }) =>
    location !== undefined && status >= 300 && status < 400 ? (addressPast(location, upstream) ?? []) : [],
  )
  printCounted(past, (to) => `${upstream} redirects to ${secrets.masked(to)}, past the recorder: is that the --upstream?`)
  printCounted(failures, (failure) => `not answered by ${upstream}: ${secrets.masked(failure)}`)
  printCounted([...unrecorded], (call) => `could not be recorded: ${secrets.masked(call)}`)
  printCounted(open(), (call) => `no response yet, and not recorded: ${secrets.masked(call)}`)
}

/** Prints texts, equal ones once with their number. */
function printCounted(texts: readonly string[], line: (text: string) => string): void {
  const lines = [...groupBy(texts, line)].map(([text, { length }]) => (length > 1 ? `${text} (${length} times)` : text))
  for (const text of listStart(lines, MAX_LINES)) tell(text)
}
