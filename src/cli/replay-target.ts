/**
 * The targets of a replay: a world in this process, or a new sandbox of a running server.
 *
 * @module
 */

import { productOf } from '../api/product.ts'
import { dayOfInstant, type Instant, isoInstant, parseInstant } from '../base/instant.ts'
import { UsageError } from '../config/usage-error.ts'
import { credentialsOf, defaultCredentials } from '../library/client-token.ts'
import type { Credentials } from '../library/types.ts'
import type { GivenAnswer } from '../replay/compare.ts'
import type { KnownClient } from '../replay/keyring.ts'
import type { Sent, Target } from '../replay/run.ts'
import { openLog } from '../server/log.ts'
import { type InProcessServer, startInProcess } from '../server/start.ts'
import { realNow } from '../simulation/clock.ts'
import type { Sandbox } from '../world/world.ts'
import type { ReplayFlags } from './replay-flags.ts'

/** The target cannot be reached. The program exits with code 1. */
export class TargetError extends Error {
  override readonly name = 'TargetError'
}

/** An open target. */
export interface OpenTarget extends Target {
  /** The description of the target, for reports. */
  readonly world: string
  readonly about: {
    readonly clients: readonly KnownClient[]
    readonly fallback: KnownClient
    readonly drawsOtherwise: boolean
  }
  /** True for a running server, whose world outlives this program. */
  readonly isRemote: boolean
  /** Notes that may explain differences. */
  readonly notes: readonly string[]
  close(): Promise<void>
}

const REQUEST_TIMEOUT_MS = 30_000

/** Encodes a header value: characters above U+00FF are sent as UTF-8. */
const headerBytes = (value: string): string => (/[^\0-\xff]/.test(value) ? Buffer.from(value, 'utf8').toString('latin1') : value)

type Ask = (url: string, init: RequestInit) => Promise<Response>

/** Opens the target of the flags. @throws UsageError, FixtureError, TargetError */
export async function openTarget(flags: ReplayFlags, begin: Instant): Promise<OpenTarget> {
  const { config } = flags
  const quiet = {
    ...config,
    data: undefined,
    fresh: false,
    host: undefined,
    publicUrl: undefined,
    journal: 0,
  }
  const inside = await startInProcess({ ...quiet, at: begin, freeze: true }, openLog('off', 'error'))
  const sandbox = inside.world.sandbox()
  const clients = sandbox.store.db.clients.all().map(({ id, secret, scopes }) => ({ id, secret, scopes }))
  const fallback = knownClient(fallbackOf(sandbox, flags.client))
  if (flags.url === undefined)
    return new WorldTarget(inProcessConnection(inside, flags, begin), { clients, fallback, drawsOtherwise: false })
  await inside.close()
  return new WorldTarget(await serverConnection(flags.url, flags), { clients, fallback, drawsOtherwise: true })
}

const knownClient = ({ clientId, clientSecret, scopes }: Credentials): KnownClient => ({
  id: clientId,
  secret: clientSecret,
  scopes,
})

