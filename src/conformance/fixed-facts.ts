/** Facts that do not change while rules are checked in steps, although the run continues. */
import type { Facts } from './exchange.ts'

export const fixedFacts = (facts: Facts): Facts => ({
  ...facts,
  arrivals: [...(facts.arrivals ?? [])],
  deliveries: (facts.deliveries ?? []).map((delivery) => ({ ...delivery })),
  moves: [...(facts.moves ?? [])],
})
