/**
 * The owner's side of the links: other replicas open them, and send calls for the sandboxes of this one.
 *
 * @module
 */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { FRAME, FrameConnection, FrameError } from './frames.ts'
import { LinkedCall } from './linked-call.ts'
import { opensLink } from './replica-headers.ts'

/** The links that other replicas have opened. */
export class LinkedReplicas {
  readonly #secret: string
  readonly #onMalformed: (why: string) => void
  readonly #links = new Set<Link>()
  #closing = false

  /** @param onMalformed called when a link is closed because of a malformed frame */
  constructor(secret: string, onMalformed: (why: string) => void) {
    this.#secret = secret
    this.#onMalformed = onMalformed
  }

  /** Takes the connection of a CONNECT request of another replica; closes any other. @param answer answers its calls */
  accept(incoming: IncomingMessage, socket: Duplex, first: Buffer, answer: (call: LinkedCall) => void): void {
    if (this.#closing || !opensLink(incoming, this.#secret)) {
      socket.destroy()
      return
    }
    incoming.socket.setNoDelay(true)
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    if (first.length > 0) socket.unshift(first)
    const link = new Link(socket, answer)
    link.connection.onMalformed = this.#onMalformed
    this.#links.add(link)
    socket.once('close', () => this.#links.delete(link))
  }

  /** Asks the other replicas to end their links, which they do once their calls are answered. */
  close(): void {
    this.#closing = true
    for (const { connection } of this.#links) connection.send(FRAME.closing, 0)
  }

  /** Breaks the links. */
  destroy(): void {
    this.#closing = true
    for (const { connection } of this.#links) connection.destroy()
  }
}

class Link {
  readonly connection: FrameConnection
  readonly #calls = new Map<number, LinkedCall>()
  readonly #answer: (call: LinkedCall) => void

  constructor(socket: Duplex, answer: (call: LinkedCall) => void) {
    this.#answer = answer
    this.connection = new FrameConnection(socket, (...frame) => this.#receive(...frame))
    this.connection.onRoom = () => {
      for (const call of this.#calls.values()) call.wake()
    }
    socket.once('end', () => socket.end())
    socket.once('close', () => {
      for (const call of this.#calls.values()) call.abort()
    })
  }

  /** @throws FrameError */
  #receive(kind: number, number: number, head: string, body: Buffer): void {
    if (kind === FRAME.call) {
      if (this.#calls.has(number)) throw new FrameError('two calls of one number')
      const call = new LinkedCall(this.connection, number, { head, body }, () => this.#calls.delete(number))
      this.#calls.set(number, call)
      this.#answer(call)
      return
    }
    const call = this.#calls.get(number)
    if (kind === FRAME.abort) call?.abort()
    else if (kind === FRAME.pause || kind === FRAME.resume) call?.pause(kind === FRAME.pause)
    else throw new FrameError(`the kind ${kind} in a call`)
  }
}
