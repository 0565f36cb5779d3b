/**
 * Children in the format of the service: the rates that `initialise` lists, each with a count. Children without a rate are sent as a
 * number.
 *
 * @param {Record<string, { id: number, age_from: number, age_to: number }>} rates
 * @param {number[]} ages
 */
export function childrenOf(rates, ages) {
  const list = Object.values(rates)
  const rateOf = (age) => list.find(({ age_from, age_to }) => age_from <= age && age <= age_to)
  if (!ages.every(rateOf)) return ages.length
  return list.map((rate) => ({
    ...rate,
    quantity: ages.filter((age) => rateOf(age) === rate).length,
    label: `${rate.age_from} to ${rate.age_to} years`,
  }))
}
