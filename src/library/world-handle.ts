/**
 * A world, for tests.
 *
 * @module
 */
import type { Sandbox } from '../world/world.ts'
import { credentialsOf, defaultCredentials, tokenFor } from './client-token.ts'
import type { ExpectationOptions } from './expectation-types.ts'
import { addressRequest, callControl, controlText, rejectOnAbort, type Server, sandboxPrefix } from './in-process.ts'
import { remoteAddressOf } from './remote-address.ts'
import type { ExpectationOutcome, JournalEntry, UnderstayEvent, UnderstayReport, UnderstayTraffic } from './response-types.ts'
import type { ScenarioOptions } from './scenario-types.ts'
import type { Credentials, Since, TokenOptions, UnderstaySandbox, UnderstayWorld, VerifyOptions } from './types.ts'
import { VerifyError } from './verify-error.ts'
import { WorldClock } from './world-clock.ts'
import { WorldFaults } from './world-faults.ts'
import { WorldWebhooks } from './world-webhooks.ts'

const sinceQuery = ({ since }: Since): string => (since === undefined ? '' : `?since=${since}`)

/** A world of a server: its default one, or a sandbox. */
export class WorldHandle implements UnderstayWorld {
  readonly url: string
  readonly baseUrl: string
  readonly apiUrl: string
  readonly tokenUrl: string
  readonly clock: WorldClock
  readonly faults: WorldFaults
  readonly webhooks: WorldWebhooks
  readonly fetch: UnderstayWorld['fetch']
  readonly #server: Server
  readonly #sandbox: string

  constructor(server: Server, sandbox: string) {
    this.#server = server
    this.#sandbox = sandbox
    this.url = `${server.url}${sandboxPrefix(sandbox)}`
    this.baseUrl = this.url
    this.apiUrl = `${this.url}${server.world.product.apiPath}`
    this.tokenUrl = `${this.apiUrl}/oauth/token`
    this.clock = new WorldClock(server, sandbox)
    this.faults = new WorldFaults(server, sandbox)
    this.webhooks = new WorldWebhooks(server, sandbox)
    this.fetch = async (input, init) => {
      const request = addressRequest(server, sandbox, input, init)
      return rejectOnAbort(request.signal, () => server.answer(request, remoteAddressOf(input)))
    }
  }

  get credentials(): Credentials {
    return defaultCredentials(this.#open())
  }

  credentialsOf(clientId: string): Credentials {
    return credentialsOf(this.#open(), clientId)
  }

  async token({ client, scopes }: TokenOptions = {}): Promise<string> {
    return tokenFor(this.#open(), client === undefined ? this.credentials : this.credentialsOf(client), scopes)
  }

  async reset(): Promise<void> {
    await callControl(this.#server, this.#sandbox, { method: 'POST', path: '/reset' })
  }

  async journal(options: Since = {}): Promise<readonly JournalEntry[]> {
    const answer = await callControl(this.#server, this.#sandbox, { path: `/journal${sinceQuery(options)}` })
    return (answer as { readonly entries: readonly JournalEntry[] }).entries
  }

  async events(options: Since = {}): Promise<readonly UnderstayEvent[]> {
    const answer = await callControl(this.#server, this.#sandbox, { path: `/events${sinceQuery(options)}` })
    return answer as readonly UnderstayEvent[]
  }

  async traffic(options: Since = {}): Promise<UnderstayTraffic> {
    return (await callControl(this.#server, this.#sandbox, { path: `/traffic${sinceQuery(options)}` })) as UnderstayTraffic
  }

  async play(scenario: string | ScenarioOptions | undefined): Promise<void> {
    this.#server.requireOpen()
    const { templates } = this.#open().world
    // Unlike a request, code may name any file.
    const template = await (scenario === undefined ? templates.withoutScenario() : templates.fromTrusted(scenario))
    this.#open().restartFrom(template)
  }

  async verify(
    expected?: ExpectationOptions | readonly ExpectationOptions[],
    { timeoutMs, since }: VerifyOptions = {},
  ): Promise<readonly ExpectationOutcome[]> {
    const list = expected === undefined ? {} : { expect: Array.isArray(expected) ? expected : [expected] }
    const body = { ...list, ...(timeoutMs !== undefined && { timeoutMs }), ...(since !== undefined && { since }) }
    const answer = await callControl(this.#server, this.#sandbox, { method: 'POST', path: '/verify', body, accepts: [409] })
    const { ok, difference, outcomes } = answer as {
      readonly ok: boolean
      readonly difference?: string
      readonly outcomes: readonly ExpectationOutcome[]
    }
    if (!ok) throw new VerifyError(difference ?? 'not met', outcomes)
    return outcomes
  }

  report(): Promise<UnderstayReport>
  report(format: 'md' | 'junit'): Promise<string>
  async report(format: 'json' | 'md' | 'junit' = 'json'): Promise<UnderstayReport | string> {
    const path = `/report?format=${format}`
    if (format !== 'json') return controlText(this.#server, this.#sandbox, path)
    return (await callControl(this.#server, this.#sandbox, { path })) as UnderstayReport
  }

  #open(): Sandbox {
    return this.#server.world.sandbox(this.#sandbox)
  }
}

/** A sandbox besides the default one. */
export class SandboxHandle extends WorldHandle implements UnderstaySandbox {
  readonly name: string
  readonly #server: Server

  constructor(server: Server, name: string) {
    super(server, name)
    this.#server = server
    this.name = name
  }

  async delete(): Promise<void> {
    await callControl(this.#server, 'default', { method: 'DELETE', path: `/sandboxes?name=${this.name}` })
  }
}
