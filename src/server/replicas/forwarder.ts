/** Forwards requests to other replicas, over kept-alive connections. */

import { Agent, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http'
import { getOrInsert } from '../../base/get-or-insert.ts'
import { setTimeout } from '../../simulation/machine-time.ts'
import { type NodeRequest, writeAtOnce } from '../node-request.ts'
import { type AddressCheck, checkAddress, hostAndPort } from './address-check.ts'
import { endToEndHeaders, forwardedHeaders, replicaAnswer } from './replica-headers.ts'

/** A response of at most this length is sent in one piece. */
const WHOLE_BYTES = 64 * 1024
/** How long an address where no replica answers is not asked again. */
const PAUSE_MS = 250

/** A request of a client, and its response. */
type Exchange = Pick<NodeRequest, 'incoming' | 'outgoing' | 'closeIfDraining'>

/**
 * `answered`: the response has been written. `not-reached`: nothing of the request has reached the replica. `stranger`: no replica
 * answers at the address, but something else, to which nothing of the request was sent. `elsewhere`: the
 * replica does not own the sandbox. `lost`: the replica was lost, and whether the call happened is unknown.
 */
export type ForwardResult = 'answered' | 'not-reached' | 'stranger' | 'elsewhere' | 'lost'

/** What is known of an address. */
interface KnownReplica {
  readonly host: string
  readonly port: number
  /** Whether a replica answers there; undefined where it has to be asked. */
  check: Promise<AddressCheck> | undefined
  /** Functions that abort the check and the forwarded requests. */
  readonly inProgress: Set<() => void>
}

interface Passed {
  readonly response: IncomingMessage
  readonly outgoing: ServerResponse
}

function endStream({ response, outgoing }: Passed): void {
  response.unpipe(outgoing)
  outgoing.end(() => response.destroy())
}

/** Connections to the other replicas, and the forwarded requests in progress. */
export class Forwarder {
  readonly #secret: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 512 })
  /** The streams of server-sent events that are passed on. */
  readonly #streams = new Set<Passed>()
  #streamsEnd = false
  /** By address. */
  readonly #replicas = new Map<string, KnownReplica>()
  /** The number of requests that another replica has answered. */
  forwarded = 0

  constructor(secret: string) {
    this.#secret = secret
  }

  /** Sends a request to a replica and its response to the client. */
  async forward(address: string, body: Uint8Array, exchange: Exchange): Promise<ForwardResult> {
    const replica = this.#replicaAt(address)
    const found = await (replica.check ??= this.#check(address, replica))
    if (typeof found === 'string') return found
    return exchange.outgoing.destroyed ? 'answered' : await this.#request(address, body, exchange)
  }

  #replicaAt(address: string): KnownReplica {
    const create = (): KnownReplica => ({ ...hostAndPort(address), check: undefined, inProgress: new Set() })
    return getOrInsert(this.#replicas, address, create)
  }

  #check(address: string, replica: KnownReplica): Promise<AddressCheck> {
    const controller = new AbortController()
    const abort = (): void => controller.abort()
    replica.inProgress.add(abort)
    const check = checkAddress(address, this.#secret, controller.signal)
    void check.then((found) => {
      replica.inProgress.delete(abort)
      if (typeof found === 'string') setTimeout(() => (replica.check = undefined), PAUSE_MS).unref()
    })
    return check
  }

  #request(address: string, body: Uint8Array, exchange: Exchange): Promise<ForwardResult> {
    const { incoming, outgoing } = exchange
    return new Promise((resolve) => {
      const headers = forwardedHeaders(incoming, body.length, this.#secret)
      const { method = 'GET', url: path = '/' } = incoming
      const { host, port, inProgress } = this.#replicaAt(address)
      const sent = openRequest({ agent: this.#agent, host, port, method, path, headers, setHost: false })
      const abort = (): void => void sent.destroy(new Error(`${address} is not a replica any more`))
      inProgress.add(abort)
      const clientGone = (): void => void (outgoing.writableFinished || sent.destroy())
      outgoing.once('close', clientGone)
      const end = (result: ForwardResult): void => {
        inProgress.delete(abort)
        outgoing.off('close', clientGone)
        resolve(result)
      }
      let reached = false
      let begun = false
      sent.once('socket', (socket) => {
        if (!socket.connecting) reached = true
        else socket.once('connect', () => (reached = true))
      })
      sent.once('error', () => {
        if (outgoing.destroyed) end('answered')
        else if (begun) end(cut(outgoing))
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
        begun = true
        response.once('error', () => cut(outgoing))
        const passed = { response, outgoing }
        if (response.headers['content-type']?.startsWith('text/event-stream')) this.#streams.add(passed)
        response.once('close', () => {
          this.#streams.delete(passed)
          end(response.complete || outgoing.writableEnded ? 'answered' : cut(outgoing))
        })
        passOn(response, exchange)
        if (this.#streamsEnd && this.#streams.has(passed)) endStream(passed)
      })
      // an empty one would be sent with a second system call
      if (body.length === 0) sent.end()
      else sent.end(body)
    })
  }

  /**
   * Aborts the requests that were forwarded to replicas that are gone: a stopped process keeps its connections open. Forgets their
   * addresses: something else may listen there later.
   */
  abortAllExcept(alive: ReadonlySet<string>): void {
    for (const [address, { inProgress }] of this.#replicas) {
      if (alive.has(address)) continue
      this.#replicas.delete(address)
      for (const abort of inProgress) abort()
    }
  }

  /** Ends the streams, which have no end of their own, and those that begin later. */
  endStreams(): void {
    this.#streamsEnd = true
    for (const passed of this.#streams) endStream(passed)
  }

  end(): void {
    this.abortAllExcept(new Set())
    this.#agent.destroy()
  }
}

/** Sends the response of another replica to the client: a short one whole, with one system call, a stream as it comes. */
function passOn(response: IncomingMessage, exchange: Exchange): void {
  const { outgoing } = exchange
  exchange.closeIfDraining()
  const status = response.statusCode ?? 502
  const headers = endToEndHeaders(response.rawHeaders)
  if (!(Number(response.headers['content-length']) <= WHOLE_BYTES)) {
    outgoing.writeHead(status, headers)
    outgoing.flushHeaders()
    response.pipe(outgoing)
    return
  }
  const parts: Buffer[] = []
  response.on('data', (part: Buffer) => parts.push(part))
  response.once('end', () => {
    outgoing.writeHead(status, headers)
    // as latin1 every byte is a character; a buffer would be written apart from the head
    writeAtOnce(outgoing, Buffer.concat(parts).toString('latin1'), 'latin1')
  })
}

/** Closes the connection to the client. */
function cut(outgoing: ServerResponse): 'answered' {
  outgoing.destroy()
  return 'answered'
}

/** @returns the reason, by the result of the last attempt to forward the call to `address` */
export function unansweredReason(result: Exclude<ForwardResult, 'answered'>, sandbox: string, address: string): string {
  if (result === 'not-reached')
    return `the replica at ${address} has the sandbox ${sandbox}, and this one cannot connect to it; try again in a moment. If that lasts, check its --advertise and the network between replicas`
  if (result === 'stranger')
    return `the replica that has the sandbox ${sandbox} says that it is at ${address}, and something else answers there; nothing of this call was sent to it. Correct its --advertise`
  if (result === 'elsewhere')
    return `what answers at ${address} does not have the sandbox ${sandbox}; try again in a moment. If that lasts, check that each replica has an --advertise of its own`
  return `the replica at ${address} has the sandbox ${sandbox}, and was lost during this call; try again in a moment`
}
