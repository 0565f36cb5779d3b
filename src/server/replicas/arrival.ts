/**
 * The ways by which a request arrives at a replica, and its response leaves: from a client, or from another replica by a request
 * of its own or over a link.
 *
 * @module
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiResponse } from '../../api/response.ts'
import type { IncomingRequest } from '../listener.ts'
import { NodeRequest, writeResponse } from '../node-adapter.ts'
import type { Exchange } from './exchange.ts'
import type { LinkedCall } from './linked-call.ts'
import { answerReplica, type RemoteClient } from './replica-headers.ts'
import type { Delivery } from './sandbox-usage.ts'

/** Where the response to a request goes. */
export interface Reply {
  readonly delivery: Delivery
  respond(response: ApiResponse): void
  /** Tells the replica that has forwarded the request that this one does not own the sandbox. */
  elsewhere(): void
}

/** A request that has arrived at a replica. */
export interface Arrived {
  readonly request: IncomingRequest
  /** Undefined for a request that another replica has forwarded: it is not forwarded again. */
  readonly exchange: Exchange | undefined
  /** Reads the whole body, which can then be read again; undefined without one. @throws Refusal `body_too_large`, `body_broken` */
  readonly bufferBody: ((maxBytes: number) => Promise<Uint8Array>) | undefined
  readonly reply: Reply
}

/** A request on a socket. @param client of a request that another replica has forwarded */
export function arrival(incoming: IncomingMessage, outgoing: ServerResponse, client: RemoteClient | undefined): Arrived {
  const request = new NodeRequest(incoming, client)
  return {
    request,
    exchange: client ? undefined : { incoming, outgoing },
    bufferBody: request.hasBody ? (maxBytes) => request.bufferBody(maxBytes) : undefined,
    reply: {
      delivery: outgoing,
      respond: (response) => {
        if (client && response.cut) answerReplica(outgoing, 'cut')
        else writeResponse(outgoing, response)
      },
      elsewhere: () => answerReplica(outgoing, 'elsewhere'),
    },
  }
}

/** A request over a link. */
export const linkedArrival = (call: LinkedCall): Arrived => ({
  request: call,
  exchange: undefined,
  bufferBody: undefined,
  reply: { delivery: call, respond: (response) => call.respond(response), elsewhere: () => call.elsewhere() },
})
