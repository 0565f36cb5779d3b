/** The form that arms a fault: it offers the causes that can happen to calls of the chosen operation. */
import { html } from 'hono/html'
import type { OperationShown } from './control-responses.ts'
import { codeBlock, type Html } from './markup.ts'

/** The causes of faults, as YAML and as text; the key is the cause. */
const FAULTS = [
  ['network: { status: 503, retry_after: 2 }', 'answer 503 with Retry-After'],
  ['network: { status: 429, retry_after: 2 }', 'answer 429 with Retry-After'],
  ['network: { status: 500 }', 'answer 500'],
  ['network: { delay: 5s }', 'delay by 5 seconds'],
  ['network: { cut: before }', 'close the connection, nothing happens'],
  ['network: { cut: after-commit }', 'close the connection after it happened'],
  ['network: { body: truncated }', 'cut the response body'],
  ['network: { body: html }', 'answer with an HTML page'],
  ['respond: { status: 422, json: { error: "refused" } }', 'give an answer of your own'],
  ['respond: { patch: { data: null } }', 'change the real answer'],
  ['token: expired', 'the token expires'],
  ['token: revoked', 'the token is revoked'],
  ['session: expired', 'the booking session expires'],
  ['room: taken', 'another guest takes the room'],
  ['property: unpublished', 'the property is unpublished'],
  ['price: { by: 10% }', 'prices rise by 10 %'],
] as const

const causeOf = (yaml: string): string => yaml.slice(0, yaml.indexOf(':'))

/** @param operation the id that was chosen without JavaScript; empty for every operation */
export function armForm(base: string, operations: readonly OperationShown[], operation: string): Html {
  return html`<section class="card" aria-labelledby="arm-title"><h3 id="arm-title">Arm a fault</h3>
<form data-call="POST faults" data-body="yaml" data-fault-form class="script-only" id="arm-form" data-keep>
<div class="fields-grid">
<label for="arm-operation">Operation</label><input id="arm-operation" list="arm-operations" placeholder="every operation" autocomplete="off" data-part="operation"><datalist id="arm-operations">${operations.map(({ id, causes }) => html`<option value="${id}" data-causes="${causes.join(' ')}"></option>`)}</datalist>
<label for="arm-cause">What happens</label><select id="arm-cause" data-part="cause">${FAULTS.map(([yaml, about]) => html`<option value="${yaml}" data-cause="${causeOf(yaml)}">${about}</option>`)}</select>
<label for="arm-after">After</label><span><input id="arm-after" type="number" min="0" value="0" data-part="after"> calls that are left alone</span>
<label for="arm-times">Times</label><span><input id="arm-times" type="number" min="1" value="1" data-part="times"> calls it applies to</span>
</div>
<label class="visually-hidden" for="arm-yaml">The fault as YAML</label><textarea id="arm-yaml" name="yaml" rows="4" spellcheck="false">on: {}
network: { status: 503, retry_after: 2 }
</textarea>
<p class="actions"><button class="primary" disabled>Arm</button></p>
</form>${withoutScript(base, operations, operation)}</section>`
}

/** The form without JavaScript: choosing an operation shows its causes as YAML for `POST faults`. */
function withoutScript(base: string, operations: readonly OperationShown[], operation: string): Html {
  const known = operations.find(({ id }) => id === operation)
  const possible = FAULTS.filter(([yaml]) => known === undefined || known.causes.includes(causeOf(yaml)))
  const selector = known === undefined ? 'on: {}' : `on: { operation: ${known.id} }`
  return html`<noscript><form method="get" action="${base}/console/scenario" class="actions"><label for="plain-operation">Operation</label><select id="plain-operation" name="operation"><option value="">every operation</option>${operations.map(({ id }) => html`<option${id === known?.id && html` selected`}>${id}</option>`)}</select><button>Show what can happen to it</button></form>
<p>Send one of these to <code>POST faults</code> of the control API; the button needs script.</p>
<ul class="plain" id="possible-faults">${possible.map(([yaml, about]) => html`<li>${about}${codeBlock(`${selector}\n${yaml}`, about)}</li>`)}</ul></noscript>`
}
