/**
 * The tools of `understay mcp`: calls of the control API, in the terms of somebody who debugs a client. No tool reads files or
 * runs commands.
 */
import type { SchemaNode } from '../../base/schema-node.ts'
import { suggestion } from '../../base/spelling.ts'
import { RULES } from '../../conformance/rules/index.ts'
import type { ControlClient } from '../../control-contract/client.ts'
import { advanceClock, setClock } from '../../control-contract/clock.ts'
import { listCollections, readCollection } from '../../control-contract/collections.ts'
import { listCredentials } from '../../control-contract/credentials.ts'
import { listOperations } from '../../control-contract/documents.ts'
import { readEntry, readJournal } from '../../control-contract/journal.ts'
import { inWordsOf } from '../../control-contract/known-as.ts'
import { readReport } from '../../control-contract/report.ts'
import {
  armFault,
  checkScenario,
  disarmFaults,
  endScenario,
  listFaults,
  listScenarios,
  playScenario,
  triggerEvent,
} from '../../control-contract/scenario.ts'
import { listEndpoints, resetSandbox } from '../../control-contract/server.ts'
import { EVENT_WORDS } from '../../scenario/events/event-schema.ts'
import type { Tool } from './protocol.ts'

type Input = Readonly<Record<string, unknown>>

const text = (description: string): SchemaNode => ({ type: 'string', description })
const object = (properties: Readonly<Record<string, SchemaNode>>, required: readonly string[] = []): SchemaNode => ({
  type: 'object',
  properties,
  required,
})
const json = (value: unknown): string => JSON.stringify(value, null, 1)
/** Names tools in hints and problems, in place of endpoints. Not in a scenario, which may be sent again. */
export const inToolWords = (words: string): string => inWordsOf('tool', words)
const textOf = (input: Input, key: string): string | undefined => (input[key] === undefined ? undefined : String(input[key]))

/** The calls that a list shows at most, the latest ones. */
const SHOWN_CALLS = 50
/** The rows that are read at once. */
const SHOWN_ROWS = 50

/** The tools for one sandbox. @param baseUrl its address, which the client is configured with */
export const toolsFor = (control: ControlClient, baseUrl: string): readonly Tool[] => [
  ...sandboxTools(control, baseUrl),
  ...scenarioTools(control),
  ...faultTools(control),
  ...readingTools(control),
  ...lookUpTools(control),
]

const sandboxTools = (control: ControlClient, baseUrl: string): readonly Tool[] => [
  {
    name: 'connection',
    description: 'Addresses and credentials to configure the client under test with.',
    inputSchema: object({}),
    changes: false,
    run: async () => {
      const { api_url, session_header, product } = await control.call(listEndpoints)
      const clients = await control.call(listCredentials)
      return json({ base_url: baseUrl, api_url, token_url: `${api_url}/oauth/token`, product, session_header, clients })
    },
  },
  {
    name: 'reset',
    description: 'Restores rows, tokens, clock and scenario to their start, and empties the journal of calls.',
    inputSchema: object({ end_scenario: { type: 'boolean', description: 'true to end the scenario as well' } }),
    changes: true,
    run: async (input) => json(input['end_scenario'] ? await control.call(endScenario) : await control.call(resetSandbox)),
  },
]

const scenarioTools = (control: ControlClient): readonly Tool[] => [
  {
    name: 'list_scenarios',
    description:
      'The bundled scenarios ("bad days") and those of the server\'s folders: what goes wrong in each, and what a good client does.',
    inputSchema: object({}),
    changes: false,
    run: async () => json(await control.call(listScenarios)),
  },
  {
    name: 'play_scenario',
    description: 'Resets the sandbox and plays a scenario. Run the client after it, then read the report.',
    inputSchema: object({ scenario: text('a name of list_scenarios, or a whole scenario as YAML or JSON') }, ['scenario']),
    changes: true,
    run: async (input) => {
      const scenario = String(input['scenario'])
      return json(await control.call(playScenario, { body: isName(scenario) ? { name: scenario } : scenario }))
    },
  },
  {
    name: 'validate_scenario',
    description: 'Checks a scenario without playing it: every problem with line, column, field and what is expected.',
    inputSchema: object({ scenario: text('a whole scenario as YAML or JSON') }, ['scenario']),
    changes: false,
    run: async (input) => inToolWords(json(await control.call(checkScenario, { body: String(input['scenario']) }))),
  },
]

