/**
 * One request on its way: what is known of it is set here as it becomes known.
 *
 * @module
 */
import type { RequestRecord } from '../../journal/request-record.ts'
import { realNow } from '../../simulation/clock.ts'
import type { Sandbox, World } from '../../world/world.ts'
import { EMPTY_FORM, type Form } from '../form.ts'
import type { Operation } from '../operation.ts'
import type { ApiRequest } from './api-request.ts'

/** What a request claims about itself. Nothing of it has been checked, but what is named here exists. */
export interface RequestClaims {
  /** The id of a known token. */
  readonly token: string | undefined
  readonly client: string | undefined
  readonly property: number | undefined
  readonly session: string | undefined
}

const NO_VALUES: Readonly<Record<string, string>> = {}

/** The context of one request. An API extends it with what its guards find out and its handlers need. */
export abstract class RequestContext<O extends Operation = Operation> {
  readonly world: World
  readonly request: ApiRequest
  /** When it came in, by the machine's clock. */
  readonly started: number = realNow()
  /** The sandbox it is addressed to. @throws SandboxError */
  abstract readonly sandbox: Sandbox
  /** Its record for the journal; undefined in an API that keeps no journal, whose requests no fault affects. */
  abstract readonly record: RequestRecord | undefined
  /** The query; undefined where there is none. */
  readonly params: URLSearchParams | undefined
  /** The method it means; the one it was sent with, unless the API says otherwise. */
  method: string
  /** The body, where the API reads no forms. */
  body: Uint8Array | undefined = undefined
  form: Form = EMPTY_FORM
  /** Why the body could not be read. */
  bodyProblem: unknown = undefined
  /** The decoded segments of the path; undefined where their encoding is broken. */
  segments: readonly string[] | undefined = undefined
  operation: O | undefined = undefined
  /** The values in the path, by parameter name, as they were sent. */
  pathValues: Readonly<Record<string, string>> = NO_VALUES
  /** The name of the path parameter that holds the guarded property. */
  guarded: string | undefined = undefined
  /** Why it is for no operation, where that is known before any guard. */
  routeProblem: unknown = undefined
  /** What its handler is given. */
  input: Readonly<Record<string, unknown>> = NO_VALUES

  constructor(world: World, request: ApiRequest) {
    this.world = world
    this.request = request
    this.params = request.query ? new URLSearchParams(request.query) : undefined
    this.method = request.method
  }

  /** Takes the body in. @throws when it is not what the API takes; remembered as {@link bodyProblem} */
  readBody(body: Uint8Array): void | Promise<void> {
    this.body = body
  }

  /** Reads what the request claims, and writes it into its record. */
  claims?(): RequestClaims
}
