/**
 * A day of the bundled scenarios: what a careful client achieves, and what fails for careless ones.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { type ScenarioOptions, type UnderstaySandbox, VerifyError, type WebhookReceiver } from '../../src/index.ts'
import { holdsWithin, until } from '../support/until.ts'
import type { Result } from './channel.ts'
import { Client } from './client.ts'
import type { Habits } from './habits.ts'
import type { Notification } from './http-client.ts'

/** One habit that replaces a careful one. */
type OneHabit = { readonly [Name in keyof Habits]: Readonly<Record<Name, Habits[Name]>> }[keyof Habits]

export interface BadDay {
  /** The scenario. */
  readonly scenario: string
  /** True for a scenario with traffic or events that the client waits for. */
  readonly hasTraffic?: true
  readonly webhooks?: 'at once' | 'late'
  /** The work of the client. */
  readonly job: (client: Client) => Promise<Result>
  readonly careful: { readonly does: string; readonly result: Result }
  readonly careless: readonly {
    readonly does: string
    readonly habit: OneHabit
    /** Unmet expectations and broken rules. */
    readonly caughtBy: readonly string[]
    /** What may also be broken, depending on the speed of the machine. */
    readonly also?: readonly string[]
  }[]
}

/** The result of a day. */
export interface Seen {
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

/** Plays a day with a client of these habits and this clock on its machine. Waiting moves only the clock of its sandbox. */
export async function playDay(
  { scenario, job, hasTraffic, webhooks }: BadDay,
  world: UnderstaySandbox,
  habits: Habits,
  wallClock = () => world.clock.now() + ZONE,
): Promise<Seen> {
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
    habits,
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
  when: BadDay['webhooks'],
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

interface Shown {
  readonly faults: readonly { readonly id: string; readonly happened: number }[]
  readonly events: readonly { readonly id: string; readonly state: string }[]
}

async function idleOf(world: UnderstaySandbox): Promise<readonly string[]> {
  const response = await fetch(`${world.url}/_understay/scenario`)
  const { faults, events } = (await response.json()) as Shown
  return [
    ...faults.filter(({ happened }) => happened === 0).map(({ id }) => id),
    ...events.filter(({ state }) => state !== 'happened').map(({ id }) => id),
  ]
}
