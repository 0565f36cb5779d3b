/**
 * Operations on the scenario and on armed faults.
 *
 * @module
 */

import { text as pathText } from '../../api/path-values.ts'
import { Type } from '../../api/schema.ts'
import { operationsOf, type Subject } from '../operation.ts'
import { InstantText, Maybe } from './parts.ts'

const operation = operationsOf('scenario')

const Text = Type.String({ minLength: 1 })
const Count = Type.Integer({ minimum: 0 })

export const FaultShown = Type.Object({
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

export const readScenario = operation({
  id: 'readScenario',
  method: 'get',
  path: '/scenario',
  summary: 'What is played in the sandbox: scenario, faults, events, expectations, and what became of them so far',
  query: {},
  answers: { 200: SHOWN },
})

export const playScenario = operation({
  id: 'playScenario',
  method: 'put',
  path: '/scenario',
  summary: 'Play a scenario from its beginning',
  description:
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

export const endScenario = operation({
  id: 'endScenario',
  method: 'delete',
  path: '/scenario',
  summary: 'Play nothing any more: the sandbox begins anew as the server was configured without a scenario',
  query: {},
  answers: { 200: { ...SHOWN, example: { scenario: null, faults: [], events: [], expectations: [] } } },
})

export const listFaults = operation({
  id: 'listFaults',
  method: 'get',
  path: '/faults',
  summary: 'The faults in force: those of the scenario, and those armed at run time',
  query: {},
  answers: { 200: { means: 'Each fault, and how often it happened', schema: Type.Array(FaultShown), example: [FAULT_EXAMPLE] } },
})

export const armFault = operation({
  id: 'armFault',
  method: 'post',
  path: '/faults',
  summary: 'Arm a fault now, in the form it has in a scenario',
  description: 'A reset takes it away.',
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

export const disarmFaults = operation({
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

export const checkScenario = operation({
  id: 'checkScenario',
  method: 'post',
  path: '/scenario/check',
  summary: 'Whether a scenario could be played, without playing it',
  document: {
    means: 'A whole scenario as YAML or JSON',
    schema: Type.Object({ name: Text }, { additionalProperties: true }),
    example: { name: 'token-expires-mid-sync' },
    also: { 'application/yaml': OUTAGE },
  },
  answers: {
    200: {
      means: 'Everything that is wrong with it; an empty list when it can be played',
      schema: Type.Object({
        problems: Type.Array(
          Type.Object({
            file: Type.String({ description: '`scenario` for the text that was sent, or a fixture file it names' }),
            line: Type.Integer({ description: 'Counted from 1; 0 where there is none', minimum: 0 }),
            column: Type.Integer({ minimum: 0 }),
            field: Type.String({ description: 'Such as `faults[0].on`; empty for the whole' }),
            message: Text,
          }),
        ),
      }),
      example: { problems: [] },
    },
  },
})

const BundledShown = { name: Text, about: Maybe(Text) }
const OUTAGE_SHOWN = { name: 'outage-and-recovery', about: 'Three calls in a row get a 503.' }

export const listScenarios = operation({
  id: 'listScenarios',
  method: 'get',
  path: '/scenarios',
  summary: 'The bundled scenarios',
  query: {},
  answers: { 200: { means: 'Every one, by name', schema: Type.Array(Type.Object(BundledShown)), example: [OUTAGE_SHOWN] } },
})

export const readBundledScenario = operation({
  id: 'readBundledScenario',
  method: 'get',
  path: '/scenarios/{name}',
  summary: 'A bundled scenario as it is written',
  params: { name: pathText('Such as outage-and-recovery') },
  query: {},
  answers: {
    200: {
      means: 'Its text, to be played as it is or changed',
      schema: Type.Object({ ...BundledShown, text: Type.String({ description: 'YAML' }) }),
      example: { ...OUTAGE_SHOWN, text: OUTAGE },
    },
  },
  refusals: { 404: 'There is no bundled scenario of this name, or no such sandbox' },
  example: { path: { name: 'outage-and-recovery' } },
})

export const SCENARIO: Subject = {
  tag: 'scenario',
  about: 'What goes wrong in a sandbox on purpose',
  operations: [
    readScenario,
    playScenario,
    endScenario,
    checkScenario,
    listScenarios,
    readBundledScenario,
    listFaults,
    armFault,
    disarmFaults,
  ],
}
