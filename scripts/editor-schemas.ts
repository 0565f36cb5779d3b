/**
 * The schemas of scenarios, fixtures and configuration files for editors: those that the program checks with, with the names of
 * operations and other values.
 *
 * @module
 */

import { isDeepStrictEqual } from 'node:util'
import type { SchemaNode } from '../src/base/schema-node.ts'
import { CHOICE_IDS, choice } from '../src/booking-contract/choices/choices.ts'
import { OPERATIONS } from '../src/booking-contract/index.ts'
import { NEVER_EMPTY } from '../src/config/file.ts'
import { NAMES, type Setting, settingOf } from '../src/config/settings.ts'
import { Fixture } from '../src/fixtures/fixture-schema.ts'
import { EVENT_WORDS, EVENTS, type EventWord } from '../src/scenario/events/event-schema.ts'
import { CAUSES } from '../src/scenario/names.ts'
import { ScenarioSchema } from '../src/scenario/scenario-schema.ts'
import { FOLLOW_UPS, TRAFFIC_ACTS } from '../src/scenario/traffic/traffic-schema.ts'

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
/** An answer as YAML reads it with and without quotes. */
const unquoted = (answer: string): readonly unknown[] =>
  /^(?:\d+|true|false)$/.test(answer) ? [answer, JSON.parse(answer)] : [answer]

/** Schemas of fields that the checked schema does not define. */
const COMPLETED: Readonly<Record<string, Node>> = {
  operation: { anyOf: [operation, { type: 'array', minItems: 1, items: operation }] },
  tag: { anyOf: [{ $ref: '#/definitions/tag' }] },
  choices: {
    additionalProperties: false,
    properties: Object.fromEntries(
      CHOICE_IDS.map((id) => [id, { enum: Object.keys(choice(id).answers).flatMap(unquoted), description: choice(id).question }]),
    ),
  },
}

const written = (title: string, schema: Node): string =>
  `${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', title, ...schema }, null, 2)}\n`

/** The schema of scenarios as JSON. */
export function scenarioSchema(): string {
  const withReference = (_: string, value: unknown): unknown => (value === Fixture ? { $ref: '#/definitions/rows' } : value)
  const titled: Node = {}
  const named = (_: string, value: unknown): unknown => {
    const title = isNode(value) && value['title']
    if (typeof title !== 'string') return value
    titled[title] ??= value
    return isDeepStrictEqual(titled[title], value) ? { $ref: `#/definitions/${title}` } : value
  }
  const schema: Node = JSON.parse(JSON.stringify(ScenarioSchema, withReference), named)
  complete([schema, titled])
  return written('A scenario of Understay', { ...schema, definitions: { ...definitions, ...titled, draw: DRAW, rows: Fixture } })
}

/** The schema of fixtures as JSON. */
export const fixtureSchema = (): string => written('Fixtures of Understay', { ...Fixture })

/** The schema of a configuration file as JSON. */
export function configSchema(): string {
  const properties = Object.fromEntries(
    NAMES.map(settingOf).map((one) => [one.key, { ...fileValue(one), description: one.help }]),
  )
  return written('The settings of Understay', { type: 'object', additionalProperties: false, properties })
}

/** The pattern of a choice and its answer in one text. */
const ANSWER: Node = { type: 'string', pattern: `^(${CHOICE_IDS.join('|')})=` }

/** What the file may write for a setting; numbers and flags also as texts. */
function fileValue({ name, many, type: { option } }: Setting): Node {
  const words = [...option.type.matchAll(/'([^']*)'/g)].map(([, word]) => word)
  const choices: Node = { type: 'object', ...COMPLETED['choices'] }
  if (name === 'choices') return { anyOf: [choices, ANSWER, { type: 'array', items: ANSWER }] }
  if (option.type === 'boolean') return { enum: [true, false, 1, 0, 'true', 'false', '1', '0'] }
  if (option.range) return { type: ['integer', 'string'], minimum: option.range[0], maximum: option.range[1], pattern: '^\\d+$' }
  if (words.length > 0) return { enum: words }
  const { pattern = '' } = option
  const may = (text: string): boolean => new RegExp(pattern, 'u').test(text)
  const plain: Node = { type: ['string', ...(may('1') ? ['number'] : []), ...(may('true') ? ['boolean'] : [])], pattern }
  const list: Node = { type: 'array', items: plain, ...(NEVER_EMPTY.has(name) && { minItems: 1 }) }
  return many ? { anyOf: [plain, list] } : plain
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
  if (isNode(properties) && isNode(properties['do'])) node['allOf'] = valuesByAct(properties)
  if (isNode(properties) && isNode(properties['on']) && !isNode(properties['do']))
    node['oneOf'] = CAUSES.map((cause) => ({ required: [cause] }))
}

/** The values of an event, of traffic (no property means any, values can be drawn) or of a follow-up (which names no booking). */
function valuesByAct(properties: Node): readonly Node[] {
  if (isNode(properties['at'])) return EVENT_WORDS.map((word) => valuesOf(word, { ...EVENTS[word] }))
  const isTraffic = isNode(properties['rate'])
  const words: readonly EventWord[] = isTraffic ? TRAFFIC_ACTS : FOLLOW_UPS
  return words.map((word) => {
    const { properties: own, required = [] } = EVENTS[word] as SchemaNode
    const kept = Object.entries(own ?? {}).filter(([key]) => isTraffic || (key !== 'booking' && key !== 'invoice'))
    const drawn = Object.fromEntries(kept.map(([key, schema]) => [key, { anyOf: [schema, { $ref: '#/definitions/draw' }] }]))
    const needed = required.filter((key) => key !== 'property' && key !== 'booking')
    return valuesOf(word, { type: 'object', additionalProperties: false, properties: drawn, required: needed })
  })
}

/** A value that is drawn. */
const DRAW: Node = {
  anyOf: [
    { type: 'object', additionalProperties: false, required: ['from', 'to'], properties: { from: {}, to: {} } },
    {
      type: 'object',
      additionalProperties: false,
      required: ['weights'],
      properties: { weights: { type: 'object', additionalProperties: { type: 'number', minimum: 0 } } },
    },
    { type: 'object', additionalProperties: false, required: ['any'], properties: { any: { type: 'array', minItems: 1 } } },
  ],
}

/** What `with` has for an act. */
const valuesOf = (word: EventWord, values: Node): Node => ({
  if: { properties: { do: { const: word } } },
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  then: {
    properties: { with: values },
    ...(Array.isArray(values['required']) && values['required'].length > 0 && { required: ['with'] }),
  },
})

function pick(node: Node, keys: readonly string[]): Node {
  return Object.fromEntries(Object.entries(node).filter(([key]) => keys.includes(key)))
}
