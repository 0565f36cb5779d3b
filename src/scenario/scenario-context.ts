/**
 * What causes and events work with: the state of one sandbox and its circumstances.
 *
 * @module
 */
import type { Instant } from '../base/instant.ts'
import type { Choices } from '../booking-api/choices/choices.ts'
import type { Randomness } from '../simulation/randomness.ts'
import type { Store } from '../store/store.ts'
import type { ChannelSales } from './acts/channel-sales.ts'

export interface ScenarioContext {
  readonly store: Store
  readonly randomness: Randomness
  readonly choices: Choices
  /** By the sandbox's clock; for an event, the moment it is due. */
  readonly now: Instant
  /** What the random values of the act depend on besides the seed; by default the id of the booking it makes. */
  readonly key?: string | undefined
  /** What other channels have sold; undefined where no scenario is played. */
  readonly sales?: ChannelSales | undefined
}

/** What keeps something from happening, in words a writer of scenarios can act on. */
export type BlockedReason = string
