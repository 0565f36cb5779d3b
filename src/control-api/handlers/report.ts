import { isoInstant } from '../../base/instant.ts'
import { runWithoutPauses, type SlicedWork } from '../../base/sliced-work.ts'
import type { BookingApi } from '../../booking-api/index.ts'
import { type Choices, choicesOf } from '../../booking-contract/choices/choices.ts'
import type { ClientKind } from '../../conformance/exchange.ts'
import { fixedFacts } from '../../conformance/fixed-facts.ts'
import { ABOUT_BOOKINGS } from '../../conformance/rules/webhooks.ts'
import { readReport } from '../../control-contract/report.ts'
import type { Entry } from '../../journal/entry.ts'
import { reply } from '../../pipeline/reply.ts'
import type { WebhookFaultStatus } from '../../report/faults.ts'
import type { Report } from '../../report/report-data.ts'
import { realNow, runText } from '../../simulation/clock.ts'
import { nextTurn } from '../../simulation/turns.ts'
import { VERSION } from '../../version.ts'
import { conformanceFacts } from '../../world/conformance-facts.ts'
import type { Sandbox } from '../../world/world.ts'
import type { HandlerDependencies, OnControl } from '../app.ts'
import { judgeExpectations } from '../judge-expectations.ts'

const markdownOf = async (report: Report) => (await import('../../report/markdown.ts')).markdownReport(report)
const htmlOf = async (report: Report) => (await import('../../report/html.ts')).htmlPage(await markdownOf(report))
const junitOf = async (report: Report) => (await import('../../report/junit.ts')).junitReport([report])

/** Media type and writer of each format; writers are loaded on first use. */
const FORMATS = {
  json: { type: 'application/json', write: async (report: Report) => `${JSON.stringify(report, null, 2)}\n` },
  md: { type: 'text/markdown; charset=utf-8', write: markdownOf },
  html: { type: 'text/html; charset=utf-8', write: htmlOf },
  junit: { type: 'application/xml; charset=utf-8', write: junitOf },
} as const

export function controlReport(on: OnControl, { booking }: HandlerDependencies): void {
  on(readReport, async ({ query: { format = 'json' } }, { sandbox }) => {
    const { type, write } = FORMATS[format]
    const report = await reportOn(sandbox, booking)
    await nextTurn()
    return reply(await write(report), { type })
  })
}

/** The current report of a sandbox. Other requests run while it is created. */
export async function reportOn(sandbox: Sandbox, api: BookingApi): Promise<Report> {
  const modules = await loadModules(api, {})
  return sandbox.world.pauses.doInSlices(reportSteps(modules, sandbox))
}

/** The current report of each of these sandboxes, one after the other. Other requests run while they are created. */
export async function reportsOn(sandboxes: readonly Sandbox[], api: BookingApi): Promise<ReadonlyMap<string, Report>> {
  const modules = await loadModules(api, {})
  const [first] = sandboxes
  const steps = function* (): SlicedWork<ReadonlyMap<string, Report>> {
    const reports = new Map<string, Report>()
    for (const sandbox of sandboxes) {
      reports.set(sandbox.name, yield* reportSteps(modules, sandbox))
      yield
    }
    return reports
  }
  return first ? first.world.pauses.doInSlices(steps()) : new Map()
}

/** Loads the report modules and returns a synchronous function that reports on a sandbox. */
export async function createReporter(api: BookingApi, options: ReportOptions): Promise<(sandbox: Sandbox) => Report> {
  const modules = await loadModules(api, options)
  return (sandbox) => runWithoutPauses(reportSteps(modules, sandbox))
}

async function loadModules({ operations }: BookingApi, options: ReportOptions) {
  const [conformance, report] = await Promise.all([import('../../conformance/conformance.ts'), import('../../report/report.ts')])
  return { ...conformance, ...report, operations, options }
}

export interface ReportOptions {
  /** The kind of client, which selects the rules; undefined applies all rules. */
  readonly kind?: ClientKind | undefined
  /** The command of `understay run`. */
  readonly command?: string | undefined
  /** The calls of the same client in a sandbox without the faults; undefined when they are not known. */
  readonly control?: ((sandbox: string) => readonly Entry[] | undefined) | undefined
}

/** The report shows the state after the dropped calls have been judged, whatever changes during the later steps. */
function* reportSteps(
  { judgeConformance, reportOf, newJudge, operations, options }: Awaited<ReturnType<typeof loadModules>>,
  sandbox: Sandbox,
): SlicedWork<Report> {
  const before = yield* sandbox.droppedCalls.judged(newJudge)
  const { name, world, scenarioRun, clock, journal, store, choices, outsideCalls, storedJournal, webhooks } = sandbox
  const fixed = fixedFacts(conformanceFacts(sandbox))
  // Calls that still wait are in no part of this report.
  const facts = { ...fixed, dropped: fixed.dropped + sandbox.droppedCalls.waiting }
  const { scenario } = scenarioRun
  const at = clock.now()
  const entries = journal.entries()
  const { dropped } = journal
  const control = options.control?.(name)
  const expected = judgeExpectations(sandbox, scenarioRun.expectations, { cleared: journal.cleared, control })
  const first = expected.next()
  const data = {
    understay: VERSION,
    sandbox: name,
    ...(options.command !== undefined && { command: options.command }),
    ...(options.kind !== undefined && { kind: options.kind }),
    at: isoInstant(at),
    machineTime: isoInstant(realNow()),
    clock: runText(clock.state.speed),
    seed: store.seed,
    choices: changedChoices(choices),
    scenario: scenario ? { name: scenario.name, about: scenario.about ?? null } : null,
    faults: scenarioRun.faults.status(at),
    webhookFault: webhookFaultOf(sandbox),
    events: scenarioRun.events.status(),
    traffic: scenarioRun.traffic?.status() ?? [],
    deliveries: webhooks.deliveries.totals,
    entries,
    dropped,
    cleared: journal.lastId - dropped - entries.length - storedJournal.lost,
    lost: storedJournal.lost,
    outside: { count: outsideCalls.count, first: outsideCalls.first ?? null, path: world.product.apiPath },
  }
  const { outcomes } = first.done ? first.value : yield* expected
  const conformance = yield* judgeConformance(entries, { ...facts, operations, kind: options.kind, control }, before)
  yield
  return reportOf({ ...data, outcomes, conformance })
}

/** The network faults of the scenario on deliveries, and how often they happened; undefined when there are none. */
function webhookFaultOf({ scenarioRun: { scenario }, store, webhooks: { deliveries } }: Sandbox): WebhookFaultStatus | undefined {
  if (!scenario?.webhook) return undefined
  const id = `${scenario.name}/webhook`
  const affected = deliveries.list().filter(({ fault }) => fault === id)
  return {
    id,
    faults: scenario.webhook,
    hooks: store.db.webhooks.all().filter(({ enabled }) => enabled).length,
    made: deliveries.totals.made,
    affected: affected.length,
    lostBookings: affected.filter(({ state, task }) => state === 'dropped' && ABOUT_BOOKINGS.has(task)).length,
  }
}

/** The choices that differ from the documented profile. */
function changedChoices(choices: Choices): Readonly<Record<string, string>> {
  const usual: Readonly<Record<string, string>> = choicesOf('documented')
  return Object.fromEntries(Object.entries(choices).filter(([id, answer]) => usual[id] !== answer))
}
