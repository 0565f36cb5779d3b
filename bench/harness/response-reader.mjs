/**
 * Reads HTTP/1.1 responses from a socket with little work: the load must cost less than the measured servers.
 *
 * @module
 */

const HEAD_END = Buffer.from('\r\n\r\n')
const CHUNKS_END = Buffer.from('0\r\n\r\n')
const NOTHING = Buffer.alloc(0)

/** Takes the chunks of one connection and calls `onAnswer(status, keepsAlive, body, start)` for each complete response. */
export class ResponseReader {
  #onAnswer
  #readsBodies
  #held = NOTHING
  #parts = []
  #missing = 0
  #chunked = false
  #status = 0
  #keepsAlive = true
  #start = NOTHING

  /** @param readsBodies whether responses include their body as text; otherwise its bytes are only counted */
  constructor(onAnswer, readsBodies = false) {
    this.#onAnswer = onAnswer
    this.#readsBodies = readsBodies
  }

  read(chunk) {
    if (this.#missing > 0) return this.#body(chunk)
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    this.#held = NOTHING
    if (this.#chunked) return this.#chunks(bytes)
    const end = bytes.indexOf(HEAD_END)
    if (end < 0) {
      this.#held = bytes
      return
    }
    this.#head(bytes.latin1Slice(0, end))
    this.#start = bytes
    const rest = bytes.subarray(end + HEAD_END.length)
    if (this.#chunked) this.#chunks(rest)
    else if (this.#missing > 0) this.#body(rest)
    else this.#whole()
  }

  #head(head) {
    this.#status = Number(head.slice(9, 12))
    this.#keepsAlive = !/\r\nconnection: close/i.test(head)
    this.#chunked = /\r\ntransfer-encoding: chunked/i.test(head)
    this.#missing = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
  }

  #body(bytes) {
    if (this.#readsBodies) this.#parts.push(bytes)
    this.#missing -= bytes.length
    if (this.#missing < 0) throw new Error('an answer is longer than its Content-Length')
    if (this.#missing === 0) this.#whole()
  }

  /** Only one request is in progress, so a chunked response is complete when it ends with the empty chunk. */
  #chunks(bytes) {
    if (bytes.length >= CHUNKS_END.length && bytes.subarray(-CHUNKS_END.length).equals(CHUNKS_END)) {
      this.#chunked = false
      if (this.#readsBodies) this.#parts.push(bytes)
      this.#whole()
    } else this.#held = bytes
  }

  #whole() {
    const body = this.#readsBodies ? Buffer.concat(this.#parts).toString() : ''
    if (this.#readsBodies) this.#parts = []
    this.#onAnswer(this.#status, this.#keepsAlive, body, this.#start)
  }
}
