/** Traffic and deliveries of webhooks in a report. */
import type { TrafficStatus } from '../scenario/traffic/traffic-source.ts'
import type { Report } from './report-data.ts'

export const reportTraffic = ({ id, do: head, acts, lastBlocked, lastFailed }: TrafficStatus) => ({
  id,
  do: head,
  acts,
  lastBlocked,
  ...(lastFailed && { lastFailed }),
})

/** The figures of traffic, deliveries and expectations, by name. */
export function runFigures({
  traffic,
  deliveries,
  expectations,
}: Pick<Report, 'traffic' | 'deliveries' | 'expectations'>): Readonly<Record<string, number>> {
  const { hooks, ...sums } = deliveries
  const figures = [
    ...traffic.flatMap(({ id, acts }) => acts.map(({ do: act, ...counts }) => [`traffic.${id}.${act}`, counts] as const)),
    ...(sums.made > 0 ? [['deliveries', sums] as const] : []),
    ...hooks.map(({ hook, url: _, ...counts }) => [`deliveries.hook-${hook}`, counts] as const),
    ...expectations.flatMap(({ id, delays }) => (delays ? [[`expectation.${id}`, delays] as const] : [])),
    ...expectations.flatMap(({ id, checks }) =>
      checks
        ? [[`expectation.${id}`, { changes: checks.changes, broken: checks.broken, tolerated: checks.tolerated }] as const]
        : [],
    ),
  ]
  return Object.fromEntries(
    figures.flatMap(([name, counts]) => Object.entries(counts).map(([of, value]) => [`${name}.${of}`, value])),
  )
}
