/**
 * Forwards requests to other replicas: over a link, or each by a request of its own.
 *
 * @module
 */
import { Agent, request as openRequest, type ServerResponse } from 'node:http'
import { CheckedAddresses } from './address-check.ts'
import { type Exchange, type ForwardResult, hostAndPort } from './exchange.ts'
import { MAX_BODY_BYTES } from './frames.ts'
import { OwnerLinks } from './owner-links.ts'
import { endToEndHeaders, forwardedHeaders, replicaAnswer } from './replica-headers.ts'

/** Connections to the other replicas, and the forwarded requests in progress. */
export class Forwarder {
  readonly #secret: string
  readonly #links: OwnerLinks
  readonly #checked: CheckedAddresses
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 512 })
  /** Functions that abort the forwarded requests in progress, by the address of the replica. */
  readonly #inProgress = new Map<string, Set<() => void>>()
  /** The number of requests that another replica has answered. */
  forwarded = 0

  /** @param onMalformed called when the link to an address is closed because of a malformed frame */
  constructor(secret: string, onMalformed: (why: string, address: string) => void) {
    this.#secret = secret
    this.#checked = new CheckedAddresses(secret)
    this.#links = new OwnerLinks(secret, () => this.forwarded++, onMalformed)
  }

  /** Sends a request to a replica and its response to the client. */
  async forward(address: string, body: Uint8Array, exchange: Exchange): Promise<ForwardResult> {
    if (!this.#checked.has(address)) {
      const found = await this.#checked.check(address)
      if (typeof found === 'string') return found
    }
    return await this.#forward(address, body, exchange)
  }

  #forward(address: string, body: Uint8Array, exchange: Exchange): Promise<ForwardResult> {
    if (exchange.outgoing.destroyed) return Promise.resolve('answered')
    const link = body.length > MAX_BODY_BYTES ? undefined : this.#links.to(address)
    return link ? link.forward(body, exchange) : this.#request(address, body, exchange)
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
    this.#links.breakAllExcept(alive)
    this.#checked.keepOnly(alive)
    for (const [address, inProgress] of this.#inProgress) {
      if (alive.has(address)) continue
      this.#inProgress.delete(address)
      for (const abort of inProgress) abort()
    }
  }

  end(): void {
    this.#checked.keepOnly(new Set())
    this.#links.end()
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
