/**
 * Operations on the complete state.
 *
 * @module
 */
import { Type } from '../../api/schema.ts'
import { operationsOf, type Subject } from '../operation.ts'
import { InstantText, Row, SandboxName } from './parts.ts'

const operation = operationsOf('state')

const Counters = Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
  description: 'The last id given out, by collection',
})
const ClockState = Type.Object(
  { at: Type.Number(), real: Type.Number(), speed: Type.Number({ minimum: 0 }) },
  { description: 'At the real instant `real` it showed `at`, epoch milliseconds; it runs `speed` times as fast' },
)
const Collections = Type.Record(Type.String(), Type.Array(Row), { description: 'Rows by collection' })
const Format = Type.Literal('understay state')
const Version = Type.Literal(1)

const SMALL = {
  format: 'understay state',
  version: 1,
  seed: 1,
  clock: { at: 0, real: 0, speed: 1 },
  counters: { users: 1 },
  collections: { users: [{ id: 1, name: 'mara', level: 'manager', propertyIds: [1] }] },
}

export const readState = operation({
  id: 'readState',
  method: 'get',
  path: '/state',
  summary: 'All rows of the sandbox, in the shape of a state file; secrets masked',
  query: {
    collection: Type.Optional(Type.String({ description: 'Only these collections, commas between them' })),
    as: Type.Optional(Type.String({ description: 'fixtures: YAML that seeds it again', enum: ['fixtures'] })),
  },
  answers: {
    200: {
      means: 'The state',
      schema: Type.Object({
        format: Format,
        version: Version,
        seed: Type.Integer(),
        clock: ClockState,
        counters: Counters,
        collections: Collections,
      }),
      example: SMALL,
      also: { 'application/yaml': 'users:\n  - { id: 1, name: mara, level: manager, properties: [1] }\n' },
    },
  },
  refusals: { 409: 'The state holds what no fixture can' },
  example: { query: { collection: 'users,clients' } },
})

export const replaceState = operation({
  id: 'replaceState',
  method: 'put',
  path: '/state',
  summary: 'A whole state in the place of this one: all of it, or nothing',
  description: 'What GET state answers can be sent as it is, and so can a state file. What is masked stands for what is here.',
  document: {
    means: 'A state as JSON, of at most the size that `--max-state` allows',
    schema: Type.Object({
      format: Type.Optional(Format),
      version: Type.Optional(Version),
      line: Type.Optional(Type.Integer({ description: 'Part of state files; not used' })),
      taken: Type.Optional(Type.Number({ description: 'Part of the files of snapshots; not used' })),
      seed: Type.Integer(),
      clock: ClockState,
      counters: Counters,
      collections: Collections,
    }),
    example: SMALL,
  },
  answers: {
    200: {
      means: 'It stands, and survives a restart',
      schema: Type.Object({
        sandbox: SandboxName,
        rows: Type.Integer({ description: 'How many there are now', minimum: 0 }),
        tokensLeftOut: Type.Integer({ description: 'Masked tokens that are not known here', minimum: 0 }),
        at: InstantText,
      }),
      example: { sandbox: 'default', rows: 412, tokensLeftOut: 0, at: '2026-03-01T09:00:00.000Z' },
    },
  },
})

export const STATE: Subject = {
  tag: 'state',
  about: 'Everything a sandbox remembers: shown, replaced, frozen into a fixture',
  operations: [readState, replaceState],
}
