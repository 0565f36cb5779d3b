/** Requests to a server in this process, without a socket. */
import { SANDBOX_HEADER } from '../base/sandbox-name.ts'
import { type ControlClient, controlAt } from '../control-contract/client.ts'
import type { InProcessServer } from '../server/start.ts'
import { DEFAULT_SANDBOX } from '../world/world.ts'
import { inLibraryWords } from './start-error.ts'
import type { WebhookReceiver } from './types.ts'

/** A call of a server that has been closed. Adapters, which are bundled separately, know it by its name. */
export class ClosedError extends Error {
  override readonly name = 'ClosedError'

  constructor() {
    super('this server has been closed')
  }
}

/** A request to a sandbox at the address of another one. Adapters know it by its name, too. */
class OtherSandboxError extends Error {
  override readonly name = 'OtherSandboxError'
}

/** The server as the library uses it. */
export interface Server {
  readonly world: InProcessServer['world']
  readonly url: string
  readonly controlToken: string | undefined
  /** The client whose credentials are the default; undefined chooses one. */
  readonly client?: string | undefined
  readonly caFile: string | undefined
  /** Those that are open; they end with the server. */
  readonly receivers: Set<WebhookReceiver>
  isOpen(): boolean
  /** @throws ClosedError once the server has been closed */
  requireOpen(): void
  /**
   * @param remoteAddress of a client on a network; undefined for a request of this process, which is trusted
   * @throws ClosedError once the server has been closed
   */
  answer(request: Request, remoteAddress?: string): Promise<Response>
}

/** The path prefix of a sandbox; empty for the default one. */
export const sandboxPrefix = (sandbox: string): string => (sandbox === DEFAULT_SANDBOX ? '' : `/@${sandbox}`)

/**
 * What each request was made from, kept as long as that: a `Request` follows the signal of another one only while the other
 * one exists.
 */
const sources = new WeakMap<Request, readonly unknown[]>()

/**
 * Addresses a request to a sandbox.
 *
 * @param input a path of the sandbox, or any URL; its host is ignored
 * @throws OtherSandboxError when the URL names another sandbox
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
      throw new OtherSandboxError(`${request.url} is an address of the sandbox ${named}; this is the sandbox ${sandbox}`)
    if (named === undefined) headers.set(SANDBOX_HEADER, sandbox)
  }
  const addressed = new Request(request, { headers })
  sources.set(addressed, [input, request])
  return addressed
}

/** Rejects when the caller aborts. The request is referred to until the answer is there, and so is what it was made from. */
export function rejectOnAbort<T>(request: Request, answer: () => Promise<T>): Promise<T> {
  request.signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(request.signal.reason)
    request.signal.addEventListener('abort', abort, { once: true })
    answer()
      .then(resolve, reject)
      .finally(() => request.signal.removeEventListener('abort', abort))
  })
}

export const controlOf = (server: Server, sandbox: string): ControlClient =>
  controlAt(
    `http://localhost${sandboxPrefix(sandbox)}`,
    server.controlToken,
    (url, init) => server.answer(new Request(url, init)),
    inLibraryWords,
  )
