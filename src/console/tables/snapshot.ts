/** The changes since a snapshot: added, removed and changed rows. */

import { html } from 'hono/html'
import { countText } from '../../base/count-text.ts'
import { compareSnapshot, listSnapshots } from '../../control-contract/snapshots.ts'
import type { SnapshotDiff } from '../control-responses.ts'
import { badge, dateTime, emptyState, fieldText, type Html, shortened } from '../markup.ts'
import { notFound, type PageContext, type TabContent } from '../page.ts'

const MAX_ROWS = 100
const MAX_TEXT = 2000

/** The comparison of a snapshot with a later one, or with the current state. */
export async function snapshotPage({ control, base, query }: PageContext, name: string): Promise<TabContent> {
  const to = query.get('to') || undefined
  const [diff, snapshots] = await Promise.all([
    control.find(compareSnapshot, { path: { name }, query: { to } }),
    control.call(listSnapshots),
  ])
  if (!diff) return notFound(base, `There is no snapshot ${shortened([name, to].filter(Boolean).join(' or '), 80)}.`)
  const collections = Object.entries(diff.collections)
  const others = snapshots.filter((other) => other.name !== name)
  return {
    title: `Changes since ${name}`,
    body: html`<div class="page-head"><h2><a href="${base}/console/data">Data</a> / Changes since ${name}</h2><p>${dateTime(diff.clock.from)} to ${dateTime(diff.clock.to)} by the clock of the sandbox</p>
${others.length > 0 && html`<form method="get" action="${base}/console/snapshots/${name}" class="filter"><label for="to">Until</label><select id="to" name="to"><option value="">now</option>${others.map((other) => html`<option${other.name === to && html` selected`}>${other.name}</option>`)}</select><button>Compare</button></form>`}</div>
${collections.length === 0 && (to ? emptyState('Nothing changed between the two.', 'Compare with now, or with another snapshot.') : emptyState('Nothing changed since this snapshot.', 'Make a few calls and look again.'))}
${collections.map(([collection, changes]) => collectionChanges(base, collection, changes))}`,
  }
}

/** The fields of a row that have a value, as one text. */
const fieldsText = (row: object): string =>
  Object.entries(row)
    .flatMap(([field, value]) =>
      field === 'id' || value === null || value === '' ? [] : [`${field} ${fieldText(field, value)}`],
    )
    .join(', ')

type Changes = SnapshotDiff['collections'][string]

function collectionChanges(base: string, collection: string, { added, removed, changed }: Changes): Html {
  const calls = (id: number | string): Html =>
    html`<a href="${base}/?changed=${collection}/${id}" title="Calls that changed this row">${id}</a>`
  const rows = [
    ...changed.map(({ id, fields }) => rowLines(calls(id), badge('plain', 'changed'), fields)),
    ...added.map((row) => wholeRow(calls(row.id), badge('good', 'added'), fieldsText(row))),
    ...removed.map((row) => wholeRow(calls(row.id), badge('bad', 'removed'), fieldsText(row))),
  ]
  return html`<section class="card" aria-label="${collection}"><h3>${collection} <small>${countText(rows.length, 'row')}</small></h3>
<div class="scroll" tabindex="0" role="region" aria-label="Changed rows of ${collection}"><table class="fields"><thead><tr><th scope="col">Row</th><th scope="col">Field</th><th scope="col">Before</th><th scope="col">After</th></tr></thead>${rows.slice(0, MAX_ROWS)}</table></div>${rows.length > MAX_ROWS && html`<p>and ${rows.length - MAX_ROWS} more</p>`}</section>`
}

const wholeRow = (id: Html, kind: Html, text: string): Html =>
  html`<tbody><tr><th scope="row">${id} ${kind}</th><td colspan="3">${text}</td></tr></tbody>`

const rowLines = (id: Html, kind: Html, fields: Changes['changed'][number]['fields']): Html =>
  html`<tbody>${fields.map(({ field, from, to }, index) => html`<tr>${index === 0 && html`<th scope="rowgroup" rowspan="${fields.length}">${id} ${kind}</th>`}<td>${field}</td><td>${fieldText(field, from, MAX_TEXT)}</td><td>${fieldText(field, to, MAX_TEXT)}</td></tr>`)}</tbody>`
