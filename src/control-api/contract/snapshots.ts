/**
 * Operations on snapshots.
 *
 * @module
 */

import { text as pathText } from '../../api/path-values.ts'
import { Type } from '../../api/schema.ts'
import { operationsOf, type Subject } from '../operation.ts'
import { ClockShown, InstantText, Row } from './parts.ts'

const operation = operationsOf('snapshots')

const SnapshotName = Type.String({
  description: 'a name such as before-sync: lower-case letters, digits and hyphens, at most 63',
  pattern: '^[a-z0-9-]{1,63}$',
})
const params = { name: pathText('The name of a snapshot') }
const example = { path: { name: 'before-sync' } }
const UNKNOWN = 'There is no such snapshot, or no such sandbox'
const DAMAGED = 'The file of the snapshot is damaged'

const Taken = Type.Object({ name: SnapshotName, rows: Type.Integer({ minimum: 0 }), at: InstantText })
const TAKEN = { name: 'before-sync', rows: 412, at: '2026-03-01T09:00:00.000Z' }

export const listSnapshots = operation({
  id: 'listSnapshots',
  method: 'get',
  path: '/snapshots',
  summary: 'The snapshots of the sandbox',
  query: {},
  answers: {
    200: {
      means: 'By name; one whose file is damaged says so',
      schema: Type.Array(Type.Union([Taken, Type.Object({ name: SnapshotName, problem: Type.String() })])),
      example: [TAKEN],
    },
  },
})

export const takeSnapshot = operation({
  id: 'takeSnapshot',
  method: 'post',
  path: '/snapshots',
  summary: 'Keep the state under a name',
  description: 'It outlives a reset, and with a data folder a restart.',
  body: { name: SnapshotName },
  answers: { 201: { means: 'It is kept', schema: Taken, example: TAKEN } },
  refusals: { 409: 'The name is taken, or there are as many as there can be' },
  example: { body: { name: 'before-sync' } },
})

export const restoreSnapshot = operation({
  id: 'restoreSnapshot',
  method: 'post',
  path: '/snapshots/{name}/restore',
  summary: 'Back to where it stood: rows, tokens, sessions, counters and clock',
  params,
  body: {},
  answers: {
    200: {
      means: 'It stands so again; journal and snapshots are as they were',
      schema: Type.Object({ restored: SnapshotName, clock: ClockShown }),
      example: { restored: 'before-sync', clock: { at: '2026-03-01T09:00:00.000Z', run: 'frozen' } },
    },
  },
  refusals: { 404: UNKNOWN, 409: DAMAGED },
  example,
})

export const removeSnapshot = operation({
  id: 'removeSnapshot',
  method: 'delete',
  path: '/snapshots/{name}',
  summary: 'Let a snapshot go',
  params,
  query: {},
  answers: {
    200: {
      means: 'It is gone',
      schema: Type.Object({ name: SnapshotName, removed: Type.Literal(true) }),
      example: { name: 'before-sync', removed: true },
    },
  },
  refusals: { 404: UNKNOWN },
  example,
})

const Field = Type.Object({
  field: Type.String({ description: 'Its name; in maps with the name of the map before it' }),
  from: Type.Unsafe({ description: 'Null where there was none' }),
  to: Type.Unsafe({ description: 'Null where there is none' }),
})
const Changes = Type.Object({
  added: Type.Array(Row),
  removed: Type.Array(Row),
  changed: Type.Array(Type.Object({ id: Type.Union([Type.Integer(), Type.String()]), fields: Type.Array(Field) })),
})

export const compareSnapshot = operation({
  id: 'compareSnapshot',
  method: 'get',
  path: '/snapshots/{name}/diff',
  summary: 'What happened to the rows since then; secrets masked',
  params,
  query: {},
  answers: {
    200: {
      means: 'The collections in which anything differs',
      schema: Type.Object({
        snapshot: SnapshotName,
        clock: Type.Object({ from: InstantText, to: InstantText }),
        collections: Type.Record(Type.String(), Changes),
      }),
      example: {
        snapshot: 'before-sync',
        clock: { from: '2026-03-01T09:00:00.000Z', to: '2026-03-01T10:00:00.000Z' },
        collections: {
          properties: { added: [], removed: [], changed: [{ id: 1, fields: [{ field: 'stars', from: 4, to: 5 }] }] },
        },
      },
    },
  },
  refusals: { 404: UNKNOWN, 409: DAMAGED },
  example,
})

export const SNAPSHOTS: Subject = {
  tag: 'snapshots',
  about: 'States under a name: taken, restored, compared',
  operations: [listSnapshots, takeSnapshot, restoreSnapshot, removeSnapshot, compareSnapshot],
}
