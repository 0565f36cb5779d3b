/**
 * The report on what happened in a sandbox so far.
 *
 * @module
 */
import { type Choices, choicesOf, type Profile } from '../contract/choices.ts'
import type { gradeClient } from '../grade/conformance.ts'
import type { Service } from '../http/service.ts'
import type { Report, reportOf } from '../report/report.ts'
import { realNow, runText } from '../sim/clock.ts'
import { VERSION } from '../version.ts'
import type { Sandbox } from '../world.ts'
import { badRequest, readQuery } from './body.ts'
import { namesOf } from './declaration.ts'
import type { ControlApp } from './index.ts'
import { judged } from './judged.ts'
import { readReport } from './report-endpoints.ts'

/** A format: its media type, and how a report is written in it. What writes is loaded when it is asked for. */
const FORMATS = {
  json: {
    type: 'application/json',
    write: async (report: Report) => `${JSON.stringify(report, null, 2)}\n`,
  },
  md: {
    type: 'text/markdown; charset=utf-8',
    write: async (report: Report) => (await import('../report/markdown.ts')).markdownReport(report),
  },
  junit: {
    type: 'application/xml; charset=utf-8',
    write: async (report: Report) => (await import('../report/junit.ts')).junitReport(report),
  },
} as const

export function controlReport(app: ControlApp, service: Service): void {
  app.get('/report', async (c) => {
    const { format = 'json' } = readQuery(c, namesOf(readReport.query))
    const known = namesOf(FORMATS).find((name) => name === format)
    if (known === undefined) throw badRequest(`format: "${format}" is not one of ${namesOf(FORMATS).join(', ')}`)
    const { type, write } = FORMATS[known]
    return c.body(await write(await reportOn(c.env.sandbox(), service)), 200, { 'Content-Type': type })
  })
}

/** The report on a sandbox as it stands. */
export const reportOn = async (sandbox: Sandbox, service: Service): Promise<Report> => (await reporter(service))(sandbox)

/** What reports on sandboxes at once, without waiting; what it takes for that is loaded before. */
export async function reporter({ operations }: Service): Promise<(sandbox: Sandbox) => Report> {
  const [grade, report] = await Promise.all([import('../grade/conformance.ts'), import('../report/report.ts')])
  return (sandbox) => reportWith({ ...grade, ...report, operations }, sandbox)
}

interface Means {
  readonly gradeClient: typeof gradeClient
  readonly reportOf: typeof reportOf
  readonly operations: Service['operations']
}

function reportWith({ gradeClient, reportOf, operations }: Means, sandbox: Sandbox): Report {
  const { name, world, play, clock, journal, tokenLifetime, store, choices, strays } = sandbox
  const at = clock.now()
  const entries = journal.entries()
  const { dropped } = journal
  const facts = { operations, tokenLifetimeMs: tokenLifetime * 1000, product: world.product, dropped }
  return reportOf({
    version: VERSION,
    sandbox: name,
    at,
    machineTime: realNow(),
    clock: runText(clock.state.speed),
    seed: store.seed,
    choices: answersBeside('documented', choices),
    scenario: play.scenario,
    outcomes: judged(sandbox, play.expectations).outcomes,
    faults: play.faults(at),
    events: play.events(),
    conformance: gradeClient(entries, facts),
    entries,
    dropped,
    emptied: journal.lastId - dropped - entries.length,
    strays: { count: strays.count, first: strays.first ?? null, outside: world.product.apiPath },
  })
}

/** The answers that are not those of a profile. */
function answersBeside(profile: Profile, choices: Choices): Readonly<Record<string, string>> {
  const usual: Readonly<Record<string, string>> = choicesOf(profile)
  return Object.fromEntries(Object.entries(choices).filter(([id, answer]) => usual[id] !== answer))
}
