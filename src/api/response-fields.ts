/** Schemas of the fields of responses that several operations share, with examples. */
import type { TObject, TProperties, TSchema } from 'typebox'
import { Type } from './schema.ts'

/** The key of a field's value in the example of its response: a symbol, which documents do not show. */
const EXAMPLE = Symbol('example')

/** A field with its value in the example of its response. */
export const withExample = <S extends TSchema>(schema: S, example: unknown): S => ({ ...schema, [EXAMPLE]: example })

export const exampleOf = (fields: TProperties): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, EXAMPLE in field ? field[EXAMPLE] : undefined]))

/** An object without further fields; its example consists of theirs. */
export const Exact = <P extends TProperties>(properties: P, description?: string): TObject<P> =>
  Type.Object(properties, {
    additionalProperties: false,
    [EXAMPLE]: exampleOf(properties),
    ...(description && { description }),
  })

/** An {@link Exact} object with a component name in OpenAPI, so that generated clients have a type of that name. */
export const Named = <P extends TProperties>(title: string, properties: P, description?: string) => ({
  ...Exact(properties, description),
  title,
})

/** A collection keyed by id; `[]` (or `{}`, by choice) when empty. */
export const Keyed = <S extends Parameters<typeof Type.Record>[1]>(value: S) =>
  Type.Union([Type.Record(Type.String(), value), Type.Array(Type.Never(), { maxItems: 0 })])

/** A list of {@link Exact} objects. */
export const ListOf = <P extends TProperties>(properties: P) => Type.Array(Exact(properties))

/** A list of exactly one entry. */
export const Single = <S extends TSchema>(entry: S) => Type.Array(entry, { minItems: 1, maxItems: 1 })

const described = (description: string, example: unknown) => ({ description, [EXAMPLE]: example })

export const Flag = (description: string, example?: 0 | 1) =>
  Type.Union([Type.Literal(0), Type.Literal(1)], described(description, example))
export const Int = (description: string, example?: number) => Type.Integer(described(description, example))
export const Num = (description: string, example?: number) => Type.Number(described(description, example))
export const Text = (description: string, example?: string) => Type.String(described(description, example))
const Matching = (description: string, pattern: string, example?: string) =>
  Type.String({ ...described(description, example), pattern })
/** `YYYY/MM/DD`. */
export const SlashDay = (description: string, example?: string) =>
  Matching(`${description}, YYYY/MM/DD`, '^\\d{4}/\\d{2}/\\d{2}$', example)
/** `YYYY-MM-DD`. */
export const IsoDay = (description: string, example?: string) =>
  Matching(`${description}, YYYY-MM-DD`, '^\\d{4}-\\d{2}-\\d{2}$', example)
/** `YYYY-MM-DD HH:MM:SS`. */
export const Stamp = (description: string, example?: string) =>
  Matching(`${description}, YYYY-MM-DD HH:MM:SS`, '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$', example)
/** An amount followed or preceded by a currency symbol. */
export const MoneyText = (description: string, example?: string) => Text(`${description}, formatted money`, example)
/** Decimal digits as text. */
export const NumericText = (description: string, example?: string) =>
  Matching(`${description}, numeric text`, '^-?\\d+(\\.\\d+)?$', example)
