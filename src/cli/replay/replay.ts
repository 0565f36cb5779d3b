/** `understay replay`: sends recorded requests to a new world and reports differing responses. */
import { type Product, productOf } from '../../api/product.ts'
import { orThrow } from '../../base/caught-error.ts'
import { countText } from '../../base/count-text.ts'
import type { Instant } from '../../base/instant.ts'
import { Ignored } from '../../base/json-path.ts'
import { UsageError } from '../../config/usage-error.ts'
import { isJournal, type Recording } from '../../replay/har.ts'
import { planOfMainHost } from '../../replay/main-host.ts'
import { maskedReplay, maskedSkipped } from '../../replay/masked.ts'
import { hasAuthorization, withClients } from '../../replay/read-step.ts'
import {
  maskedNote,
  missingNotes,
  NO_AUTHORIZATION,
  noCallsText,
  replacedNotes,
  sessionNotes,
} from '../../replay/recording-messages.ts'
import { countsOf, type Replayed, replaySummary, reportText, reportValue } from '../../replay/report.ts'
import { type Outcome, ReplayError, replay } from '../../replay/run.ts'
import { Secrets } from '../../replay/secrets.ts'
import { screenBeside, writeOutput } from '../output-file.ts'
import { Progress } from '../progress.ts'
import { readRecordingFile } from '../recording-file.ts'
import { screenText } from '../screen.ts'
import { Interrupts } from '../signals.ts'
import { compareClients, comparisonText, isEqual } from './compare-clients.ts'
import { type ReplayFlags, readReplayFlags } from './flags.ts'
import { originNotes } from './recording-origin.ts'
import { openTarget, type WorldTarget } from './target.ts'

const EXIT_DIFFERENT = 3

/** Returns 0 when all responses are equal, 3 when one differs. @throws UsageError, FixtureError, ReplayError */
export async function runReplay(args: readonly string[]): Promise<number> {
  const flags = await readReplayFlags(args)
  return flags.other === undefined ? outputReport(flags, await replayRecording(flags)) : compareRecordings(flags, flags.other)
}

/** Compares two recordings. Returns 0 when they are equal, else 3. @throws UsageError */
function compareRecordings({ file, report, config }: ReplayFlags, other: string): number {
  const secrets = new Secrets()
  const product = productOf(config.product)
  const read = (one: string) => readRecordingFile(one, product.apiPath, secrets)
  const comparison = compareClients([file, other], [read(file), read(other)], product)
  write(report, secrets.masked(`${JSON.stringify(comparison, null, 2)}\n`), () => secrets.masked(comparisonText(comparison)))
  return isEqual(comparison) ? 0 : EXIT_DIFFERENT
}

/** Replays a recording. @throws UsageError for a file or flag that cannot be used, FixtureError, ReplayError */
export async function replayRecording(flags: ReplayFlags): Promise<Replayed> {
  const secrets = new Secrets()
  try {
    return maskedReplay(await sendRecording(flags, secrets), secrets)
  } catch (error) {
    throw error instanceof ReplayError ? new ReplayError(secrets.masked(error.message)) : error
  }
}

