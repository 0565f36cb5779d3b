/** The operation that streams a notice of each change. */
import { Type } from '../api/schema.ts'
import { Subject } from './operation.ts'

export const CHANGES = new Subject('changes', 'Notifications of changes')

export const streamChanges = CHANGES.operation({
  id: 'streamChanges',
  method: 'get',
  path: '/changes/stream',
  summary: 'Server-sent events for changes of the sandbox: calls, rows, clock, faults, deliveries, sales, snapshots',
  description:
    'At most four events per second, without content: reload what you show. The stream of the journal contains the calls.',
  answer: {
    means:
      'An event at the start and after changes, and comments that keep the connection open; the stream ends with the sandbox',
    type: 'text/event-stream',
    schema: Type.String(),
    example:
      'retry: 1000\n\ndata: {"calls":3,"dropped":0,"kept":3,"changed":2,"clock":"0/0/1","armed":0,"deliveries":"0/0","sales":0,"snapshots":0,"rows":4}\n\n',
  },
})
