/**
 * The schema of scenario files. Each `description` completes the sentence "expected ..."; editors show `markdownDescription`.
 * `check.ts` checks what a schema cannot express, such as the ids of operations.
 *
 * @module
 */
import Type, { type Static, type TSchema } from 'typebox'
import { SAME, type Same } from '../api/subject.ts'
import { SCOPES } from '../booking-api/contract/scope.ts'
import { KINDS } from '../conformance/exchange.ts'
import { closed, Id, Name, oneOf, opt } from '../fixtures/vocabulary.ts'
import { COLLECTION_NAMES } from '../store/state.ts'
import { EVENT_WORDS } from './event-schema.ts'
import { COUNTED_PER, PER } from './names.ts'
import { TrafficSchema } from './traffic/schema.ts'
import { Count, described, Instant, Kebab, Moment, OneOrMore, Percentage, Span } from './vocabulary.ts'
import { WebhookFaultsSchema } from './webhook-faults.ts'

/** A condition for one value: equal to a text, present or absent, or matching a regular expression. */
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
const wants = (example: string) =>
  Type.Record(Type.String(), Wanted, { description: `a map of names to values such as { ${example} }` })
const OneOrSeveral = Type.Union([Name, Type.Array(Name, { minItems: 1 })], {
  description: 'the id of an operation such as listBookings, or a list of them',
})

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
type Method = (typeof METHODS)[number]

/** Selects calls: every given field must match. */
const selector = {
  operation: opt({ ...OneOrSeveral, ...described('Id of an operation, or several. `GET /_understay/operations` lists them.') }),
  tag: opt({ ...Name, ...described('Group of operations, such as `tariffs`.') }),
  method: opt({
    ...Type.Unsafe<Method | readonly Method[]>(
      Type.Union([oneOf(...METHODS), Type.Array(oneOf(...METHODS), { minItems: 1 })], {
        description: `one of ${METHODS.join(', ')}, or a list of them`,
      }),
    ),
    ...described('Method, or several.'),
  }),
  property: opt(Id),
  client: opt({ ...Name, ...described('Id of a client (its `client_id`).') }),
  session: opt({ ...Name, ...described('Id of a booking session, as the client names it in its header.') }),
  where: opt(
    closed(
      {
        path: opt(wants('property_id: 1')),
        form: opt(wants('arrivalDate: 2027-03-01')),
        header: opt(wants('accept-language: { present: true }')),
      },
      'a map with path, form or header, such as { path: { property_id: 1 } }',
    ),
  ),
}
const Selector = closed(selector, 'a map that selects calls')

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
    body: opt(oneOf('truncated', 'html', 'empty', 'extra-fields')),
    carried_out: opt({
      ...Type.Boolean({ description: 'true or false' }),
      ...described('With a status: whether the service carries out the call before that response. Default: false.'),
    }),
  },
  'a map with status, delay, cut or body',
)

export const FaultSchema = closed(
  {
    id: opt({ ...Kebab, ...described('A name for `once`, `struck` and the report. Default: its number in the list.') }),
    about: opt(Name),
    once: opt({ ...Kebab, ...described('Id of another fault: calls count only after that fault was applied.') }),
    chance: opt({
      ...Type.String({ pattern: '^(100|\\d{1,2}(\\.\\d+)?)%$', description: 'a share of at most 100%, such as 5%' }),
      ...described('Probability for each matching call that is due. It follows the seed, so a run can be repeated.'),
    }),
    on: { ...Selector, ...described('The calls that count and are affected. `{}` selects every call.') },
    after: opt({ ...Count, ...described('Number of matching calls before the first affected one. Default 0.') }),
    times: opt({ ...OneOrMore, ...described('Number of affected calls. Default 1.') }),
    for: opt({
      ...Span,
      ...described(
        "Instead of `times`, for network faults: affects every matching call within this span of the sandbox's clock, from the first affected one.",
      ),
    }),
    per: opt({
      ...oneOf(...PER),
      ...described('Counts calls separately for each of these. Default: all calls of the sandbox together.'),
    }),
    mark: opt({
      ...Type.Boolean({ description: 'true or false' }),
      ...described('Whether affected responses have the header `X-Understay-Fault`. Default: that of the scenario.'),
    }),
    token: opt({ ...oneOf('expired', 'revoked', 'unknown'), ...described('The token of the call becomes invalid permanently.') }),
    scopes: opt({
      ...closed(
        { without: Type.Array(oneOf(...SCOPES), { minItems: 1, description: `a list of ${SCOPES.join(', ')}` }) },
        'a map such as { without: [properties_set] }',
      ),
      ...described('The client of the call and all its valid tokens lose scopes.'),
    }),
    session: opt({ ...oneOf('expired'), ...described('The booking session of the call expires.') }),
    room: opt({ ...oneOf('taken'), ...described('Another guest books the room of the call first.') }),
    property: opt({
      ...oneOf('unpublished', 'not-micromanage', 'withdrawn'),
      ...described('The property of the call changes. `withdrawn`: it is no longer assigned to its managers.'),
    }),
    price: opt({
      ...closed({ by: Percentage }, 'a map such as { by: 10% }'),
      ...described('All rates of the property of the call change by this percentage.'),
    }),
    edge: opt({ ...Edge, ...described('A network fault between client and service; it affects single calls.') }),
  },
  'a fault: on, and one of token, scopes, session, room, property, price, edge',
)

