import type { ControlClient } from '../control-contract/client.ts'
import { listEvents, readJournal } from '../control-contract/journal.ts'
import { requireSandboxName, Since as SinceSchema } from '../control-contract/parts.ts'
import { readReport } from '../control-contract/report.ts'
import { removeSandbox } from '../control-contract/sandboxes.ts'
import { armFault, disarmFaults, listFaults, triggerEvent } from '../control-contract/scenario.ts'
import { resetSandbox } from '../control-contract/server.ts'
import { compareSnapshot, removeSnapshot, restoreSnapshot, takeSnapshot } from '../control-contract/snapshots.ts'
import { readTraffic } from '../control-contract/traffic.ts'
import { TimeoutMs, verify } from '../control-contract/verify.ts'
import { DEFAULT_SANDBOX, type Sandbox } from '../world/world.ts'
import { requireOptions } from './checked-options.ts'
import { credentialsOf, tokenFor } from './client-token.ts'
import { addressRequest, controlOf, rejectOnAbort, type Server, sandboxPrefix } from './in-process.ts'
import { remoteAddressOf } from './remote-address.ts'
import type {
  ExpectationOptions,
  ExpectationOutcome,
  JournalEntry,
  ScenarioOptions,
  TriggeredEvent,
  TriggerOptions,
  UnderstayEvent,
  UnderstayReport,
  UnderstayTraffic,
} from './schema-types.ts'
import { throwWithOptions } from './start-error.ts'
import type { Credentials, Since, TokenOptions, Understay, UnderstaySandbox, UnderstayWorld, VerifyOptions } from './types.ts'
import { VerifyError } from './verify-error.ts'
import { worldClock } from './world-clock.ts'
import { worldWebhooks } from './world-webhooks.ts'

const TOKEN_OPTIONS = { client: { type: 'string' }, scopes: { type: 'array', items: { type: 'string' } } }

const restartedText = (sandbox: string): string =>
  `the sandbox ${sandbox} was restarted while this waited: await it before the sandbox is reset, deleted or plays something else`

const sinceOf = (call: string, options: Since): Since => requireOptions(call, options, { since: SinceSchema })

/** A world of a server: its default one, or a sandbox. */
export class WorldHandle implements UnderstayWorld {
  readonly url: string
  readonly baseUrl: string
  readonly apiUrl: string
  readonly tokenUrl: string
  readonly clock: UnderstayWorld['clock']
  readonly faults: UnderstayWorld['faults']
  readonly snapshots: UnderstayWorld['snapshots']
  readonly webhooks: UnderstayWorld['webhooks']
  readonly fetch: UnderstayWorld['fetch']
  readonly #server: Server
  readonly #sandbox: string
  readonly #control: ControlClient
  /** True once its sandbox has been removed by this object. */
  protected isRemoved = false

