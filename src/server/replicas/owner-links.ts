/**
 * The links of this replica to the others. A link only saves time: without one a call is forwarded by a request of its own.
 *
 * @module
 */
import { type ClientRequest, request as openRequest } from 'node:http'
import { steadyNow } from '../../simulation/clock.ts'
import { hostAndPort } from './exchange.ts'
import { OwnerLink } from './owner-link.ts'
import { LINK_TARGET, secretHeader } from './replica-headers.ts'

/** Time after which a link is tried again: a replica of an earlier version has none. */
const RETRY_MS = 5000

/** An attempt to open a link, and what came of it. */
interface Attempt {
  readonly at: number
  readonly request: ClientRequest
  link?: OwnerLink
}

export class OwnerLinks {
  readonly #secret: string
  readonly #onAnswer: () => void
  readonly #onMalformed: (why: string, address: string) => void
  readonly #attempts = new Map<string, Attempt>()

  /**
   * @param onAnswer called for each response that comes over a link
   * @param onMalformed called when the link to an address is closed because of a malformed frame
   */
  constructor(secret: string, onAnswer: () => void, onMalformed: (why: string, address: string) => void) {
    this.#secret = secret
    this.#onMalformed = onMalformed
    this.#onAnswer = onAnswer
  }

  /** The link to a replica; undefined where there is none yet. */
  to(address: string): OwnerLink | undefined {
    const attempt = this.#attempts.get(address)
    if (attempt?.link && !attempt.link.closing) return attempt.link
    if (!attempt || steadyNow() - attempt.at >= RETRY_MS) this.#open(address)
    return undefined
  }

  /** Breaks the links to replicas that are gone: a stopped process keeps its connections open. */
  breakAllExcept(alive: ReadonlySet<string>): void {
    for (const address of this.#attempts.keys()) if (!alive.has(address)) this.#break(address)
  }

  #break(address: string): void {
    const attempt = this.#attempts.get(address)
    this.#attempts.delete(address)
    attempt?.request.destroy()
    attempt?.link?.destroy()
  }

  #open(address: string): void {
    this.#attempts.get(address)?.request.destroy()
    const { host, port } = hostAndPort(address)
    const headers = ['Host', host, ...secretHeader(this.#secret)]
    const request = openRequest({ agent: false, host, port, method: 'CONNECT', path: LINK_TARGET, headers })
    const attempt: Attempt = { at: steadyNow(), request }
    this.#attempts.set(address, attempt)
    request.once('error', () => undefined)
    request.once('connect', (response, socket, first) => {
      if (response.statusCode !== 200) {
        socket.destroy()
        return
      }
      if (first.length > 0) socket.unshift(first)
      socket.setNoDelay(true)
      attempt.link = new OwnerLink(socket, this.#onAnswer, (why) => this.#onMalformed(why, address))
    })
    request.end()
  }

  end(): void {
    for (const address of this.#attempts.keys()) this.#break(address)
  }
}
