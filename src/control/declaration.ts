/**
 * The declaration of an endpoint of the control API: the one place that says its path, what it takes and what it answers.
 *
 * A new endpoint stands in three places:
 *
 * 1. Its declaration, in the table of its noun, such as `clock-endpoints.ts`: a constant made by {@link endpoint}. A new noun
 *    gets a file of that kind, which ends with its {@link Noun}.
 * 2. A new noun also in the list of `endpoints.ts`.
 * 3. Its handler, in the file of its noun, registered under the same method and path (`app.put('/clock', ...)`). It reads what
 *    the declaration names: `readFields(c, namesOf(setClock.body))`, `readQuery(c, namesOf(readJournal.query))`. What is no object
 *    of a few fields, such as a scenario in YAML, is declared as `document` instead of `body`.
 *
 * From the declaration come the OpenAPI document and, in tests, the check of every answer. What is registered and not declared,
 * declared and not registered, or answered in another shape than was declared, fails test/control/declaration.test.ts or the
 * test that asked. Answers to wrong calls (`{"error"}` with 400, 401, 403, and 404 for a path or sandbox that is none) need no
 * words; a `refusals` entry is for the statuses that one endpoint has of its own.
 *
 * @module
 */
import { Type } from '../contract/schema.ts'

/** Schemas by name; one made by `Type.Optional` may be left out. */
export type Fields = Parameters<typeof Type.Object>[0]
type Schema = Fields[string]

/** What comes back under one status. */
export interface Answer {
  /** What it says, in a few words. */
  readonly means: string
  readonly schema: Schema
  readonly example: unknown
  /** Its media type, where that is not JSON. */
  readonly type?: string
  /** The other media types that can be asked for, each with an example. */
  readonly also?: Readonly<Record<string, string>>
}

/** A body that is a document, such as a scenario. */
export interface Document {
  /** What it is, in a few words. */
  readonly means: string
  readonly schema: Schema
  readonly example: unknown
  /** The same in the other media types that are taken. */
  readonly also?: Readonly<Record<string, string>>
}

/** Values by name, as they are sent. */
type Sent = Readonly<Record<string, unknown>>

/** One endpoint. */
export interface Endpoint {
  /** Verb and noun, such as `advanceClock`; no other operation of this server has it. */
  readonly id: string
  readonly method: 'get' | 'post' | 'put' | 'delete'
  /** Below `/_understay`: `/snapshots/{name}/diff`. */
  readonly path: string
  readonly summary: string
  /** What the summary leaves out. */
  readonly about?: string
  /** What stands in braces in the path. */
  readonly params?: Fields
  readonly query?: Fields
  readonly headers?: Fields
  /** The fields of the JSON object that is sent. */
  readonly body?: Fields
  /** What is sent instead of such fields, where it has a reader of its own. */
  readonly document?: Document
  /** By status. */
  readonly answers: Readonly<Record<number, Answer>>
  /** Statuses under which this endpoint says `{"error"}` for a reason of its own. */
  readonly refusals?: Readonly<Record<number, string>>
  /** A call that is answered with the first of `answers`. */
  readonly example?: { readonly params?: Sent; readonly query?: Sent; readonly headers?: Sent; readonly body?: Sent }
  /** True for the few that never ask for a token, nor where a call comes from. */
  readonly open?: true
}

/** Endpoints that are about one thing. */
export interface Noun {
  readonly name: string
  readonly about: string
  readonly endpoints: readonly Endpoint[]
}

/** Declares an endpoint; its names keep their types. */
export const endpoint = <E extends Endpoint>(declared: E): E => declared

/** The names of a table, in their order. */
export function namesOf<T extends object>(table: T): readonly Extract<keyof T, string>[] {
  const names: Extract<keyof T, string>[] = []
  for (const name in table) names.push(name)
  return names
}

/** What every call that was wrong is answered with. */
export const Refused = Type.Object({
  error: Type.String({ description: 'What is wrong and what to do, naming the field', minLength: 1 }),
})

/** What a call of no path of this API is answered with. */
export const UnknownPath = Type.Object({
  error: Type.String({ minLength: 1 }),
  endpoints: Type.Array(Type.String(), { description: 'What there is' }),
})

/** Statuses that any endpoint can refuse with, unless it is open. */
const ANYWHERE: Readonly<Record<number, string>> = {
  401: 'The control token is missing or wrong',
  403: 'The call comes from a page of another origin, or from elsewhere while the control API is open on loopback only',
  404: 'There is no such sandbox',
  409: 'The sandbox would be one too many',
}

/** The statuses an endpoint refuses with, each with what it means. */
export function refusalsOf({ query, body, document, open, refusals = {} }: Endpoint): Readonly<Record<number, string>> {
  return {
    ...((query ?? body ?? document) && { 400: 'A name or a value is not one that is taken here' }),
    ...(!open && ANYWHERE),
    ...refusals,
  }
}
