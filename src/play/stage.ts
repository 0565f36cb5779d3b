/**
 * What causes and events work with: the state of one sandbox and its circumstances.
 *
 * @module
 */
import type { Instant } from '../base/instant.ts'
import type { Choices } from '../contract/choices.ts'
import type { Chance } from '../sim/chance.ts'
import type { Store } from '../store/store.ts'

export interface Stage {
  readonly store: Store
  readonly chance: Chance
  readonly choices: Choices
  /** By the sandbox's clock; for an event, the moment it is due. */
  readonly now: Instant
}

/** What keeps something from happening, in words a writer of scenarios can act on. */
export type Hindrance = string
