/** The types of values in scenario files. Each `description` completes the sentence "expected ...". */
import type { Static, TProperties, TSchema } from 'typebox'
import { Type } from '../api/schema.ts'
import type { Path } from '../base/file-error.ts'
import { SPAN_PATTERN, spanRange } from '../base/instant.ts'
import { problemAt, type SchemaProblem } from '../base/schema-check.ts'
import * as schemas from '../domain/collection/schemas.ts'

export const Id = Type.Unsafe<number>(schemas.ID)
export const Name = Type.Unsafe<string>(schemas.NAME)
export const DayText = Type.Unsafe<string>(schemas.DAY)

export function oneOf<const W extends readonly (string | number)[]>(...words: W) {
  return Type.Unsafe<W[number]>(Type.Enum([...words], { description: `one of ${words.join(', ')}` }))
}

/** A value, or a list of at least one. */
export const oneOrMore = <S extends TSchema>(one: S, description: string) =>
  Type.Unsafe<Static<S> | readonly Static<S>[]>(Type.Union([one, Type.Array(one, { minItems: 1 })], { description }))

/** A map with these keys only. @param renamed earlier names of keys, and their names now */
export function closed<P extends TProperties>(properties: P, description?: string, renamed?: Readonly<Record<string, string>>) {
  return Type.Object(properties, {
    additionalProperties: false,
    ...(description && { description }),
    ...(renamed && { 'x-renamed': renamed }),
  })
}

/** A map with these keys only, which its description lists. */
export const mapOf = <P extends TProperties>(properties: P) =>
  closed(properties, `a map with ${Object.keys(properties).join(', ')}`)

export const opt = Type.Optional

/** A description that editors show. */
export const described = (text: string): { readonly markdownDescription: string } => ({ markdownDescription: text })

/** An optional field with a description that editors show. */
export const optional = <S extends TSchema>(schema: S, text: string) => opt({ ...schema, ...described(text) })

export const Span = Type.String({ pattern: SPAN_PATTERN, description: 'a span such as 800ms, 2s or 5m' })
/** A share of at most 100%, as in `5%` and `0.5%`. */
export const share = (description: string) => Type.String({ pattern: '^(100|\\d{1,2}(\\.\\d+)?)%$', description })
/** One span, or two: the least and the greatest. @param description completes the sentence "expected ..." */
export const spans = (description: string) => Type.Union([Span, Type.Array(Span, { minItems: 2, maxItems: 2 })], { description })

/** The problem of two `spans` in the wrong order. @param path of the map with the field `key` */
export function spanRangeProblems(sent: string | readonly string[] | undefined, path: Path, key: string): SchemaProblem[] {
  const [least, greatest] = spanRange(sent)
  return least > greatest ? [problemAt(path, key, 'the first span is the shorter one')] : []
}

export const Flag = Type.Boolean({ description: 'true or false' })
export const Count = Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'a whole number from 0' })
export const PositiveCount = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'a whole number from 1' })
export const Percentage = Type.String({
  pattern: '^(\\+?\\d+|-\\d{1,2})(\\.\\d+)?%$',
  description: 'a change such as 10% or -5%, above -100%',
})
export const Instant = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T[\\d:.]+(Z|[+-]\\d{2}:\\d{2})$',
  description: 'an instant such as 2026-03-01T09:00:00Z',
})
export const InstantOrDay = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}(T[\\d:.]+(Z|[+-]\\d{2}:\\d{2}))?$',
  description: 'an instant such as 2026-03-01T09:00:00Z, or a day',
})
export const Kebab = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,62}$', description: 'lower-case words joined by hyphens' })

/** When something happens: a time span after the start of the scenario, or an instant. */
export const Moment = Type.String({
  pattern: '^(\\+\\d+(\\.\\d+)?(ms|s|m|h|d)|\\d{4}-\\d{2}-\\d{2}T[\\d:.]+(Z|[+-]\\d{2}:\\d{2}))$',
  description: 'a span after the beginning such as +5m, or an instant such as 2026-03-01T09:00:00Z',
})
