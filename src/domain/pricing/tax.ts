/**
 * Tax on accommodation.
 * @source facts 6.3 and 7.2, "Tax"
 */
import { amountText, fractionOfPercent, percentText } from './amount.ts'
import type { PriceInput } from './price-input.ts'
import type { Step, Sums } from './rule.ts'

/** Adds the tax on room total and supplement. Children, city tax and cleaning fee are not taxed. */
export function tax({ taxRate }: Pick<PriceInput, 'taxRate'>, { room, supplement }: Sums): readonly Step[] {
  if (taxRate === 0) return []
  const basis = room.add(supplement)
  const text = `${percentText(taxRate)} % of ${amountText(basis)}`
  return [{ rule: 'tax', kind: 'tax', text, exact: basis.mul(fractionOfPercent(taxRate)) }]
}
