/**
 * The declaration of an operation: the one place that says its path, scope, values, answer and refusals.
 *
 * @module
 */
import type { Static, TSchema } from 'typebox'
import type { RefusalCode } from '../domain/refusal.ts'
import type { ChoiceId, Choices } from './choices.ts'
import type { Word, WordValue } from './parts.ts'
import type { Method, Scope } from './scope.ts'

export type Tag =
  | 'oauth'
  | 'search'
  | 'bookings'
  | 'tariffs'
  | 'guest-types'
  | 'guests'
  | 'coupons'
  | 'site-structure'
  | 'check-in'
  | 'overview'
  | 'properties'
  | 'black-bookings'
  | 'invoices'
  | 'favourites'
  | 'core'
  | 'charts'
  | 'booking-session'

export type Words = Readonly<Record<string, Word<unknown>>>

/** The value of every path parameter, by its name. */
export type Input<P extends Words> = { readonly [K in keyof P]: WordValue<P[K]> }

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

/** The answer's key, by the value of a path parameter. */
export interface KeyBy {
  readonly param: string
  readonly keys: Readonly<Record<string, string>>
}

/** An answer's key in `data` and its shape; a function where the shape depends on choices. */
export interface AnswerShape<S extends TSchema> {
  readonly key: string
  /** Keys that differ by the value of one path parameter, which is one of a few words. */
  readonly keyBy?: KeyBy
  /** Keys that the service uses instead in some cases; the handler says when. */
  readonly otherKeys?: readonly string[]
  readonly data: S | ((choices: Choices) => S)
}

export interface Example {
  /** Path values by parameter name, as they stand in the address. */
  readonly path?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>>
  /** What stands under the answer's key. */
  readonly answer: unknown
}

/**
 * What an operation needs of the booking session: its name in the header only (`named`), a session that begins now (`begins`),
 * or one that belongs to a property (`bound`).
 */
export type SessionNeed = 'named' | 'begins' | 'bound'

export interface Declaration<P extends Words, S extends TSchema> {
  readonly id: string
  readonly method: Method
  /** `/tariffs/{property_id}[/{language}]`: optional parts in square brackets. */
  readonly path: string
  /** Other spellings that are taken as well. */
  readonly also?: readonly string[]
  readonly tag: Tag
  readonly summary: string
  /** Undefined: open without a token. */
  readonly scope?: Scope
  /** The scope under the choice `operation_scopes=recorded`, where it differs. */
  readonly recordedScope?: Scope
  /** False under `operation_scopes=recorded`: the property is not checked there. */
  readonly recordedPropertyCheck?: false
  /** Undefined: no booking session. */
  readonly session?: SessionNeed
  readonly params: P
  readonly form?: FormShape
  readonly answer: AnswerShape<S>
  readonly refusals: readonly RefusalCode[]
  readonly example: Example
  readonly source: string
  readonly choices?: readonly ChoiceId[]
  /** False for the few that answer without `live_site` in `meta.site`. */
  readonly liveSite?: false
}

/** A value that nobody may change, all the way down. */
export type DeepReadonly<T> = T extends (infer E)[]
  ? readonly DeepReadonly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T

/** An operation without its types: what matcher, guard, documents and lists need. */
export interface Operation extends Omit<Declaration<Words, TSchema>, 'answer'> {
  readonly answer: {
    readonly key: string
    readonly keyBy?: KeyBy
    readonly otherKeys?: readonly string[]
    readonly data: TSchema | ((choices: Choices) => TSchema)
  }
}

/** An operation with the types of its input and answer; nothing at run time. */
export interface Typed<I, A> extends Operation {
  readonly $types?: { readonly input: I; readonly answer: A }
}

/** Declares an operation. */
export function operation<const P extends Words, S extends TSchema>(
  declaration: Declaration<P, S>,
): Typed<Input<P>, DeepReadonly<Static<S>>> {
  return declaration
}

/** The schema of what stands under the answer's key. */
export function answerSchema(operation: Operation, choices: Choices): TSchema {
  const { data } = operation.answer
  return typeof data === 'function' ? data(choices) : data
}

/**
 * The key in `data` of one answer.
 *
 * @param path the path's values, as they were sent
 */
export function answerKey({ answer }: Operation, path: Readonly<Record<string, string>>): string {
  const { key, keyBy } = answer
  if (!keyBy) return key
  const sent = (path[keyBy.param] ?? '').toLowerCase()
  return Object.hasOwn(keyBy.keys, sent) ? (keyBy.keys[sent] ?? key) : key
}
