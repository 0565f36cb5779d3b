import fc from 'fast-check'
import Type from 'typebox'
import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import { meant as meantBy } from '../../src/base/likeness.ts'
import { Fixture } from '../../src/store/fixture-schema.ts'
import { type SchemaNode, schemaProblems } from '../../src/store/schema-check.ts'

const SCHEMA = Type.Object(
  {
    count: Type.Integer({ minimum: 1, maximum: 5 }),
    price: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    word: Type.Optional(Type.Enum(['a', 'b'])),
    name: Type.Optional(Type.String({ minLength: 1, pattern: '^[a-c]*$' })),
    flag: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
    list: Type.Optional(
      Type.Array(Type.Union([Type.Integer(), Type.Object({ id: Type.Integer() }, { additionalProperties: false })]), {
        minItems: 1,
      }),
    ),
    byNumber: Type.Optional(Type.Record(Type.String({ pattern: '^\\d+$' }), Type.Literal('x'), { additionalProperties: false })),
  },
  { additionalProperties: false },
)

const scalar = fc.oneof(fc.integer({ min: -1, max: 7 }), fc.constantFrom(1.5, 'a', 'b', 'abc', 'x', '', null, true, 'z'))
const map = fc.dictionary(fc.constantFrom('id', 'x', '1'), scalar)
const value = fc.oneof(scalar, map, fc.array(fc.oneof(scalar, map), { maxLength: 3 }))
const key = fc.constantFrom('count', 'price', 'word', 'name', 'flag', 'list', 'byNumber', 'other', '__proto__')

test('finds something wrong exactly where a JSON Schema validator does', () => {
  fc.assert(
    fc.property(fc.dictionary(key, value), (given) => {
      const own: unknown = JSON.parse(JSON.stringify(given))
      expect(schemaProblems(SCHEMA as SchemaNode, own).length === 0).toBe(Check(SCHEMA, own))
    }),
    { numRuns: 2000 },
  )
})

test('every map in a fixture is closed and everything that can be written is described', () => {
  const bare: string[] = []
  const visit = (node: SchemaNode, path: string): void => {
    if (node.type === 'object' && !node.patternProperties && !('additionalProperties' in node)) bare.push(`${path} is open`)
    if (node.type !== 'object' && !node.description && !('const' in node) && node.type !== 'null')
      bare.push(`${path} is not described`)
    for (const [name, inner] of Object.entries(node.properties ?? {})) visit(inner, `${path}.${name}`)
    if (node.items) visit(node.items, `${path}[]`)
    for (const branch of node.anyOf ?? []) visit(branch, `${path}|`)
  }
  visit(Fixture as SchemaNode, '')
  expect(bare).toEqual([])
})

test.each([
  ['arival', 'arrival'],
  ['roomtype', 'room_type'],
  ['Guest', 'guest'],
  ['xyzzy', undefined],
])('someone who writes %s probably means %s', (word, meant) => {
  expect(meantBy(word, ['arrival', 'room_type', 'guest', 'departure'])).toBe(meant)
})
