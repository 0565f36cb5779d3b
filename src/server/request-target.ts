/**
 * Parses request targets.
 *
 * @module
 */

/** A request target in its parts. */
export interface RequestTarget {
  /** Undefined when the path names no sandbox. */
  readonly sandbox: string | undefined
  /** `/@w1`, or empty. */
  readonly prefix: string
  readonly path: string
  readonly query: string
}

/** Stands for an unknown client address. Such a client needs a token for the control API. */
export const UNKNOWN_ADDRESS = 'unknown'

/** Settings that decide the base of links in responses. */
export interface PublicAddress {
  /** Replaces scheme and host of the request. */
  readonly publicUrl: string | undefined
  /** The scheme of the server; `http` by default. */
  readonly scheme?: 'http' | 'https'
}

/** Scheme and host of links in responses. */
export const originOf = ({ publicUrl, scheme = 'http' }: PublicAddress, host: string | undefined): string =>
  publicUrl ?? `${scheme}://${host ?? 'localhost'}`

/**
 * Splits a request target into sandbox, path and query.
 *
 * @param target as sent: `/@w1/service/api/...?...`, or an absolute address
 * @param mountedAt the path at which the server is mounted; it is removed
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
