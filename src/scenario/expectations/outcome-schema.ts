/** The outcome of an expectation, as reports and the control API show it. */
import { Count, OneOf, Type } from '../../api/schema.ts'
import { NEEDS } from '../names.ts'
import type { ReadonlyStatic } from '../selectors/selector-schema.ts'
import { ExpectationSchema } from './expectation-schema.ts'

const text = (description: string) => Type.Optional(Type.String({ description, minLength: 1 }))
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
  expectation: ExpectationSchema,
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

export type Outcome = ReadonlyStatic<typeof OutcomeShown>
export type Delays = NonNullable<Outcome['delays']>
export type MissedAct = Omit<NonNullable<Outcome['missed']>[number], 'what'>
export type NearMiss = Outcome['nearest'][number]
