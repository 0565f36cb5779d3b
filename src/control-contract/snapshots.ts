import { text as pathText } from '../api/path-values.ts'
import { Count, InstantText, Type } from '../api/schema.ts'
import { Subject } from './operation.ts'
import { ClockShown, Row } from './parts.ts'

export const SNAPSHOTS = new Subject('snapshots', 'Named copies of the state: taken, restored, compared')

const SnapshotName = Type.String({
  description: 'a name such as before-sync: lower-case letters, digits and hyphens, at most 63',
  pattern: '^[a-z0-9-]{1,63}$',
})
const params = { name: pathText('The name of a snapshot') }
const example = { path: { name: 'before-sync' } }
const SNAPSHOT_UNKNOWN = 'The snapshot or the sandbox does not exist'
const SNAPSHOT_DAMAGED = 'The file of the snapshot is damaged'

export const SnapshotShown = Type.Object({ name: SnapshotName, rows: Count, at: InstantText })
const SNAPSHOT_EXAMPLE = { name: 'before-sync', rows: 412, at: '2026-03-01T09:00:00.000Z' }

export const listSnapshots = SNAPSHOTS.operation({
  id: 'listSnapshots',
  method: 'get',
  path: '/snapshots',
  summary: 'The snapshots of the sandbox',
  answer: {
    means: 'The snapshots by name; a damaged one with its problem',
    schema: Type.Array(Type.Union([SnapshotShown, Type.Object({ name: SnapshotName, problem: Type.String() })])),
    example: [SNAPSHOT_EXAMPLE],
  },
})

export const takeSnapshot = SNAPSHOTS.operation({
  id: 'takeSnapshot',
  method: 'post',
  path: '/snapshots',
  knownAs: { library: 'snapshots.take(name)' },
  summary: 'Save the state under a name',
  description: 'A snapshot survives a reset, and with a data folder a restart.',
  body: { name: SnapshotName },
  answers: { 201: { means: 'The new snapshot', schema: SnapshotShown, example: SNAPSHOT_EXAMPLE } },
  refusals: { 409: 'The name is taken, or the limit of snapshots is reached' },
  example: { body: { name: 'before-sync' } },
})

export const restoreSnapshot = SNAPSHOTS.operation({
  id: 'restoreSnapshot',
  method: 'post',
  path: '/snapshots/{name}/restore',
  summary: 'Restore rows, tokens, sessions, counters and clock',
  params,
  body: {},
  answer: {
    means: 'It is restored; journal and snapshots are unchanged',
    schema: Type.Object({ restored: SnapshotName, clock: ClockShown }),
    example: { restored: 'before-sync', clock: { at: '2026-03-01T09:00:00.000Z', run: 'frozen' } },
  },
  refusals: { 404: SNAPSHOT_UNKNOWN, 409: SNAPSHOT_DAMAGED },
  example,
})

export const removeSnapshot = SNAPSHOTS.operation({
  id: 'removeSnapshot',
  method: 'delete',
  path: '/snapshots/{name}',
  knownAs: { library: 'snapshots.remove(name)' },
  summary: 'Remove a snapshot',
  params,
  answer: {
    means: 'It is removed',
    schema: Type.Object({ name: SnapshotName, removed: Type.Literal(true) }),
    example: { name: 'before-sync', removed: true },
  },
  refusals: { 404: SNAPSHOT_UNKNOWN },
  example,
})

const Field = Type.Object({
  field: Type.String({ description: 'The name of the field; in maps with the name of the map before it' }),
  from: Type.Unsafe({ description: 'The old value; null when there was none' }),
  to: Type.Unsafe({ description: 'The new value; null when there is none' }),
})
const Changes = Type.Object({
  added: Type.Array(Row),
  removed: Type.Array(Row),
  changed: Type.Array(Type.Object({ id: Type.Union([Type.Integer(), Type.String()]), fields: Type.Array(Field) })),
})

export const SnapshotChanges = Type.Object({
  snapshot: SnapshotName,
  clock: Type.Object({ from: InstantText, to: InstantText }),
  collections: Type.Record(Type.String(), Changes),
})

export const compareSnapshot = SNAPSHOTS.operation({
  id: 'compareSnapshot',
  method: 'get',
  path: '/snapshots/{name}/diff',
  summary: 'The row changes since the snapshot, with masked secrets',
  params,
  query: { to: Type.Optional(Type.String({ description: 'A later snapshot; without it the current state' })) },
  answer: {
    means: 'The collections with changes',
    schema: SnapshotChanges,
    example: {
      snapshot: 'before-sync',
      clock: { from: '2026-03-01T09:00:00.000Z', to: '2026-03-01T10:00:00.000Z' },
      collections: {
        properties: { added: [], removed: [], changed: [{ id: 1, fields: [{ field: 'stars', from: 4, to: 5 }] }] },
      },
    },
  },
  refusals: { 404: SNAPSHOT_UNKNOWN, 409: SNAPSHOT_DAMAGED },
  example: { ...example, query: { to: 'after-sync' } },
})
