/**
 * Who can call, and where: the sandboxes there are, and the credentials of this one.
 *
 * @module
 */
import type { ClientShown, ConsoleFacts, SandboxShown } from './facts.ts'
import { badge, copied, facts, type Html, html } from './html.ts'

const MAX_SANDBOXES = 50

/** The sandboxes there are. */
export function sandboxesSection({ sandboxes, sandbox, place }: ConsoleFacts): Html {
  const more = sandboxes.length - MAX_SANDBOXES
  return html`<section aria-labelledby="sandboxes-title">
<h2 id="sandboxes-title">Sandboxes</h2>
<div id="sandboxes" data-live><table>
<thead><tr><th scope="col">Name</th><th scope="col" class="number">Calls</th><th scope="col" class="number">Changed rows</th></tr></thead>
<tbody>${sandboxes.slice(0, MAX_SANDBOXES).map((row) => sandboxRow(row, sandbox))}</tbody>
</table>
${more > 0 && html`<p>and ${more} more: <a href="${place.base}/sandboxes" data-file="sandboxes.json">all as JSON</a></p>`}</div>
</section>`
}

function sandboxRow({ name, console, calls, changed_rows }: SandboxShown, here: string): Html {
  const shown =
    name === here ? html`<a href="${console}" aria-current="page">${name}</a>` : html`<a href="${console}">${name}</a>`
  const waits = calls === null
  return html`<tr><th scope="row">${shown}</th><td class="number">${waits ? 'on disk' : calls}</td><td class="number">${waits ? '' : changed_rows}</td></tr>`
}

/** The clients of the sandbox, each with a call that works. */
export function credentialsSection({ credentials, place }: ConsoleFacts): Html {
  return html`<section aria-labelledby="credentials-title">
<h2 id="credentials-title">Credentials</h2>
<div id="credentials" data-live>${credentials.map((client, index) => credential(client, place.apiUrl, index === 0))}
${credentials.length === 0 && html`<p>There is no client. <code>POST credentials</code> makes one.</p>`}</div>
</section>`
}

function credential(client: ClientShown, apiUrl: string, open: boolean): Html {
  const { client_id: id, client_secret: secret, label, scopes, tokens, user, properties } = client
  return html`<details id="client-${id}"${open && html` open`}>
<summary><code>${id}</code> <span class="about">${label}</span> ${tokens === 'expired' && badge('odd', 'tokens expired')}</summary>
${facts([
  ['Secret', copied(secret, `the secret of ${id}`)],
  ['Scopes', scopes.join(' ')],
  ['User', user ? `${user.name} (${user.level})` : 'none'],
  ['Properties', properties.length > 0 ? properties.join(', ') : 'none'],
])}
<p class="about">A token:</p>
${copied(tokenCall(client, apiUrl), `a curl call for a token of ${id}`)}
</details>`
}

/** The shell command that gets a token. */
export function tokenCall({ client_id, client_secret, scopes }: ClientShown, apiUrl: string): string {
  const fields = { grant_type: 'client_credentials', client_id, client_secret, scope: scopes.join(' ') }
  const sent = Object.entries(fields).map(([name, value]) => sentField(name, value))
  return ['curl -s', quoted(`${apiUrl}/oauth/token`), ...sent].join(' ')
}

const sentField = (name: string, value: string): string =>
  `${/^[\w.-]+$/.test(value) ? '-d' : '--data-urlencode'} ${quoted(`${name}=${value}`)}`

/** A word as a shell takes it, whatever is in it. */
const quoted = (word: string): string => (/^[\w./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
