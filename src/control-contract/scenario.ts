/** Operations on the scenario and on armed faults. */

import { text as pathText } from '../api/path-values.ts'
import { Count, InstantText, OrNull, Text, Type } from '../api/schema.ts'
import { ChangedRows } from '../journal/entry.ts'
import { Subject } from './operation.ts'
import { Act } from './traffic.ts'

export const SCENARIO = new Subject('scenario', 'Scenarios and injected faults')

export const FaultShown = Type.Object({
  id: Type.String({ description: '`<scenario>/<n>` or `armed/<n>`, as in the header X-Understay-Fault' }),
  cause: Type.String({ description: 'token, scopes, session, room, property, price, network or respond' }),
  fault: Type.Object({}, { additionalProperties: true, description: 'The fault as written; see scenarios/schema.json' }),
  matched: { ...Count, description: 'Calls that matched' },
  happened: { ...Count, description: 'How often the cause happened' },
  exhausted: Type.Boolean({ description: 'True once it has happened as often as `times` allows' }),
  blockedReason: OrNull({ ...Text, description: 'Why it could not happen when it was due' }),
})

const EventShown = Type.Object({
  id: Text,
  do: Text,
  at: InstantText,
  state: Type.String({ description: 'waiting, happened or blocked' }),
  blockedReason: OrNull(Text),
})

const ScenarioShown = Type.Object({
  scenario: OrNull(
    Type.Object(
      {
        name: Text,
        about: OrNull(Text),
        file: OrNull(Text),
        text: OrNull({ ...Text, description: 'What was played; null for several combined' }),
      },
      { description: 'Null without a scenario' },
    ),
  ),
  faults: Type.Array(FaultShown),
  events: Type.Array(EventShown),
  expectations: Type.Array(Type.Object({}, { additionalProperties: true })),
})

const FAULT_EXAMPLE = {
  id: 'armed/1',
  cause: 'network',
  fault: { on: { operation: 'listBookings' }, network: { status: 503, retry_after: 2 } },
  matched: 0,
  happened: 0,
  exhausted: false,
  blockedReason: null,
}
const SCENARIO_EXAMPLE = `name: short-outage
faults:
  - on: { operation: listBookings }
    times: 3
    network: { status: 503 }
`

const SCENARIO_DOCUMENT = {
  means: 'A whole scenario as YAML or JSON',
  schema: Type.Object({ name: Text }, { additionalProperties: true }),
  example: { name: 'token-expires-mid-sync' },
  also: { 'application/yaml': SCENARIO_EXAMPLE },
}

const SCENARIO_ANSWER = {
  means: 'The scenario and its state',
  schema: ScenarioShown,
  example: {
    scenario: { name: 'outage-and-recovery', about: 'Three calls in a row meet a 503.', file: null, text: SCENARIO_EXAMPLE },
    faults: [{ ...FAULT_EXAMPLE, id: 'outage-and-recovery/1' }],
    events: [],
    expectations: [{ operation: 'listBookings', status: 200 }],
  },
}

export const readScenario = SCENARIO.operation({
  id: 'readScenario',
  method: 'get',
  path: '/scenario',
  summary: 'The scenario of the sandbox with its faults, events and expectations, and their state',
  answer: SCENARIO_ANSWER,
})

export const playScenario = SCENARIO.operation({
  id: 'playScenario',
  method: 'put',
  path: '/scenario',
  summary: 'Run a scenario from its start',
  description:
    'The sandbox restarts with the fixtures, seed, clock and choices of the scenario. The format is that of scenarios/schema.json.',
  document: {
    ...SCENARIO_DOCUMENT,
    means: 'A whole scenario as YAML or JSON; with `name` alone a bundled one, or a file in a folder named at start',
  },
  answer: SCENARIO_ANSWER,
  refusals: { 400: 'The scenario cannot be run; every problem is reported with line, column and field' },
})

export const endScenario = SCENARIO.operation({
  id: 'endScenario',
  method: 'delete',
  path: '/scenario',
  summary: 'End the scenario: the sandbox restarts with the configuration of the server, without a scenario',
  answer: { ...SCENARIO_ANSWER, example: { scenario: null, faults: [], events: [], expectations: [] } },
})

export const checkScenario = SCENARIO.operation({
  id: 'checkScenario',
  method: 'post',
  path: '/scenario/check',
  summary: 'Validate a scenario without running it',
  document: SCENARIO_DOCUMENT,
  answer: {
    means: 'Every problem; an empty list for a valid scenario',
    schema: Type.Object({
      problems: Type.Array(
        Type.Object({
          file: Type.String({ description: '`scenario` for the text that was sent, or a fixture file it names' }),
          line: Type.Integer({ description: 'Counted from 1; 0 when unknown', minimum: 0 }),
          column: Count,
          field: Type.String({ description: 'Such as `faults[0].on`; empty for the file as a whole' }),
          message: Text,
        }),
      ),
    }),
    example: { problems: [] },
  },
})

