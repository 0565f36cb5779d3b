/** The filters of the calls: those of the journal. */
import { html } from 'hono/html'
import { Filtering } from '../filtering.ts'

export const CALLS = new Filtering({
  path: '',
  what: 'calls',
  labels: {
    operation: 'Operation',
    client: 'Client',
    session: 'Session',
    property: 'Property',
    method: 'Method',
    status: 'Status',
    fault: 'Fault',
    refused: 'Refused',
    changed: 'Changed row',
  },
  placeholder: 'Search address, form, response',
  quick: [
    ['All', {}],
    ['Refused', { refused: 'true' }],
    ['Faults', { fault: 'any' }],
    ['4xx', { status: '4xx' }],
    ['5xx', { status: '5xx' }],
  ],
  hint: html`Commas between alternatives: <code>401,5xx</code>`,
})

/** Words that the fields suggest. */
export const knownWords = (operations: readonly string[], faults: readonly string[]) => ({
  operation: operations,
  method: ['GET', 'POST', 'PUT', 'DELETE'],
  status: ['2xx', '4xx', '5xx', '400', '401', '403', '404', '409', '429'],
  fault: ['any', ...faults],
  refused: ['true', 'false'],
})