const faultTools = (control: ControlClient): readonly Tool[] => [
  {
    name: 'arm_fault',
    description:
      'Arms one fault for the next matching calls, without a reset, as YAML or JSON: {"on":{"operation":"listBookings"},"network":{"status":503,"retry_after":1}}. look_up_operation names the causes that can affect an operation.',
    inputSchema: object({ fault: text('the fault as YAML or JSON') }, ['fault']),
    changes: true,
    run: async (input) => json(await control.call(armFault, { body: String(input['fault']) })),
  },
  {
    name: 'list_faults',
    description: 'The faults of the scenario and those that were armed: how often each happened, and why it cannot happen.',
    inputSchema: object({}),
    changes: false,
    run: async () => json(await control.call(listFaults)),
  },
  {
    name: 'disarm_faults',
    description: 'Removes the faults that were armed, or the one with the id.',
    inputSchema: object({ id: text('the id of a fault, such as armed/1') }),
    changes: true,
    run: async (input) => json(await control.call(disarmFaults, { query: { id: textOf(input, 'id') } })),
  },
  {
    name: 'trigger_event',
    description: `Makes something happen now without a call of the client, as YAML or JSON: {"do":"guest_cancels","with":{"booking":"latest"}}. What can happen: ${EVENT_WORDS.join(', ')}; most take with: {property} or {booking}.`,
    inputSchema: object({ event: text('the event as YAML or JSON') }, ['event']),
    changes: true,
    run: async (input) => json(await control.call(triggerEvent, { body: String(input['event']) })),
  },
  {
    name: 'move_clock',
    description: 'Moves the clock of the sandbox, which token lifetimes, booking sessions and "today" depend on.',
    inputSchema: object({
      by: text('a span such as 61m, 2h or 1d'),
      at: text('an instant such as 2026-03-01T09:00:00Z, in place of a span'),
    }),
    changes: true,
    run: async (input) => {
      const [by, at] = [textOf(input, 'by'), textOf(input, 'at')]
      if ((by === undefined) === (at === undefined))
        throw new Error('arguments: give a span (by) or an instant (at), one of them')
      if (by !== undefined) return json(await control.call(advanceClock, { body: { by } }))
      return json(await control.call(setClock, { body: { at } }))
    },
  },
]

const readingTools = (control: ControlClient): readonly Tool[] => [
  {
    name: 'list_calls',
    description: `The calls of the client with status, reason of a refusal, hint and fault; the latest ${SHOWN_CALLS}, or the first ${SHOWN_CALLS} after since.`,
    inputSchema: object({
      since: { type: 'integer', minimum: 0, description: 'the id of a call, a number: only later ones' },
      operation: text('ids of operations, with commas between them'),
      status: text('statuses such as 404, or classes such as 4xx, with commas between them'),
      refused: { type: 'boolean', description: 'true for refused calls only, whatever their status' },
    }),
    changes: false,
    run: async ({ since, operation, status, refused }) => {
      const query = { since, operation, status, refused, limit: SHOWN_CALLS, summary: true }
      const sent = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
      const { entries } = await control.call(readJournal, { query: Object.fromEntries(sent) })
      return entries.length === 0 ? 'no calls' : inToolWords(json(entries))
    },
  },
  {
    name: 'explain_call',
    description: 'One call in full: request, response, why it was refused and what to do, faults, and the rows it changed.',
    inputSchema: object({ id: { type: 'integer', minimum: 1, description: 'the id of the call, a number' } }, ['id']),
    changes: false,
    run: async (input) => inToolWords(json(await control.call(readEntry, { path: { id: String(input['id']) } }))),
  },
  {
    name: 'report',
    description:
      'What the client did right and wrong: verdict, expectations of the scenario, conformance rules with their calls.',
    inputSchema: object({}),
    changes: false,
    run: async () => inToolWords(await control.text(readReport, { query: { format: 'md' } })),
  },
  {
    name: 'read_rows',
    description: `Rows of a collection of the state, such as bookings, the first ${SHOWN_ROWS} after offset; without a name, the collections.`,
    inputSchema: object({
      collection: text('the name of a collection'),
      field: text('a field to filter by, with value'),
      value: text('the value of the field'),
      search: text('words that a row contains'),
      offset: { type: 'integer', minimum: 0, description: 'the number of matching rows to skip' },
    }),
    changes: false,
    run: async ({ collection, ...filters }) => {
      const sent = Object.entries(filters).map(([key, value]) => [key, String(value)] as const)
      if (collection !== undefined) {
        const query = { ...Object.fromEntries(sent), limit: String(SHOWN_ROWS) }
        return json(await control.call(readCollection, { path: { name: String(collection) }, query }))
      }
      if (sent.length > 0) throw new Error(`arguments: ${sent.map(([key]) => key).join(', ')} need a collection`)
      return json(await control.call(listCollections))
    },
  },
]

const lookUpTools = (control: ControlClient): readonly Tool[] => [
  {
    name: 'look_up_operation',
    description: 'Operations of the service by words of their id, path or summary: method, path, scope, and causes of faults.',
    inputSchema: object({ words: text('words such as booking or createBlackBooking') }, ['words']),
    changes: false,
    run: async (input) => {
      const operations = await control.call(listOperations)
      const found = withWords(operations, String(input['words']))
      const ids = operations.map(({ id }) => id)
      return found.length > 0 ? json(found) : `no operation has these words${suggestion(String(input['words']), ids)}`
    },
  },
  {
    name: 'look_up_rule',
    description: 'Conformance rules by words of their id or text: what is checked, how to fix an offence, false positives.',
    inputSchema: object({ words: text('words such as auth/token-reuse or retry') }, ['words']),
    changes: false,
    run: async (input) => {
      const rules = RULES.map(({ check: _, needs: _needs, ...rule }) => rule)
      const found = withWords(rules, String(input['words']))
      return found.length > 0 ? json(found) : `no rule has these words; there are ${rules.map(({ id }) => id).join(', ')}`
    },
  },
]

/** A name has one line and no structure. */
const isName = (scenario: string): boolean => /^[^:{\n]+$/.test(scenario)

/** The values that contain all words; only those with the words as their id, where there is one. */
function withWords<T extends { readonly id: string }>(values: readonly T[], words: string): readonly T[] {
  const exact = values.filter(({ id }) => id.toLowerCase() === words.toLowerCase())
  const parts = words.toLowerCase().split(/\s+/)
  return exact.length > 0
    ? exact
    : values.filter((value) => parts.every((part) => JSON.stringify(value).toLowerCase().includes(part)))
}