/** @param secrets collects the secrets of recording and target */
async function sendRecording(flags: ReplayFlags, secrets: Secrets): Promise<Replayed> {
  const product = productOf(flags.config.product)
  if (flags.config.controlToken !== undefined) secrets.add(flags.config.controlToken)
  const { origin, masked, ...recording } = readRecordingFile(flags.file, product.apiPath, secrets)
  const { plan, bare, issued } = planOfRecording(recording, product)
  if (plan.steps.length === 0)
    throw new UsageError(`${flags.file}: ${noCallsText(maskedSkipped(plan.skipped, secrets), product.apiPath)}`)
  const ignored = orThrow(UsageError, '--ignore', () => new Ignored(flags.ignore))
  const first = plan.steps[0]?.exchange.at ?? 0
  const begin = flags.config.at ?? first
  const clockAt = (at: Instant): Instant => (flags.config.freeze ? begin : at + Math.max(0, begin - first))
  const target = await openTarget(flags, begin)
  for (const { secret } of [...target.about.clients, target.about.fallback]) secrets.add(secret)
  const drawsOtherwise = target.about.drawsOtherwise || !isJournal(recording.exchanges)
  const messageHeader = product.messageHeader.toLowerCase()
  const options = { ...target.about, drawsOtherwise, clockAt, ignored, messageHeader, secrets }
  const outcomes = await collectOutcomes(target, replay(plan.steps, target, options), plan.steps.length)
  if (!outcomes) throw new ReplayError(`stopped before all ${plan.steps.length} requests were sent`)
  const { skipped } = plan
  const differ = countsOf({ outcomes, skipped }).differ > 0
  const token = issued > 0 ? 'the latest token' : `a token of client ${target.about.fallback.id}`
  const notes = [
    ...target.notes,
    ...(bare > 0 ? [`${NO_AUTHORIZATION}: ${countText(bare, 'call')} sent with ${token}`] : []),
    ...(differ
      ? [
          ...replacedNotes(plan, target.about.clients, target.about.fallback),
          ...missingNotes(plan),
          ...sessionNotes(plan, product),
          ...(flags.url === undefined ? originNotes(origin, flags.config) : []),
        ]
      : []),
    ...(differ && masked ? [maskedNote(flags.file)] : []),
    ...ignored.unused().map((path) => `--ignore ${path}: no difference has this path; remove it`),
  ]
  return { file: flags.file, world: target.connection.world, outcomes, skipped, notes }
}

/** What is sent, how many calls have a token now whose header the tool left out of the whole file, and how many it issued. */
function planOfRecording(recording: Pick<Recording, 'exchanges' | 'host'>, product: Product) {
  const plan = planOfMainHost(recording, product.apiPath)
  if (hasAuthorization(recording.exchanges)) return { plan, bare: 0, issued: 0 }
  const clients = new Map<string, string>()
  const sent = [...withClients(plan.steps, product, clients)]
  const bare = sent.filter(({ wasBare }) => wasBare).length
  return { plan: { ...plan, steps: sent.map(({ step }) => step) }, bare, issued: clients.size }
}

/** The responses to all requests; undefined after a signal. The target is cleaned up. */
async function collectOutcomes(
  target: WorldTarget,
  answers: AsyncGenerator<Outcome>,
  total: number,
): Promise<readonly Outcome[] | undefined> {
  // A world in this process needs no clean-up after a signal.
  const interrupts = target.connection.isRemote ? new Interrupts() : undefined
  // A second signal ends the program.
  interrupts?.passTo(() => interrupts.end())
  const found: Outcome[] = []
  let differ = 0
  const progress = new Progress()
  try {
    for await (const outcome of answers) {
      if (interrupts?.firstSignal) break
      found.push(outcome)
      if (outcome.differences.length > 0) differ++
      progress.show(
        () => `${found.length} of ${total} requests sent, ${differ} ${differ === 1 ? 'response differs' : 'responses differ'}`,
      )
    }
  } catch (error) {
    // The first error is reported; a server that is gone cannot be cleaned up.
    await target.close().catch(() => undefined)
    throw error
  } finally {
    progress.clear()
    interrupts?.end()
  }
  await target.close()
  return interrupts?.firstSignal ? undefined : found
}

/** Writes the report. @returns the exit code */
function outputReport({ report, verbose }: ReplayFlags, replayed: Replayed): number {
  write(report, `${JSON.stringify(reportValue(replayed), null, 2)}\n`, (out) =>
    verbose ? reportText(replayed) : screenOf(replayed, out),
  )
  return countsOf(replayed).differ > 0 ? EXIT_DIFFERENT : 0
}

const MAX_LINES = 24
const WHERE = 'Every response that differs: --verbose prints them, --report FILE writes them as JSON.'

/** The report where it fits on a terminal, else a summary. */
function screenOf(replayed: Replayed, out: NodeJS.WriteStream): string {
  const whole = reportText(replayed)
  return whole.split('\n').length <= MAX_LINES ? whole : screenText(replaySummary(replayed), WHERE, out)
}

/** Writes JSON if requested, and text to stdout, or to stderr when the JSON goes to stdout. @throws UserError */
function write(report: string | undefined, json: string, text: (out: NodeJS.WriteStream) => string): void {
  if (report !== undefined) writeOutput('--report', report, json)
  const out = screenBeside(report)
  out.write(text(out))
}
