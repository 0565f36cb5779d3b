/**
 * The schema of scenario files. Each `description` completes the sentence "expected ..."; editors show `markdownDescription`.
 * `check.ts` checks what a schema cannot express, such as the ids of operations.
 */
import { Type } from '../api/schema.ts'
import { CLIENT_KINDS } from '../conformance/exchange.ts'
import { Fixture } from '../fixtures/fixture-schema.ts'
import type { FixtureData } from '../fixtures/fixture-set.ts'
import { EVENT_WORDS } from './events/event-schema.ts'
import { ExpectationSchema } from './expectations/expectation-schema.ts'
import { FaultSchema } from './faults/fault-schema.ts'
import { WebhookFaultsSchema } from './faults/webhook-faults.ts'
import type { ReadonlyStatic } from './selectors/selector-schema.ts'
import { ActFields, TrafficSchema } from './traffic/traffic-schema.ts'
import { closed, Flag, InstantOrDay, Kebab, Moment, Name, oneOf, opt, optional } from './vocabulary.ts'

const WHAT_HAPPENS = { do: oneOf(...EVENT_WORDS), with: opt(ActFields) }

/** An event to perform at once. */
export const EventActSchema = closed(WHAT_HAPPENS, 'an event: do, with')

export const EventSchema = closed(
  {
    at: Moment,
    ...WHAT_HAPPENS,
    required: optional(Flag, 'Whether the run fails if the event cannot happen. Default: it is only reported.'),
  },
  'an event: at, do, with, required',
)

/** When the clock of a scenario begins to run. */
const CLOCK_FROM = ['start', 'first-call'] as const
export type ClockFrom = (typeof CLOCK_FROM)[number]

const Answer = Type.Union([Name, Type.Number(), Type.Boolean()], { description: 'an answer of the choice' })

export const ScenarioSchema = closed(
  {
    name: Kebab,
    about: optional(Name, 'What happens, and what a correct client does.'),
    kinds: optional(
      Type.Array(oneOf(...CLIENT_KINDS), { minItems: 1, description: `a list of ${CLIENT_KINDS.join(', ')}` }),
      'The kinds of clients it is for. Default: all.',
    ),
    seed: opt(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'a whole number from 0' })),
    clock: opt(
      closed(
        {
          at: opt(InstantOrDay),
          run: opt(
            Type.Union([oneOf('real', 'frozen'), Type.String({ pattern: '^\\d+(\\.\\d+)?x$' })], {
              description: 'real, frozen or a factor such as 60x',
            }),
          ),
          from: optional(
            oneOf(...CLOCK_FROM),
            'When the clock begins to run: at the start, or at the first call of the client. Default: start.',
          ),
        },
        'a map with at, run and from',
      ),
    ),
    fixtures: opt(
      Type.Union([Name, Type.Array(Type.Union([Name, Type.Unsafe<FixtureData>(Fixture)]), { minItems: 1, maxItems: 100 })], {
        description: 'a bundled world, file or folder, or a list of them and of maps of rows; files start from this one',
      }),
    ),
    choices: opt(Type.Record(Type.String(), Answer, { description: 'a map of choice ids to answers' })),
    token_lifetime: opt(Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'seconds, a whole number from 1' })),
    mark: optional(Flag, 'Whether affected responses have the header `X-Understay-Fault`. Default true.'),
    faults: opt(Type.Array(FaultSchema, { maxItems: 1000, description: 'a list of faults' })),
    events: opt(Type.Array(EventSchema, { description: 'a list of events' })),
    traffic: opt(Type.Array(TrafficSchema, { description: 'a list of traffic' })),
    webhook: optional(WebhookFaultsSchema, 'Network faults on the deliveries of webhooks.'),
    until: optional(Moment, 'The end of traffic. Default: never.'),
    expect: opt(Type.Array(ExpectationSchema, { description: 'a list of expectations' })),
  },
  'a scenario: name, and perhaps about, seed, clock, fixtures, choices, token_lifetime, faults, events, traffic, webhook, until, expect',
)

export type EventAct = ReadonlyStatic<typeof EventActSchema>
export type ScenarioEvent = ReadonlyStatic<typeof EventSchema>
/** The content of a scenario file. */
export type ScenarioText = ReadonlyStatic<typeof ScenarioSchema>
