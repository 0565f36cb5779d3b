/** The host, the sandbox and the path of a recorded request. */
import { countEach } from '../base/group-by.ts'
import { SANDBOX_HEADER, SANDBOX_NAME } from '../base/sandbox-name.ts'

export interface NameAndValue {
  readonly name: string
  readonly value: string
}

interface AddressedRequest {
  readonly request: { readonly url: string; readonly headers: readonly NameAndValue[] }
  readonly note: { readonly sandbox: string | undefined } | undefined
}

export interface RequestAddress {
  /** The sandbox; undefined for the default one. */
  readonly sandbox: string | undefined
  /** Path and query below the interface, as sent. */
  readonly target: string
}

/** What recordings of a deployment note, which has no sandboxes. */
const RECORDED = 'recorded'

/** The parts of the address of an exchange; undefined when it is outside the interface. */
export function addressOf({ request, note }: AddressedRequest, apiPath: string): RequestAddress | undefined {
  const { path, query, at } = partsOf(request.url, apiPath)
  if (at < 0) return undefined
  const inPath = /\/@([^/]+)$/.exec(path.slice(0, at))?.[1]
  const noted = note?.sandbox === RECORDED ? undefined : note?.sandbox
  const named = inPath ?? headerOf(request.headers, SANDBOX_HEADER) ?? noted
  const sandbox = named !== undefined && SANDBOX_NAME.test(named) && named !== 'default' ? named : undefined
  return { sandbox, target: `${path.slice(at + apiPath.length) || '/'}${query}` }
}

/** The path of an address, its query, and where the path of the interface begins in it; -1 outside the interface. */
function partsOf(url: string, apiPath: string) {
  const match = /^https?:\/\/[^/?#]*([^?#]*)(\?[^#]*)?/i.exec(url)
  const [, path = '', query = ''] = match ?? []
  return { path, query, at: match ? `${path}/`.indexOf(`${apiPath}/`) : -1 }
}

/** The host of an address in lower case, without the default port. */
export const hostOf = (url: string): string =>
  /^https?:\/\/(?:[^/?#]*@)?([^/?#]*?)(?::443(?<=^https:.*)|:80(?<=^http:.*))?(?![^/?#])/i.exec(url)?.[1]?.toLowerCase() ?? ''

/** The host that most addresses of the interface have. */
export function mainHost(urls: readonly string[], apiPath: string): string {
  const hosts = countEach(urls.filter((url) => partsOf(url, apiPath).at >= 0).map(hostOf))
  return [...hosts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? ''
}

/** True for an address of the interface at a host. */
export const isAt = (host: string, url: string, apiPath: string): boolean => hostOf(url) === host && partsOf(url, apiPath).at >= 0

export const addressWithoutQuery = (url: string): string =>
  url
    .replace(/[?#].*$/s, '')
    .replace(/\p{Cc}/gu, '?')
    .slice(0, 120)

/** The product word of an address, if it is another product's. */
export const productOfAddress = (url: string): string | undefined =>
  /\/([a-z][a-z0-9]{0,30})\/api(?:\/|$)/.exec(addressWithoutQuery(url))?.[1]

/** The value of a header, by its name in lower case. */
export const headerOf = (headers: readonly NameAndValue[], name: string): string | undefined =>
  headers.find((header) => header.name === name)?.value
