import { Type } from '../api/schema.ts'
import { Subject } from './operation.ts'

export const METRICS = new Subject('metrics', 'Metrics for Prometheus')

export const readMetrics = METRICS.operation({
  id: 'readMetrics',
  sandbox: false,
  wholeServer: true,
  method: 'get',
  path: '/metrics',
  anyQuery: true,
  summary: 'The counters of this process, for Prometheus',
  description:
    'Calls by operation and status, latency, sandboxes, storage, moves between replicas, deliveries of webhooks, event loop, memory. Each replica has its own metrics. The token of a team gives no access.',
  answer: {
    means: 'The metrics in the text format 0.0.4',
    schema: Type.String(),
    example:
      '# HELP understay_sandboxes_in_use Sandboxes in the memory of this process.\n# TYPE understay_sandboxes_in_use gauge\nunderstay_sandboxes_in_use 1\n',
    type: 'text/plain',
  },
})
