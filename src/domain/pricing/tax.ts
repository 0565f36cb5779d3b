/**
 * Tax on accommodation.
 *
 * @module
 * @source facts 6.3 and 7.2, "Tax"
 */
import { inWords, percentInWords, share } from './amount.ts'
import type { PriceInput } from './price-input.ts'
import type { Step, Sums } from './rule.ts'

/** Adds the tax on room total and supplement. Children, city tax and cleaning fee carry none. */
export function tax({ taxRate }: Pick<PriceInput, 'taxRate'>, { room, supplement }: Sums): readonly Step[] {
  if (taxRate === 0) return []
  const basis = room.add(supplement)
  const text = `${percentInWords(taxRate)} % of ${inWords(basis)}`
  return [{ rule: 'tax', kind: 'tax', text, exact: basis.mul(share(taxRate)) }]
}
