/**
 * Where a request goes: which sandbox, and what is left of its address.
 *
 * @module
 */
import type { IncomingMessage } from 'node:http'
import { type Answer, json } from './http/envelope.ts'
import { DEFAULT_SANDBOX, type Sandbox, SandboxError, type World } from './world.ts'

/** A request's address in its parts. */
export interface Place {
  readonly sandbox: string
  /** `/@w1`, or empty. */
  readonly prefix: string
  readonly path: string
  readonly query: string
}

/** The name of the header that names a sandbox, for clients whose address cannot be changed. */
const SANDBOX_HEADER = 'x-understay-sandbox'

/** Scheme, host and sandbox that addresses in answers begin with. */
export const rootOf = (publicUrl: string | undefined, host: string | undefined, { prefix }: Place): string =>
  `${publicUrl ?? `http://${host ?? 'localhost'}`}${prefix}`

/** Reads the headers of a request on a socket. */
export const incomingHeader =
  ({ headers }: IncomingMessage) =>
  (name: string): string | undefined => {
    const value = headers[name]
    return typeof value === 'string' ? value : value?.join(', ')
  }

/** Takes path and query of a request apart; a header may name the sandbox instead. */
export function placeOf(target: string, header: (name: string) => string | undefined): Place {
  const relative = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '')
  const at = relative.indexOf('?')
  const path = at < 0 ? relative : relative.slice(0, at)
  const query = at < 0 ? '' : relative.slice(at + 1)
  if (path.startsWith('/@')) {
    const end = path.indexOf('/', 2)
    const name = end < 0 ? path.slice(2) : path.slice(2, end)
    return { sandbox: name, prefix: `/@${name}`, path: end < 0 ? '/' : path.slice(end), query }
  }
  return { sandbox: header(SANDBOX_HEADER) || DEFAULT_SANDBOX, prefix: '', path: path || '/', query }
}

/** The sandbox of a request, or why there is none. */
export function openSandbox(world: World, name: string): Sandbox | SandboxError {
  try {
    return world.sandbox(name)
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    return error
  }
}

/** True once the other side of a socket has closed it. */
export const hasHungUp = ({ socket }: IncomingMessage): boolean => socket.readyState !== 'open'

/** True when a request on a socket says that a body follows. */
export function announcesBody(header: (name: string) => string | undefined): boolean {
  const length = header('content-length')
  return (length !== undefined && length !== '0') || header('transfer-encoding') !== undefined
}

/** The answer to a call that failed outside the service: told in the log, without a trace for the client. */
export function faultAnswer(world: World, error: unknown): Answer {
  const known = error instanceof Error && error.name === 'StateFileError'
  world.log.error('unexpected failure', { error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  const text = known ? error.message : 'Unexpected failure. This is a fault of the server; see its log'
  return json(500, { meta: { code: 500, error_message: text } })
}
