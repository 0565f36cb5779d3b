/** Price rules: each reads the stay and the sums of the rules before it, and adds its steps. */
import { type Amount, sum, ZERO } from './amount.ts'
import type { PriceInput } from './price-input.ts'

/** The sum a step belongs to. Rooms and discounts make up the room total; discounts are negative. */
export type StepKind = 'room' | 'discount' | 'supplement' | 'tax' | 'children' | 'city_tax' | 'cleaning_fee'

/** One step of the calculation. A step with amount 0 explains why a rule had no effect. */
export interface Step {
  readonly rule: string
  readonly kind: StepKind
  readonly text: string
  readonly exact: Amount
}

/** The sums of the steps so far. */
export interface Sums {
  readonly room: Amount
  readonly supplement: Amount
}

export type Rule = (input: PriceInput, sums: Sums) => readonly Step[]

export function applyRules(rules: readonly Rule[], input: PriceInput): readonly Step[] {
  const steps: Step[] = []
  for (const rule of rules) steps.push(...rule(input, sumsOf(steps)))
  return steps
}

export function sumOfKinds(steps: readonly Step[], ...kinds: readonly StepKind[]): Amount {
  return sum(steps.filter(({ kind }) => kinds.includes(kind)).map(({ exact }) => exact))
}

function sumsOf(steps: readonly Step[]): Sums {
  return { room: sumOfKinds(steps, 'room', 'discount'), supplement: sumOfKinds(steps, 'supplement') }
}

/** The step of a discount, limited to the rest of the room total. */
export function discountStep(rule: string, text: string, off: Amount, sums: Sums): Step {
  const limited = off.gt(sums.room)
  const exact = (limited ? sums.room : off).neg()
  return { rule, kind: 'discount', text: limited ? `${text}, limited to the price of the stay` : text, exact }
}

export const stepWithoutEffect = (rule: string, kind: StepKind, text: string): Step => ({ rule, kind, text, exact: ZERO })
