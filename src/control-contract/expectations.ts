import { Count, OneOf, Type } from '../api/schema.ts'
import { NEEDS, REACTIONS } from '../scenario/names.ts'

const text = (description: string) => Type.Optional(Type.String({ description, minLength: 1 }))
const Bounds = Type.Union(
  [
    Count,
    Type.Object({ min: Type.Optional(Count), max: Type.Optional(Count), per: text('token, client, session, call or property') }),
  ],
  {
    description: 'a number, or a map with min, max and per; left out, at least one',
  },
)
const Conditions = Type.Object(
  {},
  { additionalProperties: true, description: 'Names to a value, { present: true } or { matches: EXPRESSION }' },
)

/** An expectation, in the same form as in a scenario. */
export const EXPECTATION = {
  id: text('A name for `after` and for the response'),
  about: text('The purpose of the expectation'),
  operation: Type.Optional(
    Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })], { description: 'Id of an operation, or several' }),
  ),
  tag: text('A group of operations'),
  method: Type.Optional(
    Type.Union([Type.String(), Type.Array(Type.String())], { description: 'GET, POST, PUT or DELETE, or several' }),
  ),
  property: Type.Optional(Type.Integer({ description: 'The property of the calls', minimum: 1 })),
  client: text('The id of a client'),
  session: text('The name of a booking session'),
  where: Type.Optional(
    Type.Object(
      { path: Type.Optional(Conditions), form: Type.Optional(Conditions), header: Type.Optional(Conditions) },
      { description: 'Values of the calls. Only journalled headers can be checked' },
    ),
  ),
  status: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: 599 }), Type.String({ pattern: '^[1-5]xx$' })], {
      description: 'A status, a class such as 4xx, or 0 for no response',
    }),
  ),
  refused: Type.Optional(
    Type.Boolean({
      description: 'Whether the call was refused: a refusal, or valid: false of a booking session, with any status',
    }),
  ),
  count: Type.Optional(Bounds),
  fault: Type.Optional(
    Type.Union([Type.String(), Type.Integer({ minimum: 1 })], {
      description: 'Only calls that this fault was applied to: its id or number',
    }),
  ),
  same: Type.Optional(
    Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })], {
      description: 'What a call has in common with each call of the expectation named by after: property, room, night, ...',
    }),
  ),
  not_before: text('Only calls from this instant on, by the clock of the sandbox'),
  precondition: Type.Optional(
    Type.Literal(true, { description: 'When it is not met, it and the expectations after it are inconclusive' }),
  ),
  never: Type.Optional(Type.Literal(true, { description: 'No call may match' })),
  after: text('The id of an earlier expectation: only calls after it was met count'),
  before: text('The id of an earlier expectation: only calls that were sent before one of its calls was answered count'),
  unless: text('The id of an earlier expectation: where that one is met, this one is too'),
  reaction: Type.Optional(
    Type.Unsafe<(typeof REACTIONS)[number]>(
      Type.Union(
        REACTIONS.map((name) => Type.Literal(name)),
        { description: 'How the client differs from a run without the fault; without such a run, the outcome is inconclusive' },
      ),
    ),
  ),
  system_date: Type.Optional(
    Type.Literal(true, {
      description:
        'Only calls whose path begins with the day of the clock of the machine, while that of the sandbox shows another day',
    }),
  ),
  state: Type.Optional(
    Type.Record(Type.String(), Type.Object({ where: Type.Optional(Conditions), count: Type.Optional(Bounds) }), {
      description: 'Rows that must be there: collection, values of their fields, and how many',
    }),
  ),
}

/** Fields that only an expectation of a scenario can have, because they are checked while it runs. */
const SCENARIO_ONLY_FIELDS = {
  each: text('The traffic, or its later acts: a matching call must follow each act'),
  within: text('The time limit after the act: a span such as 15m'),
  invariant: Type.Optional(
    Type.String({
      description: 'What must be true after every change',
      enum: ['no-overbooking', 'no-lost-booking', 'totals-add-up'],
    }),
  ),
}

const Delay = Type.Integer({ description: 'In milliseconds', minimum: 0 })

