import Type from 'typebox'
import { SCOPES } from '../../auth/scope.ts'
import { closed, Name, oneOf, opt } from '../../fixtures/vocabulary.ts'
import { FAULT_PER } from '../names.ts'
import { type ReadonlyStatic, SelectorSchema } from '../selectors/selector-schema.ts'
import { Count, described, Kebab, Percentage, PositiveCount, Span } from '../vocabulary.ts'

export const CALL_STATUSES = [429, 500, 502, 503, 504] as const

export const NetworkFaultSchema = closed(
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

export const RespondSchema = closed(
  {
    status: opt({
      ...Type.Integer({ minimum: 200, maximum: 599, description: 'a status from 200 to 599' }),
      ...described('Default: 200; with `patch`, the status of the real answer.'),
    }),
    json: opt({ ...Type.Unknown({ description: 'any JSON' }), ...described('The body, as JSON.') }),
    text: opt({
      ...Type.String({ description: 'a text' }),
      ...described('The body as text, `text/plain` unless the headers have a `Content-Type`.'),
    }),
    headers: opt({
      ...Type.Record(
        Type.String({ pattern: "^[\\w!#$%&'*+.^`|~-]+$" }),
        Type.String({ pattern: '^[\\t\\x20-\\x7e]*$', description: 'printable ASCII' }),
        { description: 'a map of names to values' },
      ),
      ...described('Headers of the answer.'),
    }),
    patch: opt({
      ...Type.Record(Type.String(), Type.Unknown(), { description: 'a map of paths to values' }),
      ...described('Carries out the call and changes its answer: path to value. Paths are those of `replay --ignore`.'),
    }),
    carried_out: opt({
      ...Type.Boolean({ description: 'true or false' }),
      ...described('Whether the service carries out the call before that answer. Default: false.'),
    }),
  },
  'a map with status, json, text, headers or patch',
)

export const FaultSchema = closed(
  {
    id: opt({
      ...Kebab,
      ...described('A name for `after_fault`, for `fault` of expectations and for the report. Default: its number in the list.'),
    }),
    about: opt(Name),
    after_fault: opt({ ...Kebab, ...described('Id of another fault: calls count only after that fault was applied.') }),
    chance: opt({
      ...Type.String({ pattern: '^(100|\\d{1,2}(\\.\\d+)?)%$', description: 'a share of at most 100%, such as 5%' }),
      ...described('Probability for each matching call that is due. It follows the seed, so a run can be repeated.'),
    }),
    on: { ...SelectorSchema, ...described('The calls that count and are affected. `{}` selects every call.') },
    after: opt({ ...Count, ...described('Number of matching calls before the first affected one. Default 0.') }),
    times: opt({ ...PositiveCount, ...described('Number of affected calls. Default 1.') }),
    for: opt({
      ...Span,
      ...described(
        "Instead of `times`, for network faults: affects every matching call within this span of the sandbox's clock, from the first affected one.",
      ),
    }),
    per: opt({
      ...oneOf(...FAULT_PER),
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
    network: opt({ ...NetworkFaultSchema, ...described('A network fault between client and service; it affects single calls.') }),
    respond: opt({
      ...RespondSchema,
      ...described('An answer of your own. The service is not known to answer this, so only rules about retries judge it.'),
    }),
  },
  'a fault: on, and one of token, scopes, session, room, property, price, network, respond',
  { edge: 'network', once: 'after_fault' },
)

/** A fault in a scenario file. */
export type Fault = ReadonlyStatic<typeof FaultSchema>
/** A network fault in a scenario file. */
export type NetworkFaultFields = ReadonlyStatic<typeof NetworkFaultSchema>
/** An invented answer in a scenario file. */
export type RespondFields = ReadonlyStatic<typeof RespondSchema>
