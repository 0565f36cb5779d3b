/**
 * Plays clients of every shape in real time, compared with the same client without the faults.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ScenarioOptions, UnderstaySandbox } from '../../src/index.ts'
import type { Report } from '../../src/report/report-data.ts'
import { type Behaviour, CORRECT } from './behaviour.ts'
import { Client } from './client.ts'
import type { InPool } from './close-nights.ts'
import { bundled, type ComparingServer, compare } from './comparing.ts'
import type { Environment } from './http-client.ts'
import type { Fetch } from './pooled-fetch.ts'
import { idleOf, rulesWith, unmetOf } from './scenario-case.ts'
import { connectionsOf, inPool, type Shape } from './shapes.ts'

/** The work of a client; `other` is the same client with the credentials of another manager. */
export type Job = (client: Client, inPool: InPool, other: Client) => Promise<unknown>

/** The result of a client with a habit. */
export interface HabitResult {
  readonly verdict: Report['verdict']
  /** The expectations and rules that name its habit. */
  readonly told: readonly string[]
  /** Other unmet expectations and broken rules. */
  readonly others: readonly string[]
}

/** Plays a job once. */
export type Run = (world: UnderstaySandbox) => Promise<unknown>

let worlds = 0

/** The environment of a client that works in real time. */
export const realTime = (world: UnderstaySandbox, fetch: Fetch, credentials = 'demo'): Environment => ({
  apiUrl: world.apiUrl,
  ...world.credentialsOf(credentials),
  now: Date.now,
  wallClock: Date.now,
  wait: (milliseconds) => sleep(milliseconds),
  fetch,
})

/** The environment of a client that waits by moving the clock of its sandbox, for jobs of hours. */
const byClock = (world: UnderstaySandbox, fetch: Fetch): Partial<Environment> => ({
  now: () => world.clock.now(),
  wallClock: () => world.clock.now(),
  wait: (milliseconds) => world.clock.advance(`${milliseconds}ms`),
  sales: async (since) => (await world.traffic({ since })).sales,
  fetch,
})

interface RunOptions {
  readonly behaviour?: Behaviour
  readonly movesClock?: boolean
}

/** A run of a client in a shape. What stops the client ends it, as an error that nobody handles ends a program. */
export const runOf =
  (job: Job, shape: Shape, { behaviour = CORRECT, movesClock = false }: RunOptions = {}): Run =>
  async (world) => {
    const { fetch, close } = connectionsOf(shape)
    const open = (credentials?: string) =>
      new Client({ ...realTime(world, fetch, credentials), ...(movesClock && byClock(world, fetch)) }, behaviour)
    await job(open(), (tasks, act) => inPool(shape.workers, tasks, act), open('demo-second-manager')).catch(() => undefined)
    close()
  }

/** Plays a client on a day. */
export const playDay = (server: ComparingServer, day: string | ScenarioOptions | undefined, run: Run): Promise<Report> =>
  compare(server, { name: `played-${++worlds}`, scenario: typeof day === 'string' ? bundled(day) : day }, run)

/** Everything in a report that speaks against a client. */
export const foundIn = (report: Report): readonly string[] => [
  ...unmetOf(report),
  ...rulesWith(report, 'failed'),
  ...rulesWith(report, 'warned'),
]

/** Plays a client with a habit on its day. */
export async function playHabit(
  server: ComparingServer,
  { day, toldBy }: { readonly day: string | ScenarioOptions | undefined; readonly toldBy: readonly string[] },
  run: Run,
): Promise<HabitResult> {
  const report = await playDay(server, day, run)
  const found = foundIn(report)
  return {
    verdict: report.verdict,
    told: found.filter((one) => toldBy.includes(one)),
    others: found.filter((one) => !toldBy.includes(one)),
  }
}

/** The result of a careful client. */
export interface CarefulResult {
  readonly verdict: Report['verdict']
  /** Faults and events that did not happen. */
  readonly idle: readonly string[]
  /** Expectations by which it did not react. */
  readonly noReaction: readonly string[]
  /** Broken rules of severity `must`, and other unmet expectations. */
  readonly failed: readonly string[]
  readonly warned: readonly string[]
  /** Reactions that cannot be told although all faults happened, with the reason. */
  readonly untold: readonly string[]
}

/** Plays a careful client on a day. */
export async function playCareful(server: ComparingServer, run: Run, day: string | undefined): Promise<CarefulResult> {
  const report = await playDay(server, day, run)
  const reactions = report.expectations.filter(({ expectation }) => expectation.reaction !== undefined)
  const noReaction = reactions.flatMap(({ id, state, difference }) => (state === 'unmet' ? [`${id}: ${difference}`] : []))
  return {
    verdict: report.verdict,
    idle: idleOf(report),
    noReaction,
    failed: noReaction.length > 0 ? [] : report.verdict === 'failed' ? report.reasons : [],
    warned: rulesWith(report, 'warned'),
    untold:
      idleOf(report).length > 0
        ? []
        : reactions.flatMap(({ id, state, difference }) => (state === 'inconclusive' ? [`${id}: ${difference}`] : [])),
  }
}
