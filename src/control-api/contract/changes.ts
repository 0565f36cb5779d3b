/**
 * The operation that streams a notice of each change.
 *
 * @module
 */
import { Type } from '../../api/schema.ts'
import { operationsOf, type Subject } from '../operation.ts'

const operation = operationsOf('changes')

export const streamChanges = operation({
  id: 'streamChanges',
  method: 'get',
  path: '/changes/stream',
  summary: 'That something changed in the sandbox, as server-sent events: calls, rows, clock, faults, deliveries',
  description:
    'At most four events a second, and none with content: read again what you show. For the calls themselves use the stream of the journal.',
  query: {},
  answers: {
    200: {
      means: 'An event at the beginning and after changes, a comment now and then; it ends with the sandbox',
      type: 'text/event-stream',
      schema: Type.String(),
      example:
        'retry: 1000\n\ndata: {"calls":3,"dropped":0,"kept":3,"changed":2,"clock":"0/0/1","armed":0,"deliveries":"0/0","rows":4}\n\n',
    },
  },
})

export const CHANGES: Subject = {
  tag: 'changes',
  about: 'When to look again',
  operations: [streamChanges],
}
