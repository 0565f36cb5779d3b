/** What an operation of the service interface declares beside path and form: scope, session, response, refusals. */
import type { Static, TSchema } from 'typebox'
import type { DeepReadonly, FormShape, Operation, PathParameters, PathValues, Typed } from '../../api/operation.ts'
import type { Scope } from '../../auth/scope.ts'
import type { RefusalCode } from '../../domain/refusal.ts'
import type { ChoiceId, Choices } from '../choices/choices.ts'
import type { Tag } from './tags.ts'

/** The response's key in `data` and its shape; a function where the shape depends on choices. */
export interface ResponseShape<S extends TSchema> {
  readonly key: string
  /** Keys that differ by the value of one path parameter. */
  readonly keyBy?: { readonly param: string; readonly keys: Readonly<Record<string, string>> }
  /** Other keys that the service uses in some cases; the handler decides. */
  readonly otherKeys?: readonly string[]
  /** True when the value has frozen parts that are sent again: their JSON is kept. */
  readonly keepsText?: true
  readonly data: S | ((choices: Choices) => S)
}

export interface Example {
  /** Path values by parameter name, as sent. */
  readonly path?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>>
  /** The value under the response's key. */
  readonly answer: unknown
}

/**
 * What an operation needs of the booking session: its name in the header only (`named`), a new session (`begins`),
 * or one that belongs to a property (`bound`).
 */
export type SessionNeed = 'named' | 'begins' | 'bound'

interface Declared extends Omit<Operation<Tag>, 'example' | 'query' | 'headers' | 'body' | 'document'> {
  /** Undefined if no token is needed. */
  readonly scope?: Scope
  /** The scope under the choice `operation_scopes=recorded`, where it differs. */
  readonly recordedScope?: Scope
  /** False under `operation_scopes=recorded`: the property is not checked there. */
  readonly recordedPropertyCheck?: false
  /** Undefined without a booking session. */
  readonly session?: SessionNeed
  readonly refusals?: readonly RefusalCode[]
  readonly example: Example
  readonly source: string
  readonly choices?: readonly ChoiceId[]
  /** True if every successful call adds a row, repeated calls included. */
  readonly adds?: true
  /** False for the few whose `meta.site` has no `live_site`. */
  readonly liveSite?: false
}

type Untagged = Omit<Declared, 'tag'> & Partial<Pick<Declared, 'tag'>>

export interface BookingOperation extends Declared {
  readonly answer: ResponseShape<TSchema>
}

/** What gives an operation the types of its input and response. */
interface Shapes<P extends PathParameters, S extends TSchema> {
  readonly params: P
  readonly answer: ResponseShape<S>
}

/** Declares an operation; the types of its input and response follow from the declaration. */
export function operation<const P extends PathParameters, S extends TSchema>(
  declaration: Declared & Shapes<P, S>,
): Typed<BookingOperation, PathValues<P>, DeepReadonly<Static<S>>> {
  return declaration
}

/** The operations of a file, in the order of their declarations, with the tag that most of them have. */
export class Subject {
  readonly operations: BookingOperation[] = []
  readonly #tag: Tag

  constructor(tag: Tag) {
    this.#tag = tag
  }

  operation<const P extends PathParameters, S extends TSchema>(declaration: Untagged & Shapes<P, S>) {
    const declared = operation<P, S>({ tag: this.#tag, ...declaration })
    this.operations.push(declared)
    return declared
  }
}

export const field = (description: string, required: boolean, example: string) => ({ description, required, example })

/** The example of a form with these fields, or of a path with these parameters. */
export const sentExample = (fields: FormShape['fields'] | PathParameters): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).map(([name, { example = '' }]) => [name, example]))

/** The schema of the value under the response's key. */
export function answerSchema({ answer: { data } }: BookingOperation, choices: Choices): TSchema {
  return typeof data === 'function' ? data(choices) : data
}

/**
 * The key in `data` of one response.
 *
 * @param path the path values as sent
 */
export function responseKey({ answer }: BookingOperation, path: Readonly<Record<string, string>>): string {
  const { key, keyBy } = answer
  if (!keyBy) return key
  const sent = (path[keyBy.param] ?? '').toLowerCase()
  return Object.hasOwn(keyBy.keys, sent) ? (keyBy.keys[sent] ?? key) : key
}
