import { Type } from '../../api/schema.ts'
import { SCOPES } from '../../auth/scope.ts'
import { FAULT_PER } from '../names.ts'
import { type ReadonlyStatic, SelectorSchema } from '../selectors/selector-schema.ts'
import {
  Count,
  closed,
  described,
  Flag,
  Kebab,
  Name,
  oneOf,
  opt,
  optional,
  Percentage,
  PositiveCount,
  Span,
  share,
  spans,
} from '../vocabulary.ts'

export const NetworkFaultSchema = closed(
  {
    status: opt(oneOf(429, 500, 502, 503, 504)),
    retry_after: opt(Type.Integer({ minimum: 0, maximum: 86_400, description: 'seconds, a whole number' })),
    delay: opt(spans('a span such as 800ms, or two of them: [200ms, 2s]')),
    cut: opt(oneOf('before', 'after-commit')),
    body: opt(oneOf('truncated', 'html', 'empty', 'extra-fields')),
    carried_out: optional(Flag, 'With a status: whether the service carries out the call before that response. Default: false.'),
  },
  'a map with status, delay, cut or body',
)

const HeaderName = Type.String({ pattern: "^[\\w!#$%&'*+.^`|~-]+$" })
const HeaderValue = Type.String({ pattern: '^[\\t\\x20-\\x7e]*$', description: 'printable ASCII' })

const RespondSchema = closed(
  {
    status: optional(
      Type.Integer({ minimum: 200, maximum: 599, description: 'a status from 200 to 599' }),
      'Default: 200; with `patch`, the status of the real answer.',
    ),
    json: optional(Type.Unknown({ description: 'any JSON' }), 'The body, as JSON.'),
    text: optional(
      Type.String({ description: 'a text' }),
      'The body as text, `text/plain` unless the headers have a `Content-Type`.',
    ),
    headers: optional(
      Type.Record(HeaderName, HeaderValue, { description: 'a map of names to values' }),
      'Headers of the answer.',
    ),
    patch: optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'a map of paths to values' }),
      'Carries out the call and changes its answer: path to value. Paths are those of `replay --ignore`.',
    ),
    carried_out: optional(Flag, 'Whether the service carries out the call before that answer. Default: false.'),
  },
  'a map with status, json, text, headers or patch',
)

export const FaultSchema = closed(
  {
    id: optional(
      Kebab,
      'A name for `after_fault`, for `fault` of expectations and for the report. Default: its number in the list.',
    ),
    about: opt(Name),
    after_fault: optional(Kebab, 'Id of another fault: calls count only after that fault was applied.'),
    chance: optional(
      share('a share of at most 100%, such as 5%'),
      'Probability for each matching call that is due. It follows the seed, so a run can be repeated.',
    ),
    on: { ...SelectorSchema, ...described('The calls that count and are affected. `{}` selects every call.') },
    after: optional(Count, 'Number of matching calls before the first affected one. Default 0.'),
    over: optional(
      closed({ calls: PositiveCount, within: Span }, 'a map such as { calls: 20, within: 1m }'),
      "A quota, by default for each client: affects the calls beyond this number within this span of the sandbox's clock. The span begins with a call; the first call after it begins another.",
    ),
    times: optional(PositiveCount, 'Number of affected calls. Default 1; unlimited with `chance` or `over`.'),
    for: optional(
      Span,
      "Instead of `times`, for network faults: affects every matching call within this span of the sandbox's clock, from the first affected one.",
    ),
    per: optional(
      oneOf(...FAULT_PER),
      'Counts calls separately for each of these. Default: `sandbox`, all calls together; with `over`, `client`.',
    ),
    mark: optional(Flag, 'Whether affected responses have the header `X-Understay-Fault`. Default: that of the scenario.'),
    token: optional(oneOf('expired', 'revoked', 'unknown'), 'The token of the call becomes invalid permanently.'),
    scopes: optional(
      closed(
        { without: Type.Array(oneOf(...SCOPES), { minItems: 1, description: `a list of ${SCOPES.join(', ')}` }) },
        'a map such as { without: [properties_set] }',
      ),
      'The client of the call and all its valid tokens lose scopes.',
    ),
    session: optional(oneOf('expired'), 'The booking session of the call expires.'),
    room: optional(oneOf('taken'), 'Another guest books the room of the call first.'),
    property: optional(
      oneOf('unpublished', 'not-micromanage', 'withdrawn'),
      'The property of the call changes. `withdrawn`: it is no longer assigned to its managers.',
    ),
    price: optional(
      closed({ by: Percentage }, 'a map such as { by: 10% }'),
      'All rates of the property of the call change by this percentage.',
    ),
    network: optional(NetworkFaultSchema, 'A network fault between client and service; it affects single calls.'),
    respond: optional(
      RespondSchema,
      'An answer of your own. The service is not known to answer this, so only rules about retries judge it.',
    ),
  },
  'a fault: on, and one of token, scopes, session, room, property, price, network, respond',
  { edge: 'network', once: 'after_fault' },
)

export type Fault = ReadonlyStatic<typeof FaultSchema>
export type NetworkFaultFields = ReadonlyStatic<typeof NetworkFaultSchema>
/** An invented answer in a scenario file. */
export type RespondFields = ReadonlyStatic<typeof RespondSchema>
