/**
 * The schema of a scenario file. The descriptions complete the sentence "expected ..."; `markdownDescription` is what
 * editors show. What a schema cannot say, such as which operations there are, is checked by `scenario-check.ts`.
 *
 * @module
 */
import Type, { type Static, type TSchema } from 'typebox'
import { SCOPES } from '../contract/scope.ts'
import { closed, DayText, Id, Name, oneOf, opt } from '../store/fixture-words.ts'
import { COLLECTION_NAMES } from '../store/state.ts'
import { PER } from './words.ts'

const told = (text: string): { readonly markdownDescription: string } => ({ markdownDescription: text })

const Span = Type.String({ pattern: '^\\d+(\\.\\d+)?(ms|s|m|h|d)$', description: 'a span such as 800ms, 2s or 5m' })
const Count = Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'a whole number from 0' })
const OneOrMore = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'a whole number from 1' })
const Percentage = Type.String({ pattern: '^[+-]?\\d+(\\.\\d+)?%$', description: 'a change such as 10% or -5%' })
const Instant = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}(T[\\d:.]+(Z|[+-]\\d{2}:\\d{2}))?$',
  description: 'an instant such as 2026-03-01T09:00:00Z, or a day',
})
const Kebab = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,62}$', description: 'lower-case words joined by hyphens' })

/** What one value must be: that text, there or not, or matching a regular expression. */
const Wanted = Type.Union(
  [
    Type.String(),
    Type.Number(),
    Type.Boolean(),
    closed({ present: Type.Boolean({ description: 'true or false' }) }),
    closed({ matches: Type.String({ minLength: 1, description: 'a regular expression' }) }),
  ],
  { description: 'a value, { present: true } or { matches: EXPRESSION }' },
)
const Wants = Type.Record(Type.String(), Wanted, { description: 'a map of names to values' })
const OneOrSeveral = Type.Union([Name, Type.Array(Name, { minItems: 1 })], {
  description: 'the id of an operation such as listBookings, or a list of them',
})

/** Which calls are meant: everything that is named must match. */
const selector = {
  operation: opt({ ...OneOrSeveral, ...told('Id of an operation, or several. `GET /_understay/operations` lists them.') }),
  tag: opt({ ...Name, ...told('Group of operations, such as `tariffs`.') }),
  method: opt(oneOf('GET', 'POST', 'PUT', 'DELETE')),
  property: opt(Id),
  client: opt({ ...Name, ...told('Id of a client (its `client_id`).') }),
  session: opt({ ...Name, ...told('Id of a booking session, as the client names it in its header.') }),
  where: opt(closed({ path: opt(Wants), form: opt(Wants), header: opt(Wants) }, 'a map with path, form or header')),
}
const Selector = closed(selector, 'a map that says which calls are meant')

export const CALL_STATUSES = [429, 500, 502, 503, 504] as const

const Edge = closed(
  {
    status: opt(
      Type.Unsafe<(typeof CALL_STATUSES)[number]>(
        Type.Enum([...CALL_STATUSES], { description: `one of ${CALL_STATUSES.join(', ')}` }),
      ),
    ),
    retry_after: opt(Type.Integer({ minimum: 0, maximum: 86_400, description: 'seconds, a whole number' })),
    delay: opt(
      Type.Union([Span, Type.Array(Span, { minItems: 2, maxItems: 2 })], {
        description: 'a span such as 800ms, or two of them: [200ms, 2s]',
      }),
    ),
    cut: opt(oneOf('before', 'after-commit')),
    body: opt(oneOf('truncated', 'html', 'empty')),
  },
  'a map with status, delay, cut or body',
)

