/** The price of a booking session, line by line. */
import { html } from 'hono/html'
import { countText } from '../base/count-text.ts'
import type { SessionPrice } from './control-responses.ts'
import type { Html, Value } from './markup.ts'

/** Every rule that was applied with what it added, the total and the deposit. */
export function priceTable({ session, currency, nights, lines, total, deposit, contract_uid: booking }: SessionPrice): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Price of ${session}"><table class="price">
<thead><tr><th scope="col">Rule</th><th scope="col">How</th><th scope="col" class="number">${currency}</th></tr></thead>
<tbody>${lines.map(({ rule, text, exact, amount }) => html`<tr><th scope="row"><code>${rule}</code></th><td>${text}${unrounded(exact, amount)}</td><td class="number">${amount}</td></tr>`)}</tbody>
<tfoot><tr><th scope="row">Total</th><td>${countText(nights, 'night')}${booking !== null && html`, booked as ${booking}`}${unrounded(total.exact, total.amount)}</td><td class="number"><b>${total.amount}</b></td></tr>
<tr><th scope="row">Deposit</th><td>${deposit.text}${unrounded(deposit.exact, deposit.amount)}</td><td class="number">${deposit.amount}</td></tr></tfoot>
</table></div>`
}

/** The exact amount, where rounding to the cent changed it. */
function unrounded(exact: string, amount: string): Value {
  const [above = 0, below = 1] = exact.split('/').map(Number)
  return Math.abs(above / below - Number(amount)) > 1e-9 && html` <small>exactly ${exact}</small>`
}
