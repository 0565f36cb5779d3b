/**
 * The declaration of an operation of the control API: its path, its input and its responses.
 *
 * A new operation is a declaration in the file of its subject, and a handler in the file of that name in `handlers/`.
 * Query, headers and body are checked against their schemas before the handler runs; a body that is not a flat object, such as
 * a scenario in YAML, is declared as `document`. The OpenAPI document and, in tests, the check of every response follow from
 * it.
 */
import type { Static, TSchema } from 'typebox'
import type { DeepReadonly, Input, Operation, PathParameters, SentDocument, Typed } from '../api/operation.ts'
import { Type } from '../api/schema.ts'

/** A response under one status. */
interface ControlAnswer {
  /** A short description. */
  readonly means: string
  readonly schema: object
  readonly example: unknown
  /** The media type; JSON by default. */
  readonly type?: string
  /** Other media types on request, each with an example. */
  readonly also?: Readonly<Record<string, string>>
}

export interface ControlOperation extends Operation {
  readonly answers: Readonly<Record<number, ControlAnswer>>
  /** Error statuses specific to this operation, each with its meaning. */
  readonly refusals?: Readonly<Record<number, string>>
  /** What messages for users of the library, and for agents, name in place of the endpoint. */
  readonly knownAs?: { readonly library?: string; readonly tool?: string }
  /** True for operations that need neither the control token nor a local client. */
  readonly open?: true
  /** True for an operation whose response has secrets unmasked. */
  readonly showsSecrets?: true
  /** True for an operation on the whole server, for which the token of a team is not enough. */
  readonly wholeServer?: true
  /** True for an operation that ignores its query. */
  readonly anyQuery?: true
}

/** What is declared: `answer` where 200 is the only status of its responses, else `answers`. */
type Declared = Omit<ControlOperation, 'tag' | 'params' | 'answers'> & { readonly params?: PathParameters } & (
    | { readonly answer: ControlAnswer; readonly answers?: undefined }
    | { readonly answer?: undefined; readonly answers: ControlOperation['answers'] }
  )
type AnswersIn<D extends Declared> = D['answer'] extends ControlAnswer ? { readonly 200: D['answer'] } : D['answers']
type ParamsOf<D extends Declared> = D['params'] extends PathParameters ? D['params'] : Record<never, never>

type InputOf<D extends Declared> = Input<D & { readonly params: ParamsOf<D> }>

/** An operation with the type of its response; handlers may return what is converted to it, such as a stream. */
type Answering<D extends Declared> = Typed<ControlOperation, InputOf<D>, unknown> & {
  readonly $answer?: JsonAnswer<AnswersOf<AnswersIn<D>>[keyof AnswersIn<D>]>
}
type SentInput<T> = T extends Typed<ControlOperation, infer I, unknown> ? I : never
type Part<T, K extends string> = T extends { readonly [P in K]: infer V } ? V : never

export type BodyOf<T> = Part<SentInput<T>, 'body'>
export type QueryOf<T> = Part<SentInput<T>, 'query'>
/** The type of an operation's JSON response, other documents such as HAR left out. */
export type AnswerOf<T> = T extends { readonly $answer?: infer A } ? A : never

type Optionally<K extends string, V> = Record<never, never> extends V ? { readonly [P in K]?: V } : { readonly [P in K]: V }
/** Texts are sent as they are: the pages of the console pass on what their address says. */
type Texts<Q> = { readonly [K in keyof Q]: Q[K] | string | undefined }

/** JSON leaves out what is undefined. */
type OrUndefined<B> = B extends readonly (infer E)[]
  ? readonly OrUndefined<E>[]
  : B extends object
    ? { readonly [K in keyof B]: OrUndefined<B[K]> | undefined }
    : B

/** What a client sends to an operation. */
export type SentTo<T> = Optionally<'path', Readonly<Record<PathNames<T>, string | number>>> &
  ([QueryOf<T>] extends [never] ? unknown : Optionally<'query', Texts<QueryOf<T>>>) &
  ([BodyOf<T>] extends [never] ? unknown : Optionally<'body', OrUndefined<BodyOf<T>>>) &
  (SentInput<T> extends { readonly document: SentDocument } ? { readonly body: object | string } : unknown)
type PathNames<T> = Exclude<keyof SentInput<T>, 'query' | 'headers' | 'body' | 'document'> & string

type AnswersOf<A> = {
  [S in keyof A]: A[S] extends { readonly schema: infer V extends TSchema } ? DeepReadonly<Static<V>> : string
}
type JsonAnswer<V> = V extends { readonly log: object } ? never : V

/** The operations of a tag, in the order of their declarations. */
export class Subject {
  readonly tag: string
  readonly about: string
  readonly operations: ControlOperation[] = []

  constructor(tag: string, about: string) {
    this.tag = tag
    this.about = about
  }

  /**
   * Declares an operation; the types of its input and response follow from the declaration. One without query, body and
   * document takes no query.
   */
  operation<const D extends Declared>(declared: D): Answering<D> {
    const operation: Answering<D> = {
      params: {},
      ...(!declared.anyQuery && !declared.body && !declared.document && { query: {} }),
      ...declared,
      answers: declared.answer ? { 200: declared.answer } : declared.answers,
      tag: this.tag,
    }
    this.operations.push(operation)
    return operation
  }
}

/** The body of every refusal. */
export const Refused = Type.Object({
  error: Type.String({ description: 'What is wrong and what to do, naming the field', minLength: 1 }),
})

/** Error statuses of every operation that is not `open`. */
const COMMON_REFUSALS: Readonly<Record<number, string>> = {
  401: 'The control token is missing or wrong',
  403: 'The request comes from a page of another origin, with a foreign host name, or from another machine, or the sandbox does not belong to the team',
  404: 'The sandbox does not exist',
  409: 'The limit of sandboxes is reached',
  412: 'With `If-Match: *`: the sandbox does not exist, and is not created',
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
