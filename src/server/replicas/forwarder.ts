/**
 * Forwards requests to other replicas, over kept-alive connections.
 *
 * @module
 */
import { Agent, request as openRequest, type ServerResponse } from 'node:http'
import type { NodeRequest } from '../node-request.ts'
import { CheckedAddresses, hostAndPort } from './address-check.ts'
import { endToEndHeaders, forwardedHeaders, replicaAnswer } from './replica-headers.ts'

/** A request of a client, and its response. */
type Exchange = Pick<NodeRequest, 'incoming' | 'outgoing'>

/**
 * `answered`: the response has been written. `not-reached`: nothing of the request has reached the replica. `stranger`: no replica
 * answers at the address, but something else, to which nothing of the request was sent. `elsewhere`: the
 * replica does not own the sandbox. `lost`: the replica was lost, and whether the call happened is unknown.
 */
export type ForwardResult = 'answered' | 'not-reached' | 'stranger' | 'elsewhere' | 'lost'

/** Connections to the other replicas, and the forwarded requests in progress. */
export class Forwarder {
  readonly #secret: string
  readonly #checked: CheckedAddresses
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 512 })
  /** Functions that abort the forwarded requests in progress, by the address of the replica. */
  readonly #inProgress = new Map<string, Set<() => void>>()
  /** The number of requests that another replica has answered. */
  forwarded = 0

  constructor(secret: string) {
    this.#secret = secret
    this.#checked = new CheckedAddresses(secret)
  }

  /** Sends a request to a replica and its response to the client. */
  async forward(address: string, body: Uint8Array, exchange: Exchange): Promise<ForwardResult> {
    if (!this.#checked.has(address)) {
      const found = await this.#checked.check(address)
      if (typeof found === 'string') return found
    }
    return exchange.outgoing.destroyed ? 'answered' : await this.#request(address, body, exchange)
  }

  #request(address: string, body: Uint8Array, { incoming, outgoing }: Exchange): Promise<ForwardResult> {
    return new Promise((resolve) => {
      const headers = forwardedHeaders(incoming, body.length, this.#secret)
      const { method = 'GET', url: path = '/' } = incoming
      const sent = openRequest({ agent: this.#agent, ...hostAndPort(address), method, path, headers, setHost: false })
      const abort = (): void => void sent.destroy(new Error(`${address} is not a replica any more`))
      const inProgress = this.#inProgressAt(address)
      inProgress.add(abort)
      const clientGone = (): void => void (outgoing.writableFinished || sent.destroy())
      outgoing.once('close', clientGone)
      const end = (result: ForwardResult): void => {
        inProgress.delete(abort)
        outgoing.off('close', clientGone)
        resolve(result)
      }
      let reached = false
      sent.once('socket', (socket) => {
        if (!socket.connecting) reached = true
        else socket.once('connect', () => (reached = true))
      })
      sent.once('error', () => {
        if (outgoing.destroyed) end('answered')
        else if (outgoing.headersSent) end(cut(outgoing))
        else end(reached ? 'lost' : 'not-reached')
      })
      sent.once('response', (response) => {
        const answer = replicaAnswer(response)
        if (answer !== undefined) {
          response.resume()
          end(answer === 'cut' ? cut(outgoing) : 'elsewhere')
          return
        }
        this.forwarded++
        outgoing.writeHead(response.statusCode ?? 502, endToEndHeaders(response.rawHeaders))
        outgoing.flushHeaders()
        response.once('error', () => cut(outgoing))
        response.once('close', () => end(response.complete ? 'answered' : cut(outgoing)))
        response.pipe(outgoing)
      })
      sent.end(body)
    })
  }

  /** Aborts the requests that were forwarded to replicas that are gone: a stopped process keeps its connections open. */
  abortAllExcept(alive: ReadonlySet<string>): void {
    this.#checked.keepOnly(alive)
    for (const [address, inProgress] of this.#inProgress) {
      if (alive.has(address)) continue
      this.#inProgress.delete(address)
      for (const abort of inProgress) abort()
    }
  }

  end(): void {
    this.#checked.keepOnly(new Set())
    this.#agent.destroy()
  }

  #inProgressAt(address: string): Set<() => void> {
    const known = this.#inProgress.get(address)
    if (known) return known
    const created = new Set<() => void>()
    this.#inProgress.set(address, created)
    return created
  }
}

/** Closes the connection to the client. */
function cut(outgoing: ServerResponse): 'answered' {
  outgoing.destroy()
  return 'answered'
}
