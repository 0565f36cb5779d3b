/** Redirects of a deployment that is behind a recorder. */

/** An address with a host or a path of its own; any other one is relative to the request. */
const ABSOLUTE = /^(?:[a-z][a-z\d+.-]*:|\/)/i
const ORIGIN = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/?#]*/i

/** What follows the base URL of the deployment in an address; undefined for an address elsewhere. */
function insideOf(address: string, upstream: string): string | undefined {
  const base = new URL(upstream)
  const url = URL.canParse(address, upstream) ? new URL(address, upstream) : undefined
  if (url?.origin !== base.origin || url.username !== '' || url.password !== '') return undefined
  const path = base.pathname.replace(/\/$/, '')
  const rest = address.replace(ORIGIN, '')
  const inside = rest.startsWith(path) ? rest.slice(path.length) : undefined
  return inside !== undefined && /^(?:$|[/?#])/.test(inside) ? inside : undefined
}

/** An address in the deployment as one of the recorder; any other one stays as it is. */
export function ownAddress(address: string, upstream: string, own: string): string {
  const inside = ABSOLUTE.test(address) ? insideOf(address, upstream) : undefined
  if (inside === undefined) return address
  return ORIGIN.test(address) ? `${own}${inside}` : inside || '/'
}

/** Where a redirect leads past the recorder: the origin, with the path on the origin of the deployment; else undefined. */
export function addressPast(address: string, upstream: string): string | undefined {
  if (!ABSOLUTE.test(address) || insideOf(address, upstream) !== undefined || !URL.canParse(address, upstream)) return undefined
  const { origin, host, protocol, pathname } = new URL(address, upstream)
  const shown = origin === 'null' ? `${protocol}//${host}` : origin
  return origin === new URL(upstream).origin ? `${shown}${pathname}` : shown
}
