/** The context and dependencies of the handlers of the control API. */
import type { Api } from '../api/define-api.ts'
import type { Masking } from '../api/json-parts.ts'
import type { Team, Teams } from '../auth/teams.ts'
import type { BookingApi } from '../booking-api/index.ts'
import type { ControlOperation } from '../control-contract/operation.ts'
import type { OnAsync } from '../pipeline/binder.ts'
import { RequestContext } from '../pipeline/request-context.ts'
import { DEFAULT_SANDBOX, type Sandbox } from '../world/world.ts'

/** Who may use the control API, and the limits of its requests. */
export interface ControlRules {
  /** True when every client that reaches the server may use the control API. */
  readonly open: boolean
  readonly token: string | undefined
  /** The teams, each with a token for its own sandboxes. */
  readonly teams?: Teams | undefined
  /**
   * Allowed hosts for webhooks that are added at run time. Undefined allows every host, or none when the control API is `open`.
   */
  readonly webhookHosts?: readonly string[] | undefined
  /** Scheme and host of the server as clients see it, when it differs from the `Host` header. */
  readonly publicUrl?: string | undefined
  /** Host names accepted besides private ones when the control API is open. */
  readonly hosts?: readonly string[]
  /** Maximum size of a state, in bytes. */
  readonly maxStateBytes?: number
  /** True once the server is listening. */
  readonly ready: () => boolean
  /** When the server was created: a time that does not jump when the clock of the machine is set. */
  readonly started?: number
  /** Tells this server from every other one. */
  readonly instance?: string
}

/** One request to the control API. It is not journalled and not affected by faults. */
export class ControlContext extends RequestContext<ControlOperation> {
  readonly record = undefined
  /** The team whose token was sent; undefined when the caller may use every sandbox. */
  team: Team | undefined
  #sandbox: Sandbox | undefined

  /** The addressed sandbox, in which all due work has been done. */
  get sandbox(): Sandbox {
    this.#sandbox ??= this.world.sandbox(this.request.sandbox)
    return this.#sandbox
  }

  /** Writes to the log what this caller replaced, removed or moved, and the team of the caller: nothing else keeps it. */
  log(message: string, fields: Readonly<Record<string, unknown>> = {}): void {
    const { request, team, world } = this
    world.log.info(message, { sandbox: request.sandbox, ...(team && { team: team.label }), ...fields })
  }

  /** The secrets of the sandbox, if it was addressed; credentials are shown. */
  override get masking(): Masking | undefined {
    return this.operation?.showsSecrets ? undefined : this.#sandbox?.secrets
  }

  /** Scheme and host of links in responses. */
  get origin(): string {
    const { root, sandbox } = this.request
    const prefix = `/@${sandbox}`
    return sandbox !== DEFAULT_SANDBOX && root.endsWith(prefix) ? root.slice(0, -prefix.length) : root
  }
}

/** What some handlers need besides a request. */
export interface HandlerDependencies {
  readonly rules: ControlRules
  readonly booking: BookingApi
  readonly control: Api<ControlContext, ControlOperation, unknown>
}

/** Registers the handlers of a file. */
export type OnControl = OnAsync<ControlContext>
