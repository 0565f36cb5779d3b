/** Path parameters and response schemas that several operations share. */
import type { TObject, TProperties, TSchema } from 'typebox'
import { parseDay, type SentDay } from '../base/day.ts'
import { Type } from './schema.ts'

/** An invalid path value; the message names the expected form. */
export class PathValueError extends Error {}

/** A path parameter: its description and its parser. */
export interface PathParameter<T> {
  readonly description: string
  readonly schema: Readonly<Record<string, unknown>>
  /** @throws PathValueError when the text is invalid */
  readonly read: (text: string) => T
  /** The value of an optional parameter that was left out. */
  readonly absent?: T
  /** A text to send. */
  readonly example?: string | undefined
  /** True when an empty segment is allowed. */
  readonly blank?: true
  /** True for the property that the guard checks. */
  readonly guarded?: true
}

export type PathValue<W> = W extends PathParameter<infer T> ? T : never

const ID = /^\d{1,9}$/

/** Parses an id; 0, which no record has, for an invalid text. */
export const readId = (text: string): number => (ID.test(text) ? Number(text) : 0)

/** The property that the caller must be allowed to administer; the guard checks it. */
export const propertyUid: PathParameter<number> = {
  description: 'Property uid',
  schema: { type: 'integer', minimum: 1 },
  read: readId,
  guarded: true,
}

/** The id of a record with the text that was sent. An invalid text becomes 0, which no record has. */
export interface SentId {
  readonly id: number
  readonly sent: string
}

const sentId = (description: string): PathParameter<SentId> => ({
  description,
  schema: { type: 'integer', minimum: 1 },
  read: (text) => ({ id: readId(text), sent: text }),
})

/** The property of a favourite: access is not checked, and it need not exist. */
export const favouriteUid = sentId('Property uid')
/** The property of a booking session: open to every visitor when it is published. */
export const bookablePropertyUid = sentId('Property uid')
/** The guarded property, for responses that repeat the text that was sent. */
export const sentPropertyUid: PathParameter<SentId> = { ...sentId('Property uid'), guarded: true }

export const contractUid = sentId('Contract uid: the id of a booking')
export const guestUid = sentId('Guest uid')
export const guestTypeUid = sentId('Guest type id')
export const couponUid = sentId('Coupon id')
export const roomUid = sentId('Room uid')
export const invoiceUid = sentId('Invoice id')
export const tariffTypeUid = sentId('Tariff type id')

/** A day in a path. The rules of the operation handle an invalid text. */
export const day: PathParameter<SentDay> = {
  description: 'Day, YYYY-MM-DD',
  schema: { type: 'string', format: 'date' },
  read: (text) => ({ sent: text, day: parseDay(text) }),
}

/** Any text. */
export const text = (description: string, example?: string): PathParameter<string> => ({
  description,
  schema: { type: 'string' },
  read: (value) => value,
  example,
})

/** A text that may be empty. */
export const textOrBlank = (description: string, example?: string): PathParameter<string> => ({
  ...text(description, example),
  blank: true,
})

/** One of several words. */
export function oneOf<const T extends string>(description: string, values: readonly T[]): PathParameter<T> {
  return {
    description,
    schema: { type: 'string', enum: values },
    read: (value) => {
      const found = values.find((candidate) => candidate === value.toLowerCase())
      if (found === undefined) throw new PathValueError(`expected ${values.join(', ')}`)
      return found
    },
  }
}

/** The optional language segment as sent; empty when left out. The context resolves it together with the form field. */
export const language: PathParameter<string> = {
  description: 'Language of labels and texts, such as fr-FR; English when unknown',
  schema: { type: 'string', examples: ['fr-FR'] },
  read: (value) => value,
  absent: '',
}

/** The optional guest of a coupon. */
export const optionalGuestUid: PathParameter<SentId | null> = {
  description: 'Guest uid; left out, the coupon is for any guest',
  schema: { type: 'integer', minimum: 0 },
  read: (value) => ({ id: readId(value), sent: value }),
  absent: null,
}

// Response schemas

/** The key of a field's value in the example of its response: a symbol, which documents do not show. */
const EXAMPLE = Symbol('example')

/** A field with its value in the example of its response. */
export const withExample = <S extends TSchema>(schema: S, example: unknown): S => ({ ...schema, [EXAMPLE]: example })

/** The example of an object with these fields. */
export const exampleOf = (fields: TProperties): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, EXAMPLE in field ? field[EXAMPLE] : undefined]))

/** An object without further fields; its example consists of theirs. */
export const Exact = <P extends TProperties>(properties: P, description?: string): TObject<P> =>
  Type.Object(properties, {
    additionalProperties: false,
    [EXAMPLE]: exampleOf(properties),
    ...(description && { description }),
  })

/** A schema with a component name in OpenAPI, so that generated clients have a type of that name. */
export const Named = <S extends TSchema>(title: string, schema: S): S => ({ ...schema, title })

/** A collection keyed by id; `[]` (or `{}`, by choice) when empty. */
export const Keyed = <S extends Parameters<typeof Type.Record>[1]>(value: S) =>
  Type.Union([Type.Record(Type.String(), value), Type.Array(Type.Never(), { maxItems: 0 })])

const described = (description: string, example: unknown) => ({ description, [EXAMPLE]: example })

/** 0 or 1. */
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
