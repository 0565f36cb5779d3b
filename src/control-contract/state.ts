import { Count, InstantText, Type } from '../api/schema.ts'
import { STATE_FORMAT, STATE_VERSION } from '../base/state-format.ts'
import { Subject } from './operation.ts'
import { Row, SandboxName } from './parts.ts'

export const STATE = new Subject('state', 'The whole state of a sandbox: shown, replaced, exported as a fixture')

const Counters = Type.Record(Type.String(), Count, {
  description: 'The last assigned id, by collection',
})
const ClockState = Type.Object(
  {
    at: Type.Number(),
    real: Type.Number(),
    speed: Type.Number({ minimum: 0 }),
    waits: Type.Optional(Type.Literal(true, { description: 'It stands still until the first call' })),
  },
  { description: 'At the real time `real` the clock showed `at`, in epoch milliseconds; it runs `speed` times as fast' },
)
const STATE_FIELDS = {
  seed: Type.Integer(),
  clock: ClockState,
  counters: Counters,
  collections: Type.Record(Type.String(), Type.Array(Row), { description: 'Rows by collection' }),
}
const Format = Type.Literal(STATE_FORMAT)
const Version = Type.Literal(STATE_VERSION)

const STATE_EXAMPLE = {
  format: STATE_FORMAT,
  version: STATE_VERSION,
  seed: 1,
  clock: { at: 0, real: 0, speed: 1 },
  counters: { users: 1 },
  collections: { users: [{ id: 1, name: 'mara', level: 'manager', propertyIds: [1] }] },
}

export const readState = STATE.operation({
  id: 'readState',
  method: 'get',
  path: '/state',
  summary: 'All rows of the sandbox in the format of a state file, with masked secrets',
  query: {
    collection: Type.Optional(Type.String({ description: 'Only these collections, separated by commas' })),
    as: Type.Optional(Type.String({ description: 'fixtures: the state as a YAML fixture', enum: ['fixtures'] })),
  },
  answer: {
    means: 'The state',
    schema: Type.Object({ format: Format, version: Version, ...STATE_FIELDS }),
    example: STATE_EXAMPLE,
    also: { 'application/yaml': 'users:\n  - { id: 1, name: mara, level: manager, properties: [1] }\n' },
  },
  refusals: { 409: 'The state contains what a fixture cannot express' },
  example: { query: { collection: 'users,clients' } },
})

export const replaceState = STATE.operation({
  id: 'replaceState',
  method: 'put',
  path: '/state',
  summary: 'Replace the whole state, or nothing when it is invalid',
  description: 'Accepts the response of GET state, or a state file. Masked values keep their current value.',
  document: {
    means: 'A state as JSON, of at most the size that `--max-state` allows',
    schema: Type.Object({
      format: Type.Optional(Format),
      version: Type.Optional(Version),
      line: Type.Optional(Type.Integer({ description: 'Part of state files; not used' })),
      taken: Type.Optional(Type.Number({ description: 'Part of the files of snapshots; not used' })),
      ...STATE_FIELDS,
    }),
    example: STATE_EXAMPLE,
  },
  answer: {
    means: 'The state is replaced and stored',
    schema: Type.Object({
      sandbox: SandboxName,
      rows: Type.Integer({ description: 'The number of rows now', minimum: 0 }),
      tokensLeftOut: Type.Integer({ description: 'Masked tokens that the sandbox does not know', minimum: 0 }),
      at: InstantText,
    }),
    example: { sandbox: 'default', rows: 412, tokensLeftOut: 0, at: '2026-03-01T09:00:00.000Z' },
  },
})
