/**
 * Parses request targets.
 *
 * @module
 */

/** A request target in its parts. */
export interface RequestTarget {
  /** Undefined where the path names none. */
  readonly sandbox: string | undefined
  /** `/@w1`, or empty. */
  readonly prefix: string
  readonly path: string
  readonly query: string
}

/** The address of a client that nobody knows. The control API is not open to it without a token. */
export const UNKNOWN_ADDRESS = 'unknown'

/** What decides the addresses in responses. */
export interface PublicAddress {
  /** Scheme and host that replace those of the request. */
  readonly publicUrl: string | undefined
  /** The scheme that the server speaks; by default `http`. */
  readonly scheme?: 'http' | 'https'
}

/** Scheme and host that addresses in responses begin with. */
export const originOf = ({ publicUrl, scheme = 'http' }: PublicAddress, host: string | undefined): string =>
  publicUrl ?? `${scheme}://${host ?? 'localhost'}`

/**
 * Takes path and query of a request apart.
 *
 * @param target as sent: `/@w1/service/api/...?...`, or an absolute address
 * @param mountedAt the path below which the server is mounted; it is cut off
 */
export function parseRequestTarget(target: string, mountedAt = ''): RequestTarget {
  const relative = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '')
  const at = relative.indexOf('?')
  const whole = at < 0 ? relative : relative.slice(0, at)
  const query = at < 0 ? '' : relative.slice(at + 1)
  const path = mountedAt !== '' && whole.startsWith(mountedAt) ? whole.slice(mountedAt.length) : whole
  if (path.startsWith('/@')) {
    const end = path.indexOf('/', 2)
    const name = end < 0 ? path.slice(2) : path.slice(2, end)
    return { sandbox: name, prefix: `/@${name}`, path: end < 0 ? '/' : path.slice(end), query }
  }
  return { sandbox: undefined, prefix: '', path: path || '/', query }
}