const BundledShown = { name: Text, about: OrNull(Text) }
const BUNDLED_EXAMPLE = { name: 'outage-and-recovery', about: 'Three calls in a row get a 503.' }

export const listScenarios = SCENARIO.operation({
  id: 'listScenarios',
  method: 'get',
  path: '/scenarios',
  knownAs: { tool: 'list_scenarios' },
  summary: 'The scenarios in the folders of `--scenarios`, and the bundled ones',
  answer: {
    means: 'Each is played by its name; that of a file is its file name',
    schema: Type.Array(Type.Object({ ...BundledShown, bundled: Type.Boolean() })),
    example: [{ ...BUNDLED_EXAMPLE, bundled: true }],
  },
})

export const readBundledScenario = SCENARIO.operation({
  id: 'readBundledScenario',
  method: 'get',
  path: '/scenarios/{name}',
  summary: 'The text of a bundled scenario',
  params: { name: pathText('Such as outage-and-recovery') },
  answer: {
    means: 'The text of the scenario',
    schema: Type.Object({ ...BundledShown, text: Type.String({ description: 'YAML' }) }),
    example: { ...BUNDLED_EXAMPLE, text: SCENARIO_EXAMPLE },
  },
  refusals: { 404: 'The bundled scenario or the sandbox does not exist' },
  example: { path: { name: 'outage-and-recovery' } },
})

export const listFaults = SCENARIO.operation({
  id: 'listFaults',
  method: 'get',
  path: '/faults',
  knownAs: { library: 'faults.list()', tool: 'list_faults' },
  summary: 'The current faults: those of the scenario, and those armed at run time',
  answer: { means: 'Each fault, and how often it happened', schema: Type.Array(FaultShown), example: [FAULT_EXAMPLE] },
})

export const armFault = SCENARIO.operation({
  id: 'armFault',
  method: 'post',
  path: '/faults',
  summary: 'Arm a fault, in the format of a scenario',
  description: 'A reset removes it.',
  document: {
    means: 'YAML or JSON: `on`, optionally `after`, `times` and `per`, and one cause; see scenarios/schema.json',
    schema: Type.Object(
      {
        on: Type.Object({}, { additionalProperties: true, description: 'Selects the calls' }),
        after: Type.Optional(Type.Integer({ description: 'The number of matching calls that pass before', minimum: 0 })),
        times: Type.Optional(Type.Integer({ description: 'How often the cause happens', minimum: 1 })),
        per: Type.Optional(Type.String({ description: 'What is counted: token, client, session or sandbox' })),
      },
      { additionalProperties: true },
    ),
    example: FAULT_EXAMPLE.fault,
    also: { 'application/yaml': 'on: { operation: listBookings }\nnetwork: { status: 503, retry_after: 2 }\n' },
  },
  answers: { 201: { means: 'The armed fault', schema: FaultShown, example: FAULT_EXAMPLE } },
  refusals: { 400: 'The fault is invalid or can never happen; every problem is reported with its field' },
})

export const disarmFaults = SCENARIO.operation({
  id: 'disarmFaults',
  method: 'delete',
  path: '/faults',
  summary: 'Disarm faults: all that were armed at run time, or the one with the given id',
  query: { id: Type.Optional(Type.String({ description: 'The id of a fault, also one of the scenario' })) },
  answer: { means: 'The number of disarmed faults', schema: Type.Object({ removed: Count }), example: { removed: 1 } },
  refusals: { 404: 'The fault or the sandbox does not exist' },
  example: { query: { id: 'armed/1' } },
})

const { do: word, at, booking, room, arrival, departure } = Act.properties
const changed = { ...ChangedRows, description: 'Rows the event changed: collection to ids' }
export const TriggeredShown = Type.Object({ id: Text, do: word, at, booking, room, arrival, departure, changed })

const STAY_EXAMPLE = { booking: 71, room: 3, arrival: '2026-03-04', departure: '2026-03-06' }

export const triggerEvent = SCENARIO.operation({
  id: 'triggerEvent',
  method: 'post',
  path: '/events',
  summary: 'Trigger an event now, in the format of a scenario',
  description: 'It has the effects of an event of a scenario: webhooks are notified, and rules and reports know it.',
  document: {
    means: 'YAML or JSON: `do`, and `with`; see scenarios/schema.json',
    schema: Type.Object({ do: Type.String({ description: 'What happens' }) }, { additionalProperties: true }),
    example: { do: 'guest_cancels', with: { booking: 'latest' } },
    also: { 'application/yaml': 'do: channel_sells\nwith: { property: 1, arrival: today+3, nights: 2 }\n' },
  },
  answer: {
    means: 'What has happened; booking, room and days where the event is about one stay',
    schema: TriggeredShown,
    example: { id: 'event-1', do: 'guest_cancels', at: '2026-03-01T09:00:00.000Z', ...STAY_EXAMPLE, changed: { bookings: [71] } },
  },
  refusals: {
    400: 'The event is invalid; every problem is reported with its field',
    409: 'The event cannot happen now, for the reason given, or the limit of sandboxes is reached; nothing has changed',
  },
})
