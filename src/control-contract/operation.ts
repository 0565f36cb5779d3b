/**
 * The declaration of an operation of the control API: its path, its input and its responses.
 *
 * A new operation is a declaration in the file of its subject in `contract/`, and a handler in the file of that name in
 * `handlers/`.
 * Query, headers and body are checked against their schemas before the handler runs; a body that is not a flat object, such as
 * a scenario in YAML, is declared as `document`. The OpenAPI document and, in tests, the check of every response follow from
 * it.
 *
 * @module
 */
import type { Static, TSchema } from 'typebox'
import type {
  DeepReadonly,
  DocumentBody,
  Fields,
  FieldValues,
  Operation,
  PathParameters,
  PathValues,
  SentDocument,
  Typed,
} from '../api/operation.ts'
import { Type } from '../api/schema.ts'

type Schema = ReturnType<typeof Type.String> | ReturnType<typeof Type.Object> | ReturnType<typeof Type.Union>

/** A response under one status. */
export interface ControlAnswer {
  /** A short description. */
  readonly means: string
  readonly schema: Schema | object
  readonly example: unknown
  /** The media type; JSON by default. */
  readonly type?: string
  /** Other media types on request, each with an example. */
  readonly also?: Readonly<Record<string, string>>
}

/** An operation of the control API. */
export interface ControlOperation extends Operation {
  /** By status. */
  readonly answers: Readonly<Record<number, ControlAnswer>>
  /** Error statuses specific to this operation, each with its meaning. */
  readonly refusals?: Readonly<Record<number, string>>
  /** True for operations that need neither the control token nor a local client. */
  readonly open?: true
  /** True for an operation on the whole server, for which the token of a team is not enough. */
  readonly wholeServer?: true
}

type Declared = Omit<ControlOperation, 'tag' | 'params'> & { readonly params?: PathParameters }
type ParamsOf<D extends Declared> = D['params'] extends PathParameters ? D['params'] : Record<never, never>

type InputOf<D extends Declared> = PathValues<ParamsOf<D>> &
  (D['query'] extends Fields ? { readonly query: FieldValues<D['query']> } : unknown) &
  (D['headers'] extends Fields ? { readonly headers: FieldValues<D['headers']> } : unknown) &
  (D['body'] extends Fields ? { readonly body: FieldValues<D['body']> } : unknown) &
  (D['document'] extends DocumentBody ? { readonly document: SentDocument } : unknown)

/** The type of an operation's body, as its handler receives it. */
export type BodyOf<T> =
  T extends Typed<ControlOperation, infer I, unknown> ? (I extends { readonly body: infer B } ? B : never) : never

/** Declares the operations of a tag; the types of their input follow from the declaration. */
export const operationsOf =
  (tag: string) =>
  <const D extends Declared>(declared: D): Typed<ControlOperation, InputOf<D>, unknown> & Pick<D, 'answers'> => ({
    params: {},
    ...declared,
    tag,
  })

/** The type of an operation's response with status 200. */
export type ResponseOf<T extends { readonly answers: { readonly 200: { readonly schema: TSchema } } }> = DeepReadonly<
  Static<T['answers'][200]['schema']>
>

/** The operations on one subject. */
export interface Subject {
  readonly tag: string
  readonly about: string
  readonly operations: readonly ControlOperation[]
}

/** The body of every refusal. */
export const Refused = Type.Object({
  error: Type.String({ description: 'What is wrong and what to do, naming the field', minLength: 1 }),
})

/** The body of a response to an unknown path. */
export const UnknownPath = Type.Object({
  error: Type.String({ minLength: 1 }),
  endpoints: Type.Array(Type.String(), { description: 'Every operation' }),
})

/** Error statuses of every operation that is not `open`. */
const COMMON_REFUSALS: Readonly<Record<number, string>> = {
  401: 'The control token is missing or wrong',
  403: 'The request comes from a page of another origin, with a foreign host name, or from another machine, or the sandbox does not belong to the team',
  404: 'The sandbox does not exist',
  409: 'The limit of sandboxes is reached',
  429: 'The team has reached its limit of calls per minute',
  503: 'The sandbox is being opened, or a change could not be stored',
  507: 'A change could not be stored: the disk is full or read-only',
}

/** All error statuses of an operation with their meanings; its own declarations take precedence. */
export function refusalsOf(operation: ControlOperation): Readonly<Record<number, string>> {
  const { query, headers, body, document, open, refusals = {}, answers } = operation
  const all: Record<number, string> = {
    ...((query ?? headers ?? body ?? document) && { 400: 'A name or value is invalid' }),
    ...((body ?? document) && { 413: 'The body is too large' }),
    ...(!open && COMMON_REFUSALS),
    ...refusals,
  }
  return Object.fromEntries(Object.entries(all).filter(([status]) => !(Number(status) in answers)))
}
