/**
 * A collection of rows as one value. The type of its rows, the check of stored states, the indexes, masked secrets, references,
 * and both directions of fixtures follow from it.
 */
import { type Fields, type RowOf, snakeCase } from './fields.ts'

type Key = number | string | undefined

/** The other rows of a fixture, to check one of them. */
export interface RuleContext<R> {
  /** The rows of the same collection before this one. */
  readonly others: readonly R[]
  find(collection: string, id: number): Readonly<Record<string, unknown>> | undefined
}

export type RuleProblem<F> = readonly [field: keyof F & string, problem: string, ...inside: readonly string[]]

/** The problems of a row of a fixture beyond those of its fields. */
type Rules<F extends Fields> = (row: RowOf<F>, context: RuleContext<RowOf<F>>) => Iterable<RuleProblem<F>>
type Indexes<F extends Fields> = Readonly<Record<string, (row: RowOf<F>) => Key>>

interface Options<F extends Fields, X extends Indexes<F>, A extends Fields> {
  /** The list of fixtures with these rows, by default the name in snake case; false for rows without a list. */
  readonly list?: string | false
  /** Index name, and the bucket of a row; undefined for a row outside the index. */
  readonly indexes?: X & Indexes<F>
  readonly rules?: Rules<F>
  /** What a fixture writes in the row besides its fields: rows of other collections, which belong to this one. */
  readonly also?: A
}

/** A collection. `also` are fields of its fixture rows that the rows of a state do not have. */
export interface Collection<N extends string, F extends Fields, X = object, A extends Fields = Fields> {
  readonly name: N
  readonly fields: F
  /** What a row is called in messages: the name of the collection without its `s`. */
  readonly singular: string
  readonly list: string | false
  readonly indexes: X
  readonly rules: Rules<F> | undefined
  readonly also: A
}

/**
 * Declares a collection.
 *
 * @example collection('favourites', { id: text(), userId: ref('users'), propertyId: ref('properties') })
 */
export function collection<
  const N extends string,
  F extends Fields,
  X extends Indexes<F> = Record<never, never>,
  A extends Fields = Record<never, never>,
>(name: N, fields: F, options?: Options<F, X, A>): Collection<N, F, X, A>
export function collection(
  name: string,
  fields: Fields,
  { indexes = {}, rules, also = {}, list }: Options<Fields, Indexes<Fields>, Fields> = {},
): Collection<string, Fields> {
  const key = snakeCase(name)
  const singular = key.replaceAll('_', ' ').replace(/ies$/, 'y').replace(/s$/, '')
  return { name, fields, indexes, rules, also, list: list ?? key, singular }
}

export type Row<C extends { readonly fields: Fields }> = RowOf<C['fields']>
