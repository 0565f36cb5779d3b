/**
 * An API as a value: its operations, guards, envelope and error responses. Pipeline, matcher, binder, OpenAPI generator and
 * response check work on any such value.
 *
 * Type parameters: `C` is the context of a request, `O` the operation type of the API, `S` the settings its documents depend
 * on, such as choices.
 */
import type { Match, Operation } from './operation.ts'
import type { Product } from './product.ts'
import type { ApiResponse } from './response.ts'

export type Json = Readonly<Record<string, unknown>>

export interface GuardDescription {
  /** Codes of refusals, from the list of the API's {@link ErrorResponses}. */
  readonly refusals?: readonly string[]
  /** OpenAPI parameters, such as a required header. */
  readonly parameters?: readonly Json[]
  /** OpenAPI security requirements. */
  readonly security?: readonly Json[]
}

/** A check of a request before its handler runs. */
export interface Guard<C, O extends Operation, S> {
  /** Describes what the guard asks of an operation, for documents. */
  readonly describe: (operation: O, settings: S) => GuardDescription
  /** @throws to refuse the request; the {@link ErrorResponses} of the API render the error */
  readonly check: (context: C) => void
}

/** An OpenAPI response of an operation. */
export interface ResponseDescription {
  readonly description: string
  readonly headers?: Json
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>
}

export type ResponseDescriptions = Readonly<Record<string, ResponseDescription>>

/** Converts the result of a handler to a response. */
export interface Envelope<C, O extends Operation, S> {
  readonly respond: (value: unknown, context: C, operation: O) => ApiResponse
  /** The success responses of an operation, by status. */
  readonly describe: (operation: O, settings: S) => ResponseDescriptions
}

export interface ErrorResponses<C, O extends Operation, S> {
  /** The response to a refusal; undefined for an unexpected error. */
  readonly refuse: (error: unknown, context: C) => ApiResponse | undefined
  /** The error for a request that matches no operation. @param nearest the suggestion */
  readonly unknown: (context: C, nearest: string) => unknown
  /** The response to an error outside any operation: an invalid sandbox, an unexpected error. */
  readonly fail: (status: number, message: string) => ApiResponse
  /**
   * The error responses of an operation, by status.
   *
   * @param guarded codes of refusals that the guards contribute
   */
  readonly describe: (operation: O, guarded: readonly string[], settings: S) => ResponseDescriptions
  /** Schemas that {@link describe} refers to, by name. */
  readonly schemas: (settings: S) => Readonly<Record<string, object>>
}

/** The OpenAPI description of the API as a whole. */
export interface ApiDescription<O extends Operation, S> {
  readonly title: string
  readonly description: string
  readonly tags?: Readonly<Record<string, string>>
  /** OpenAPI security schemes; undefined without any. */
  readonly securitySchemes?: (base: string, settings: S, operations: readonly O[]) => Json
  /** The default security of operations. */
  readonly security?: (settings: S) => readonly Json[]
}

/** Finds an operation by its method and the decoded segments of a path. */
export type FindOperation<O extends Operation> = (method: string, segments: readonly string[]) => Match<O> | undefined

/** An API, created by {@link defineApi}. */
export interface Api<C, O extends Operation, S> {
  readonly name: string
  /** The path prefix of all operations: `/service/api`. */
  readonly prefix: (product: Product) => string
  readonly operations: readonly O[]
  /** Checks all requests before {@link guards}, also those that match no operation, before they are answered 404. */
  readonly entryGuard?: Guard<C, O, S>
  /** Check the requests that match an operation, in this order. */
  readonly guards: readonly Guard<C, O, S>[]
  readonly envelope: Envelope<C, O, S>
  readonly errors: ErrorResponses<C, O, S>
  readonly document: ApiDescription<O, S>
  /** True for an API whose requests are journalled and affected by faults; the sandbox is opened first. */
  readonly journalled: boolean
  /** Maximum size of a body, in bytes. */
  readonly maxBodyBytes: number
  /** Finds the operation of a request when method and path do not suffice. */
  readonly route?: (context: C, find: FindOperation<O>) => void
  /** Responds to OPTIONS. Without it, OPTIONS is an ordinary method. */
  readonly preflight?: (context: C) => ApiResponse
  /** Adds headers to every response of the API, such as CORS headers. */
  readonly addHeaders?: (context: C, headers: Record<string, string>) => void
}

/**
 * Declares an API.
 *
 * @throws Error when two operations share an id, or a guarded parameter has another name than `property_id`
 */
export function defineApi<C, O extends Operation, S>(api: Api<C, O, S>): Api<C, O, S> {
  const ids = new Set<string>()
  for (const { id, params } of api.operations) {
    if (ids.has(id)) throw new Error(`${api.name}: the operation ${id} is declared twice`)
    ids.add(id)
    const other = Object.keys(params).find((name) => params[name]?.guarded && name !== 'property_id')
    if (other) throw new Error(`${api.name}: ${id} has the guarded parameter ${other}; only property_id is guarded`)
  }
  return api
}

/** What the guards ask of an operation, in their order. */
export function describeGuards<C, O extends Operation, S>(api: Api<C, O, S>, operation: O, settings: S): GuardDescription[] {
  return [api.entryGuard ?? [], api.guards].flat().map((guard) => guard.describe(operation, settings))
}

/** All responses of an operation, by status, for documents and response checks. */
export function describeResponses<C, O extends Operation, S>(api: Api<C, O, S>, operation: O, settings: S): ResponseDescriptions {
  const guarded = describeGuards(api, operation, settings).flatMap(({ refusals = [] }) => refusals)
  return { ...api.errors.describe(operation, guarded, settings), ...api.envelope.describe(operation, settings) }
}
