/**
 * The schema of scenario files for editors: the one that files are checked against, with the names of operations and other
 * values.
 *
 * @module
 */
import { CHOICE_IDS, choice } from '../src/booking-contract/choices/choices.ts'
import { OPERATIONS } from '../src/booking-contract/index.ts'
import { EVENT_WORDS, EVENTS } from '../src/scenario/events/schema.ts'
import { CAUSES } from '../src/scenario/names.ts'
import { ScenarioSchema } from '../src/scenario/schema.ts'

interface Node {
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Named once, because faults and expectations both have them. */
const definitions: Node = {
  operation: { enum: OPERATIONS.map(({ id }) => id) },
  tag: { enum: [...new Set(OPERATIONS.map(({ tag }) => tag))] },
}
const operation: Node = { $ref: '#/definitions/operation' }
/** Schemas of fields that the checked schema does not define. */
const COMPLETED: Readonly<Record<string, Node>> = {
  operation: { anyOf: [operation, { type: 'array', minItems: 1, items: operation }] },
  tag: { anyOf: [{ $ref: '#/definitions/tag' }] },
  choices: {
    additionalProperties: false,
    properties: Object.fromEntries(
      CHOICE_IDS.map((id) => [id, { enum: Object.keys(choice(id).answers), description: choice(id).question }]),
    ),
  },
}

/** The schema as JSON. */
export function scenarioSchema(): string {
  const schema: Node = JSON.parse(JSON.stringify(ScenarioSchema))
  complete(schema)
  const whole = { $schema: 'http://json-schema.org/draft-07/schema#', title: 'A scenario of Understay', ...schema, definitions }
  return `${JSON.stringify(whole, null, 2)}\n`
}

function complete(node: unknown): void {
  if (Array.isArray(node)) for (const item of node) complete(item)
  if (!isNode(node)) return
  delete node['x-renamed']
  const { properties } = node
  if (isNode(properties)) {
    for (const [name, words] of Object.entries(COMPLETED)) {
      const field = properties[name]
      if (isNode(field)) properties[name] = { ...pick(field, ['type', 'description', 'markdownDescription']), ...words }
    }
  }
  for (const value of Object.values(node)) complete(value)
  if (isNode(properties) && isNode(properties['do'])) node['allOf'] = EVENT_WORDS.map(withOfEvent)
  if (isNode(properties) && isNode(properties['on'])) node['oneOf'] = CAUSES.map((cause) => ({ required: [cause] }))
}

/** The parameters of an event, by its `do`. */
const withOfEvent = (word: (typeof EVENT_WORDS)[number]): Node => ({
  if: { properties: { do: { const: word } } },
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  then: { properties: { with: EVENTS[word] }, ...(EVENTS[word].required?.length && { required: ['with'] }) },
})

function pick(node: Node, keys: readonly string[]): Node {
  return Object.fromEntries(Object.entries(node).filter(([key]) => keys.includes(key)))
}