export const FaultSchema = closed(
  {
    about: opt(Name),
    on: { ...Selector, ...told('Which calls count, and are met. `{}` is every call.') },
    after: opt({ ...Count, ...told('Matching calls that pass first. Default 0.') }),
    times: opt({ ...OneOrMore, ...told('How often the cause happens. Default 1.') }),
    for: opt({
      ...Span,
      ...told(
        'In the place of `times`, for trouble on the way: it strikes every matching call of this span, by the clock of the sandbox, which begins with the first one it strikes.',
      ),
    }),
    per: opt({ ...oneOf(...PER), ...told('What calls are counted by. Default: all calls of the sandbox together.') }),
    mark: opt({
      ...Type.Boolean({ description: 'true or false' }),
      ...told('Whether answers it strikes carry the header `X-Understay-Fault`. Default: what the scenario says.'),
    }),
    token: opt({ ...oneOf('expired', 'revoked', 'unknown'), ...told('The token of the call is over, for good.') }),
    scopes: opt({
      ...closed({ without: Type.Array(oneOf(...SCOPES), { minItems: 1 }) }, 'a map such as { without: [properties_set] }'),
      ...told('The client of the call, and all its living tokens, lose scopes.'),
    }),
    session: opt({ ...oneOf('expired'), ...told('The booking session of the call is gone.') }),
    room: opt({ ...oneOf('taken'), ...told('Somebody else books first what the call is about.') }),
    property: opt({
      ...oneOf('unpublished', 'not-micromanage', 'withdrawn'),
      ...told('The property of the call is no longer what it was. `withdrawn`: the managers it was assigned to have it no more.'),
    }),
    price: opt({
      ...closed({ by: Percentage }, 'a map such as { by: 10% }'),
      ...told('All rates of the property of the call change.'),
    }),
    edge: opt({ ...Edge, ...told('Trouble on the way between client and service; strikes single calls.') }),
  },
  'a fault: on, and one of token, scopes, session, room, property, price, edge',
)

const Stay = { arrival: opt(DayText), departure: opt(DayText) }
const BookingOf = { booking: Type.Union([Id, oneOf('latest')], { description: 'the contract uid of a booking, or latest' }) }
const InvoiceOf = {
  invoice: opt(Id),
  booking: opt(Type.Union([Id, oneOf('latest')], { description: 'the contract uid of a booking, or latest' })),
}

/** The closed list of events, and what each takes. */
export const EVENTS = {
  guest_books: closed(
    {
      property: Id,
      room: opt(Id),
      ...Stay,
      guest: opt(closed({ firstname: opt(Name), surname: opt(Name), email: opt(Name) }, 'a map with firstname, surname, email')),
      adults: opt(OneOrMore),
      total: opt(Type.Number({ minimum: 0, description: 'an amount such as 120.50' })),
      approval: opt(oneOf('approved', 'waiting')),
    },
    'a map with property, and perhaps room, arrival, departure, guest, adults, total, approval',
  ),
  guest_cancels: closed(BookingOf, 'a map with booking'),
  manager_approves: closed(BookingOf, 'a map with booking'),
  manager_rejects: closed(BookingOf, 'a map with booking'),
  deposit_paid: closed(BookingOf, 'a map with booking'),
  invoice_paid: closed(InvoiceOf, 'a map with invoice or booking'),
  invoice_pending: closed(InvoiceOf, 'a map with invoice or booking'),
  no_show: closed(BookingOf, 'a map with booking'),
  room_blocked: closed({ property: Id, room: opt(Id), ...Stay }, 'a map with property, and perhaps room, arrival, departure'),
  price_changes: closed({ property: Id, by: Percentage }, 'a map with property and by'),
  property_unpublished: closed({ property: Id }, 'a map with property'),
} as const
export type EventWord = keyof typeof EVENTS
export const EVENT_WORDS = Object.keys(EVENTS) as readonly EventWord[]

/** What an event of a word takes. */
export type EventWith<W extends EventWord> = Static<(typeof EVENTS)[W]>

const EventSchema = closed(
  {
    at: Type.String({
      pattern: '^(\\+\\d+(\\.\\d+)?(ms|s|m|h|d)|\\d{4}-\\d{2}-\\d{2}T[\\d:.]+(Z|[+-]\\d{2}:\\d{2}))$',
      description: 'a span after the beginning such as +5m, or an instant such as 2026-03-01T09:00:00Z',
    }),
    do: oneOf(...EVENT_WORDS),
    with: opt(Type.Record(Type.String(), Type.Any(), { description: 'a map' })),
  },
  'an event: at, do, with',
)

