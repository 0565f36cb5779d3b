/** The tab Data: collections as tables, snapshots, credentials, and the state as a fixture. */

import { html } from 'hono/html'
import { countText } from '../../base/count-text.ts'
import { shellWord } from '../../base/shell-word.ts'
import { firstOf } from '../../base/short-text.ts'
import { spanText } from '../../base/span-text.ts'
import { listCollections } from '../../control-contract/collections.ts'
import { listCredentials } from '../../control-contract/credentials.ts'
import { listEndpoints } from '../../control-contract/server.ts'
import { listSnapshots } from '../../control-contract/snapshots.ts'
import type { ClientShown, SandboxInfo, SnapshotShown } from '../control-responses.ts'
import { badge, codeBlock, copyable, dateTime, emptyState, type Html, valueList } from '../markup.ts'
import type { PageContext, TabContent } from '../page.ts'

export async function dataTab({ control, base }: PageContext): Promise<TabContent> {
  const [collections, snapshots, credentials, about] = await Promise.all([
    control.call(listCollections),
    control.call(listSnapshots),
    control.call(listCredentials),
    control.call(listEndpoints),
  ])
  const filled = collections.filter(({ rows }) => rows > 0)
  const empty = collections.filter(({ rows }) => rows === 0)
  return {
    title: 'Data',
    body: html`<div class="page-head"><h2>Data</h2><p class="exports"><a href="${base}/state?as=fixtures" download="fixtures.yaml" data-file="fixtures.yaml">Export as fixtures</a> <a href="${base}/state" download="state.json" data-file="state.json">Export the state as JSON</a> <a href="${base}/console/sandboxes">All sandboxes</a></p></div>
<div class="columns">
<section class="card" aria-labelledby="collections-title"><h3 id="collections-title">Collections</h3>
<ul class="plain collections">${filled.map(({ name, rows }) => html`<li><a href="${base}/console/data/${name}">${name}</a> <span class="number">${rows}</span></li>`)}</ul>
${empty.length > 0 && html`<p><small>Without rows: ${empty.map(({ name }) => name).join(', ')}</small></p>`}</section>
${snapshotsCard(base, snapshots)}
${credentialsCard(base, credentials, about)}
</div>`,
  }
}

function snapshotsCard(base: string, snapshots: readonly SnapshotShown[]): Html {
  return html`<section class="card" aria-labelledby="snapshots-title"><h3 id="snapshots-title">Snapshots</h3>
${snapshots.length === 0 ? emptyState('No snapshot yet.', 'Take one before a test, and restore it afterwards: rows, tokens and clock go back.') : html`<ul class="plain">${snapshots.map((snapshot) => snapshotItem(base, snapshot))}</ul>`}
<form class="actions script-only" data-call="POST snapshots"><label for="snapshot-name">Name</label><input id="snapshot-name" name="name" size="14" required pattern="[a-z0-9\\-]{1,63}" title="Lower-case letters, digits and hyphens" autocomplete="off"><button>Take a snapshot</button></form></section>`
}

function snapshotItem(base: string, snapshot: SnapshotShown): Html {
  const { name } = snapshot
  const path = encodeURIComponent(name)
  return html`<li><b>${name}</b> ${'problem' in snapshot ? badge('bad', snapshot.problem) : html`<small>${dateTime(snapshot.at)}, ${countText(snapshot.rows, 'row')}</small>`}
<span class="actions"><a href="${base}/console/snapshots/${path}">Changes since</a>
<form class="script-only inline" data-call="POST snapshots/${path}/restore" data-confirm="Restore ${name}? Rows, tokens, sessions and clock go back to it. The calls stay."><button class="small" aria-label="Restore ${name}">Restore</button></form>
<form class="script-only inline" data-call="DELETE snapshots/${path}" data-confirm="Remove the snapshot ${name}?"><button class="small" aria-label="Remove ${name}">Remove</button></form></span></li>`
}

function credentialsCard(
  base: string,
  credentials: readonly ClientShown[],
  { api_url: apiUrl, token_lifetime: lifetime, data }: SandboxInfo,
): Html {
  // the client that createCredentials copies
  const model = credentials.find(({ client_id: id }) => id === 'demo') ?? credentials.find(({ tokens }) => tokens === 'normal')
  const copied = model ? `those of ${model.client_id}` : 'required'
  return html`<section class="card" aria-labelledby="credentials-title"><h3 id="credentials-title">Credentials</h3>
<p><small>A token is valid for ${spanText(lifetime * 1000)} by the clock of the sandbox. The state is ${data === null ? 'in memory' : html`in <code>${data}</code>`}.</small></p>
${credentials.length === 0 && emptyState('There is no client.', 'Create one below.')}
${credentials.map((client, index) => credential(client, base, { apiUrl, open: index === 0 }))}
<form class="actions script-only" data-call="POST credentials"><span><label for="client-id">New client</label> <input id="client-id" name="client_id" size="14" placeholder="generated id" autocomplete="off"></span><span><label for="client-scopes">Scopes</label> <input id="client-scopes" name="scopes" size="22" data-list placeholder="${copied}" title="Scopes with spaces between them, such as properties_get properties_set" autocomplete="off"></span><span><label for="client-properties">Properties</label> <input id="client-properties" name="properties" size="12" data-list="numbers" placeholder="${copied}" pattern="[ ,]*\\d+([ ,]+\\d+)*[ ,]*" title="Ids of properties, such as 1, 2" autocomplete="off"></span><button>Create</button></form></section>`
}

interface AboutClient {
  readonly apiUrl: string
  readonly open: boolean
}

function credential(client: ClientShown, base: string, { apiUrl, open }: AboutClient): Html {
  const { client_id: id, client_secret: secret, label, scopes, tokens, user, properties } = client
  const { valid, expired } = client.issued
  return html`<details id="client-${id}"${open && html` open`}><summary><code>${id}</code> <small>${label}</small> ${tokens === 'expired' && badge('warn', 'tokens expired')} ${valid > 0 && badge('good', `${countText(valid, 'token')} valid`)} ${expired > 0 && badge('warn', `${expired} expired`)}</summary>
${valueList([
  ['Secret', copyable(secret, `the secret of ${id}`)],
  [
    'Tokens',
    valid + expired > 0 &&
      html`<a href="${base}/console/data/tokens?field=clientId&amp;value=${encodeURIComponent(id)}">all, with the time when each ends</a>`,
  ],
  ['Scopes', scopes.join(' ')],
  ['User', user ? `${user.name} (${user.level})` : 'none'],
  ['Properties', firstOf(properties, 12)],
])}
${codeBlock(tokenCall(client, apiUrl), `curl for a token of ${id}`)}</details>`
}

/** The shell command that requests a token. */
function tokenCall({ client_id, client_secret, scopes }: ClientShown, apiUrl: string): string {
  const fields = { grant_type: 'client_credentials', client_id, client_secret, scope: scopes.join(' ') }
  const sent = Object.entries(fields).map(
    ([name, value]) => `${/^[\w.-]+$/.test(value) ? '-d' : '--data-urlencode'} ${shellWord(`${name}=${value}`)}`,
  )
  return [`curl -s ${shellWord(`${apiUrl}/oauth/token`)}`, ...sent].join(' \\\n  ')
}
