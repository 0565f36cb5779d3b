import { type Metric, metricsText, singleMetric } from '../../base/metrics.ts'
import { readMetrics } from '../../control-contract/metrics.ts'
import { reply } from '../../pipeline/reply.ts'
import { realNow } from '../../simulation/clock.ts'
import { VERSION } from '../../version.ts'
import type { World } from '../../world/world.ts'
import type { ControlRules, HandlerDependencies, OnControl } from '../app.ts'

export function controlMetrics(on: OnControl, { rules }: HandlerDependencies): void {
  on(readMetrics, (_, { world }) =>
    reply(metricsText([...ofServer(world, rules), ...world.metrics.read(), ...ofTeams(rules), ...ofProcess()]), {
      type: 'text/plain; version=0.0.4; charset=utf-8',
    }),
  )
}

const ofServer = (world: World, rules: ControlRules): Metric[] => [
  {
    name: 'understay_build_info',
    type: 'gauge',
    help: 'The version of this program; the value is always 1.',
    samples: [{ labels: { version: VERSION }, value: 1 }],
  },
  singleMetric(
    'understay_ready',
    'gauge',
    '1 while the server takes calls, 0 while it starts, drains or has no database.',
    rules.ready() ? 1 : 0,
  ),
  singleMetric('understay_sandboxes_in_use', 'gauge', 'Sandboxes in the memory of this process.', world.openSandboxes.length),
  singleMetric(
    'understay_log_lines_lost_total',
    'counter',
    'Lines of the log that could not be written, as when its disk was full.',
    world.log.lostLines ?? 0,
  ),
]

function ofTeams({ teams }: ControlRules): Metric[] {
  if (!teams) return []
  return [
    {
      name: 'understay_team_calls_refused_total',
      type: 'counter',
      help: 'Calls refused with 429 because a team had made as many in this minute as it may.',
      samples: teams.all.map(({ label, refusedCalls }) => ({ labels: { team: label }, value: refusedCalls })),
    },
  ]
}

function ofProcess(): Metric[] {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const started = Math.round(realNow() / 1000 - process.uptime())
  return [
    singleMetric('process_resident_memory_bytes', 'gauge', 'Resident memory size in bytes.', rss),
    singleMetric('nodejs_heap_size_used_bytes', 'gauge', 'Process heap size used from Node.js in bytes.', heapUsed),
    singleMetric('nodejs_heap_size_total_bytes', 'gauge', 'Process heap size from Node.js in bytes.', heapTotal),
    singleMetric('nodejs_external_memory_bytes', 'gauge', 'Node.js external memory size in bytes.', external),
    singleMetric(
      'process_cpu_seconds_total',
      'counter',
      'Total user and system CPU time spent in seconds.',
      (user + system) / 1e6,
    ),
    singleMetric('process_start_time_seconds', 'gauge', 'Start time of the process since unix epoch in seconds.', started),
  ]
}
