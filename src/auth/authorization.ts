/** Credentials in Authorization headers, and the tokens that responses issue. */
import { formDecodedOrSame } from '../base/percent-encoding.ts'

/** Client id and secret from the header; undefined without a Basic header. @source RFC 6749 section 2.3.1; RFC 7617 */
export function basicCredentials(
  authorization: string | undefined,
): { readonly id: string | undefined; readonly secret: string | undefined } | undefined {
  const basic = /^basic\s+(\S+)$/i.exec(authorization ?? '')?.[1]
  if (basic === undefined) return undefined
  const [name = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':')
  // RFC 6749 form-encodes both before they are joined.
  return { id: formDecodedOrSame(name), secret: formDecodedOrSame(rest.join(':')) }
}

/** The token from the header; undefined without a Bearer header. @source RFC 6750 section 2.1 */
export const bearerToken = (authorization: string | undefined): string | undefined =>
  /^bearer\s+(\S+)/i.exec(authorization ?? '')?.[1]

/** The token in the body of a response to a token request. */
export const issuedToken = (body: string | undefined): string | undefined =>
  /"access_token"\s*:\s*"([^"]+)"/.exec(body ?? '')?.[1]
