/**
 * Operations on collections: the rows of the state by table.
 *
 * @module
 */

import { text as pathText } from '../../api/path-values.ts'
import { Type } from '../../api/schema.ts'
import { operationsOf, type Subject } from '../operation.ts'
import { Row } from './parts.ts'

const operation = operationsOf('collections')

const Count = Type.Integer({ minimum: 0 })

export const listCollections = operation({
  id: 'listCollections',
  method: 'get',
  path: '/collections',
  summary: 'The collections of the state, with the number of their rows',
  query: {},
  answers: {
    200: {
      means: 'Every collection',
      schema: Type.Array(Type.Object({ name: Type.String(), rows: Count })),
      example: [{ name: 'bookings', rows: 12 }],
    },
  },
})

export const readCollection = operation({
  id: 'readCollection',
  method: 'get',
  path: '/collections/{name}',
  summary: 'Rows of one collection; secrets masked',
  params: { name: pathText('Such as bookings') },
  query: {
    search: Type.Optional(Type.String({ description: 'Words that a row holds; upper and lower case are the same' })),
    field: Type.Optional(Type.String({ description: 'Only rows whose field has a value; with `value`' })),
    value: Type.Optional(Type.String({ description: 'That value; of a field that is a list, one of its elements' })),
    offset: Type.Optional(Type.Integer({ description: 'How many matching rows are left out first', minimum: 0 })),
    limit: Type.Optional(Type.Integer({ description: 'How many at most: 50, at most 1000', minimum: 1, maximum: 9_999_999 })),
  },
  answers: {
    200: {
      means: 'Those that match, in their order',
      schema: Type.Object({
        collection: Type.String(),
        rows: { ...Count, description: 'How many the collection has' },
        matching: { ...Count, description: 'How many match' },
        offset: Count,
        found: Type.Array(Row),
      }),
      example: {
        collection: 'users',
        rows: 3,
        matching: 1,
        offset: 0,
        found: [{ id: 1, name: 'mara', level: 'manager', propertyIds: [1] }],
      },
    },
  },
  refusals: { 404: 'There is no such collection, or no such sandbox' },
  example: { path: { name: 'users' }, query: { search: 'mara', field: 'level', value: 'manager', offset: 0, limit: 10 } },
})

export const COLLECTIONS: Subject = {
  tag: 'collections',
  about: 'The rows of the state as tables',
  operations: [listCollections, readCollection],
}
