/** The fields of rows as plain values: what a state holds, what a fixture may write, and how the one becomes the other. */
import type { Day } from '../../base/day.ts'
import { getOrInsert } from '../../base/get-or-insert.ts'
import type { Instant } from '../../base/instant.ts'
import type { Minor } from '../../base/money.ts'
import type { SchemaNode } from '../../base/schema-node.ts'
import * as schemas from './schemas.ts'

type PlainKind = 'day' | 'instant' | 'number' | 'text' | 'flag' | 'list' | 'map'
/** The kind of a field; one with a question mark may be null. */
export type Kind = PlainKind | `${PlainKind}?`

/** How the value of a fixture becomes that of the row; without one they are equal. */
type Form = 'amount' | 'hundredths' | 'day' | 'instant' | 'ref' | 'refs' | 'map' | 'rows' | 'country' | 'region' | 'place'

/** A field. `T` is its value in a row, `G` the value read from a fixture. */
export interface Field<T = unknown, G = T> {
  readonly kind: Kind
  /** What a fixture may write, as JSON Schema. The descriptions complete the sentence "expected ...". */
  readonly schema: SchemaNode
  readonly form?: Form
  /** The key in fixtures if it is not {@link keyOf} the name; false for a field that fixtures do not have. */
  readonly as?: string | false
  /** The value when a fixture has none. */
  readonly default?: T
  /** The field whose value a fixture without one means. */
  readonly like?: string
  /** True when the seeding works out a value that a fixture leaves out. */
  readonly optional?: boolean
  /** True for a field that a row may lack. */
  readonly absent?: boolean
  /** The collection that the ids of this field name. */
  readonly to?: string
  /** True for a reference that every undamaged state can follow; others outlive their rows. */
  readonly strict?: boolean
  /** True for a reference or an amount that calls may set to any number, also below the least of its schema. */
  readonly asSent?: boolean
  /** The word of a fixture for the reference 0. */
  readonly none?: string
  /** True when the row that is named must belong to the same property, or to none. */
  readonly ownProperty?: boolean
  /** The fields of a map or of the items of a list. */
  readonly fields?: Fields
  /** The field that a fixture may write in place of a whole item. */
  readonly short?: string
  /** The collection of the items, when they are rows of their own. */
  readonly of?: string
  /** The masked form of a secret. */
  readonly mask?: (value: string) => string
  /** The problem of a value that its schema allows. */
  readonly check?: (value: string) => string | undefined
  readonly '~row'?: () => T
  readonly '~given'?: () => G
}

export type Fields = Readonly<Record<string, Field>>

/** True for a field whose rows hold whole hundredths: 12.50 is 1250. */
export const isInHundredths = ({ form }: Field): boolean => form === 'amount' || form === 'hundredths'

type Value<F> = F extends { readonly '~row'?: () => infer T } ? T : never
type Given<F> = F extends { readonly '~given'?: () => infer G }
  ? F extends { readonly optional: true }
    ? G | undefined
    : G
  : never
type AbsentKey<F> = { [K in keyof F]: F[K] extends { readonly absent: true } ? K : never }[keyof F]

export type RowOf<F> = { readonly [K in keyof F as Exclude<K, AbsentKey<F>>]: Value<F[K]> } & {
  readonly [K in keyof F as Extract<K, AbsentKey<F>>]?: Value<F[K]> | undefined
}
/** The fields that a fixture gives, and the defaults of others. */
export type GivenOf<F> = { readonly [K in keyof F]: Given<F[K]> }

type Options<T> = Partial<Pick<Field<T>, 'as' | 'asSent' | 'default' | 'like' | 'schema' | 'mask' | 'check'>>

const field =
  <T>(kind: Kind, schema: SchemaNode, form?: Form) =>
  (options: Options<T> = {}): Field<T> => ({ kind, schema, ...(form && { form }), ...options })

export const id = field<number>('number', schemas.ID)
export const text = field<string>('text', schemas.TEXT)
/** Text that is not empty. */
export const name = field<string>('text', schemas.NAME)
export const flag = field<boolean>('flag', schemas.FLAG)
export const count = field<number>('number', schemas.COUNT)
export const money = field<Minor>('number', schemas.MONEY, 'amount')
/** An amount that is not negative, in minor units. */
export const price = field<Minor>('number', schemas.PRICE, 'amount')
/** Hundredths of a percent. */
export const percent = field<number>('number', schemas.PERCENT, 'hundredths')
export const day = field<Day>('day', schemas.DAY, 'day')
export const instant = field<Instant>('instant', schemas.INSTANT, 'instant')
/** A currency of ISO 4217. */
export const currency = (options: Options<string> = {}): Field<string> =>
  field<string>('text', schemas.CURRENCY)({ check: currencyProblem, ...options })

let currencyNames: Intl.DisplayNames | undefined

function currencyProblem(code: string): string | undefined {
  currencyNames ??= new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' })
  // other texts are an error of `of`
  const isCode = /^[A-Z]{3}$/.test(code)
  return isCode && currencyNames.of(code) !== undefined ? undefined : `there is no currency "${code}"`
}

/** An existing country, if the fixture writes a code. */
export const country = field<string>('text', schemas.COUNTRY_CODE, 'country')
/** The id of a region of the row's country, which a fixture may name. */
export const region = field<number>('number', schemas.PLACE, 'region')
/** An id or a name as text. */
export const place = field<string>('text', schemas.PLACE, 'place')

