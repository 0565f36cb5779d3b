/**
 * Careful clients of every shape, in real time. None may be accused of anything.
 *
 * @module
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { ClientKind } from '../../src/conformance/exchange.ts'
import type { UnderstaySandbox } from '../../src/index.ts'
import { CORRECT } from './behaviour.ts'
import { bookVisitors } from './booking-site.ts'
import { Client } from './client.ts'
import { closeNights, type InPool, type Nights, tasksOf, Work } from './close-nights.ts'
import type { Token } from './http-client.ts'
import { type Job, type Run, realTime, runOf } from './played.ts'
import type { Fetch } from './pooled-fetch.ts'
import { TransientError } from './response.ts'
import { connectionsOf, inPool, type Shape } from './shapes.ts'
import { forTwoManagers } from './two-managers.ts'

export interface CarefulClient {
  readonly name: string
  readonly kind: ClientKind
  readonly isSequential: boolean
  readonly run: Run
  /** Only these scenarios; by default all of its kind. */
  readonly only?: readonly string[]
  /** True for a client that was written after the rules, without looking at them. */
  readonly isHeldOut?: true
  /** Why it cannot be played on this machine. */
  readonly lacks?: string | undefined
}

const NIGHTS: Nights = { properties: [1, 2, 4], nights: 3 }
/** So many calls a client makes before it is killed. */
const CALLS_BEFORE_KILL = 9
/** What a process takes at least to start, in milliseconds: calls that are under way at a kill arrive before its first one. */
const STARTING_MS = 50

const kept = (workers: number): Shape => ({ workers, connections: 'kept alive' })
const each = (workers: number): Shape => ({ workers, connections: 'one for each call' })

const manager = (name: string, shape: Shape, job: Job = closeNights(NIGHTS)): CarefulClient => ({
  name,
  kind: 'channel-manager',
  isSequential: shape.workers === 1,
  run: runOf(job, shape),
})

const site = (name: string, visitors: number, shape: Shape): CarefulClient => ({
  ...manager(name, shape, bookVisitors(visitors)),
  kind: 'booking-site',
})

/** Reads bookings and free rooms every five minutes, and closes one night each time. */
const polls: Job = async (client) => {
  const work = new Work(client)
  for (let round = 0; round < 4; round++) {
    for (const task of tasksOf([1, 2], { nights: 1, firstNight: 20 + round })) {
      if ((await work.ownProperties()).has(task.property))
        await work.noting(task.property, () => client.get(`/listbooking/${task.property}`))
      await work.perform({ ...task, sendsPrices: false })
    }
    await client.pass(700)
  }
}

/** Closes a night in each turn, which ends at its first failure, and leaves turns out for as long as a response asks. */
const pollsInTurns: Job = async (client) => {
  const nights = [...tasksOf([1], { nights: 9, firstNight: 20 })]
  let notBefore = 0
  for (let turn = 0; turn < 15; turn++) {
    try {
      if (Date.now() < notBefore) continue
      await client.get('/listbooking/1')
      if (nights[0]) await new Work(client).perform({ ...nights[0], sendsPrices: false })
      nights.shift()
    } catch (error) {
      if (!(error instanceof TransientError)) throw error
      notBefore = Date.now() + 1.05 * error.retryAfter
    } finally {
      await client.pass(700)
    }
  }
}

/** After this time a read is sent again, in milliseconds. */
const HEDGE_MS = 250

/** Sends a read that takes long again, and hangs up on the slower of the two. */
const hedged =
  (fetch: Fetch): Fetch =>
  async (url, init) => {
    const ends = new AbortController()
    const send = () => fetch(url, { ...init, signal: AbortSignal.any([init.signal, ends.signal]) })
    const again = init.method === 'GET' ? [pause(HEDGE_MS).then(send)] : []
    try {
      return await Promise.any([send(), ...again])
    } finally {
      ends.abort()
    }
  }

const hedging: Run = async (world) => {
  const { fetch, close } = connectionsOf(kept(2))
  const client = new Client(realTime(world, hedged(fetch)), CORRECT)
  await closeNights(NIGHTS)(client, (tasks, act) => inPool(1, tasks, act)).catch(() => undefined)
  close()
}

/** Passes calls on until the client is killed; later ones get no answer. */
function killable(fetch: Fetch, kill: () => void): Fetch {
  let calls = 0
  const never = new Promise<never>(() => undefined)
  return (...call) => {
    if (++calls < CALLS_BEFORE_KILL) return fetch(...call)
    if (calls === CALLS_BEFORE_KILL) kill()
    return never
  }
}

/** A client that is killed in the middle of its work and resumes with what is left. */
const resumed =
  (shape: Shape, tokenIsStored: boolean): Run =>
  async (world: UnderstaySandbox) => {
    const done = new Set<string>()
    let stored: Token | undefined
    const savedToken = { read: () => stored, write: (token: Token) => void (stored = token) }
    const workers: InPool = (tasks, act) => inPool(shape.workers, tasks, act)
    const work = (fetch: Fetch, isResumed: boolean) =>
      closeNights(NIGHTS, { done, isResumed })(
        new Client({ ...realTime(world, fetch), ...(tokenIsStored && { savedToken }) }, CORRECT),
        workers,
      ).catch(() => undefined)
    const first = connectionsOf(shape)
    await new Promise<void>((killed) => void work(killable(first.fetch, killed), false).then(() => killed()))
    first.close()
    await pause(STARTING_MS)
    const second = connectionsOf(shape)
    await work(second.fetch, true)
    second.close()
  }

const killed = (name: string, shape: Shape, tokenIsStored: boolean): CarefulClient => ({
  ...manager(name, shape),
  run: resumed(shape, tokenIsStored),
})

export const CAREFUL_CLIENTS: readonly CarefulClient[] = [
  manager('one call after the other', kept(1)),
  manager('one call after the other, a connection for each', each(1)),
  manager('pool of 4', kept(4)),
  manager('pool of 4, a connection for each call', each(4)),
  manager('pool of 8', kept(8)),
  manager('all nights at once on 3 connections', { workers: 9, connections: 3 }),
  manager('poller', kept(1), polls),
  manager('poller, a connection for each call', each(1), polls),
  {
    ...manager('poller that leaves turns out while it waits', kept(1)),
    run: runOf(pollsInTurns, kept(1), { behaviour: { ...CORRECT, maxAttempts: 1 } }),
    only: ['outage-and-recovery', 'rate-limited'],
  },
  { ...manager('sends slow reads twice', kept(2)), run: hedging, only: ['slow-service', 'lost-reply-after-write'] },
  manager('two managers in turn', kept(1), forTwoManagers),
  manager('two managers, pool of 4', kept(4), forTwoManagers),
  killed('killed and resumed, token on disk', kept(1), true),
  killed('killed and resumed, token in memory', kept(1), false),
  killed('pool of 4, killed and resumed, token on disk', kept(4), true),
  killed('pool of 4, killed and resumed, token in memory', kept(4), false),
  killed('killed and resumed, token in memory, a connection for each call', each(1), false),
  site('site with one visitor', 1, kept(1)),
  site('site with 3 visitors in turn', 3, kept(1)),
  site('site with 3 visitors at once', 3, kept(3)),
  site('site with 8 visitors at once, a connection for each call', 8, each(8)),
]
