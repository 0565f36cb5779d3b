/**
 * Frames over one connection between two replicas: many calls at the same time, and those of one turn of the event loop with one
 * system call.
 *
 * A frame is: the length of the rest, 4 bytes; its kind, 1 byte; the number of the call, 4 bytes; the length of the head, 4 bytes; the
 * head, JSON or empty; the body, the rest.
 *
 * @module
 */
import type { Duplex } from 'node:stream'

/** Kinds of frames. Those with a head say what it is; its types are in `heads.ts`. */
export const FRAME = {
  /** A call and its body; head: `CallHead`. */
  call: 1,
  /** The client of a call is gone. */
  abort: 2,
  /** The client of a call reads slower than its response comes. */
  pause: 3,
  resume: 4,
  /** A whole response; head: `ResponseHead`. */
  response: 5,
  /** The beginning of a response whose body follows in parts; head: `ResponseHead`. */
  begin: 6,
  part: 7,
  end: 8,
  /** The connection to the client has to be closed. */
  cut: 9,
  /** The replica does not own the sandbox. */
  elsewhere: 10,
  /** The replica ends: no more calls over this connection. */
  closing: 11,
} as const

/** What no replica sends. */
export class FrameError extends Error {
  override readonly name = 'FrameError'
}

/** What receives frames. @throws FrameError */
export type Receive = (kind: number, call: number, head: string, body: Buffer) => void

const LENGTH_BYTES = 4
const HEADER_BYTES = 13
/**
 * Maximum length of a body in a frame, so that the frames of other calls do not wait long. A longer body of a response is sent in
 * parts, and a request with a longer one does not go over a link.
 */
export const MAX_BODY_BYTES = 64 * 1024
/** Maximum length of a frame. A head has at most 64 KB of headers, escaped. */
const MAX_FRAME_BYTES = 1024 * 1024
/** No further part of a body is sent while so many bytes wait. */
const FULL_BYTES = 256 * 1024

export class FrameConnection {
  readonly #socket: Duplex
  readonly #receive: Receive
  #waiting: Buffer[] = []
  #waitingBytes = 0
  /** The beginning of a frame that has not arrived completely. */
  #rest: Buffer | undefined
  /** Called when there is room again. */
  onRoom: () => void = () => undefined
  /** Called when the connection is closed because of a malformed frame. */
  onMalformed: (why: string) => void = () => undefined

  constructor(socket: Duplex, receive: Receive) {
    this.#socket = socket
    this.#receive = receive
    socket.on('data', (chunk: Buffer) => this.#readOrClose(chunk))
    socket.on('drain', () => this.onRoom())
    socket.on('error', () => undefined)
  }

  /** True while parts of bodies have to wait. */
  get isFull(): boolean {
    return this.#waitingBytes >= FULL_BYTES || this.#socket.writableNeedDrain
  }

  /** Sends a frame with the others of this turn of the event loop. */
  send(kind: number, call: number, head = '', body: string | Uint8Array = ''): void {
    const headBytes = Buffer.byteLength(head)
    const size = HEADER_BYTES + headBytes + Buffer.byteLength(body)
    const frame = Buffer.allocUnsafe(size)
    frame.writeUInt32BE(size - LENGTH_BYTES, 0)
    frame.writeUInt8(kind, LENGTH_BYTES)
    frame.writeUInt32BE(call, 5)
    frame.writeUInt32BE(headBytes, 9)
    frame.write(head, HEADER_BYTES)
    if (typeof body === 'string') frame.write(body, HEADER_BYTES + headBytes)
    else frame.set(body, HEADER_BYTES + headBytes)
    if (this.#waiting.length === 0) setImmediate(() => this.#flush())
    this.#waiting.push(frame)
    this.#waitingBytes += size
  }

  /** Ends the connection after the frames that wait. */
  end(): void {
    this.#flush()
    this.#socket.end()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  #flush(): void {
    if (this.#waiting.length === 0) return
    const frames = this.#waiting
    const wasFull = this.isFull
    this.#waiting = []
    this.#waitingBytes = 0
    if (this.#socket.writable) this.#socket.write(frames.length === 1 ? frames[0] : Buffer.concat(frames))
    if (wasFull && !this.isFull) this.onRoom()
  }

  #readOrClose(arrived: Buffer): void {
    try {
      this.#read(arrived)
    } catch (error) {
      if (!(error instanceof FrameError)) throw error
      this.#socket.destroy()
      this.onMalformed(error.message)
    }
  }

  /** @throws FrameError */
  #read(arrived: Buffer): void {
    const chunk = this.#rest ? Buffer.concat([this.#rest, arrived]) : arrived
    let at = 0
    while (chunk.length - at >= HEADER_BYTES) {
      const size = LENGTH_BYTES + chunk.readUInt32BE(at)
      if (size < HEADER_BYTES || size > MAX_FRAME_BYTES) throw new FrameError(`a frame of ${size} bytes`)
      if (chunk.length - at < size) break
      const bodyAt = at + HEADER_BYTES + chunk.readUInt32BE(at + 9)
      if (bodyAt > at + size) throw new FrameError('a head that is longer than its frame')
      const head = bodyAt === at + HEADER_BYTES ? '' : chunk.toString('utf8', at + HEADER_BYTES, bodyAt)
      this.#receive(chunk.readUInt8(at + LENGTH_BYTES), chunk.readUInt32BE(at + 5), head, chunk.subarray(bodyAt, at + size))
      at += size
    }
    this.#rest = at < chunk.length ? chunk.subarray(at) : undefined
  }
}