export const integer = (minimum: number, maximum: number, description: string, options: Options<number> = {}): Field<number> =>
  field<number>('number', { type: 'integer', minimum, maximum, description })(options)

export const whole = field<number>('number', { type: 'integer', description: 'a whole number' })

/** Hundredths of a number. */
export const hundredths = field<number>('number', schemas.QUANTITY, 'hundredths')

export const oneOf = <const W extends string>(words: readonly W[], options: Options<NoInfer<W>> = {}): Field<W> =>
  field<W>('text', { enum: words, description: `one of ${words.join(', ')}` })(options)

/** A list or a map without fields of its own, which fixtures write as it is or not at all. */
export const value = <T>(kind: 'list' | 'map' | 'map?', schema: SchemaNode = {}, options: Options<T> = {}): Field<T> =>
  field<T>(kind, schema)(options)

type RefOptions = Options<number> & Partial<Pick<Field, 'strict' | 'none' | 'ownProperty'>>

function refSchema({ default: none, none: word }: RefOptions): SchemaNode {
  if (word === undefined) return none === 0 ? schemas.ID_OR_NONE : schemas.ID
  const other = { enum: [word], description: `one of ${word}` }
  return { anyOf: [schemas.ID, other], description: `the id of a manager, or ${word}` }
}

/** The id of a row; with a default of 0 it may name none. */
export const ref = (to: string, options: RefOptions = {}): Field<number> => ({
  ...field<number>('number', refSchema(options), 'ref')(options),
  to,
})

export const refs = (to: string, options: Options<readonly number[]> = {}): Field<readonly number[]> => ({
  ...field<readonly number[]>('list', schemas.IDS, 'refs')(options),
  to,
})

export const map = <F extends Fields>(
  fields: F,
  options: Options<RowOf<F>> & Pick<Field, 'of'> = {},
): Field<RowOf<F>, GivenOf<F>> => ({ kind: 'map', schema: mapSchema(fields), form: 'map', fields, ...options })

/** A list of maps; an item that cannot be read is undefined. @param many,one what they are, in messages */
export function rows<F extends Fields>(
  fields: F,
  many: string,
  { one, ...options }: Pick<Field, 'of' | 'short'> & { readonly one?: string } = {},
): Field<readonly RowOf<F>[], readonly (GivenOf<F> | undefined)[]> {
  const whole = mapSchema(fields)
  const short = fields[options.short ?? '']
  const items = short ? { anyOf: [short.schema, whole], description: one } : whole
  return { kind: 'list', schema: { type: 'array', items, description: many }, form: 'rows', fields, ...options }
}

export function nullable<T, G>(of: Field<T, G>, options: Options<T | null> = {}): Field<T | null, G | null> {
  const { kind, schema, default: _default, ...rest } = of
  const described = { anyOf: [schema, { type: 'null' }], description: `${schema.description}, or null` }
  const { '~row': _row, '~given': _given, ...plain } = rest
  return { ...plain, kind: kind.endsWith('?') ? kind : (`${kind}?` as Kind), schema: described, ...options }
}

/** A map of a fixture that may be false, for none. */
export const orFalse = <T, G>(of: Field<T, G>, description: string): Field<T | false, G | false> => {
  const { '~row': _row, '~given': _given, default: _default, ...plain } = of
  return { ...plain, schema: { anyOf: [of.schema, { const: false, type: 'boolean' }], description } }
}

/** A field that a row may lack. */
export const absent = <T, G>(of: Field<T, G>): Field<T, G> & { readonly absent: true } => ({ ...of, absent: true })

/** A field that fixtures may leave out: the seeding works it out. */
export const opt = <F extends Field<never, unknown> | Field>(of: F): F & { readonly optional: true } => ({
  ...of,
  optional: true,
})

/** A field that fixtures do not have. */
export const internal = <F extends Field<never, unknown> | Field>(
  of: F,
): F & { readonly as: false; readonly optional: true } => ({
  ...of,
  as: false,
  optional: true,
})

/** A name as fixtures write it: `validFrom` is `valid_from`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The key of a field in fixtures: `guestId` is `guest`, `featureIds` is `features`; undefined for a field they do not have. */
export function keyOf(name: string, { as }: Field): string | undefined {
  if (as !== undefined) return as === false ? undefined : as
  return getOrInsert(KEYS, name, () => snakeCase(name.replace(/(.)Id(s?)$/, '$1$2')))
}

/** The keys of fields by name: every row of a fixture asks for them. */
const KEYS = new Map<string, string>()

/** The defaults of fields that all have one. */
export const allDefaults = <F extends Fields>(fields: F): RowOf<F> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default])) as RowOf<F>

/** The schema of a map of fields, as fixtures write it. */
export function mapSchema(fields: Fields): SchemaNode & { readonly properties: Readonly<Record<string, SchemaNode>> } {
  const required: string[] = []
  const properties: Record<string, SchemaNode> = {}
  for (const [name, field] of Object.entries(fields)) {
    const key = keyOf(name, field)
    if (key === undefined) continue
    properties[key] = field.schema
    if (field.default === undefined && field.like === undefined && !field.optional) required.push(key)
  }
  return { type: 'object', additionalProperties: false, ...(required.length > 0 && { required }), properties }
}
