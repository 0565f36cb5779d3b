/**
 * The explanation of the price of a stay. Only Understay has it, not the service in production.
 *
 * @param {string} baseUrl
 * @param {string} id the visitor's number
 * @returns {Promise<object | undefined>}
 */
export async function explanationOf(baseUrl, id) {
  const answer = await fetch(`${baseUrl}/_understay/sessions/${encodeURIComponent(id)}/price`)
  return answer.ok ? answer.json() : undefined
}

/** The lines of an explanation, formatted like an invoice. */
export function asBill({ lines, total, deposit, currency }) {
  const amounts = lines.map(({ rule, text, amount }) => `${amount.padStart(10)}  ${rule.padEnd(16)} ${text}`)
  return [...amounts, `${total.amount.padStart(10)}  ${currency} in all; ${deposit.amount} of it as deposit (${deposit.text})`]
}