const NearMiss = Type.Object({
  entry: Type.Optional(Type.Integer({ description: 'Its entry in the journal; left out for a row', minimum: 1 })),
  what: Type.String({ description: 'The call or the row' }),
  because: Type.String({ description: 'Every difference' }),
})

export const OutcomeShown = Type.Object({
  id: Type.String({ description: 'Its own, or expect-<n>' }),
  state: OneOf(
    ['met', 'unmet', 'inconclusive'],
    'Inconclusive: the calls it depends on were never made, the wait was interrupted, or it is a reaction and there is no control run',
  ),
  met: Type.Boolean(),
  expectation: Type.Object({ ...EXPECTATION, ...SCENARIO_ONLY_FIELDS }),
  found: Type.Integer({ description: 'The number of calls or rows found', minimum: 0 }),
  wanted: Type.String({ description: 'What was expected, in words' }),
  difference: text('The difference, in words; missing when the expectation is met'),
  needs: Type.Optional(OneOf(NEEDS, 'What would tell it, where it is inconclusive for lack of that')),
  nearest: Type.Array(NearMiss, { description: 'The most similar calls or rows' }),
  entries: Type.Array(Type.Integer({ minimum: 1 }), { description: 'Ids of the calls that were found' }),
  delays: Type.Optional(
    Type.Object(
      {
        met: Type.Integer({ description: 'Acts answered in time', minimum: 0 }),
        late: Type.Integer({ description: 'Acts answered after their time', minimum: 0 }),
        missed: Type.Integer({ description: 'Acts not answered, whose time limit is over', minimum: 0 }),
        waiting: Type.Integer({ description: 'Acts not answered, within the time limit', minimum: 0 }),
        untold: Type.Optional(Type.Integer({ description: 'Acts that the client may have handled without a call', minimum: 1 })),
        p50: Type.Optional(Delay),
        p95: Type.Optional(Delay),
        max: Type.Optional(Delay),
      },
      {
        description:
          'Of an expectation with each; delays in milliseconds by the clock of the sandbox or of the machine, whichever is shorter; left out while there are none',
      },
    ),
  ),
  missed: Type.Optional(
    Type.Array(
      Type.Object({
        what: Type.String({ description: 'In words' }),
        at: Type.Integer({ description: 'When it happened, by the clock of the sandbox: milliseconds since 1970' }),
        do: Type.String(),
        property: Type.Optional(Type.Integer()),
        room: Type.Optional(Type.Integer()),
        booking: Type.Optional(Type.Integer({ description: 'The contract uid' })),
        arrival: Type.Optional(
          Type.String({ description: 'The day of arrival, of an act that is judged as a whole: YYYY-MM-DD' }),
        ),
        night: Type.Optional(Type.String({ description: 'The night, of an act that is judged night by night: YYYY-MM-DD' })),
      }),
      { description: 'The first acts of traffic that were missed' },
    ),
  ),
  checks: Type.Optional(
    Type.Object(
      {
        changes: Type.Integer({ description: 'The number of changes after which it was checked', minimum: 0 }),
        broken: Count,
        tolerated: Type.Integer({ description: 'Nights that were sold twice, and closed in time', minimum: 0 }),
        first: text('The first violation'),
      },
      { description: 'Of an invariant' },
    ),
  ),
})

export const EXPECTATION_EXAMPLE = { id: 'one-renewal', operation: 'requestToken', status: 200, count: 2 }
export const DIFFERENCE_EXAMPLE = 'expected exactly 2 calls of requestToken answered 200, found 1 (#3)'
export const NEAR_MISS_EXAMPLE = { entry: 12, what: '#12 POST /oauth/token 400 at 09:00:12', because: 'status is 400, not 200' }
export const OUTCOME_EXAMPLE = {
  id: 'one-renewal',
  state: 'unmet',
  met: false,
  expectation: EXPECTATION_EXAMPLE,
  found: 1,
  wanted: 'exactly 2 calls of requestToken answered 200',
  difference: DIFFERENCE_EXAMPLE,
  nearest: [NEAR_MISS_EXAMPLE],
  entries: [3],
}
