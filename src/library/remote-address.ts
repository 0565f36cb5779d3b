/** The client address of requests that an adapter forwards from a network. Without one, a request is trusted as local. */
import { UNKNOWN_ADDRESS } from '../server/request.ts'

/** Set by adapters. A registered symbol, because adapters are bundled separately. */
const REMOTE_ADDRESS = Symbol.for('understay.remoteAddress')

/** The address of the client of a request; undefined for one of this process. */
export function remoteAddressOf(request: unknown): string | undefined {
  if (!(request instanceof Request) || !(REMOTE_ADDRESS in request)) return undefined
  const address: unknown = request[REMOTE_ADDRESS]
  return typeof address === 'string' ? address : UNKNOWN_ADDRESS
}

/** The bindings of Hono's Node adapter; other runtimes have others. */
export interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } }
}

/** The client address from the bindings, if the runtime provides it. Without a server there are no bindings. */
export const addressIn = (bindings: NodeBindings | undefined): string =>
  bindings?.incoming?.socket?.remoteAddress ?? UNKNOWN_ADDRESS
