/**
 * The price of a booking session, line by line.
 *
 * @module
 */
import { html } from 'hono/html'
import type { SessionPrice } from './control-client.ts'
import type { Html } from './markup.ts'

/** Every rule that was applied with what it added, the total and the deposit. */
export function priceTable({ currency, nights, lines, total, deposit, contract_uid: booking }: SessionPrice): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Price"><table class="price">
<thead><tr><th scope="col">Rule</th><th scope="col">How</th><th scope="col" class="number">Exactly</th><th scope="col" class="number">${currency}</th></tr></thead>
<tbody>${lines.map(({ rule, text, exact, amount }) => html`<tr><th scope="row"><code>${rule}</code></th><td>${text}</td><td class="number">${exact}</td><td class="number">${amount}</td></tr>`)}</tbody>
<tfoot><tr><th scope="row">Total</th><td>${nights} ${nights === 1 ? 'night' : 'nights'}${booking !== null && html`, booked as ${booking}`}</td><td class="number">${total.exact}</td><td class="number"><b>${total.amount}</b></td></tr>
<tr><th scope="row">Deposit</th><td>${deposit.text}</td><td class="number">${deposit.exact}</td><td class="number">${deposit.amount}</td></tr></tfoot>
</table></div>`
}
