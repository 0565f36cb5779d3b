/** How a replay sends requests: to a world in this process, or to a running server. */
import { codeOf } from '../../base/caught-error.ts'
import { getOrInsert } from '../../base/get-or-insert.ts'
import { type Instant, isoInstant } from '../../base/instant.ts'
import { controlAt } from '../../control-contract/client.ts'
import { CONTROL_PATH } from '../../control-contract/control-path.ts'
import { readHealth } from '../../control-contract/server.ts'
import type { GivenAnswer } from '../../replay/compare.ts'
import { ReplayError } from '../../replay/run.ts'
import type { InProcessServer } from '../../server/start.ts'
import { realNow } from '../../simulation/clock.ts'
import { connectionProblem } from '../address.ts'
import type { ReplayFlags } from './flags.ts'

const REQUEST_TIMEOUT_MS = 30_000

type SendRequest = (url: string, init: RequestInit) => Promise<Response>

/** How to send requests to a target. */
export interface Connection {
  /** The description of the target, for reports. */
  readonly world: string
  readonly base: string
  readonly ask: SendRequest
  /** Maps a recorded sandbox name to one of the target; undefined is the default sandbox. */
  readonly nameOf: (recorded: string | undefined) => string | undefined
  /** True for a running server, whose world outlives this program. */
  readonly isRemote: boolean
  readonly close: () => Promise<void>
}

export function inProcessConnection(inside: InProcessServer, { config }: ReplayFlags, begin: Instant): Connection {
  const fixtures = config.fixtures.join(', ')
  const choices = Object.entries(config.choices).map(([id, answer]) => `${id}=${answer}`)
  const made = [
    `fixtures ${fixtures}`,
    `profile ${config.profile}`,
    ...choices,
    `seed ${inside.world.sandbox().store.seed}`,
    `from ${isoInstant(begin)}`,
    ...(config.scenario.length === 0 ? [] : [`scenario ${config.scenario.join(',')}`]),
  ]
  return {
    world: `a fresh world (${made.join(', ')})`,
    base: 'http://localhost',
    ask: (url, init) => inside.fetch(new Request(url, init)),
    nameOf: (recorded) => recorded,
    isRemote: false,
    close: inside.close,
  }
}

/** @throws ReplayError when no Understay server responds */
export async function serverConnection(url: string): Promise<Connection> {
  const ask: SendRequest = async (address, init) => {
    try {
      return await fetch(address, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      throw new ReplayError(`${init.method} ${address} was not answered: ${connectionProblem(error)}`, { cause })
    }
  }
  const status = await controlAt(url, undefined, ask).status(readHealth)
  if (status !== 200)
    throw new ReplayError(`${url} is no Understay: GET ${url}${CONTROL_PATH}${readHealth.path} answered HTTP ${status}`)
  const name = `replay-${realNow().toString(36)}-${process.pid}`
  return {
    world: `the fresh sandbox ${name} of ${url}`,
    base: url,
    ask,
    nameOf: numberedNames(name),
    isRemote: true,
    close: async () => undefined,
  }
}

/** The result of a request without a response. */
export const NO_RESPONSE: GivenAnswer = { status: 0, type: '', text: '', message: undefined }
const CLOSED_CONNECTION_CODES: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** True when the connection was closed before the response was complete. */
export const isConnectionClosed = (error: unknown): boolean =>
  error instanceof Error && CLOSED_CONNECTION_CODES.has(codeOf(error.cause))

function numberedNames(name: string): Connection['nameOf'] {
  const names = new Map<string | undefined, string>()
  return (recorded) => getOrInsert(names, recorded, () => (names.size === 0 ? name : `${name}-${names.size + 1}`))
}
