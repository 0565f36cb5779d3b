/**
 * What the handlers of the control API work with.
 *
 * @module
 */
import type { Api } from '../api/define-api.ts'
import type { OnAsync } from '../api/pipeline/binder.ts'
import { RequestContext } from '../api/pipeline/request-context.ts'
import type { BookingApi } from '../booking-api/index.ts'
import { DEFAULT_SANDBOX, type Sandbox } from '../world/world.ts'
import type { ControlOperation } from './operation.ts'

/** Who may use the control API, and how much may be sent to it. */
export interface ControlRules {
  /** True where it is open to whoever reaches the server. */
  readonly open: boolean
  readonly token: string | undefined
  /** The hosts that hooks may point to which are set while the server runs; undefined: any, where it is not open to everybody. */
  readonly webhookHosts?: readonly string[] | undefined
  /** Scheme and host by which the server is reached, where that is not what calls name. */
  readonly publicUrl?: string | undefined
  /** Host names that calls may use beside private ones, where it is open. */
  readonly hosts?: readonly string[]
  /** Bytes that a state may have. */
  readonly maxStateBytes?: number
  /** True once the socket listens. */
  readonly ready: () => boolean
}

/** One request of the control API. It is in no journal, and no fault affects it. */
export class ControlContext extends RequestContext<ControlOperation> {
  readonly record = undefined
  #sandbox: Sandbox | undefined

  /** The sandbox it is addressed to. What was due when the request came has been done. */
  get sandbox(): Sandbox {
    this.#sandbox ??= this.world.sandbox(this.request.sandbox)
    return this.#sandbox
  }

  /** `/@w1`, or empty. */
  get prefix(): string {
    const prefix = `/@${this.request.sandbox}`
    return this.request.sandbox !== DEFAULT_SANDBOX && this.request.root.endsWith(prefix) ? prefix : ''
  }

  /** Scheme and host that addresses in responses begin with. */
  get origin(): string {
    const { root } = this.request
    return this.prefix === '' ? root : root.slice(0, -this.prefix.length)
  }

  /** @param name in lower case */
  header(name: string): string | undefined {
    return this.request.header(name)
  }
}

/** What the documents of the control API depend on. */
export interface ControlSettings {
  /** True where calls must bring the control token. */
  readonly token: boolean
}

/** What some handlers need beside a request. */
export interface Surroundings {
  readonly rules: ControlRules
  readonly booking: BookingApi
  readonly control: Api<ControlContext, ControlOperation, ControlSettings>
}

/** What a file of handlers is given. */
export type OnControl = OnAsync<ControlContext>