const EventSchema = closed(
  {
    at: Moment,
    do: oneOf(...EVENT_WORDS),
    with: opt(Type.Record(Type.String(), Type.Any(), { description: 'a map' })),
    required: opt({
      ...Type.Boolean({ description: 'true or false' }),
      ...described('Whether the run fails if the event cannot happen. Default: it is only reported.'),
    }),
  },
  'an event: at, do, with, required',
)

const Bounds = Type.Union([Count, closed({ min: opt(Count), max: opt(Count) }, 'a number, or a map with min and max')], {
  description: 'a number, or a map with min and max',
})
const CallBounds = Type.Union(
  [
    Count,
    closed({ min: opt(Count), max: opt(Count), per: opt(oneOf(...COUNTED_PER)) }, 'a number, or a map with min, max and per'),
  ],
  { description: 'a number, or a map with min, max and per' },
)
const Sames = Type.Union([oneOf(...SAME), Type.Array(oneOf(...SAME), { minItems: 1 })], {
  description: `one or several of ${SAME.join(', ')}`,
})

export const ExpectationSchema = closed(
  {
    id: opt({ ...Kebab, ...described('A name for `after` and the report.') }),
    about: opt(Name),
    ...selector,
    status: opt(
      Type.Union(
        [
          Type.Literal(0),
          Type.Integer({ minimum: 100, maximum: 599, description: 'a status such as 401' }),
          Type.String({ pattern: '^[1-5]xx$', description: 'a class of statuses such as 4xx' }),
        ],
        { description: 'a status such as 401, a class such as 4xx, or 0 for no response' },
      ),
    ),
    refused: opt({
      ...Type.Boolean({ description: 'true or false' }),
      ...described('Whether the call was refused, regardless of the status; `valid: false` of a booking session is a refusal.'),
    }),
    struck: opt({
      ...Type.Union([Kebab, OneOrMore], { description: 'the id of a fault, or its number' }),
      ...described('Id or number of a fault: only calls affected by it count. Inconclusive if it affected none.'),
    }),
    own_day: opt(
      Type.Literal(
        true,
        described(
          'Only calls whose path begins with the day of the clock of the machine, while that of the sandbox shows another day.',
        ),
      ),
    ),
    same: opt({
      ...Type.Unsafe<Same | readonly Same[]>(Sames),
      ...described(
        'The values that a call must share with a call of the expectation in `after`; each of those calls is checked separately. A read covers its range, and all rooms unless it names one.',
      ),
    }),
    not_before: opt({ ...Instant, ...described("Only calls from this instant on count, by the sandbox's clock.") }),
    precondition: opt(
      Type.Literal(
        true,
        described('If it is not met, the scenario did not take effect: this expectation and those after it are inconclusive.'),
      ),
    ),
    count: opt({
      ...CallBounds,
      ...described('Number of such calls; `per` counts them for each token, client, session or call. Default: at least one.'),
    }),
    never: opt(Type.Literal(true)),
    each: opt({
      ...Type.String({
        pattern: '^[a-z0-9][a-z0-9-]{0,62}(/[a-z_]+)?$',
        description: 'the id of traffic, such as guests or guests/guest_cancels',
      }),
      ...described('Id of traffic: such a call must follow each of its acts, or each act on a booking. Checked during the run.'),
    }),
    within: opt({
      ...Span,
      ...described("Time limit after the act, by the sandbox's clock or in real time, whichever is shorter."),
    }),
    invariant: opt({
      ...oneOf('no-overbooking', 'no-lost-booking', 'totals-add-up'),
      ...described('A condition that must hold after every change of the state.'),
    }),
    after: opt({
      ...Kebab,
      ...described('Id of an earlier expectation: only calls after it was met count. Inconclusive if that one is.'),
    }),
    before: opt({
      ...Kebab,
      ...described('Id of an earlier expectation: only calls that were sent before one of its calls was answered count.'),
    }),
    unless: opt({
      ...Kebab,
      ...described('Id of an earlier expectation: where that one is met, this one is too.'),
    }),
    state: opt({
      ...Type.Object(
        Object.fromEntries(
          COLLECTION_NAMES.map((name) => [
            name,
            opt(closed({ where: opt(wants('propertyId: 1')), count: opt(Bounds) }, 'a map with where and count')),
          ]),
        ),
        { additionalProperties: false, description: 'a map of collections' },
      ),
      ...described('Rows that must exist: collection, fields and number of rows.'),
    }),
  },
  'an expectation: which calls or rows, and how many',
)

