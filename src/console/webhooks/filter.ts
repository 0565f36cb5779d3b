import { html } from 'hono/html'
import { Filtering } from '../filtering.ts'

export const DELIVERIES = new Filtering({
  path: 'console/webhooks',
  what: 'deliveries',
  labels: { task: 'Event', property: 'Property', hook: 'Hook', state: 'State', status: 'Status', fault: 'Fault' },
  placeholder: 'Search address, body, error',
  quick: [
    ['All', {}],
    ['Failed', { state: 'failed' }],
    ['Waiting', { state: 'waiting' }],
    ['Dropped', { state: 'dropped' }],
    ['Faults', { fault: 'any' }],
  ],
  hint: html`Commas between statuses: <code>404,5xx</code>`,
})
