/**
 * Describes the first difference between the sent offers and those that are sold.
 *
 * @param {import('../seasons.mjs').Offer[]} sent
 * @param {import('../seasons.mjs').Offer[]} sold
 * @returns {string | undefined} undefined when they are equal
 */
export function firstDifference(sent, sold) {
  const byDay = groupedByDay(sold)
  const wrong = sent.filter((offer) => !agrees(offer, byDay.get(offer.day)))
  const surplus = byDay.size - sent.filter(({ day }) => byDay.has(day)).length
  if (wrong.length === 0) return surplus === 0 ? undefined : `${surplus} days are sold that we did not send`

  const [first] = wrong
  const others = wrong.length > 1 ? `, and ${wrong.length - 1} more days differ` : ''
  return `on ${first.day} we sent ${worded(first)}, the service sells ${allWorded(byDay.get(first.day))}${others}`
}

function groupedByDay(offers) {
  const byDay = new Map()
  for (const offer of offers) byDay.set(offer.day, [...(byDay.get(offer.day) ?? []), offer])
  return byDay
}

const agrees = (offer, sold = []) => sold.length === 1 && sold[0].cents === offer.cents && sold[0].nights === offer.nights
const worded = ({ cents, nights }) => `${(cents / 100).toFixed(2)} from ${nights} nights`
const allWorded = (offers = []) => (offers.length === 0 ? 'nothing' : offers.map(worded).join(' and '))
