import { describe, expect, test } from 'vitest'
import { schemaProblems } from '../../src/base/schema-check.ts'
import type { SchemaNode } from '../../src/base/schema-node.ts'
import { Fixture } from '../../src/fixtures/fixture-schema.ts'
import { EVENTS } from '../../src/scenario/events/event-schema.ts'
import { ScenarioSchema } from '../../src/scenario/scenario-schema.ts'

interface Node extends SchemaNode {
  readonly markdownDescription?: string
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly anyOf?: readonly Node[]
}

/** A schema and all below it, with the names of their fields; rows have tests of their own. */
function nodesOf(node: Node, name: string): readonly (readonly [string, Node])[] {
  if (node.properties === Fixture.properties) return []
  const below = [
    ...Object.entries(node.properties ?? {}).map(([key, one]) => [`${name}.${key}`, one] as const),
    ...(node.items ? [[`${name}[]`, node.items] as const] : []),
    ...(node.anyOf ?? []).map((one, index) => [`${name}|${index + 1}`, one] as const),
  ]
  return [[name, node], ...below.flatMap(([key, one]) => nodesOf(one, key))]
}

const NODES: readonly (readonly [string, Node])[] = [
  ...nodesOf(ScenarioSchema as Node, 'scenario'),
  ...Object.entries(EVENTS).flatMap(([word, schema]) => nodesOf(schema as Node, word)),
]

describe('the schema of scenarios', () => {
  test('reaches every part of a scenario', () => {
    expect(NODES.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'scenario.faults[].network.status',
        'scenario.webhook.reorder',
        'scenario.traffic[].do',
        'no_show.booking',
      ]),
    )
  })

  /** The names of the parts of which something is not true. */
  const butFor = (isTrue: (node: Node) => boolean): readonly string[] =>
    NODES.flatMap(([name, node]) => (isTrue(node) ? [] : [name]))

  test('describes the values of each part', () => {
    expect(
      butFor(({ type, anyOf, enum: words, const: value }) => [type, anyOf, words, value].some((one) => one !== undefined)),
      'any JSON is taken as the body of an answer',
    ).toEqual(['scenario.faults[].respond.json'])
    expect(butFor(({ enum: words }) => words === undefined || words.length > 0)).toEqual([])
    expect(
      butFor(
        (node) =>
          node.type !== 'object' || ['properties', 'patternProperties', 'additionalProperties'].some((key) => key in node),
      ),
    ).toEqual([])
  })

  test('matches complete texts', () => {
    expect(butFor(({ pattern = '^x$' }) => /^\^.+\$$/.test(pattern))).toEqual([])
  })

  test('completes "expected ..." with each description', () => {
    expect(butFor(({ description = 'a day' }) => /^[^\s].+[^.\s]$/.test(description))).toEqual([])
  })

  test('says what each field may be', () => {
    const fields = new Set(NODES.flatMap(([, { properties = {} }]) => Object.values(properties)))
    const isPlain = ({ enum: words, const: value }: Node) => words !== undefined || value !== undefined
    expect(butFor((node) => !fields.has(node) || isPlain(node) || node.description !== undefined)).toEqual([])
  })

  test('has complete sentences as descriptions', () => {
    expect(butFor(({ markdownDescription = 'All of it.' }) => /^[A-Z`].+\.$/s.test(markdownDescription))).toEqual([])
  })

  test.each([
    ['+5m', true],
    ['+1.5h', true],
    ['2026-03-01T09:00:00Z', true],
    ['2026-03-01T09:00:00+02:00', true],
    ['2026-03-01', false],
    ['5m', false],
    ['+5', false],
    ['soon', false],
  ])('an event may be at %s: %s', (at, isTaken) => {
    const events = [{ at, do: 'no_show', with: { booking: 1 } }]
    expect(schemaProblems(ScenarioSchema as SchemaNode, { name: 'a', events }).length === 0).toBe(isTaken)
  })
})
