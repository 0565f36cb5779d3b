/**
 * A bad day of the pack: what happens, how a careful client comes through it, and how careless ones are caught.
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
import type { Notice } from './line.ts'

/** One habit in the place of a careful one. */
type OneHabit = { readonly [Name in keyof Habits]: Readonly<Record<Name, Habits[Name]>> }[keyof Habits]

export interface BadDay {
  /** The scenario that is played. */
  readonly scenario: string
  /** True where the hotel acts by itself: only the client's waiting moves the clock, and it is notified if it listens. */
  readonly lives?: true
  readonly listens?: 'at once' | 'late'
  /** What the client has to do that day. */
  readonly job: (client: Client) => Promise<Result>
  readonly careful: { readonly does: string; readonly result: Result }
  readonly careless: readonly {
    readonly does: string
    readonly habit: OneHabit
    /** The expectations that are not met, and the rules that are broken. */
    readonly caughtBy: readonly string[]
    /** What may be broken besides, depending on how fast the machine is. */
    readonly also?: readonly string[]
  }[]
}

/** What was seen of a client at the end of its day. */
export interface Seen {
  readonly result: Result
  /** What made it stop, if anything did. */
  readonly stopped: string | undefined
  /** The expectations of the scenario that are not met. */
  readonly unmet: readonly string[]
  /** The faults and events of the scenario that did not happen. */
  readonly idle: readonly string[]
}

/** More than twice the longest delay of an answer in the bundled days, milliseconds. */
const SLOWEST_ANSWER = 3_000
const NOTHING: Result = { done: [], left: [] }
/** How far the clock on a machine's wall is ahead of UTC, milliseconds: it is behind. */
const ZONE = -3 * 3_600_000

/** A bundled scenario whose clock stands from the start: no moment depends on how fast the machine is. */
export function frozen(name: string): ScenarioOptions {
  const scenario: ScenarioOptions = parse(readFileSync(`scenarios/${name}.yaml`, 'utf8'))
  return { ...scenario, clock: { ...scenario.clock, run: 'frozen' } }
}

/** Lets a client with some habits live through a day. Where it waits, only the clock of its sandbox moves. */
export async function live({ scenario, job, lives, listens }: BadDay, world: UnderstaySandbox, habits: Habits): Promise<Seen> {
  await world.play(frozen(scenario))
  const hook = listens && (await world.webhooks.receive())
  const client = new Client(
    {
      apiUrl: world.apiUrl,
      ...world.credentialsOf('demo'),
      now: () => world.clock.now(),
      wallClock: () => world.clock.now() + ZONE,
      wait: (milliseconds) => world.clock.advance(`${milliseconds}ms`),
      sales: async (since) => (await world.traffic({ since })).sales,
      ...(hook && { notices: () => noticesOf(world, hook, listens) }),
    },
    habits,
  )
  const end = await job(client).then(
    (result) => ({ result, stopped: undefined }),
    (error: unknown) => ({ result: NOTHING, stopped: String(error) }),
  )
  // what the client did not wait for is answered all the same, unless it hung up before the call had left
  if (!lives) await holdsWithin(SLOWEST_ANSWER, async () => (await world.journal()).length >= client.calls)
  if (hook) {
    await noticesOf(world, hook, listens)
    await hook.close()
  }
  return { ...end, unmet: await unmetOf(world), idle: await idleOf(world) }
}

/** What has come; of what comes at once, everything. */
async function noticesOf(world: UnderstaySandbox, hook: WebhookReceiver, when: BadDay['listens']): Promise<readonly Notice[]> {
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
