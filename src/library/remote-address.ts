/**
 * Requests that an adapter brings from a network: the library trusts those of this process only.
 *
 * @module
 */
import { UNKNOWN_ADDRESS } from '../server/request-target.ts'

/** Set by adapters. Registered by name, because they are bundled apart from the library. */
const REMOTE_ADDRESS = Symbol.for('understay.remoteAddress')

/** The address of the client of a request; undefined for one of this process. */
export function remoteAddressOf(request: unknown): string | undefined {
  if (!(request instanceof Request) || !(REMOTE_ADDRESS in request)) return undefined
  const address: unknown = request[REMOTE_ADDRESS]
  return typeof address === 'string' ? address : UNKNOWN_ADDRESS
}

/** What the Node adapter of Hono passes on; other runtimes pass other things. */
export interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } }
}

/** The address of a client, where the runtime passes it on. There are no bindings without a server. */
export const addressIn = (bindings: NodeBindings | undefined): string =>
  bindings?.incoming?.socket?.remoteAddress ?? UNKNOWN_ADDRESS
