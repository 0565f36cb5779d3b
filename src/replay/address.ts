/** The sandbox and the path of a recorded request. */
import { SANDBOX_HEADER, SANDBOX_NAME } from '../base/sandbox-name.ts'
import type { Exchange } from './har.ts'

export interface RequestAddress {
  /** The sandbox; undefined for the default one. */
  readonly sandbox: string | undefined
  /** Path and query below the interface, as sent. */
  readonly target: string
}

/** The parts of the address of an exchange; undefined when it is outside the interface. */
export function addressOf({ request, note }: Exchange, apiPath: string): RequestAddress | undefined {
  const match = /^https?:\/\/[^/?#]*([^?#]*)(\?[^#]*)?/i.exec(request.url)
  const [, path = '', query = ''] = match ?? []
  const at = `${path}/`.indexOf(`${apiPath}/`)
  if (!match || at < 0) return undefined
  const inPath = /\/@([^/]+)$/.exec(path.slice(0, at))?.[1]
  const named = inPath ?? headerOf(request.headers, SANDBOX_HEADER) ?? note?.sandbox
  const sandbox = named !== undefined && SANDBOX_NAME.test(named) && named !== 'default' ? named : undefined
  return { sandbox, target: `${path.slice(at + apiPath.length) || '/'}${query}` }
}

export const addressWithoutQuery = (url: string): string =>
  url
    .replace(/[?#].*$/s, '')
    .replace(/\p{Cc}/gu, '?')
    .slice(0, 120)

/** The product word of an address, if it is another product's. */
export const productOfAddress = (url: string): string | undefined =>
  /\/([a-z][a-z0-9]{0,30})\/api(?:\/|$)/.exec(addressWithoutQuery(url))?.[1]

/** The value of a header, by its name in lower case. */
export const headerOf = (headers: Exchange['request']['headers'], name: string): string | undefined =>
  headers.find((header) => header.name === name)?.value
