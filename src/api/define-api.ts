/**
 * An API as a value: its operations, who may call them, and what responses look like. Pipeline, matcher, binder, OpenAPI
 * document and response check work on any such value.
 *
 * Type parameters throughout: `C` is the context of one request, `O` the API's kind of operation, `S` the settings its
 * documents depend on, such as choices.
 *
 * @module
 */
import type { Match, Operation } from './operation.ts'
import type { Product } from './product.ts'
import type { ApiResponse } from './response.ts'

export type Json = Readonly<Record<string, unknown>>

/** What a guard contributes to the description of an operation; parts that do not apply are left out. */
export interface GuardDescription {
  /** Codes of refusals, from the list of the API's {@link ErrorResponses}. */
  readonly refusals?: readonly string[]
  /** Parameters in OpenAPI's form, such as a required header. */
  readonly parameters?: readonly Json[]
  /** Security requirements in OpenAPI's form. */
  readonly security?: readonly Json[]
}

/** One check of a request, made before its handler runs. */
export interface Guard<C, O extends Operation, S> {
  readonly name: string
  /** True for a guard that also checks requests for no operation: they are refused by it before they are not found. */
  readonly checksUnmatched?: true
  /** What the guard asks of an operation, for documents. */
  readonly describe: (operation: O, settings: S) => GuardDescription
  /** @throws when the request may not go on; the API's {@link ErrorResponses} renders it */
  readonly check: (context: C) => void
}

/** A media type's schema and example, as OpenAPI writes them. */
export interface MediaType {
  readonly schema: object
  readonly example?: unknown
}

/** One response an operation can give, in OpenAPI's form. */
export interface ResponseDescription {
  readonly description: string
  readonly headers?: Json
  readonly content?: Readonly<Record<string, MediaType>>
}

export type ResponseDescriptions = Readonly<Record<string, ResponseDescription>>

/** How the result of a handler becomes a response. */
export interface Envelope<C, O extends Operation, S> {
  readonly respond: (value: unknown, context: C, operation: O) => ApiResponse
  /** The responses of an operation that succeeds, by status. */
  readonly describe: (operation: O, settings: S) => ResponseDescriptions
}

/** How everything that is refused or fails becomes a response. */
export interface ErrorResponses<C, O extends Operation, S> {
  /** The response to an error that means "refused"; undefined for any other error, which is a failure of the server. */
  readonly refuse: (error: unknown, context: C) => ApiResponse | undefined
  /** The error for a request for no operation. @param nearest what was probably meant */
  readonly unknown: (context: C, nearest: string) => unknown
  /** The response where no operation is asked: no such sandbox, a failure of the server. */
  readonly fail: (status: number, message: string) => ApiResponse
  /**
   * The responses to what is refused, by status.
   *
   * @param guarded codes of refusals that the guards contribute
   */
  readonly describe: (operation: O, guarded: readonly string[], settings: S) => ResponseDescriptions
  /** Schemas that {@link describe} refers to, by name. */
  readonly schemas: (settings: S) => Readonly<Record<string, object>>
}

/** What the OpenAPI document says of the API as a whole. */
export interface ApiDescription<O extends Operation, S> {
  readonly title: string
  readonly description: string
  /** What each tag is about, where there is more to say than its name. */
  readonly tags?: Readonly<Record<string, string>>
  /** Security schemes in OpenAPI's form; undefined where there are none. */
  readonly securitySchemes?: (base: string, settings: S, operations: readonly O[]) => Json
  /** What operations ask for that name no security of their own. */
  readonly security?: (settings: S) => readonly Json[]
}

/** Finds an operation by its method and the decoded segments of a path. */
export type FindOperation<O extends Operation> = (method: string, segments: readonly string[]) => Match<O> | undefined

/** An API: what {@link defineApi} makes. */
export interface Api<C, O extends Operation, S> {
  readonly name: string
  /** The path that all operations begin with, under a product word: `/service/api`. */
  readonly prefix: (product: Product) => string
  readonly operations: readonly O[]
  /** Checked in this order. Those that check unmatched requests come first. */
  readonly guards: readonly Guard<C, O, S>[]
  readonly envelope: Envelope<C, O, S>
  readonly errors: ErrorResponses<C, O, S>
  readonly document: ApiDescription<O, S>
  /** True where every request is journalled and may be affected by faults; its sandbox is opened before anything else. */
  readonly journalled: boolean
  /** Bytes a body may have at most. */
  readonly maxBodyBytes: number
  /** Sets the operation of a request where more than method and path decide it. */
  readonly route?: (context: C, find: FindOperation<O>) => void
  /** Answers OPTIONS without looking for an operation; where it is left out, OPTIONS is a method like others. */
  readonly preflight?: (context: C) => ApiResponse
  /** Adds headers that every response of the API has, such as those of CORS. */
  readonly addHeaders?: (context: C, headers: Record<string, string>) => void
}

/**
 * Declares an API.
 *
 * @throws Error when two operations share an id, or a guard that checks unmatched requests comes after one that does not
 */
export function defineApi<C, O extends Operation, S>(api: Api<C, O, S>): Api<C, O, S> {
  const ids = new Set<string>()
  for (const { id } of api.operations) {
    if (ids.has(id)) throw new Error(`${api.name}: the operation ${id} is declared twice`)
    ids.add(id)
  }
  const order = api.guards.map(({ checksUnmatched }) => checksUnmatched === true)
  const late = api.guards.find((_, index) => order[index] && order.slice(0, index).includes(false))
  if (late) throw new Error(`${api.name}: the guard ${late.name} checks unmatched requests and must come first`)
  return api
}

/** Every response of an operation, by status: what documents show and tests check responses against. */
export function describeResponses<C, O extends Operation, S>(api: Api<C, O, S>, operation: O, settings: S): ResponseDescriptions {
  const guarded = api.guards.flatMap((guard) => guard.describe(operation, settings).refusals ?? [])
  return { ...api.errors.describe(operation, guarded, settings), ...api.envelope.describe(operation, settings) }
}
