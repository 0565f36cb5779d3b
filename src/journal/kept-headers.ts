/**
 * The request headers that the journal keeps.
 *
 * @module
 */
import { MASK } from '../base/mask.ts'

/** A source of headers, by name in lower case. */
interface HeaderSource {
  header(name: string): string | undefined
}

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

const cut = (value: string | undefined): string | undefined =>
  value !== undefined && value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)} ...` : value

/**
 * Copies the kept headers into a record.
 *
 * @param noEnvelope the name of the header that requests a response without an envelope
 */
export function keepHeaders(record: KeptHeaders, request: HeaderSource, noEnvelope: string): void {
  record.accept = cut(request.header('accept'))
  record.userAgent = cut(request.header('user-agent'))
  record.contentType = cut(request.header('content-type'))
  record.authorization = scheme(request.header('authorization'))
  const override = cut(request.header('x-http-method-override'))
  const bare = cut(request.header(noEnvelope))
  if (override === undefined && bare === undefined) return
  record.otherHeaders = {
    ...(override !== undefined && { 'x-http-method-override': override }),
    ...(bare !== undefined && { [noEnvelope]: bare }),
  }
}

/** The headers of a record, by name in lower case. */
export function shownHeaders(record: Readonly<KeptHeaders>): Readonly<Record<string, string>> {
  const { accept, userAgent, contentType, authorization, otherHeaders } = record
  return {
    ...(accept !== undefined && { accept }),
    ...(userAgent !== undefined && { 'user-agent': userAgent }),
    ...(contentType !== undefined && { 'content-type': contentType }),
    ...(authorization !== undefined && { authorization }),
    ...otherHeaders,
  }
}

/** `Basic Zm9v` is `Basic [masked]`; a value without a scheme is masked completely. */
function scheme(authorization: string | undefined): string | undefined {
  if (authorization === undefined) return undefined
  if (authorization.startsWith('Bearer ')) return BEARER
  const word = /^([A-Za-z]{1,20})\s/.exec(authorization)?.[1]
  return word ? `${word} ${MASK}` : MASK
}
