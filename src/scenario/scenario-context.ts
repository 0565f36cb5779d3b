/** What causes and events work with: the state, clock and randomness of one sandbox. */
import type { Instant } from '../base/instant.ts'
import type { Choices } from '../booking-contract/choices/choices.ts'
import type { Randomness } from '../simulation/randomness.ts'
import { StorageError } from '../store/storage.ts'
import type { Store } from '../store/store.ts'
import type { ChannelSales } from './acts/channel-sales.ts'

export interface ScenarioContext {
  readonly store: Store
  readonly randomness: Randomness
  readonly choices: Choices
  /** By the sandbox's clock; for an event, the time it is due. */
  readonly now: Instant
  /** The key of the random values of an act; by default the id of the booking it makes. */
  readonly key?: string | undefined
  /** The key of the guest who books; by default that of the act. */
  readonly guestKey?: string | undefined
  /** True where the number of nights is random: guests of the site stay at least the minimum. */
  readonly nightsDrawn?: boolean
  /** Sales on other channels; undefined without a scenario. */
  readonly sales?: ChannelSales | undefined
  /** Called when an act fails by an error of this program. */
  readonly failed?: (act: string, error: unknown) => void
}

/** Why an act or cause could not happen: a message for authors of scenarios. */
export type BlockedReason = string

/** An act or cause that could not happen. */
export class Blocked extends Error {
  override readonly name = 'Blocked'
}

/** @throws Blocked */
export function blocked(why: BlockedReason): never {
  throw new Blocked(why)
}

const FAILED = 'an error of Understay: '

/** True for the reason of an act that failed by an error of this program. */
export const isFailure = (reason: BlockedReason): boolean => reason.startsWith(FAILED)

/** What an act makes, or why it could not happen. */
export function unlessBlocked<T>(act: () => T): T | BlockedReason {
  try {
    return act()
  } catch (error) {
    if (error instanceof Blocked) return error.message
    throw error
  }
}

/** Performs an act that was taken from those that are due. @param putBack makes it due again; called where its rows could not be stored */
export function orDueAgain<T>(act: () => T, putBack: () => void): T {
  try {
    return act()
  } catch (error) {
    if (error instanceof StorageError) putBack()
    throw error
  }
}

/** What an act makes, or that it failed by an error of this program. @throws StorageError, see {@link orDueAgain} */
export function unlessFailed<T>(name: string, { failed }: Pick<ScenarioContext, 'failed'>, act: () => T): T | BlockedReason {
  try {
    return act()
  } catch (error) {
    if (error instanceof StorageError) throw error
    failed?.(name, error)
    return `${FAILED}${String(error)}`
  }
}
