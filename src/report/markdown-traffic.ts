/** Traffic and deliveries of webhooks as Markdown. */
import { delaysText } from '../scenario/traffic/delays.ts'
import { cellCode, prose, section, table } from './markdown-text.ts'
import type { Report } from './report-data.ts'

export function trafficSections({ traffic, deliveries, expectations }: Report): readonly string[] {
  const acts = traffic.flatMap(({ id, acts: all, lastBlocked, lastFailed }) =>
    all.map(({ do: act, happened, blocked }, index) => [
      index === 0 ? cellCode(id) : '',
      prose(act.replaceAll('_', ' ')),
      String(happened),
      String(blocked),
      index === 0 ? prose(lastFailed ?? lastBlocked ?? '') : '',
    ]),
  )
  const followed = expectations.flatMap(({ id, delays }) => (delays ? [[cellCode(id), prose(delaysText(delays))]] : []))
  const sent = deliveries.hooks.map(({ hook, url, made, delivered, failed, dropped, waiting }) => [
    String(hook),
    cellCode(url),
    ...[made, delivered, failed, dropped, waiting].map(String),
  ])
  return [
    ...section('## Traffic', [
      ...table(['Traffic', 'Act', 'Happened', 'Could not', 'Why not, the last time'], acts),
      ...table(['Expectation', 'Acts, and how long they took'], followed),
    ]),
    ...section('## Deliveries', table(['Hook', 'Address', 'Made', 'Delivered', 'Failed', 'Dropped', 'Waiting'], sent)),
  ]
}