  constructor(shared: Server, sandbox: string) {
    const server: Server = {
      ...shared,
      isOpen: () => shared.isOpen() && !this.isRemoved,
      answer: async (...request) => {
        this.#requireKept()
        return shared.answer(...request)
      },
    }
    this.#server = server
    this.#sandbox = sandbox
    this.url = `${server.url}${sandboxPrefix(sandbox)}`
    this.baseUrl = this.url
    this.apiUrl = `${this.url}${server.world.product.apiPath}`
    this.tokenUrl = `${this.apiUrl}/oauth/token`
    const control = controlOf(server, sandbox)
    this.#control = control
    this.clock = worldClock(control, () => this.#open().clock)
    this.faults = {
      arm: (fault) => control.call(armFault, { body: fault }),
      list: () => control.call(listFaults),
      disarm: async (id) => (await control.call(disarmFaults, { query: { id } })).removed,
    }
    this.snapshots = {
      take: (name) => control.call(takeSnapshot, { body: { name } }),
      restore: async (name) => void (await control.call(restoreSnapshot, { path: { name }, body: {} })),
      diff: (name, to) => control.call(compareSnapshot, { path: { name }, query: { to } }),
      remove: async (name) => void (await control.call(removeSnapshot, { path: { name } })),
    }
    this.webhooks = worldWebhooks(control, server, () => (server.isOpen() ? server.world.opened(sandbox) : undefined))
    this.fetch = async (input, init) => {
      const request = addressRequest(server, sandbox, input, init)
      return rejectOnAbort(request, () => server.answer(request, remoteAddressOf(input)))
    }
  }

  get credentials(): Credentials {
    return credentialsOf(this.#open(), this.#server.client)
  }

  credentialsOf(clientId: string): Credentials {
    return credentialsOf(this.#open(), clientId)
  }

  async token(options: TokenOptions = {}): Promise<string> {
    const { client, scopes } = requireOptions('token', options, TOKEN_OPTIONS)
    this.#server.requireOpen()
    return tokenFor(this.#open(), credentialsOf(this.#open(), client ?? this.#server.client), scopes)
  }

  async reset(): Promise<void> {
    await this.#control.call(resetSandbox)
  }

  async journal(options: Since = {}): Promise<readonly JournalEntry[]> {
    const { entries } = await this.#control.call(readJournal, { query: sinceOf('journal', options) })
    return entries.filter((entry) => 'requestHeaders' in entry)
  }

  async events(options: Since = {}): Promise<readonly UnderstayEvent[]> {
    return this.#control.call(listEvents, { query: sinceOf('events', options) })
  }

  async traffic(options: Since = {}): Promise<UnderstayTraffic> {
    return this.#control.call(readTraffic, { query: sinceOf('traffic', options) })
  }

  async play(scenario: string | ScenarioOptions | undefined): Promise<void> {
    this.#server.requireOpen()
    const { templates } = this.#open().world
    // Unlike a request, code may name any file.
    const loading = scenario === undefined ? templates.withoutScenario() : templates.fromTrusted(scenario)
    const template = await loading.catch(throwWithOptions)
    this.#open().restartFrom(template)
  }

  async trigger(event: TriggerOptions): Promise<TriggeredEvent> {
    return this.#control.call(triggerEvent, { body: event })
  }

  async verify(
    expected?: ExpectationOptions | readonly ExpectationOptions[],
    options: VerifyOptions = {},
  ): Promise<readonly ExpectationOutcome[]> {
    const sent = requireOptions('verify', options, { timeoutMs: TimeoutMs, since: SinceSchema, reactions: {} })
    const expect = expected === undefined ? undefined : [expected].flat()
    const { world } = this.#server
    const store = world.opened(this.#sandbox)?.store
    const answer = await this.#control.call(verify, { body: { expect, ...sent } })
    // Before the answer was made, a reset may have emptied the journal.
    if (store && world.opened(this.#sandbox)?.store !== store) throw new VerifyError(restartedText(this.#sandbox), [])
    if (!answer.ok) throwWithOptions(new VerifyError(answer.difference, answer.outcomes))
    return answer.outcomes
  }

  report(): Promise<UnderstayReport>
  report(format: 'md' | 'html' | 'junit'): Promise<string>
  async report(format: 'json' | 'md' | 'html' | 'junit' = 'json'): Promise<UnderstayReport | string> {
    return format === 'json' ? this.#control.call(readReport) : this.#control.text(readReport, { query: { format } })
  }

  /** A call would make a new sandbox of this name, beside those who have opened it since. */
  #requireKept(): void {
    const name = this.#sandbox
    if (this.isRemoved) throw new Error(`the sandbox ${name} has been removed; sandbox('${name}') of the server opens a new one`)
  }

  #open(): Sandbox {
    this.#requireKept()
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
    if (this.isRemoved) return
    await controlOf(this.#server, DEFAULT_SANDBOX).call(removeSandbox, { query: { name: this.name } })
    this.isRemoved = true
  }
}

/** The server, for users of the library. */
export class ServerHandle extends WorldHandle implements Understay {
  readonly caFile: string | undefined
  readonly #server: Server
  readonly #stop: () => Promise<void>
  #stopped: Promise<void> | undefined

  /** @param stop shuts the server down; called once */
  constructor(server: Server, stop: () => Promise<void>) {
    super(server, DEFAULT_SANDBOX)
    this.caFile = server.caFile
    this.#server = server
    this.#stop = stop
  }

  async sandbox(name: string): Promise<UnderstaySandbox> {
    this.#server.requireOpen()
    requireSandboxName(name)
    try {
      await this.#server.world.openSandbox(name)
    } catch (error) {
      throwWithOptions(error)
    }
    return new SandboxHandle(this.#server, name)
  }

  close(): Promise<void> {
    return (this.#stopped ??= this.#stop())
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
