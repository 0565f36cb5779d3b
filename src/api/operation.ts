/**
 * The declaration of an operation, as far as every API needs it: method, path, what is sent.
 * Each API adds what its guards, responses and errors read, such as scopes.
 *
 * @module
 */
import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { PathParameter, PathValue } from './path-values.ts'

export const METHODS = ['get', 'post', 'put', 'delete'] as const
export type Method = (typeof METHODS)[number]

export type PathParameters = Readonly<Record<string, PathParameter<unknown>>>

/** Schemas by name; one made by `Type.Optional` may be left out. */
export type Fields = TProperties

/** What a form may hold: single fields and maps such as `tariffinput[<epoch>]`. */
export interface FormShape {
  /** Field name to what it means. */
  readonly fields: Readonly<
    Record<string, { readonly description: string; readonly required: boolean; readonly example: string }>
  >
  /** Map name to what key and value mean. */
  readonly maps?: Readonly<
    Record<
      string,
      { readonly description: string; readonly optional?: true; readonly example: readonly [key: string, value: string] }
    >
  >
}

/** A body that the handler reads itself, such as a scenario in YAML. */
export interface DocumentBody {
  /** What it is, in a few words. */
  readonly means: string
  readonly schema: TSchema
  readonly example: unknown
  /** Other media types that are accepted, each with an example. */
  readonly also?: Readonly<Record<string, string>>
}

/** Values by name, as they are sent in an example. */
type Sent = Readonly<Record<string, unknown>>

/** An example of a request. */
export interface RequestExample {
  readonly path?: Sent
  readonly query?: Sent
  readonly headers?: Sent
  readonly form?: Readonly<Record<string, string>>
  readonly body?: Sent
}

/** What matcher, binder and documents need of an operation. At most one of `form`, `body` and `document` is declared. */
export interface Operation<Tag extends string = string> {
  /** Verb and noun, such as `listBookings`; unique in its API. */
  readonly id: string
  readonly method: Method
  /** Below the prefix of the API: `/tariffs/{property_id}[/{language}]`, optional parts in square brackets. */
  readonly path: string
  /** Other spellings that are accepted. */
  readonly also?: readonly string[]
  readonly tag: Tag
  readonly summary: string
  /** What the summary leaves out. */
  readonly description?: string
  /** The parameters in the path. */
  readonly params: PathParameters
  /** The query parameters; where they are declared, an unknown one is refused. */
  readonly query?: Fields
  readonly headers?: Fields
  /** A form body: urlencoded or multipart. */
  readonly form?: FormShape
  /** The fields of a JSON body; an unknown or wrong field is refused. */
  readonly body?: Fields
  readonly document?: DocumentBody
  readonly example?: RequestExample
  /** False where no sandbox is looked at: none is opened, and the response waits for no change of it. */
  readonly sandbox?: false
  /** True where the response holds a token, which the journal masks. */
  readonly secretResponse?: true
}

/** An operation with the types of its input and its result; nothing at run time. */
export type Typed<O extends Operation, I, A> = O & { readonly $types?: { readonly input: I; readonly answer: A } }

/** An operation that was found by its path, and the text of each of its path parameters. */
export interface Match<O extends Operation = Operation> {
  readonly operation: O
  readonly values: Readonly<Record<string, string>>
}

/** The values of path parameters, by name. */
export type PathValues<P extends PathParameters> = { readonly [K in keyof P]: PathValue<P[K]> }

/** The values of fields, by name. */
export type FieldValues<F extends Fields> = DeepReadonly<Static<TObject<F>>>

/** A body that the handler reads itself, as it was sent. */
export interface SentDocument {
  readonly text: string
  /** The content type, without parameters; empty when none was sent. */
  readonly type: string
}

/** What a handler is given: path parameters by name, and `query`, `headers`, `body`, `document` where they are declared. */
export type Input<D extends Pick<Operation, 'params' | 'query' | 'headers' | 'body' | 'document'>> = PathValues<D['params']> &
  (D['query'] extends Fields ? { readonly query: FieldValues<D['query']> } : unknown) &
  (D['headers'] extends Fields ? { readonly headers: FieldValues<D['headers']> } : unknown) &
  (D['body'] extends Fields ? { readonly body: FieldValues<D['body']> } : unknown) &
  (D['document'] extends DocumentBody ? { readonly document: SentDocument } : unknown)

/** A value that nobody may change, all the way down. */
export type DeepReadonly<T> = T extends (infer E)[]
  ? readonly DeepReadonly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T
