/**
 * Who may call: clients (credentials) and the users behind them.
 *
 * @module
 */

/** `super` may administer every property, `manager` those assigned, `user` none. */
export type UserLevel = 'super' | 'manager' | 'user'

export interface User {
  readonly id: number
  /** Login name; shown in notes. */
  readonly name: string
  readonly level: UserLevel
  readonly propertyIds: readonly number[]
}

/** A pair of credentials. */
export interface Client {
  /** The client_id. */
  readonly id: string
  readonly secret: string
  /** What it is for; shown in the list of credentials. */
  readonly label: string
  readonly userId: number
  readonly scopes: readonly string[]
  /** What happens to every token of this client by itself: `expired` tokens are over as soon as they are issued. */
  readonly tokens: 'normal' | 'expired'
}
