/**
 * A bundled scenario with the result of a correct client, and clients with one mistake each that it must detect.
 *
 * @module
 */
import type { ScenarioOptions, UnderstaySandbox, WebhookReceiver } from '../../src/index.ts'
import type { Report } from '../../src/report/report-data.ts'
import { holdsWithin, until } from '../support/until.ts'
import type { Behaviour, OneMistake } from './behaviour.ts'
import type { Result } from './channel.ts'
import { Client } from './client.ts'
import { bundled, type ComparingServer, compare } from './comparing.ts'
import type { Notification } from './http-client.ts'
import { openPool } from './pooled-fetch.ts'

export interface ScenarioCase {
  /** The scenario. */
  readonly scenario: string
  /** True for a scenario with traffic or events that the client waits for. */
  readonly hasTraffic?: true
  readonly webhooks?: 'at once' | 'late'
  /** The work of the client. */
  readonly job: (client: Client) => Promise<Result>
  readonly correct: { readonly does: string; readonly result: Result }
  readonly faulty: readonly {
    readonly does: string
    readonly mistake: OneMistake
    /** Unmet expectations and broken rules. */
    readonly caughtBy: readonly string[]
    /** Rules that may be broken as well, depending on the speed of the machine. */
    readonly also?: readonly string[]
  }[]
}

/** The result of a client in a scenario. */
export interface CaseResult {
  readonly result: Result
  /** The error that stopped the client. */
  readonly stopped: string | undefined
  readonly report: Report
}

/** Time limit for delayed calls to end, milliseconds: many times the longest delay in the bundled scenarios. */
const CALLS_END_WITHIN_MS = 20_000
const NOTHING: Result = { done: [], left: [] }
/** Offset of the clock of the client's machine to UTC, milliseconds. */
const ZONE = -3 * 3_600_000

/** A bundled scenario with a frozen clock, so that no time depends on the speed of the machine. */
export function frozen(name: string): ScenarioOptions {
  const scenario = bundled(name)
  return { ...scenario, clock: { ...scenario.clock, run: 'frozen' } }
}

/** Plays a scenario with a client of this behaviour, and again without its faults. */
export async function playCase(
  scenarioCase: ScenarioCase,
  server: ComparingServer,
  name: string,
  behaviour: Behaviour,
  hours?: number,
): Promise<CaseResult> {
  const ends: Pick<CaseResult, 'result' | 'stopped'>[] = []
  const report = await compare(server, { name, scenario: frozen(scenarioCase.scenario) }, async (world) =>
    // Traffic needs no comparison.
    scenarioCase.hasTraffic && ends.length > 0 ? undefined : ends.push(await work(scenarioCase, server, world, behaviour, hours)),
  )
  return { ...(ends[0] ?? { result: NOTHING, stopped: undefined }), report }
}

/** A client with this clock on its machine; waiting moves only the clock of its sandbox. */
async function work(
  { job, hasTraffic, webhooks }: ScenarioCase,
  { callsOf }: ComparingServer,
  world: UnderstaySandbox,
  behaviour: Behaviour,
  /** Offset of the clock of its machine to real time; undefined for that of the sandbox with another zone. */
  hours: number | undefined,
): Promise<Pick<CaseResult, 'result' | 'stopped'>> {
  const hook = webhooks && (await world.webhooks.receive())
  // its own connections: several clients are played at a time
  const { fetch, close } = openPool(Number.POSITIVE_INFINITY)
  const client = new Client(
    {
      apiUrl: world.apiUrl,
      ...world.credentialsOf('demo'),
      fetch,
      now: () => world.clock.now(),
      wallClock: () => (hours === undefined ? world.clock.now() + ZONE : Date.now() + hours * 3_600_000),
      wait: (milliseconds) => world.clock.advance(`${milliseconds}ms`),
      sales: async (since) => (await world.traffic({ since })).sales,
      ...(hook && { notifications: () => notificationsOf(world, hook, webhooks) }),
    },
    behaviour,
  )
  try {
    const end = await job(client).then(
      (result) => ({ result, stopped: undefined }),
      (error: unknown) => ({ result: NOTHING, stopped: String(error) }),
    )
    // calls that the client aborted end later
    if (!hasTraffic) await holdsWithin(CALLS_END_WITHIN_MS, () => callsOf(world) >= client.calls)
    if (hook) await notificationsOf(world, hook, webhooks)
    return end
  } finally {
    await hook?.close()
    close()
  }
}

/** Unmet expectations. */
export const unmetOf = ({ expectations }: Report): readonly string[] =>
  expectations.flatMap(({ id, state }) => (state === 'unmet' ? [id] : []))

/** Faults and events that did not happen. */
export const idleOf = ({ faults, events }: Report): readonly string[] =>
  [...faults, ...events].flatMap(({ id, state }) => (state === 'happened' ? [] : [id]))

/** The rules with an outcome. */
export const rulesWith = ({ conformance }: Report, wanted: string): readonly string[] =>
  conformance.rules.flatMap(({ id, outcome }) => (outcome === wanted ? [id] : []))

/** The notifications received; all of them, where they are sent at once. */
async function notificationsOf(
  world: UnderstaySandbox,
  hook: WebhookReceiver,
  when: ScenarioCase['webhooks'],
): Promise<readonly Notification[]> {
  const isSent = async () => (await world.webhooks.deliveries({ state: 'waiting' })).length === 0
  if (when === 'at once') await until(isSent)
  return hook.all()
}
