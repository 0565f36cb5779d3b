/**
 * A bundled scenario with the result of a correct client, and clients with one mistake each that it must detect.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { type ScenarioOptions, type UnderstaySandbox, VerifyError, type WebhookReceiver } from '../../src/index.ts'
import { holdsWithin, until } from '../support/until.ts'
import type { Behaviour } from './behaviour.ts'
import type { Result } from './channel.ts'
import { Client } from './client.ts'
import type { Notification } from './http-client.ts'

/** One property of the behaviour that differs from the correct client. */
type OneMistake = { readonly [Name in keyof Behaviour]: Readonly<Record<Name, Behaviour[Name]>> }[keyof Behaviour]

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
  /** Unmet expectations of the scenario. */
  readonly unmet: readonly string[]
  /** Faults and events of the scenario that did not happen. */
  readonly idle: readonly string[]
}

/** Time limit for delayed calls to end, milliseconds: many times the longest delay in the bundled scenarios. */
const CALLS_END_WITHIN_MS = 20_000
const NOTHING: Result = { done: [], left: [] }
/** Offset of the clock of the client's machine to UTC, milliseconds. */
const ZONE = -3 * 3_600_000

/** A bundled scenario with a frozen clock, so that no time depends on the speed of the machine. */
export function frozen(name: string): ScenarioOptions {
  const scenario: ScenarioOptions = parse(readFileSync(`scenarios/${name}.yaml`, 'utf8'))
  return { ...scenario, clock: { ...scenario.clock, run: 'frozen' } }
}

/** Plays a scenario with a client of this behaviour and this clock on its machine. Waiting moves only the clock of its sandbox. */
export async function playCase(
  { scenario, job, hasTraffic, webhooks }: ScenarioCase,
  world: UnderstaySandbox,
  behaviour: Behaviour,
  wallClock = () => world.clock.now() + ZONE,
): Promise<CaseResult> {
  await world.play(frozen(scenario))
  const hook = webhooks && (await world.webhooks.receive())
  const client = new Client(
    {
      apiUrl: world.apiUrl,
      ...world.credentialsOf('demo'),
      now: () => world.clock.now(),
      wallClock,
      wait: (milliseconds) => world.clock.advance(`${milliseconds}ms`),
      sales: async (since) => (await world.traffic({ since })).sales,
      ...(hook && { notifications: () => notificationsOf(world, hook, webhooks) }),
    },
    behaviour,
  )
  const end = await job(client).then(
    (result) => ({ result, stopped: undefined }),
    (error: unknown) => ({ result: NOTHING, stopped: String(error) }),
  )
  // calls that the client aborted end later
  if (!hasTraffic) await holdsWithin(CALLS_END_WITHIN_MS, async () => (await world.journal()).length >= client.calls)
  if (hook) {
    await notificationsOf(world, hook, webhooks)
    await hook.close()
  }
  return { ...end, unmet: await unmetOf(world), idle: await idleOf(world) }
}

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

async function unmetOf(world: UnderstaySandbox): Promise<readonly string[]> {
  try {
    await world.verify()
    return []
  } catch (error) {
    if (!(error instanceof VerifyError)) throw error
    return error.outcomes.flatMap(({ id, met }) => (met ? [] : [id]))
  }
}

interface ScenarioStatus {
  readonly faults: readonly { readonly id: string; readonly happened: number }[]
  readonly events: readonly { readonly id: string; readonly state: string }[]
}

async function idleOf(world: UnderstaySandbox): Promise<readonly string[]> {
  const response = await fetch(`${world.url}/_understay/scenario`)
  const { faults, events } = (await response.json()) as ScenarioStatus
  return [
    ...faults.filter(({ happened }) => happened === 0).map(({ id }) => id),
    ...events.filter(({ state }) => state !== 'happened').map(({ id }) => id),
  ]
}
