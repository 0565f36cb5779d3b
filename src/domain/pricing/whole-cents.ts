/**
 * The one place where the steps of a price become minor units: their parts are spread so that nothing is lost.
 *
 * @module
 */
import type { Minor } from '../../base/money.ts'
import { NOTHING, toMinor } from './amount.ts'
import type { Step, StepKind } from './rule.ts'

/** A step with what it comes to on a bill. */
export interface BilledStep extends Step {
  /** Less than one minor unit away from the exact amount; together the steps come to the rounded total. */
  readonly amount: Minor
}

/** Kinds in the order in which they are added up: each ends at the rounded sum so far, and the tax takes what is left. */
const ADDED_UP: readonly (readonly StepKind[])[] = [
  ['room', 'discount'],
  ['supplement'],
  ['city_tax'],
  ['cleaning_fee'],
  ['children'],
  ['tax'],
]

/**
 * The steps in minor units. A step is what it lifts the rounded sum by, so that an amount of whole minor units stays as it
 * is, the room total is the exact one rounded, and all steps come to the exact total rounded.
 */
export function inWholeCents(steps: readonly Step[]): readonly BilledStep[] {
  const amounts = new Map<Step, Minor>()
  let sum = NOTHING
  for (const kinds of ADDED_UP) {
    for (const step of steps.filter(({ kind }) => kinds.includes(kind))) {
      const before = toMinor(sum)
      sum = sum.add(step.exact)
      amounts.set(step, toMinor(sum) - before)
    }
  }
  return steps.map((step) => ({ ...step, amount: amounts.get(step) ?? 0 }))
}

/** What the steps of some kinds come to on a bill. */
export function billed(steps: readonly BilledStep[], ...kinds: readonly StepKind[]): Minor {
  return steps.reduce((sum, { kind, amount }) => (kinds.includes(kind) ? sum + amount : sum), 0)
}
