/** Credentials in Authorization headers, and the tokens that responses issue. */
import { formDecodedOrSame } from '../base/percent-encoding.ts'

/** Client id and secret from the header; undefined without a correct Basic header. @source RFC 6749 section 2.3.1; RFC 7617 */
export function basicCredentials(authorization: string | undefined) {
  const sent = basicParts(authorization)
  if (sent?.rest !== '') return undefined
  // RFC 6749 form-encodes both before they are joined.
  return { id: formDecodedOrSame(sent.id), secret: formDecodedOrSame(sent.secret) }
}

/** Both as they were sent, and what follows them in the header, which is an error. */
export function basicParts(authorization: string | undefined) {
  const [, encoded, rest = ''] = /^basic\s+(\S+)(.*)$/i.exec(authorization ?? '') ?? []
  if (encoded === undefined) return undefined
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { id, secret: secret.join(':'), rest }
}

/** The token from the header; undefined without a Bearer header. @source RFC 6750 section 2.1 */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^bearer\s+(\S+)/i.exec(authorization ?? '')?.[1]

/** The token in the body of a response to a token request. */
export const issuedToken = (body: string | undefined): string | undefined =>
  /"access_token"\s*:\s*"([^"]+)"/.exec(body ?? '')?.[1]
