/**
 * The declaration of an operation, common to all APIs: method, path, input. Each API adds fields for its guards, responses and
 * errors, such as scopes.
 */
import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { PathParameter, PathValue } from './path-values.ts'

export const METHODS = ['get', 'post', 'put', 'delete'] as const
export type Method = (typeof METHODS)[number]

export type PathParameters = Readonly<Record<string, PathParameter<unknown>>>

/** Schemas by name; those made by `Type.Optional` are optional fields. */
export type Fields = TProperties

/** The fields of a form, and its maps such as `tariffinput[<epoch>]`. */
export interface FormShape {
  /** Field name to description. */
  readonly fields: Readonly<
    Record<string, { readonly description: string; readonly required: boolean; readonly example: string }>
  >
  /** Map name to description of key and value. */
  readonly maps?: Readonly<
    Record<
      string,
      { readonly description: string; readonly optional?: true; readonly example: readonly [key: string, value: string] }
    >
  >
}

/** A body that the handler parses itself, such as a scenario in YAML. */
export interface DocumentBody {
  /** A short description. */
  readonly means: string
  readonly schema: TSchema
  readonly example: unknown
  /** Other accepted media types, each with an example. */
  readonly also?: Readonly<Record<string, string>>
}

/** The values of an example, by name. */
type Sent = Readonly<Record<string, unknown>>

export interface RequestExample {
  readonly path?: Sent
  readonly query?: Sent
  readonly headers?: Sent
  readonly form?: Readonly<Record<string, string>>
  readonly body?: Sent
}

/** An operation. At most one of `form`, `body` and `document` is declared. */
export interface Operation<Tag extends string = string> {
  /** Verb and noun, such as `listBookings`; unique in its API. */
  readonly id: string
  readonly method: Method
  /** The path below the prefix of the API: `/tariffs/{property_id}[/{language}]`; square brackets mark optional parts. */
  readonly path: string
  /** Aliases of the path. */
  readonly also?: readonly string[]
  readonly tag: Tag
  readonly summary: string
  /** Details beyond the summary. */
  readonly description?: string
  readonly params: PathParameters
  /** The query parameters; when declared, unknown ones are refused. */
  readonly query?: Fields
  readonly headers?: Fields
  /** A form body: urlencoded or multipart. */
  readonly form?: FormShape
  /** The fields of a JSON body; unknown and invalid fields are refused. */
  readonly body?: Fields
  readonly document?: DocumentBody
  /** Earlier names of query parameters and of fields of the body, and their names now. */
  readonly renamed?: Readonly<Record<string, string>>
  readonly example?: RequestExample
  /** False for an operation that uses no sandbox: none is opened, and the response does not wait for its storage. */
  readonly sandbox?: false
  /** True when the response contains a token, which the journal masks. */
  readonly secretResponse?: true
}

/** An operation with the types of its input and result, for the compiler only. */
export type Typed<O extends Operation, I, A> = O & { readonly $types?: { readonly input: I; readonly answer: A } }

export interface Match<O extends Operation = Operation> {
  readonly operation: O
  readonly values: Readonly<Record<string, string>>
}

export type PathValues<P extends PathParameters> = { readonly [K in keyof P]: PathValue<P[K]> }

export type FieldValues<F extends Fields> = DeepReadonly<Static<TObject<F>>>

/** A raw body that the handler parses itself. */
export interface SentDocument {
  readonly bytes: Uint8Array
  /** The same as text. @throws Refusal `encoding_broken` */
  readonly text: string
  /** The content type without parameters; empty when none was sent. */
  readonly type: string
}

/** The input of a handler: path parameters by name, and the declared ones of `query`, `headers`, `body`, `document`. */
export type Input<D extends Pick<Operation, 'params' | 'query' | 'headers' | 'body' | 'document'>> = PathValues<D['params']> &
  (D['query'] extends Fields ? { readonly query: FieldValues<D['query']> } : unknown) &
  (D['headers'] extends Fields ? { readonly headers: FieldValues<D['headers']> } : unknown) &
  (D['body'] extends Fields ? { readonly body: FieldValues<D['body']> } : unknown) &
  (D['document'] extends DocumentBody ? { readonly document: SentDocument } : unknown)

/** T with all nested properties read-only. */
export type DeepReadonly<T> = T extends (infer E)[]
  ? readonly DeepReadonly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T
