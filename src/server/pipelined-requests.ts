/** Answers pipelined requests one after the other, so that a connection has at most one unread response. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Maximum number of waiting requests of a connection; a connection with more is closed. */
const MAX_WAITING = 1000

const waitingBySocket = new WeakMap<Socket, number>()

/**
 * Answers a request once the previous response on its connection has been written. Node then assigns the socket to the
 * response; without a previous response it does so at once, and the request can be answered without this.
 */
export function answerLater(incoming: IncomingMessage, outgoing: ServerResponse, answer: RequestListener): void {
  const { socket } = incoming
  const waiting = waitingBySocket.get(socket) ?? 0
  if (waiting >= MAX_WAITING) {
    socket.destroy()
    return
  }
  waitingBySocket.set(socket, waiting + 1)
  outgoing.once('socket', () => {
    waitingBySocket.set(socket, (waitingBySocket.get(socket) ?? 1) - 1)
    if (socket.destroyed) return
    answer(incoming, outgoing)
  })
}
