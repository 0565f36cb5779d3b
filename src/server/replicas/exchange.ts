/**
 * A request of a client that another replica has to answer.
 *
 * @module
 */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request and its response. */
export interface Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/**
 * `answered`: the response has been written. `not-reached`: nothing of the request has reached the replica. `stranger`: no replica
 * answers at the address, but something else, to which nothing of the request was sent. `elsewhere`: the
 * replica does not own the sandbox. `lost`: the replica was lost, and whether the call happened is unknown.
 */
export type ForwardResult = 'answered' | 'not-reached' | 'stranger' | 'elsewhere' | 'lost'

/** Where another replica listens, for `http.request`. @param address such as `http://[::1]:4010` */
export function hostAndPort(address: string): { readonly host: string; readonly port: number } {
  const { hostname, port } = new URL(address)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) }
}
