/**
 * Which connection a call came on, kept beside its journal entry: it tells threads of a client apart, and is shown nowhere.
 *
 * @module
 */

const CONNECTIONS = new WeakMap<object, number>()

/** Notes the connection of a call; its number means nothing but that equal ones are the same. */
export function noteConnection(call: object, connection: number | undefined): void {
  if (connection !== undefined) CONNECTIONS.set(call, connection)
}

/** The connection a call came on; undefined for one without a socket. */
export const connectionOf = (call: object): number | undefined => CONNECTIONS.get(call)
