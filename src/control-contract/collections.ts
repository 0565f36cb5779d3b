/** Operations on collections: the rows of the state by table. */

import { text as pathText } from '../api/path-values.ts'
import { Count, Type } from '../api/schema.ts'
import { Subject } from './operation.ts'
import { Row } from './parts.ts'

export const COLLECTIONS = new Subject('collections', 'The rows of the state as tables')

export const listCollections = COLLECTIONS.operation({
  id: 'listCollections',
  method: 'get',
  path: '/collections',
  knownAs: { tool: 'read_rows without a collection' },
  summary: 'The collections of the state, with the number of their rows',
  answer: {
    means: 'Every collection',
    schema: Type.Array(Type.Object({ name: Type.String(), rows: Count })),
    example: [{ name: 'bookings', rows: 12 }],
  },
})

export const readCollection = COLLECTIONS.operation({
  id: 'readCollection',
  method: 'get',
  path: '/collections/{name}',
  summary: 'Rows of one collection; secrets masked',
  params: { name: pathText('Such as bookings') },
  query: {
    search: Type.Optional(Type.String({ description: 'Words that a row contains, case-insensitive' })),
    field: Type.Optional(Type.String({ description: 'The name of a field to filter by; requires `value`' })),
    value: Type.Optional(Type.String({ description: 'The value of the field, or one element of a list' })),
    offset: Type.Optional(Type.Integer({ description: 'The number of matching rows to skip', minimum: 0 })),
    limit: Type.Optional(
      Type.Integer({ description: 'The maximum number of rows: 50 by default, at most 1000', minimum: 1, maximum: 9_999_999 }),
    ),
  },
  answer: {
    means: 'The matching rows, in their order',
    schema: Type.Object({
      collection: Type.String(),
      rows: { ...Count, description: 'The number of rows in the collection' },
      matching: { ...Count, description: 'The number of matching rows' },
      offset: Count,
      hundredths: Type.Array(Type.String(), { description: 'The fields in whole hundredths: 12.50 is 1250' }),
      found: Type.Array(Row),
    }),
    example: {
      collection: 'users',
      rows: 3,
      matching: 1,
      offset: 0,
      hundredths: [],
      found: [{ id: 1, name: 'mara', level: 'manager', propertyIds: [1] }],
    },
  },
  refusals: { 404: 'The collection or the sandbox does not exist' },
  example: { path: { name: 'users' }, query: { search: 'mara', field: 'level', value: 'manager', offset: 0, limit: 10 } },
})
