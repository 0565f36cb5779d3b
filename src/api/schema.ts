/**
 * Builds the schemas of contracts and files: plain JSON Schema objects, with the static types that TypeBox gives its own.
 *
 * The server builds them at start and checks values with `base/schema-check.ts`, so loading TypeBox would only slow down the start.
 * Tests and documents use them as ordinary JSON Schema.
 */
import type Typebox from 'typebox'
import type { TSchema } from 'typebox'

type Plain = Readonly<Record<string, unknown>>

/** TypeBox's marker of optional fields; not enumerable, so that it does not appear in documents. */
const OPTIONAL = '~optional'

const ofType =
  (type: string) =>
  (options?: Plain): Plain => ({ type, ...options })

type Builder = (...options: never[]) => object

const builders = {
  Array: (items: Plain, options?: Plain): Plain => ({ type: 'array', items, ...options }),
  Boolean: ofType('boolean'),
  Enum: (values: readonly unknown[], options?: Plain): Plain => ({ enum: values, ...options }),
  Integer: ofType('integer'),
  Literal: (value: string | number | boolean, options?: Plain): Plain => ({ type: typeof value, const: value, ...options }),
  Never: (): Plain => ({ not: {} }),
  Null: ofType('null'),
  Number: ofType('number'),
  Object: (properties: Readonly<Record<string, Plain>>, options?: Plain): Plain => {
    const required = Object.keys(properties).filter((name) => !(OPTIONAL in (properties[name] ?? {})))
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
  },
  Optional: (schema: Plain): Plain => Object.defineProperty({ ...schema }, OPTIONAL, { value: true }),
  Record: (key: Plain, value: Plain, options?: Plain): Plain => ({
    type: 'object',
    patternProperties: { [String(key['pattern'] ?? '^.*$')]: value },
    ...options,
  }),
  String: ofType('string'),
  Unknown: (options?: Plain): Plain => ({ ...options }),
  Union: (anyOf: readonly Plain[], options?: Plain): Plain => ({ anyOf, ...options }),
  Unsafe: (schema: Plain): Plain => schema,
} satisfies Readonly<Record<string, Builder>>

type Name = keyof typeof builders

const plainBuilders: Readonly<Record<Name, Builder>> = builders
/** The static types of TypeBox, for schemas that have its JSON: the only cast. */
export const Type = plainBuilders as Pick<typeof Typebox, Name>

export const OrNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

export const OneOf = <const W extends string>(words: readonly W[], description?: string) =>
  Type.Unsafe<W>(Type.String({ enum: words, ...(description !== undefined && { description }) }))

export const InstantText = Type.String({ description: 'An instant by the clock of the sandbox, ISO 8601', format: 'date-time' })

export const Text = Type.String({ minLength: 1 })
export const Count = Type.Integer({ minimum: 0 })
/** The id of a row or an entry. */
export const Id = Type.Integer({ minimum: 1 })
/** In a body, `YYYY-MM-DD`. */
export const Day = Type.String({ description: 'A day, YYYY-MM-DD', format: 'date' })
