/** The targets of a replay: a world in this process, or a new sandbox of a running server. */

import { productOf } from '../../api/product.ts'
import { orThrow } from '../../base/caught-error.ts'
import { dayOfInstant, type Instant, isoInstant, parseInstant } from '../../base/instant.ts'
import type { Config } from '../../config/config.ts'
import { UsageError } from '../../config/usage-error.ts'
import { type ControlClient, controlAt } from '../../control-contract/client.ts'
import { readClock, setClock } from '../../control-contract/clock.ts'
import { removeSandbox } from '../../control-contract/sandboxes.ts'
import { clientOf } from '../../library/client-token.ts'
import { comparedResponse, type GivenAnswer } from '../../replay/compare.ts'
import { ReplayError, type ReplayOptions, requestInit, type Sent, type Target } from '../../replay/run.ts'
import { openLog } from '../../server/log.ts'
import { startInProcess } from '../../server/start.ts'
import { DEFAULT_SANDBOX } from '../../world/world.ts'
import { withKindAdvice } from '../scenario-advice.ts'
import { type Connection, inProcessConnection, isConnectionClosed, NO_RESPONSE, serverConnection } from './connection.ts'
import type { ReplayFlags } from './flags.ts'

type ReplayedWorld = Pick<ReplayOptions, 'clients' | 'fallback' | 'drawsOtherwise'>

/** Opens the target of the flags. @throws UsageError, FixtureError, ReplayError */
export async function openTarget(flags: ReplayFlags, begin: Instant): Promise<WorldTarget> {
  const { config } = flags
  const quiet = { ...config, data: undefined, fresh: false, host: undefined, publicUrl: undefined, journal: 0 }
  // The recording has as many sandboxes as it has.
  const maxSandboxes = Number.POSITIVE_INFINITY
  const inside = await withKindAdvice(config, () =>
    startInProcess({ ...quiet, maxSandboxes, at: begin, freeze: true }, openLog('off', 'error')),
  )
  const sandbox = inside.world.sandbox()
  const clients = sandbox.store.db.clients.all()
  const fallback = orThrow(UsageError, '--client', () => clientOf(sandbox, flags.client))
  if (flags.url === undefined)
    return new WorldTarget(inProcessConnection(inside, flags, begin), config, { clients, fallback, drawsOtherwise: false })
  await inside.close()
  return new WorldTarget(await serverConnection(flags.url), config, { clients, fallback, drawsOtherwise: true })
}

/** Sends requests to a target and tracks the sandboxes it uses. */
export class WorldTarget implements Target {
  readonly connection: Connection
  readonly about: ReplayedWorld
  /** Notes that may explain differences. */
  readonly notes: string[] = []
  readonly #config: Config
  readonly #used = new Set<string | undefined>()

  constructor(connection: Connection, config: Config, about: ReplayedWorld) {
    this.connection = connection
    this.#config = config
    this.about = about
  }

  async send(recorded: string | undefined, sent: Sent): Promise<GivenAnswer> {
    const { apiPath } = productOf(this.#config.product)
    try {
      const address = `${this.#addressOf(recorded)}${apiPath}${sent.target}`
      return await comparedResponse(await this.connection.ask(address, requestInit(sent)))
    } catch (error) {
      if (isConnectionClosed(error)) return NO_RESPONSE
      throw error
    }
  }

  async setClock(recorded: string | undefined, at: Instant): Promise<void> {
    const control = this.#controlAt(this.#addressOf(recorded))
    const isNew = !this.#used.has(recorded)
    this.#used.add(recorded)
    if (this.connection.isRemote && isNew) this.#noteOtherDay((await control.call(readClock)).at, at)
    await control.call(setClock, { body: { at: isoInstant(at), run: 'frozen' } })
  }

  async close(): Promise<void> {
    const { base, nameOf, isRemote, close } = this.connection
    const control = this.#controlAt(base)
    for (const recorded of isRemote ? this.#used : [])
      await control.call(removeSandbox, { query: { name: nameOf(recorded) ?? DEFAULT_SANDBOX } })
    await close()
  }

  #addressOf(recorded: string | undefined): string {
    const name = this.connection.nameOf(recorded)
    return `${this.connection.base}${name === undefined ? '' : `/@${name}`}`
  }

  /** Notes when the clock of the server shows another day than the recording: fixtures depend on the day. */
  #noteOtherDay(clock: string, at: Instant): void {
    const shown = parseInstant(clock)
    const [made, asked] = [shown === undefined ? undefined : dayOfInstant(shown), dayOfInstant(at)]
    if (made === undefined || made === asked) return
    this.notes.push(
      `the sandbox was made for ${made}, the recording begins on ${asked}: relative days of the fixtures differ; without --url the world is created for the day of the recording`,
    )
  }

  /** Throws a ReplayError for an error of the control API. */
  #controlAt(address: string): ControlClient {
    return controlAt(address, this.#config.controlToken, async (url, init) => {
      const response = await this.connection.ask(url, init)
      if (response.ok) return response
      const advice = response.status === 401 ? '; give the token with --control-token TOKEN' : ''
      const said = (await response.text()).slice(0, 300)
      throw new ReplayError(`${init.method} ${url} answered HTTP ${response.status}: ${said}${advice}`)
    })
  }
}