function fallbackOf(sandbox: Sandbox, id: string | undefined): Credentials {
  try {
    return id === undefined ? defaultCredentials(sandbox) : credentialsOf(sandbox, id)
  } catch (error) {
    throw new UsageError(`--client: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** How to send requests to a target. */
interface Connection {
  readonly world: string
  readonly base: string
  readonly apiPath: string
  readonly controlToken: string | undefined
  readonly ask: Ask
  /** Maps a recorded sandbox name to one of the target; undefined is the default sandbox. */
  readonly nameOf: (recorded: string | undefined) => string | undefined
  readonly isRemote: boolean
  readonly close: () => Promise<void>
}

function inProcessConnection(inside: InProcessServer, { config }: ReplayFlags, begin: Instant): Connection {
  const fixtures = config.fixtures.join(', ')
  const choices = Object.entries(config.choices).map(([id, answer]) => `${id}=${answer}`)
  const made = [
    `fixtures ${fixtures}`,
    `profile ${config.profile}`,
    ...choices,
    `seed ${config.seed}`,
    `from ${isoInstant(begin)}`,
    ...(config.scenario === undefined ? [] : [`scenario ${config.scenario}`]),
  ]
  return {
    world: `a fresh world (${made.join(', ')})`,
    base: 'http://localhost',
    apiPath: productOf(config.product).apiPath,
    controlToken: config.controlToken,
    ask: (url, init) => inside.fetch(new Request(url, init)),
    nameOf: (recorded) => recorded,
    isRemote: false,
    close: inside.close,
  }
}

/** @throws TargetError when no Understay server responds */
async function serverConnection(url: string, { config }: ReplayFlags): Promise<Connection> {
  const ask: Ask = async (address, init) => {
    try {
      return await fetch(address, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
      throw new TargetError(`${init.method} ${address} was not answered: ${cause}`)
    }
  }
  const health = await ask(`${url}/_understay/health`, { method: 'GET' })
  if (!health.ok) throw new TargetError(`${url} is no Understay: GET ${url}/_understay/health answered HTTP ${health.status}`)
  const name = `replay-${realNow().toString(36)}-${process.pid}`
  return {
    world: `the fresh sandbox ${name} of ${url}`,
    base: url,
    apiPath: productOf(config.product).apiPath,
    controlToken: config.controlToken,
    ask,
    nameOf: numberedNames(name),
    isRemote: true,
    close: async () => undefined,
  }
}

/** Maps recorded sandbox names to numbered new names. */
function numberedNames(name: string): Connection['nameOf'] {
  const names = new Map<string | undefined, string>()
  return (recorded) => {
    let own = names.get(recorded)
    if (own === undefined) names.set(recorded, (own = names.size === 0 ? name : `${name}-${names.size + 1}`))
    return own
  }
}

/** Sends requests to a target and tracks the sandboxes it uses. */
class WorldTarget implements OpenTarget {
  readonly about: OpenTarget['about']
  readonly notes: string[] = []
  readonly #connection: Connection
  readonly #used = new Set<string | undefined>()

  constructor(connection: Connection, about: OpenTarget['about']) {
    this.#connection = connection
    this.about = about
  }

  get world(): string {
    return this.#connection.world
  }

  get isRemote(): boolean {
    return this.#connection.isRemote
  }

  async send(recorded: string | undefined, { method, target, headers, body }: Sent): Promise<GivenAnswer> {
    const { ask, apiPath } = this.#connection
    const response = await ask(`${this.#addressOf(recorded)}${apiPath}${target}`, {
      method,
      headers: headers.map(({ name, value }): [string, string] => [name, headerBytes(value)]),
      redirect: 'manual',
      ...(body !== undefined && { body }),
    })
    const messageHeader = [...response.headers.keys()].find((name) => name.endsWith('-error-message'))
    return {
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      text: await response.text(),
      message: messageHeader === undefined ? undefined : (response.headers.get(messageHeader) ?? undefined),
    }
  }

  async setClock(recorded: string | undefined, at: Instant): Promise<void> {
    const address = `${this.#addressOf(recorded)}/_understay/clock`
    const isNew = !this.#used.has(recorded)
    this.#used.add(recorded)
    if (this.#connection.isRemote && isNew) this.#noteDay(await this.#control('GET', address), at)
    await this.#control('PUT', address, { at: isoInstant(at), run: 'frozen' })
  }

  async close(): Promise<void> {
    const { base, nameOf, isRemote, close } = this.#connection
    if (isRemote)
      for (const recorded of this.#used) await this.#control('DELETE', `${base}/_understay/sandboxes?name=${nameOf(recorded)}`)
    await close()
  }

  #addressOf(recorded: string | undefined): string {
    const name = this.#connection.nameOf(recorded)
    return `${this.#connection.base}${name === undefined ? '' : `/@${name}`}`
  }

  /** Notes when the clock of the server shows another day than the recording: fixtures depend on the day. */
  #noteDay(clock: unknown, at: Instant): void {
    const shown = typeof clock === 'object' && clock !== null && 'at' in clock ? parseInstant(String(clock.at)) : undefined
    const [made, asked] = [shown === undefined ? undefined : dayOfInstant(shown), dayOfInstant(at)]
    if (made === undefined || made === asked) return
    this.notes.push(
      `the sandbox was made for ${made}, the recording begins on ${asked}: relative days of the fixtures differ; without --url the world is created for the day of the recording`,
    )
  }

  /** @throws TargetError with the message of the control API */
  async #control(method: string, address: string, body?: object): Promise<unknown> {
    const { ask, controlToken } = this.#connection
    const response = await ask(address, {
      method,
      headers: controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.ok) return JSON.parse(text)
    const advice = response.status === 401 ? '; give the token with --control-token TOKEN' : ''
    throw new TargetError(`${method} ${address} answered HTTP ${response.status}: ${text.slice(0, 300)}${advice}`)
  }
}
