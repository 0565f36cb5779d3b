/**
 * Clients (credentials) and their users.
 *
 * @module
 */

/** `super` may administer every property, `manager` those assigned, `user` none. */
export type UserLevel = 'super' | 'manager' | 'user'

export interface User {
  readonly id: number
  /** Login name; appears in notes. */
  readonly name: string
  readonly level: UserLevel
  readonly propertyIds: readonly number[]
}

/** An OAuth client. */
export interface Client {
  /** The client_id. */
  readonly id: string
  readonly secret: string
  /** Its purpose, for the list of credentials. */
  readonly label: string
  readonly userId: number
  readonly scopes: readonly string[]
  /** With `expired`, every token of this client is expired when it is issued. */
  readonly tokens: 'normal' | 'expired'
}
