import { html } from 'hono/html'
import { Filtering } from '../filtering.ts'

export const DELIVERIES = new Filtering({
  path: 'console/webhooks',
  what: 'deliveries',
  labels: { task: 'Event', property: 'Property', hook: 'Hook', state: 'State', status: 'Status', fault: 'Fault' },
  placeholder: 'Search address, body, error',
  quick: [
    ['All', { state: undefined, fault: undefined }],
    ['Failed', { state: 'failed', fault: undefined }],
    ['Waiting', { state: 'waiting', fault: undefined }],
    ['Dropped', { state: 'dropped', fault: undefined }],
    ['Faults', { fault: 'any', state: undefined }],
  ],
  hint: html`Commas between statuses: <code>404,5xx</code>`,
})
