/**
 * The shape of a rule of price: it looks at the stay and at what the rules before it came to, and adds its steps.
 *
 * @module
 */
import { type Amount, NOTHING, sum } from './amount.ts'
import type { PriceInput } from './price-input.ts'

/** What a step counts for. Rooms and discounts make the room total; discounts are below zero. */
export type StepKind = 'room' | 'discount' | 'supplement' | 'tax' | 'children' | 'city_tax' | 'cleaning_fee'

/** One thing that was reckoned. An amount of zero says why nothing was. */
export interface Step {
  readonly rule: string
  readonly kind: StepKind
  readonly text: string
  readonly exact: Amount
}

/** What the steps so far come to. */
export interface Sums {
  readonly room: Amount
  readonly supplement: Amount
}

export type Rule = (input: PriceInput, sums: Sums) => readonly Step[]

/** Applies rules in their order. */
export function applyRules(rules: readonly Rule[], input: PriceInput): readonly Step[] {
  const steps: Step[] = []
  for (const rule of rules) steps.push(...rule(input, sumsOf(steps)))
  return steps
}

/** What the steps of some kinds come to. */
export function sumOfKinds(steps: readonly Step[], ...kinds: readonly StepKind[]): Amount {
  return sum(steps.filter(({ kind }) => kinds.includes(kind)).map(({ exact }) => exact))
}

function sumsOf(steps: readonly Step[]): Sums {
  return { room: sumOfKinds(steps, 'room', 'discount'), supplement: sumOfKinds(steps, 'supplement') }
}

/** The step of a discount: never more than there is left of the room total. */
export function discountStep(rule: string, text: string, off: Amount, sums: Sums): Step {
  const limited = off.gt(sums.room)
  const exact = (limited ? sums.room : off).neg()
  return { rule, kind: 'discount', text: limited ? `${text}, no more than the stay itself` : text, exact }
}

/** The step that says why a rule took nothing off. */
export const idleStep = (rule: string, kind: StepKind, text: string): Step => ({ rule, kind, text, exact: NOTHING })
