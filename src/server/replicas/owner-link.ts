/**
 * The forwarding side of a link: calls to the replica that owns their sandboxes, over one connection.
 *
 * @module
 */
import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { headersOf } from '../node-adapter.ts'
import type { Exchange, ForwardResult } from './exchange.ts'
import { FRAME, FrameConnection, FrameError } from './frames.ts'
import { type CallHead, readResponseHead } from './heads.ts'

/** A forwarded call in progress. */
interface Call {
  readonly outgoing: ServerResponse
  readonly clientGone: () => void
  readonly resolve: (result: ForwardResult) => void
  /** True while the client reads slower than the response comes. */
  paused: boolean
}

const MAX_NUMBER = 0xffffffff

export class OwnerLink {
  readonly #connection: FrameConnection
  readonly #calls = new Map<number, Call>()
  readonly #onAnswer: () => void
  #lastNumber = 0
  /** True once the replica takes no more calls over this link. */
  closing = false

  /** @param onAnswer called for each response @param onMalformed called when the link is closed because of a malformed frame */
  constructor(socket: Duplex, onAnswer: () => void, onMalformed: (why: string) => void) {
    this.#onAnswer = onAnswer
    this.#connection = new FrameConnection(socket, (...frame) => this.#receive(...frame))
    this.#connection.onMalformed = onMalformed
    socket.once('end', () => this.destroy())
    socket.once('close', () => this.#lost())
  }

  /** Sends a call to the owner, and its response to the client. */
  forward(body: Uint8Array, { incoming, outgoing }: Exchange): Promise<ForwardResult> {
    return new Promise((resolve) => {
      const number = this.#freeNumber()
      const clientGone = (): void => {
        this.#connection.send(FRAME.abort, number)
        this.#end(number, 'answered')
      }
      outgoing.once('close', clientGone)
      this.#calls.set(number, { outgoing, clientGone, resolve, paused: false })
      const { method = 'GET', url = '/', socket } = incoming
      const head: CallHead = [method, url, headersOf(incoming), socket.remoteAddress, socket.remotePort]
      this.#connection.send(FRAME.call, number, JSON.stringify(head), body)
    })
  }

  /** Breaks the link: whether its calls happened is unknown. */
  destroy(): void {
    this.closing = true
    this.#connection.destroy()
  }

  #freeNumber(): number {
    do this.#lastNumber = this.#lastNumber === MAX_NUMBER ? 0 : this.#lastNumber + 1
    while (this.#calls.has(this.#lastNumber))
    return this.#lastNumber
  }

  /** @throws FrameError */
  #receive(kind: number, number: number, head: string, body: Buffer): void {
    if (kind === FRAME.closing) {
      this.closing = true
      this.#endIfDone()
      return
    }
    const call = this.#calls.get(number)
    // its client is gone
    if (!call) return
    if (kind === FRAME.response) this.#respond(number, call, head, body)
    else if (kind === FRAME.begin) this.#begin(call, head)
    else if (kind === FRAME.part) this.#pass(number, call, body)
    else if (kind === FRAME.elsewhere) this.#end(number, 'elsewhere')
    else if (kind === FRAME.end) {
      requireBegun(call)
      this.#end(number, 'answered')
      call.outgoing.end()
    } else if (kind === FRAME.cut) {
      this.#end(number, 'answered')
      call.outgoing.destroy()
    } else throw new FrameError(`the kind ${kind} in a response`)
  }

  #respond(number: number, { outgoing }: Call, head: string, body: Buffer): void {
    writeHead(outgoing, head)
    this.#onAnswer()
    this.#end(number, 'answered')
    if (body.length === 0) {
      outgoing.end()
      return
    }
    // As latin1 every byte is a character. A text is written in one piece with the head, a buffer is not.
    const { socket } = outgoing
    socket?.cork()
    outgoing.write(body.toString('latin1'), 'latin1')
    socket?.uncork()
    outgoing.end()
  }

  #begin({ outgoing }: Call, head: string): void {
    writeHead(outgoing, head)
    this.#onAnswer()
    outgoing.flushHeaders()
  }

  #pass(number: number, call: Call, body: Buffer): void {
    requireBegun(call)
    if (call.outgoing.write(body) || call.paused) return
    call.paused = true
    this.#connection.send(FRAME.pause, number)
    call.outgoing.once('drain', () => {
      call.paused = false
      if (this.#calls.has(number)) this.#connection.send(FRAME.resume, number)
    })
  }

  #end(number: number, result: ForwardResult): void {
    const call = this.#calls.get(number)
    if (!call) return
    this.#calls.delete(number)
    call.outgoing.off('close', call.clientGone)
    call.resolve(result)
    if (this.closing) this.#endIfDone()
  }

  #endIfDone(): void {
    if (this.#calls.size === 0) this.#connection.end()
  }

  #lost(): void {
    this.closing = true
    for (const [number, { outgoing }] of this.#calls) {
      this.#end(number, outgoing.headersSent ? 'answered' : 'lost')
      if (outgoing.headersSent) outgoing.destroy()
    }
  }
}

/** @throws FrameError for a head that cannot be sent, or a second one */
function writeHead(outgoing: ServerResponse, head: string): void {
  const [status, headers] = readResponseHead(head)
  try {
    outgoing.writeHead(status, headers)
  } catch (error) {
    throw new FrameError(`a head that cannot be sent: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** @throws FrameError for a body without a head */
function requireBegun({ outgoing }: Call): void {
  if (!outgoing.headersSent) throw new FrameError('a body before its head')
}