const Bounds = Type.Union([Count, closed({ min: opt(Count), max: opt(Count) }, 'a number, or a map with min and max')], {
  description: 'a number, or a map with min and max',
})

export const ExpectationSchema = closed(
  {
    id: opt({ ...Kebab, ...told('A name, for `after` and for the report.') }),
    about: opt(Name),
    ...selector,
    status: opt(
      Type.Union(
        [
          Type.Literal(0),
          Type.Integer({ minimum: 100, maximum: 599, description: 'a status such as 401' }),
          Type.String({ pattern: '^[1-5]xx$', description: 'a class of statuses such as 4xx' }),
        ],
        { description: 'a status such as 401, a class such as 4xx, or 0 for an answer that never came' },
      ),
    ),
    refused: opt({
      ...Type.Boolean({ description: 'true or false' }),
      ...told('Whether the answer said no: a refusal, or `valid: false` of a booking session, whatever the status.'),
    }),
    count: opt({ ...Bounds, ...told('How many such calls. Default: at least one.') }),
    never: opt(Type.Literal(true, { description: 'true' })),
    after: opt({ ...Kebab, ...told('Id of an earlier expectation: only calls after it was met count.') }),
    state: opt({
      ...Type.Object(
        Object.fromEntries(
          COLLECTION_NAMES.map((name) => [
            name,
            opt(closed({ where: opt(Wants), count: opt(Bounds) }, 'a map with where and count')),
          ]),
        ),
        { additionalProperties: false, description: 'a map of collections' },
      ),
      ...told('Rows that must be there: collection, fields of its rows, and how many.'),
    }),
  },
  'an expectation: which calls or rows, and how many',
)

export const ScenarioSchema = closed(
  {
    name: Kebab,
    about: opt({ ...Name, ...told('What happens, and what a good client does.') }),
    seed: opt(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'a whole number from 0' })),
    clock: opt(
      closed(
        {
          at: opt(Instant),
          run: opt(
            Type.String({ pattern: '^(real|frozen|\\d+(\\.\\d+)?x)$', description: 'real, frozen or a factor such as 60x' }),
          ),
        },
        'a map with at and run',
      ),
    ),
    fixtures: opt(
      Type.Array(Name, { minItems: 1, description: 'a list of bundled worlds, files and folders; files start from this one' }),
    ),
    choices: opt(Type.Record(Type.String(), Name, { description: 'a map of choice ids to answers' })),
    token_lifetime: opt(Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'seconds, a whole number from 1' })),
    mark: opt({
      ...Type.Boolean({ description: 'true or false' }),
      ...told('Whether struck answers carry the header `X-Understay-Fault`. Default true.'),
    }),
    faults: opt(Type.Array(FaultSchema, { description: 'a list of faults' })),
    events: opt(Type.Array(EventSchema, { description: 'a list of events' })),
    expect: opt(Type.Array(ExpectationSchema, { description: 'a list of expectations' })),
  },
  'a scenario: name, and perhaps about, seed, clock, fixtures, choices, token_lifetime, faults, events, expect',
)

type Frozen<T> = T extends (infer E)[] ? readonly Frozen<E>[] : T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T
type Read<S extends TSchema> = Frozen<Static<S>>

/** What one value must be. */
export type WantedValue = string | number | boolean | { readonly present: boolean } | { readonly matches: string }
export type WantedValues = Readonly<Record<string, WantedValue>>
/** Which calls are meant. */
export type Selector = Read<typeof Selector>
/** A fault as it is written. */
export type Fault = Read<typeof FaultSchema>
/** Trouble on the way. */
export type Edge = Read<typeof Edge>
/** An event as it is written. */
export type ScenarioEvent = Read<typeof EventSchema>
/** An expectation as it is written. */
export type Expectation = Read<typeof ExpectationSchema>
/** How many. */
export type Bounds = Read<typeof Bounds>
/** A scenario as it is written. */
export type ScenarioText = Read<typeof ScenarioSchema>
