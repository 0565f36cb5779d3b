import { html } from 'hono/html'
import type { HookShown } from '../control-responses.ts'
import { badge, codeBlock, emptyState, type Html, menu, shortened, type Value } from '../markup.ts'

/** A manager whose changes a hook can be notified of. */
export interface Manager {
  readonly id: number
  readonly name: string
  readonly properties: readonly number[]
}

/** The hooks as a table; without hooks, how to add one. */
export function hookList(base: string, hooks: readonly HookShown[], managers: readonly Manager[]): Html {
  if (hooks.length === 0)
    return html`<section class="hooks" aria-label="Hooks">${emptyState('There are no webhooks yet.', advice(base))}
<div class="empty"><p><strong>Add a hook</strong></p>${addForm(managers)}</div></section>`
  return html`<section class="hooks" aria-labelledby="hooks-title"><div class="list-head"><h3 id="hooks-title">Hooks</h3>${menu('add-hook', 'Add a hook', html`<h2>Add a hook</h2>${addForm(managers)}`, 'right')}</div>
<div class="scroll" tabindex="0" role="region" aria-label="Table of the hooks"><table><thead><tr><th scope="col">Hook</th><th scope="col">Address</th><th scope="col">Credentials</th><th scope="col">Events of</th><th scope="col">State</th><th scope="col"><span class="visually-hidden">Actions</span></th></tr></thead>
<tbody>${hooks.map((hook) => row(base, hook, managers))}</tbody></table></div></section>`
}

function row(base: string, { id, url, auth, username, manager, enabled }: HookShown, managers: readonly Manager[]): Html {
  const credentials =
    auth === 'none' ? 'none' : html`${auth}${username !== '' && html` as <code>${shortened(username, 40)}</code>`}`
  return html`<tr id="hook-${id}"><th scope="row"><a href="${base}/console/webhooks?hook=${id}" aria-label="Deliveries of hook ${id}">#${id}</a></th>
<td class="address"><code>${shortened(url, 200)}</code></td><td class="nowrap">${credentials}</td><td class="nowrap">${eventsOfHook(base, manager, managers)}</td><td>${enabled ? badge('good', 'enabled') : badge('plain', 'disabled')}</td>
<td><form class="script-only inline" data-call="DELETE webhooks" data-confirm="Remove the hook ${shortened(url, 100)}? What waits for it is dropped."><input type="hidden" name="id" value="${id}"><button class="small" aria-label="Remove hook ${id}">Remove</button></form></td></tr>`
}

function eventsOfHook(base: string, manager: HookShown['manager'], managers: readonly Manager[]): Value {
  if (manager === 'all') return 'all managers'
  const known = managers.find(({ id }) => id === manager)
  return html`<a href="${base}/console/data/users?field=id&amp;value=${manager}">${known ? nameOf(known) : `manager ${manager}`}</a>`
}

const nameOf = ({ id, name, properties }: Manager): string =>
  `${id} ${name}${properties.length > 0 ? ` (properties ${shortened(properties.join(', '), 40)})` : ''}`

function addForm(managers: readonly Manager[]): Html {
  return html`<form class="script-only" data-call="POST webhooks">
<div class="fields-grid">
<label for="hook-url">Address</label><input id="hook-url" name="url" type="url" required placeholder="http://127.0.0.1:8080/hook" autocomplete="off">
<label for="hook-auth">Credentials</label><select id="hook-auth" name="auth"><option value="none">none</option><option value="basic">basic: user and password</option><option value="oauth">oauth: the receiver gives out a token</option></select>
<label for="hook-username">User or client id</label><input id="hook-username" name="username" autocomplete="off">
<label for="hook-password">Password or secret</label><input id="hook-password" name="password" type="password" autocomplete="new-password">
<label for="hook-manager">Events of</label><select id="hook-manager" name="manager" data-json><option value="&quot;all&quot;">all managers</option>${managers.map((manager) => html`<option value="${manager.id}">${nameOf(manager)}</option>`)}</select>
</div>
<p class="actions"><button class="primary">Add the hook</button></p>
</form><noscript><p>A hook is added with script, or by <code>POST webhooks</code>.</p></noscript>`
}

const advice = (base: string): Html =>
  html`The service sends each event to the addresses it knows. Add one below, start the server with one, or receive in a test:
${codeBlock('npm start -- --webhook http://127.0.0.1:8080/hook', 'start with a hook')}
${codeBlock('const hooks = await understay.webhooks.receive()', 'receive in a test')}
<a href="${base}/docs/webhooks.md">About webhooks, with receivers in TypeScript, Python and PHP</a>`
