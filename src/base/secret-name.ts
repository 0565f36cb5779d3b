/**
 * Names under which clients send secrets.
 *
 * @module
 */

/** What clients call a secret, right or wrong; case and what stands between the words do not count. */
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
/** No name without one of these is in that list. */
export const HINTS = /token|key|secret|pass|pwd|assert|auth|cred/i
/** A secret named inside a text: JSON or another query that was sent as a form. */
const NAMED_INSIDE = /(?:token|secret|passw(?:or)?d|api_?key)["'\]]?\s*[=:]/i

/** True when a field name, as sent, stands for a secret, also as a list (`token[]`) or in a map (`client[secret]`). */
export function isSecretName(sent: string): boolean {
  const name = decoded(sent)
  if (!HINTS.test(name)) return false
  return name.split(/[[\]]/).some((part) => SECRETS.has(part.toLowerCase().replaceAll(/[^a-z]/g, '')))
}

/** True when a text holds the name of a secret and what gives it a value. */
export const namesSecret = (text: string): boolean => HINTS.test(text) && NAMED_INSIDE.test(decoded(text))

function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
