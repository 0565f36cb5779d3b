import type { TProperties } from 'typebox'
import { Type } from '../../api/schema.ts'
import { COMPARED_FIELDS } from '../../api/subject.ts'
import { COLLECTION_NAMES } from '../../store/state.ts'
import { EXPECTATION_PER, REACTIONS, RENAMED_EXPECTATION_KEYS } from '../names.ts'
import { conditions, type ReadonlyStatic, selector } from '../selectors/selector-schema.ts'
import { Count, closed, Flag, Instant, Kebab, Name, oneOf, oneOrMore, opt, optional, PositiveCount, Span } from '../vocabulary.ts'

const Range = { min: opt(Count), max: opt(Count) }
const countOr = <F extends TProperties>(fields: F, description: string) =>
  Type.Union([Count, closed(fields, description)], { description })
const Bounds = countOr(Range, 'a number, or a map with min and max')
const CallBounds = countOr(
  { ...Range, per: opt(oneOf(...EXPECTATION_PER)) },
  'a number, or a map with min, max and per; left out, at least one',
)

// Titles: the documents of the control API have each of these once.
const Rows = {
  ...closed({ where: opt(conditions('propertyId: 1')), count: opt(Bounds) }, 'a map with where and count'),
  title: 'RowExpectation',
}

export const ExpectationSchema = closed(
  {
    id: optional(Kebab, 'A name for `after` and the report.'),
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
    refused: optional(
      Flag,
      'Whether the call was refused, regardless of the status; `valid: false` of a booking session is a refusal.',
    ),
    fault: optional(
      Type.Union([Kebab, PositiveCount], { description: 'the id of a fault, or its number' }),
      'Id or number of a fault: only calls affected by it count. Inconclusive if it affected none.',
    ),
    system_date: optional(
      Type.Literal(true),
      'Only calls whose path begins with the day of the clock of the machine, while that of the sandbox shows another day.',
    ),
    same: optional(
      oneOrMore(oneOf(...COMPARED_FIELDS), `one or several of ${COMPARED_FIELDS.join(', ')}`),
      'The values that a call must share with a call of the expectation in `after`; each of those calls is checked separately. A read covers its range, and all rooms unless it names one.',
    ),
    reaction: optional(
      oneOf(...REACTIONS),
      'What differs from the same client without the fault, after the calls of `after`. looks-again: a selected read comes more often, before any further write on the subject. completes: the affected call succeeds as often, or a selected call succeeds after it. stops: no selected call comes any more. Inconclusive without such a run, except for a selected call.',
    ),
    not_before: optional(Instant, "Only calls from this instant on count, by the sandbox's clock."),
    precondition: optional(
      Type.Literal(true),
      'If it is not met, the scenario did not take effect: this expectation and those after it are inconclusive.',
    ),
    count: optional(
      CallBounds,
      'Number of such calls; `per` counts them for each token, client, session, call or property. Default: at least one.',
    ),
    never: opt(Type.Literal(true)),
    each: optional(
      Type.String({
        pattern: '^[a-z0-9][a-z0-9-]{0,62}(/[a-z_]+)?$',
        description: 'the id of traffic, such as guests or guests/guest_cancels',
      }),
      'Id of traffic: such a call must follow each of its acts, or each act on a booking. Checked during the run.',
    ),
    within: optional(Span, "Time limit after the act, by the sandbox's clock or in real time, whichever is shorter."),
    invariant: optional(
      oneOf('no-overbooking', 'no-lost-booking', 'totals-add-up'),
      'A condition that must hold after every change of the state.',
    ),
    after: optional(Kebab, 'Id of an earlier expectation: only calls after it was met count. Inconclusive if that one is.'),
    before: optional(
      Kebab,
      'Id of an earlier expectation: only calls that were sent before one of its calls was answered count.',
    ),
    unless: optional(Kebab, 'Id of an earlier expectation: met if that is. An untold reaction is met if all that name it are.'),
    state: optional(
      {
        ...closed(Object.fromEntries(COLLECTION_NAMES.map((name) => [name, opt(Rows)])), 'a map of collections'),
        title: 'ExpectedRows',
      },
      'Rows that must exist: collection, fields and number of rows.',
    ),
  },
  'an expectation: which calls or rows, and how many',
  RENAMED_EXPECTATION_KEYS,
)

export type Expectation = ReadonlyStatic<typeof ExpectationSchema>
export type Bounds = ReadonlyStatic<typeof CallBounds>
