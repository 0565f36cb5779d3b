/** Facts for judging in steps, while the run continues. */
import type { Facts } from './exchange.ts'

/** A copy that does not change while rules are checked in steps. */
export const fixedFacts = (facts: Facts): Facts => ({
  ...facts,
  arrivals: [...(facts.arrivals ?? [])],
  deliveries: (facts.deliveries ?? []).map((delivery) => ({ ...delivery })),
  moves: [...(facts.moves ?? [])],
})
