import type { RequestHeaders } from '../api/request-headers.ts'
import { MASK } from '../base/mask.ts'
import type { Entry } from './entry.ts'

const BEARER = `Bearer ${MASK}`
const MAX_VALUE = 500

const shortened = (value: string): string => (value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)} ...` : value)

/**
 * The headers of a request that an entry keeps, by name in lower case; session, channel and correlation are fields of their own.
 *
 * @param noEnvelope the name of the header that requests a response without an envelope
 */
export function keptHeaders(headers: RequestHeaders, noEnvelope: string): Readonly<Record<string, string>> {
  const { accept, authorization, 'user-agent': userAgent, 'content-type': contentType } = headers
  const { 'x-http-method-override': override, [noEnvelope]: bare } = headers
  const kept: Record<string, string> = {}
  if (accept !== undefined) kept['accept'] = shortened(accept)
  if (userAgent !== undefined) kept['user-agent'] = shortened(userAgent)
  if (contentType !== undefined) kept['content-type'] = shortened(contentType)
  if (authorization !== undefined) kept['authorization'] = schemeOnly(authorization)
  if (override !== undefined) kept['x-http-method-override'] = shortened(override)
  if (bare !== undefined) kept[noEnvelope] = shortened(bare)
  return kept
}

/** `Basic Zm9v` is `Basic [masked]`; a value without a scheme is masked completely. */
function schemeOnly(authorization: string): string {
  if (authorization.startsWith('Bearer ')) return BEARER
  const word = /^([A-Za-z]{1,20})\s/.exec(authorization)?.[1]
  return word ? `${word} ${MASK}` : MASK
}

/** The headers that an entry keeps, in lower case; three of them contain the word of any product. */
export const KEPT_HEADERS: readonly string[] = [
  'accept',
  'user-agent',
  'content-type',
  'authorization',
  'x-http-method-override',
  'x-request-id',
  'x-correlation-id',
  'x-service-booking-session-id',
  'x-service-channel-name',
  'x-service-no-envelope',
]

const PRODUCT_PREFIX = /^x-[a-z0-9]+-(?=(?:booking-session-id|channel-name|no-envelope)$)/

/** True when an entry keeps a header of this name, in lower case. */
export const isKeptHeader = (name: string): boolean => KEPT_HEADERS.includes(name.replace(PRODUCT_PREFIX, 'x-service-'))

/** A header of an entry. @param name in lower case, with the word of any product */
export function keptHeader({ requestHeaders, session, channel, correlation }: Entry, name: string): string | undefined {
  switch (name.replace(PRODUCT_PREFIX, '')) {
    case 'booking-session-id':
      return session
    case 'channel-name':
      return channel
    case 'x-request-id':
    case 'x-correlation-id':
      return correlation
    default:
      return requestHeaders[name]
  }
}
