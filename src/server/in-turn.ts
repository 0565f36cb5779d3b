/**
 * Pipelined requests: answered one after the other, so that a connection never has more than one response unread.
 *
 * @module
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Answers a request. */
type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** Requests of one connection that may wait for their turn; a connection with more is closed. */
const MAX_WAITING = 1000

const CONNECTIONS = new WeakMap<Socket, Connection>()

/** Answers a request as soon as the response before it on the same connection has been written. */
export function answerInTurn(incoming: IncomingMessage, outgoing: ServerResponse, answer: Answer): void {
  const { socket } = incoming
  let connection = CONNECTIONS.get(socket)
  if (!connection) CONNECTIONS.set(socket, (connection = new Connection(socket)))
  connection.take(incoming, outgoing, answer)
}

class Connection {
  readonly #socket: Socket
  #isAnswering = false
  readonly #waiting: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse; readonly answer: Answer }[] = []

  constructor(socket: Socket) {
    this.#socket = socket
  }

  take(incoming: IncomingMessage, outgoing: ServerResponse, answer: Answer): void {
    if (!this.#isAnswering) this.#begin(incoming, outgoing, answer)
    else if (this.#waiting.length < MAX_WAITING) this.#waiting.push({ incoming, outgoing, answer })
    else this.#socket.destroy()
  }

  #begin(incoming: IncomingMessage, outgoing: ServerResponse, answer: Answer): void {
    this.#isAnswering = true
    outgoing.on('close', this.#next)
    answer(incoming, outgoing)
  }

  /** The response has been written, or its connection is closed. */
  readonly #next = (): void => {
    this.#isAnswering = false
    const next = this.#socket.destroyed ? undefined : this.#waiting.shift()
    if (next) this.#begin(next.incoming, next.outgoing, next.answer)
  }
}
