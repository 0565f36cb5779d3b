/**
 * The owner's side of a call that arrives over a link: a request for the listener, and its response in frames.
 *
 * @module
 */
import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { RequestHeaders } from '../../api/request-headers.ts'
import type { ApiResponse } from '../../api/response.ts'
import { LimitedBody } from '../../pipeline/api-request.ts'
import { currentTurn } from '../../simulation/turns.ts'
import { IncomingRequest } from '../listener.ts'
import { announcesBody } from '../node-adapter.ts'
import { UNKNOWN_ADDRESS } from '../request-target.ts'
import { FRAME, type FrameConnection, MAX_BODY_BYTES } from './frames.ts'
import { type ResponseHead, readCallHead } from './heads.ts'

/** A request that another replica has forwarded over a link. */
export class LinkedCall extends IncomingRequest {
  readonly headers: RequestHeaders
  readonly hasBody: boolean
  readonly remoteAddress: string
  readonly connection: number | undefined
  readonly turn = currentTurn()
  readonly #body: Uint8Array
  readonly #number: number
  readonly #link: FrameConnection
  readonly #onOver: () => void
  readonly #closeListeners: (() => void)[] = []
  #controller: AbortController | undefined
  #aborted = false
  #over = false
  #paused = false
  #wake: () => void = () => undefined

  /** @param onOver called once the response is sent or the call aborted @throws FrameError */
  constructor(
    link: FrameConnection,
    number: number,
    { head, body }: { readonly head: string; readonly body: Uint8Array },
    onOver: () => void,
  ) {
    const [method, target, headers, address, port] = readCallHead(head)
    super(method, target)
    this.#link = link
    this.#number = number
    this.headers = headers
    this.hasBody = announcesBody(headers)
    this.#body = body
    this.remoteAddress = address ?? UNKNOWN_ADDRESS
    this.connection = port
    this.#onOver = onOver
  }

  async readBody(maxBytes: number): Promise<Uint8Array> {
    const body = new LimitedBody(maxBytes)
    body.take(this.#body)
    return body.bytes()
  }

  gone(): boolean {
    return this.#aborted
  }

  signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#aborted) this.#controller.abort()
    return this.#controller.signal
  }

  /** True once nothing more is sent. */
  get destroyed(): boolean {
    return this.#over
  }

  once(_event: 'close', listener: () => void): void {
    this.#closeListeners.push(listener)
  }

  abort(): void {
    this.#aborted = true
    this.#controller?.abort()
    this.#end()
    this.#wake()
  }

  /** @param paused true where the client reads slower than the response comes */
  pause(paused: boolean): void {
    this.#paused = paused
    this.#wake()
  }

  /** The link has room again. */
  wake(): void {
    this.#wake()
  }

  /** Tells that this replica does not own the sandbox. */
  elsewhere(): void {
    this.#send(FRAME.elsewhere)
    this.#end()
  }

  /** @throws TypeError for a header that cannot be sent, as the replica that forwards the call would */
  respond({ status, headers, body, cut }: ApiResponse): void {
    if (cut || this.#over) {
      this.#send(FRAME.cut)
      this.#end()
    } else if (body !== null && typeof body !== 'string') {
      this.#send(FRAME.begin, headText(status, headers))
      void this.#sendParts(body)
    } else {
      if (body !== null) headers['Content-Length'] = String(Buffer.byteLength(body))
      const head = headText(status, headers)
      if (body === null || body.length <= MAX_BODY_BYTES) {
        this.#send(FRAME.response, head, body ?? '')
        this.#end()
        return
      }
      this.#send(FRAME.begin, head)
      void this.#sendParts([body])
    }
  }

  /** An error of the body closes the connection to the client. */
  async #sendParts(texts: AsyncIterable<string> | Iterable<string>): Promise<void> {
    try {
      for await (const text of texts) {
        const bytes = Buffer.from(text)
        for (let at = 0; at < bytes.length; at += MAX_BODY_BYTES) {
          if (this.#over) return
          this.#send(FRAME.part, '', bytes.subarray(at, at + MAX_BODY_BYTES))
          await this.#room()
        }
        if (this.#over) return
      }
      this.#send(FRAME.end)
    } catch {
      this.#send(FRAME.cut)
    }
    this.#end()
  }

  async #room(): Promise<void> {
    while (!this.#over && (this.#paused || this.#link.isFull)) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  #send(kind: number, head?: string, body?: string | Buffer): void {
    if (!this.#over) this.#link.send(kind, this.#number, head, body)
  }

  #end(): void {
    if (this.#over) return
    this.#over = true
    this.#onOver()
    for (const listener of this.#closeListeners) listener()
  }
}

function headText(status: number, headers: Record<string, string>): string {
  for (const name in headers) {
    validateHeaderName(name)
    validateHeaderValue(name, headers[name] ?? '')
  }
  const head: ResponseHead = [status, headers]
  return JSON.stringify(head)
}
