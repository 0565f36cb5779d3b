/**
 * The changes since a snapshot: added, removed and changed rows.
 *
 * @module
 */

import { html } from 'hono/html'
import { compareSnapshot } from '../../control-contract/snapshots.ts'
import type { SnapshotDiff } from '../control-responses.ts'
import { dateTime, emptyState, type Html, shortened } from '../markup.ts'
import { notFound, type PageContext, type TabContent } from '../page.ts'

const MAX_ROWS = 100

/** The comparison of a snapshot with the current state. */
export async function snapshotPage({ control, base }: PageContext, name: string): Promise<TabContent> {
  const diff = await control.find(compareSnapshot, { path: { name } })
  if (!diff) return notFound(base, `There is no snapshot ${shortened(name, 40)}.`)
  const collections = Object.entries(diff.collections)
  return {
    title: `Changes since ${name}`,
    body: html`<div class="page-head"><h2><a href="${base}/console/data">Data</a> / Changes since ${name}</h2><p>${dateTime(diff.clock.from)} to ${dateTime(diff.clock.to)} by the clock of the sandbox</p></div>
${collections.length === 0 && emptyState('Nothing changed since this snapshot.', 'Make a few calls and look again.')}
${collections.map(([collection, changes]) => collectionChanges(collection, changes))}`,
  }
}

function collectionChanges(collection: string, { added, removed, changed }: SnapshotDiff['collections'][string]): Html {
  return html`<section class="card" aria-label="${collection}"><h3>${collection}</h3>
${added.length > 0 && html`<p>Added: ${added.slice(0, MAX_ROWS).map((row) => html`<code>${shortened(JSON.stringify(row), 300)}</code> `)}${added.length > MAX_ROWS && `and ${added.length - MAX_ROWS} more`}</p>`}
${removed.length > 0 && html`<p>Removed: ${removed.slice(0, MAX_ROWS).map((row) => html`<code>${shortened(JSON.stringify(row), 300)}</code> `)}</p>`}
${changed.length > 0 && html`<div class="scroll" tabindex="0" role="region" aria-label="Changed rows of ${collection}"><table class="fields"><thead><tr><th scope="col">Row</th><th scope="col">Field</th><th scope="col">Before</th><th scope="col">After</th></tr></thead><tbody>${changed.slice(0, MAX_ROWS).flatMap(({ id, fields }) => fields.map(({ field, from, to }) => html`<tr><th scope="row">${id}</th><td>${field}</td><td>${text(from)}</td><td>${text(to)}</td></tr>`))}</tbody></table></div>`}</section>`
}

const text = (value: unknown): string => shortened(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), 200)
