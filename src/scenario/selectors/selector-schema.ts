/** The schema of selectors of calls, and of conditions for values. */
import type { Static, TSchema } from 'typebox'
import type { DeepReadonly } from '../../api/operation.ts'
import { Type } from '../../api/schema.ts'
import { closed, Flag, Id, Name, oneOf, oneOrMore, opt, optional } from '../vocabulary.ts'

/** A condition for one value: equal to a text, present or absent, or matching a regular expression. */
export const Condition = Type.Union(
  [
    Type.String(),
    Type.Number(),
    Type.Boolean(),
    closed({ present: Flag }),
    closed({ matches: Type.String({ minLength: 1, description: 'a regular expression' }) }),
  ],
  { title: 'Condition', description: 'a value, { present: true } or { matches: EXPRESSION }' },
)
export const conditions = (example: string) =>
  Type.Record(Type.String(), Condition, { description: `a map of names to values such as { ${example} }` })

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** Fields that select calls: every given field must match. */
export const selector = {
  operation: optional(
    oneOrMore(Name, 'the id of an operation such as listBookings, or a list of them'),
    'Id of an operation, or several. `GET /_understay/operations` lists them.',
  ),
  tag: optional(Name, 'Group of operations, such as `tariffs`.'),
  method: optional(oneOrMore(oneOf(...METHODS), `one of ${METHODS.join(', ')}, or a list of them`), 'Method, or several.'),
  property: opt(Id),
  client: optional(Name, 'Id of a client (its `client_id`).'),
  session: optional(Name, 'Id of a booking session, as the client names it in its header.'),
  where: opt(
    closed(
      {
        path: opt(conditions('property_id: 1')),
        form: opt(conditions('arrivalDate: 2027-03-01')),
        header: opt(conditions('accept: { present: true }')),
      },
      'a map with path, form or header, such as { path: { property_id: 1 } }',
    ),
  ),
}
export const SelectorSchema = closed(selector, 'a map that selects calls')

/** The read-only type of a value that a schema describes. */
export type ReadonlyStatic<S extends TSchema> = DeepReadonly<Static<S>>

export type WantedValue = string | number | boolean | { readonly present: boolean } | { readonly matches: string }
export type WantedValues = Readonly<Record<string, WantedValue>>
export type Selector = ReadonlyStatic<typeof SelectorSchema>
