/**
 * Requests to a server in this process, without a socket.
 *
 * @module
 */
import type { InProcessServer } from '../server/start.ts'
import { DEFAULT_SANDBOX } from '../world/world.ts'

/** The server as the library uses it. */
export interface Server {
  readonly world: InProcessServer['world']
  /** Its base URL. */
  readonly url: string
  readonly controlToken: string | undefined
  /** The file of the generated CA; undefined without one. */
  readonly caFile: string | undefined
  /** False once the server has been closed. */
  isOpen(): boolean
  /** @throws Error once the server has been closed */
  requireOpen(): void
  /**
   * @param remoteAddress of a client on a network; undefined for a request of this process, which is trusted
   * @throws Error once the server has been closed
   */
  answer(request: Request, remoteAddress?: string): Promise<Response>
}

/** The path prefix of a sandbox; empty for the default one. */
export const sandboxPrefix = (sandbox: string): string => (sandbox === DEFAULT_SANDBOX ? '' : `/@${sandbox}`)

/**
 * Addresses a request to a sandbox.
 *
 * @param input a path of the sandbox, or any URL; its host is ignored
 * @throws Error when the URL names another sandbox
 */
export function addressRequest(
  server: Server,
  sandbox: string,
  input: string | URL | Request,
  init: RequestInit | undefined,
): Request {
  const isPath = typeof input === 'string' && input.startsWith('/')
  const request = new Request(isPath ? `${server.url}${sandboxPrefix(sandbox)}${input}` : input, init)
  const { host, pathname } = new URL(request.url)
  const headers = new Headers(request.headers)
  if (!headers.has('host')) headers.set('host', host)
  if (sandbox !== DEFAULT_SANDBOX) {
    const named = /^\/@([^/]*)/.exec(pathname)?.[1]
    if (named !== undefined && named !== sandbox)
      throw new Error(`${request.url} is an address of the sandbox ${named}; this is the sandbox ${sandbox}`)
    if (named === undefined) headers.set('x-understay-sandbox', sandbox)
  }
  return new Request(request, { headers })
}

/** Rejects as soon as the signal aborts. */
export function rejectOnAbort<T>(signal: AbortSignal, answer: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    answer()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}

/** A request to the control API. */
export interface ControlRequest {
  /** GET by default. */
  readonly method?: string
  /** Below `/_understay`. */
  readonly path: string
  readonly body?: object | undefined
  /** Accepted statuses besides 2xx. */
  readonly accepts?: readonly number[]
}

/**
 * Sends a request to the control API of a sandbox.
 *
 * @throws Error in the words of the control API
 */
export async function callControl(server: Server, sandbox: string, request: ControlRequest): Promise<unknown> {
  const response = await askControl(server, sandbox, request)
  const answer: unknown = await response.json()
  if (!response.ok && !request.accepts?.includes(response.status)) throw new Error(errorText(answer))
  return answer
}

/**
 * Reads a text from the control API of a sandbox.
 *
 * @throws Error in the words of the control API
 */
export async function controlText(server: Server, sandbox: string, path: string): Promise<string> {
  const response = await askControl(server, sandbox, { path })
  if (!response.ok) throw new Error(errorText(await response.json()))
  return response.text()
}

function askControl(server: Server, sandbox: string, { method = 'GET', path, body }: ControlRequest): Promise<Response> {
  const { controlToken } = server
  const request = new Request(`http://localhost${sandboxPrefix(sandbox)}/_understay${path}`, {
    method,
    headers: controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` },
    ...(body && { body: JSON.stringify(body) }),
  })
  return server.answer(request)
}

const errorText = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'error' in answer ? String(answer.error) : JSON.stringify(answer)
