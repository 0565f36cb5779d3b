import type { RequestHeaders } from '../api/request-headers.ts'
import { MASK } from '../base/mask.ts'

/** The headers in a record. */
export interface KeptHeaders {
  accept: string | undefined
  userAgent: string | undefined
  contentType: string | undefined
  /** Only the scheme, credentials masked. */
  authorization: string | undefined
  otherHeaders: Readonly<Record<string, string>> | undefined
}

const BEARER = `Bearer ${MASK}`
const MAX_VALUE = 500

const shortened = (value: string): string => (value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)} ...` : value)

/**
 * Copies the kept headers into a record.
 *
 * @param noEnvelope the name of the header that requests a response without an envelope
 */
export function keepHeaders(record: KeptHeaders, headers: RequestHeaders, noEnvelope: string): void {
  const { accept, authorization, 'user-agent': userAgent, 'content-type': contentType } = headers
  if (accept !== undefined) record.accept = shortened(accept)
  if (userAgent !== undefined) record.userAgent = shortened(userAgent)
  if (contentType !== undefined) record.contentType = shortened(contentType)
  if (authorization !== undefined) record.authorization = schemeOnly(authorization)
  const { 'x-http-method-override': override, [noEnvelope]: bare } = headers
  if (override === undefined && bare === undefined) return
  record.otherHeaders = {
    ...(override !== undefined && { 'x-http-method-override': shortened(override) }),
    ...(bare !== undefined && { [noEnvelope]: shortened(bare) }),
  }
}

/** The headers of a record, by name in lower case. */
export function shownHeaders(record: Readonly<KeptHeaders>): Readonly<Record<string, string>> {
  const { accept, userAgent, contentType, authorization, otherHeaders } = record
  const shown: Record<string, string> = {}
  if (accept !== undefined) shown['accept'] = accept
  if (userAgent !== undefined) shown['user-agent'] = userAgent
  if (contentType !== undefined) shown['content-type'] = contentType
  if (authorization !== undefined) shown['authorization'] = authorization
  return Object.assign(shown, otherHeaders)
}

/** `Basic Zm9v` is `Basic [masked]`; a value without a scheme is masked completely. */
function schemeOnly(authorization: string): string {
  if (authorization.startsWith('Bearer ')) return BEARER
  const word = /^([A-Za-z]{1,20})\s/.exec(authorization)?.[1]
  return word ? `${word} ${MASK}` : MASK
}