export const ScenarioSchema = closed(
  {
    name: Kebab,
    about: opt({ ...Name, ...described('What happens, and what a correct client does.') }),
    kinds: opt({
      ...Type.Array(oneOf(...KINDS), { minItems: 1, description: `a list of ${KINDS.join(', ')}` }),
      ...described('The kinds of clients it is for. Default: all.'),
    }),
    seed: opt(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'a whole number from 0' })),
    clock: opt(
      closed(
        {
          at: opt(Instant),
          run: opt(
            Type.Union([oneOf('real', 'frozen'), Type.String({ pattern: '^\\d+(\\.\\d+)?x$' })], {
              description: 'real, frozen or a factor such as 60x',
            }),
          ),
        },
        'a map with at and run',
      ),
    ),
    fixtures: opt(
      Type.Union([Name, Type.Array(Name, { minItems: 1 })], {
        description: 'a bundled world, file or folder, or a list of them; files start from this one',
      }),
    ),
    choices: opt(Type.Record(Type.String(), Name, { description: 'a map of choice ids to answers' })),
    token_lifetime: opt(Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'seconds, a whole number from 1' })),
    mark: opt({
      ...Type.Boolean({ description: 'true or false' }),
      ...described('Whether affected responses have the header `X-Understay-Fault`. Default true.'),
    }),
    faults: opt(Type.Array(FaultSchema, { maxItems: 1000, description: 'a list of faults' })),
    events: opt(Type.Array(EventSchema, { description: 'a list of events' })),
    traffic: opt(Type.Array(TrafficSchema, { description: 'a list of traffic' })),
    webhook: opt({ ...WebhookFaultsSchema, ...described('Network faults on the deliveries of webhooks.') }),
    until: opt({ ...Moment, ...described('The end of traffic. Default: never.') }),
    expect: opt(Type.Array(ExpectationSchema, { description: 'a list of expectations' })),
  },
  'a scenario: name, and perhaps about, seed, clock, fixtures, choices, token_lifetime, faults, events, traffic, webhook, until, expect',
)

type Frozen<T> = T extends (infer E)[] ? readonly Frozen<E>[] : T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T
type Read<S extends TSchema> = Frozen<Static<S>>

/** A condition for one value. */
export type WantedValue = string | number | boolean | { readonly present: boolean } | { readonly matches: string }
export type WantedValues = Readonly<Record<string, WantedValue>>
/** Selects calls. */
export type Selector = Read<typeof Selector>
/** A fault in a scenario file. */
export type Fault = Read<typeof FaultSchema>
/** A network fault in a scenario file. */
export type Edge = Read<typeof Edge>
/** An event in a scenario file. */
export type ScenarioEvent = Read<typeof EventSchema>
/** An expectation in a scenario file. */
export type Expectation = Read<typeof ExpectationSchema>
/** Bounds of a count. */
export type Bounds = Read<typeof CallBounds>
/** The content of a scenario file. */
export type ScenarioText = Read<typeof ScenarioSchema>
