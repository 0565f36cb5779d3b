/**
 * The report of a sandbox.
 *
 * @module
 */

import { reply } from '../../api/pipeline/reply.ts'
import { type Choices, choicesOf, type Profile } from '../../booking-api/choices/choices.ts'
import type { BookingApi } from '../../booking-api/index.ts'
import type { checkConformance, newJudge } from '../../conformance/conformance.ts'
import type { Kind } from '../../conformance/exchange.ts'
import type { Report, reportOf } from '../../report/report.ts'
import { realNow, runText } from '../../simulation/clock.ts'
import { VERSION } from '../../version.ts'
import type { Sandbox } from '../../world/world.ts'
import type { OnControl, Surroundings } from '../app.ts'
import { readReport } from '../contract/report.ts'
import { judged } from '../judged.ts'

/** Media type and writer of each format; writers are loaded on first use. */
const FORMATS = {
  json: {
    type: 'application/json',
    write: async (report: Report) => `${JSON.stringify(report, null, 2)}\n`,
  },
  md: {
    type: 'text/markdown; charset=utf-8',
    write: async (report: Report) => (await import('../../report/markdown.ts')).markdownReport(report),
  },
  junit: {
    type: 'application/xml; charset=utf-8',
    write: async (report: Report) => (await import('../../report/junit.ts')).junitReport(report),
  },
} as const

export function controlReport(on: OnControl, { booking }: Surroundings): void {
  on(readReport, async ({ query: { format = 'json' } }, { sandbox }) => {
    const { type, write } = format === 'md' || format === 'junit' ? FORMATS[format] : FORMATS.json
    return reply(await write(await reportOn(sandbox, booking)), { type })
  })
}

/** The current report of a sandbox. */
export const reportOn = async (sandbox: Sandbox, api: BookingApi): Promise<Report> => (await reporter(api))(sandbox)

/** Loads the report modules and returns a synchronous function that reports on a sandbox. */
export async function reporter({ operations }: BookingApi, about: About = {}): Promise<(sandbox: Sandbox) => Report> {
  const [conformance, report] = await Promise.all([import('../../conformance/conformance.ts'), import('../../report/report.ts')])
  return (sandbox) => reportWith({ ...conformance, ...report, operations, about }, sandbox)
}

/** Options of a report. */
export interface About {
  /** The kind of client, which selects the rules; undefined applies all rules. */
  readonly kind?: Kind | undefined
  /** The command of `understay run`. */
  readonly command?: string | undefined
}

interface Means {
  readonly checkConformance: typeof checkConformance
  readonly reportOf: typeof reportOf
  readonly newJudge: typeof newJudge
  readonly operations: BookingApi['operations']
  readonly about: About
}

function reportWith({ checkConformance, reportOf, newJudge, operations, about }: Means, sandbox: Sandbox): Report {
  const { name, world, scenarioRun, clock, journal, store, choices, strays, facts, droppedCalls, keptCalls, webhooks } = sandbox
  const at = clock.now()
  const entries = journal.entries()
  const { dropped } = journal
  const before = droppedCalls.judged(newJudge)
  return reportOf({
    version: VERSION,
    sandbox: name,
    ...(about.command !== undefined && { command: about.command }),
    ...(about.kind !== undefined && { kind: about.kind }),
    at,
    machineTime: realNow(),
    clock: runText(clock.state.speed),
    seed: store.seed,
    choices: answersBeside('documented', choices),
    scenario: scenarioRun.scenario,
    outcomes: judged(sandbox, scenarioRun.expectations).outcomes,
    faults: scenarioRun.faults(at),
    events: scenarioRun.events(),
    traffic: scenarioRun.traffic?.status() ?? [],
    deliveries: webhooks.totals,
    conformance: checkConformance(entries, { ...facts, operations, kind: about.kind }, before),
    entries,
    dropped,
    emptied: journal.lastId - dropped - entries.length - keptCalls.lost,
    lost: keptCalls.lost,
    strays: { count: strays.count, first: strays.first ?? null, outside: world.product.apiPath },
  })
}

/** The choices that differ from the profile. */
function answersBeside(profile: Profile, choices: Choices): Readonly<Record<string, string>> {
  const usual: Readonly<Record<string, string>> = choicesOf(profile)
  return Object.fromEntries(Object.entries(choices).filter(([id, answer]) => usual[id] !== answer))
}
