/**
 * The endpoints of the scenario, and of the faults in force.
 *
 * @module
 */
import { Type } from '../contract/schema.ts'
import { endpoint, type Noun } from './declaration.ts'
import { InstantText } from './declared-parts.ts'

const Text = Type.String({ minLength: 1 })
const Maybe = (schema: Parameters<typeof Type.Union>[0][number]) => Type.Union([schema, Type.Null()])
const Count = Type.Integer({ minimum: 0 })

const FaultShown = Type.Object({
  id: Type.String({ description: '`<scenario>/<n>`, or `armed/<n>`: what the header X-Understay-Fault says' }),
  cause: Type.String({ description: 'token, scopes, session, room, property, price or edge' }),
  fault: Type.Object({}, { additionalProperties: true, description: 'As it was written; scenarios/schema.json says how' }),
  matched: { ...Count, description: 'Calls that matched' },
  happened: { ...Count, description: 'How often the cause happened' },
  spent: Type.Boolean({ description: 'True once it has happened as often as it may' }),
  hindrance: Maybe({ ...Text, description: 'Why it could not happen when it was due' }),
})

const EventShown = Type.Object({
  id: Text,
  do: Text,
  at: InstantText,
  state: Type.String({ description: 'waiting, happened or hindered' }),
  hindrance: Maybe(Text),
})

const ScenarioShown = Type.Object({
  scenario: Maybe(
    Type.Object({ name: Text, about: Maybe(Text), file: Maybe(Text) }, { description: 'Null while none is played' }),
  ),
  faults: Type.Array(FaultShown),
  events: Type.Array(EventShown),
  expectations: Type.Array(Type.Object({}, { additionalProperties: true })),
})

const FAULT_EXAMPLE = {
  id: 'armed/1',
  cause: 'edge',
  fault: { on: { operation: 'listBookings' }, edge: { status: 503, retry_after: 2 } },
  matched: 0,
  happened: 0,
  spent: false,
  hindrance: null,
}
const SHOWN = {
  means: 'What is played',
  schema: ScenarioShown,
  example: {
    scenario: { name: 'outage-and-recovery', about: 'Three calls in a row meet a 503.', file: null },
    faults: [{ ...FAULT_EXAMPLE, id: 'outage-and-recovery/1' }],
    events: [],
    expectations: [{ operation: 'listBookings', status: 200 }],
  },
}

const OUTAGE = `name: short-outage
faults:
  - on: { operation: listBookings }
    times: 3
    edge: { status: 503 }
`

const readScenario = endpoint({
  id: 'readScenario',
  method: 'get',
  path: '/scenario',
  summary: 'What is played in the sandbox: scenario, faults, events, expectations, and what became of them so far',
  query: {},
  answers: { 200: SHOWN },
})

const playScenario = endpoint({
  id: 'playScenario',
  method: 'put',
  path: '/scenario',
  summary: 'Play a scenario from its beginning',
  about:
    'The sandbox begins anew with the fixtures, seed, clock and choices of the scenario. The form is that of scenarios/schema.json.',
  document: {
    means: 'A whole scenario as YAML or JSON; with `name` alone a bundled one, or a file that the server can read',
    schema: Type.Object({ name: Text }, { additionalProperties: true }),
    example: { name: 'token-expires-mid-sync' },
    also: { 'application/yaml': OUTAGE },
  },
  answers: { 200: SHOWN },
  refusals: { 400: 'The scenario cannot be played; every problem is named with line, column and field' },
})

const endScenario = endpoint({
  id: 'endScenario',
  method: 'delete',
  path: '/scenario',
  summary: 'Play nothing any more: the sandbox begins anew as the server was configured without a scenario',
  query: {},
  answers: { 200: { ...SHOWN, example: { scenario: null, faults: [], events: [], expectations: [] } } },
})

const listFaults = endpoint({
  id: 'listFaults',
  method: 'get',
  path: '/faults',
  summary: 'The faults in force: those of the scenario, and those armed at run time',
  query: {},
  answers: { 200: { means: 'Each fault, and how often it happened', schema: Type.Array(FaultShown), example: [FAULT_EXAMPLE] } },
})

const armFault = endpoint({
  id: 'armFault',
  method: 'post',
  path: '/faults',
  summary: 'Arm a fault now, in the form it has in a scenario',
  about: 'A reset takes it away.',
  document: {
    means: 'YAML or JSON: `on`, perhaps `after`, `times` and `per`, and one cause; scenarios/schema.json says how',
    schema: Type.Object(
      {
        on: Type.Object({}, { additionalProperties: true, description: 'Which calls are meant' }),
        after: Type.Optional(Type.Integer({ description: 'Matching calls that pass first', minimum: 0 })),
        times: Type.Optional(Type.Integer({ description: 'How often the cause happens', minimum: 1 })),
        per: Type.Optional(Type.String({ description: 'What is counted: token, client, session or sandbox' })),
      },
      { additionalProperties: true },
    ),
    example: FAULT_EXAMPLE.fault,
    also: { 'application/yaml': 'on: { operation: listBookings }\nedge: { status: 503, retry_after: 2 }\n' },
  },
  answers: { 201: { means: 'The fault as it is armed', schema: FaultShown, example: FAULT_EXAMPLE } },
  refusals: { 400: 'The fault can never happen, or is none; every problem is named with its field' },
})

export const disarmFaults = endpoint({
  id: 'disarmFaults',
  method: 'delete',
  path: '/faults',
  summary: 'Take faults away: all that were armed at run time, or the one that is named',
  query: { id: Type.Optional(Type.String({ description: 'The id of a fault, also one of the scenario' })) },
  answers: {
    200: { means: 'How many there were', schema: Type.Object({ removed: Count }), example: { removed: 1 } },
  },
  refusals: { 404: 'There is no fault of this id, or no such sandbox' },
  example: { query: { id: 'armed/1' } },
})

export const SCENARIO: Noun = {
  name: 'scenario',
  about: 'What goes wrong in a sandbox on purpose',
  endpoints: [readScenario, playScenario, endScenario, listFaults, armFault, disarmFaults],
}
