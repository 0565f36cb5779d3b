/** Rounds the steps of a price to minor units so that they add up to the rounded total. */
import type { Minor } from '../../base/money.ts'
import { toMinor, ZERO } from './amount.ts'
import type { Step, StepKind } from './rule.ts'

export interface RoundedStep extends Step {
  /** Differs from the exact amount by less than one minor unit. */
  readonly amount: Minor
}

/** The order in which kinds are added up. Each ends at the rounded sum so far, so accommodation with tax is the exact one rounded. */
const ROUNDING_ORDER: readonly (readonly StepKind[])[] = [
  ['room', 'discount'],
  ['supplement'],
  ['tax'],
  ['city_tax'],
  ['cleaning_fee'],
  ['children'],
]

/**
 * Rounds steps to minor units. The amount of a step is the difference of the rounded sums after and before it. So amounts in
 * whole minor units are unchanged, and room total and total are the exact ones rounded.
 */
export function roundSteps(steps: readonly Step[]): readonly RoundedStep[] {
  const amounts = new Map<Step, Minor>()
  let sum = ZERO
  for (const kinds of ROUNDING_ORDER) {
    for (const step of steps.filter(({ kind }) => kinds.includes(kind))) {
      const before = toMinor(sum)
      sum = sum.add(step.exact)
      amounts.set(step, toMinor(sum) - before)
    }
  }
  return steps.map((step) => ({ amount: amounts.get(step) ?? 0, ...step }))
}

export function sumOfRounded(steps: readonly RoundedStep[], ...kinds: readonly StepKind[]): Minor {
  return steps.reduce((sum, { kind, amount }) => (kinds.includes(kind) ? sum + amount : sum), 0)
}
