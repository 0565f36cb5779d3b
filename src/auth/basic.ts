/**
 * Credentials in an HTTP Basic header.
 *
 * @module
 * @source RFC 6749 section 2.3.1; RFC 7617
 */

/** Id and secret of a client, as they stand in the header; undefined where there is no such header. */
export function basicCredentials(
  authorization: string | undefined,
): { readonly id: string | undefined; readonly secret: string | undefined } | undefined {
  const basic = /^basic\s+(\S+)$/i.exec(authorization ?? '')?.[1]
  if (basic === undefined) return undefined
  const [name = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':')
  return { id: unescaped(name), secret: unescaped(rest.join(':')) }
}

/** Both parts are form-encoded before they are joined. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
