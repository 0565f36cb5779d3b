/** Recognizes names of secret fields. */
import { MASK } from './mask.ts'
import { decodedOrAscii } from './percent-encoding.ts'

/** Field names of secrets, including wrong ones that clients use; case and separators are ignored. */
const SECRETS: ReadonlySet<string> = new Set([
  'accesstoken',
  'apikey',
  'assertion',
  'authorization',
  'authtoken',
  'bearertoken',
  'clientassertion',
  'clientsecret',
  'credentials',
  'idtoken',
  'pass',
  'passwd',
  'password',
  'pwd',
  'refreshtoken',
  'secret',
  'token',
])
/** Every name in that list contains one of these. */
export const SECRET_HINT = /token|key|secret|pass|pwd|assert|auth|cred/i
/** The name of a secret inside a text, followed by `=` or `:`. */
const SECRET_ASSIGNMENT = /(?:token|secret|passw(?:or)?d|api_?key)["'\]]?\s*[=:]/i

/** True for the name of a secret field, also as a list (`token[]`) or in a map (`client[secret]`). */
export function isSecretName(sent: string): boolean {
  const name = decodedOrAscii(sent)
  if (!SECRET_HINT.test(name)) return false
  return name.split(/[[\]]/).some((part) => {
    const letters = part.toLowerCase().replaceAll(/[^a-z]/g, '')
    return SECRETS.has(letters) || SECRETS.has(letters.replace(/s$/, '')) || letters.endsWith('password')
  })
}

/** True when a text contains the name of a secret followed by a value, also percent-encoded. */
export function namesSecret(sent: string): boolean {
  const text = decodedOrAscii(sent)
  return SECRET_HINT.test(text) && SECRET_ASSIGNMENT.test(text)
}

/** An address without the code with which an authorization server sends a browser back (RFC 6749 section 4.1.2). */
export const withoutCode = (address: string): string => address.replaceAll(/(?<=[?#&]code=)[^&#]+/gi, MASK)
