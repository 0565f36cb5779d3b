import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { RequestHeaders } from '../api/request-headers.ts'
import type { ApiResponse } from '../api/response.ts'
import { Refusal } from '../domain/refusal.ts'
import { type Hold, LimitedBody } from '../pipeline/api-request.ts'
import { currentTurn } from '../simulation/turns.ts'
import { CUT_ANSWER, type RemoteClient } from './replicas/replica-headers.ts'
import { type PublicAddress, ServerRequest, UNKNOWN_ADDRESS } from './request.ts'

/** One signal per connection, shared by its requests: otherwise each request would leave a listener on the socket. */
const signalsBySocket = new WeakMap<Socket, AbortSignal>()

/** True unless a request has Set-Cookie, a header of responses: Node joins every other header that was sent several times. */
const areTexts = (headers: IncomingHttpHeaders): headers is IncomingHttpHeaders & RequestHeaders =>
  headers['set-cookie'] === undefined

const joinedHeaders = (headers: IncomingHttpHeaders): RequestHeaders =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]))

/** The headers of a request on a socket. Several Host headers are joined, which is no valid host: Node would take the first. */
function headersOf({ headers, rawHeaders }: IncomingMessage): RequestHeaders {
  const texts = areTexts(headers) ? headers : joinedHeaders(headers)
  return hasOneHost(rawHeaders) ? texts : { ...texts, host: hostsIn(rawHeaders).join(', ') }
}

const isHostAt = (rawHeaders: readonly string[], index: number): boolean =>
  rawHeaders[index]?.length === 4 && rawHeaders[index].toLowerCase() === 'host'

/** False for a request with several Host headers. Every request passes here: makes no list. */
function hasOneHost(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) if (isHostAt(rawHeaders, index)) hosts++
  return hosts <= 1
}

const hostsIn = (rawHeaders: readonly string[]): readonly string[] =>
  rawHeaders.filter((_, index) => index % 2 === 1 && isHostAt(rawHeaders, index - 1))

function announcesBody(headers: RequestHeaders): boolean {
  const length = headers['content-length']
  return (length !== undefined && length !== '0') || headers['transfer-encoding'] !== undefined
}

/** A request on a socket. */
export class NodeRequest extends ServerRequest {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  /** The client of a request that another replica has forwarded. */
  readonly client: RemoteClient | undefined
  readonly hasBody: boolean
  readonly turn = currentTurn()
  readonly #phase: PublicAddress['phase']
  #body: Uint8Array | undefined

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, address: PublicAddress, client: RemoteClient | undefined) {
    super(incoming.method ?? 'GET', incoming.url ?? '/', headersOf(incoming), address)
    this.#phase = address.phase
    this.incoming = incoming
    this.outgoing = outgoing
    this.client = client
    this.hasBody = announcesBody(this.headers)
  }

  /** Writes the response, unless one was begun, by this or by the replica that owns the sandbox: an error then closes the connection. */
  reply(response: ApiResponse | undefined): Response {
    if (!response) return RESPONSE_ALREADY_SENT
    this.closeIfDraining()
    if (this.outgoing.headersSent) this.outgoing.destroy()
    else writeResponse(this.outgoing, response.cut && this.client ? CUT_ANSWER : response)
    return RESPONSE_ALREADY_SENT
  }

  /** Announces that the connection closes if the server has begun to drain since the request came. Called before the head is written. */
  closeIfDraining(): void {
    if (this.#phase?.draining) this.outgoing.shouldKeepAlive = false
  }

  /** Never undefined, which would mean a trusted in-process request: a closed socket has no address. */
  get remoteAddress(): string {
    return (this.client ?? this.incoming.socket).remoteAddress ?? UNKNOWN_ADDRESS
  }

  get connection(): number | undefined {
    return (this.client ?? this.incoming.socket).remotePort
  }

  async readBody(maxBytes: number, hold?: Hold): Promise<Uint8Array> {
    const body = new LimitedBody(maxBytes, hold)
    if (this.#body) body.take(this.#body)
    else await readInto(body, this.incoming)
    return body.bytes()
  }

  /** Reads and keeps the body, so that it can be read again. @throws Refusal `body_too_large`, `body_broken` */
  async bufferBody(maxBytes: number): Promise<Uint8Array> {
    this.#body = await this.readBody(maxBytes)
    return this.#body
  }

  gone(): boolean {
    return this.incoming.socket.readyState !== 'open'
  }

  signal(): AbortSignal {
    const { socket } = this.incoming
    if (socket.destroyed) return AbortSignal.abort()
    const known = signalsBySocket.get(socket)
    if (known) return known
    const controller = new AbortController()
    socket.once('close', () => controller.abort())
    signalsBySocket.set(socket, controller.signal)
    return controller.signal
  }
}

/** Reads a body by events, which cost less than an iterator. @throws Refusal `body_broken` */
function readInto(body: LimitedBody, incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    incoming.on('data', (chunk: Uint8Array) => {
      if (body.take(chunk)) return
      incoming.destroy()
      resolve()
    })
    incoming.once('end', resolve)
    incoming.once('close', () => {
      if (!incoming.readableEnded) reject(new Refusal('body_broken', { what: 'the connection was closed in the middle of it' }))
    })
    incoming.once('error', () => undefined)
  })
}

/** Above this length the socket takes long to encode a text. */
const LONG_TEXT_BYTES = 131_072

function writeResponse(outgoing: ServerResponse, { status, headers, body, cut }: ApiResponse): void {
  if (cut) {
    outgoing.destroy()
    return
  }
  if (body === null) {
    outgoing.writeHead(status, headers).end()
    return
  }
  if (typeof body !== 'string') {
    outgoing.writeHead(status, headers)
    // an error of the stream closes the connection
    pipeline(body, outgoing).catch(() => undefined)
    return
  }
  const length = Buffer.byteLength(body)
  headers['Content-Length'] = String(length)
  outgoing.writeHead(status, headers)
  // ASCII text has as many bytes as characters; writing it as latin1 avoids encoding. Other long text is encoded faster as a buffer.
  if (length !== body.length && length > LONG_TEXT_BYTES) outgoing.end(Buffer.from(body))
  else writeAtOnce(outgoing, body, length === body.length ? 'latin1' : 'utf8')
}

/**
 * Writes head and body as one buffer with one system call. `end(body)` alone appends an empty chunk, so that Node uses `writev`,
 * which takes about a tenth of the time of a small GET.
 */
export function writeAtOnce(outgoing: ServerResponse, body: string, encoding: BufferEncoding): void {
  const { socket } = outgoing
  socket?.cork()
  outgoing.write(body, encoding)
  socket?.uncork()
  outgoing.end()
}
