/** The context of a request. Its fields are set as they become known. */

import { EMPTY_FORM, type Form } from '../api/form.ts'
import type { Masking } from '../api/json-parts.ts'
import type { Operation } from '../api/operation.ts'
import type { RequestHeaders } from '../api/request-headers.ts'
import type { ApiResponse } from '../api/response.ts'
import type { MaybePromise } from '../base/maybe-promise.ts'
import type { RequestRecord } from '../journal/request-record.ts'
import type { RequestFacts } from '../scenario/selectors/selector.ts'
import { realNow } from '../simulation/clock.ts'
import type { Sandbox, World } from '../world/world.ts'
import type { ApiRequest } from './api-request.ts'

/** The client, token, property and session that a request names. They exist, but access has not been checked. */
export type RequestClaims = Pick<RequestFacts, 'token' | 'client' | 'property' | 'session'>

const NO_VALUES: Readonly<Record<string, string>> = {}

/** An unexpected error with its stack, and the response that was made of it. */
export interface Failure {
  readonly error: string
  readonly response: ApiResponse
}

/** The context of a request. Each API extends it with the fields that its guards set and its handlers need. */
export abstract class RequestContext<O extends Operation = Operation> {
  readonly world: World
  readonly request: ApiRequest
  readonly headers: RequestHeaders
  /** When the request arrived, in real time. */
  readonly started: number = realNow()
  /** The addressed sandbox. @throws SandboxError */
  abstract readonly sandbox: Sandbox
  /** The journal record; undefined in an API without a journal. */
  abstract readonly record: RequestRecord | undefined
  /** The query; undefined without one. */
  readonly params: URLSearchParams | undefined
  /** The effective method; an API may override the one that was sent. */
  method: string
  /** The body, in an API without forms. */
  body: Uint8Array | undefined = undefined
  form: Form = EMPTY_FORM
  bodyProblem: unknown = undefined
  /** The decoded segments of the path; undefined when their encoding is invalid. */
  segments: readonly string[] | undefined = undefined
  operation: O | undefined = undefined
  /** The path parameters by name, as sent. */
  pathValues: Readonly<Record<string, string>> = NO_VALUES
  /** The error of routing, thrown after the guards that check unmatched requests. */
  routeProblem: unknown = undefined
  /** The unexpected error of the handler. */
  failure: Failure | undefined = undefined
  input: Readonly<Record<string, unknown>> = NO_VALUES

  /** Masks secrets in responses; undefined for an API, or an operation, that shows them. */
  get masking(): Masking | undefined {
    return undefined
  }

  constructor(world: World, request: ApiRequest) {
    this.world = world
    this.request = request
    this.headers = request.headers
    this.params = request.query ? new URLSearchParams(request.query) : undefined
    this.method = request.method
  }

  /** Receives the body. @throws Refusal `body_too_large`, `body_broken` */
  receiveBody(maxBytes: number): Promise<Uint8Array> {
    return this.request.readBody(maxBytes)
  }

  /** Reads the body. @throws for an invalid body; the pipeline keeps the error as {@link bodyProblem} */
  readBody(body: Uint8Array): MaybePromise<void> {
    this.body = body
  }
}
