/**
 * Keeps tokens and secrets out of the journal and the log.
 *
 * @module
 */
import type { Touched } from '../world.ts'
import type { Form } from './form.ts'

const SECRET: ReadonlySet<string> = new Set(['access_token', 'client_secret'])
const MASK = '[masked]'
const MAX_BODY = 64 * 1024
const MAX_LISTED = 50

/** A body as the journal keeps it: cut at 64 KiB. */
export function cutBody(body: string): string {
  return body.length > MAX_BODY ? `${body.slice(0, MAX_BODY)} ... cut` : body
}

/** True when a field name, as sent, stands for a secret. */
function isSecret(name: string): boolean {
  if (!name.includes('%')) return SECRET.has(name)
  try {
    return SECRET.has(decodeURIComponent(name))
  } catch {
    return false
  }
}

/** A query with secrets masked. */
export function maskedQuery(query: string): string {
  if (query === '') return query
  const parts = query.split('&').map((part) => {
    const at = part.indexOf('=')
    return at >= 0 && isSecret(part.slice(0, at)) ? `${part.slice(0, at)}=${MASK}` : part
  })
  return parts.join('&')
}

/** The headers of an answer as the journal keeps them: they may repeat the address it was asked at. */
export function maskedHeaders(headers: Readonly<Record<string, string>>, query: string): Readonly<Record<string, string>> {
  const masked = maskedQuery(query)
  if (masked === query) return headers
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replaceAll(query, masked)]))
}

/** A form as the journal keeps it: its fields, secrets masked, cut at 64 KiB. */
export function maskedForm(form: Form): string {
  let text = ''
  for (const [name, value] of form.entries()) {
    text += `${text && '&'}${encodeURIComponent(name)}=${SECRET.has(name) ? MASK : encodeURIComponent(value)}`
    if (text.length > MAX_BODY) break
  }
  return cutBody(text.replaceAll('%5B', '[').replaceAll('%5D', ']'))
}

/** The answer of the token endpoint with its token masked. */
export function maskedAnswer(text: string): string {
  return text.replace(/("access_token":")[^"]*/, `$1${MASK}`)
}

/** The rows a request changed, tokens by their first characters only, long lists cut. */
export function maskedTouched(touched: Touched): Touched {
  const entries = Object.entries(touched).map(([name, ids]) => {
    const shown = name === 'tokens' ? ids.map((id) => `${String(id).slice(0, 4)}${MASK}`) : ids
    return [name, cutList(shown.slice(0, MAX_LISTED + 1), ids.length)]
  })
  return Object.fromEntries(entries)
}

/** The beginning of a list, and how many more there were. */
export function cutList<T>(list: readonly T[], length = list.length): readonly (T | string)[] {
  return length > MAX_LISTED ? [...list.slice(0, MAX_LISTED), `and ${length - MAX_LISTED} more`] : list
}
