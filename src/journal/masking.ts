/** Keeps tokens and secrets out of the journal and the log. */

import type { Form } from '../api/form.ts'
import { getOrInsert } from '../base/get-or-insert.ts'
import { MASK } from '../base/mask.ts'
import { isSecretName, namesSecret } from '../base/secret-name.ts'
import { listStart } from '../base/short-text.ts'
import type { ChangedIds } from '../store/commit.ts'
import { maskedId } from '../store/masked-state.ts'
import type { Entry } from './entry.ts'

/** Number of characters of a token that the journal shows, as its fingerprint. */
export const FINGERPRINT_LENGTH = 6

export const MAX_BODY = 64 * 1024
const MAX_LISTED = 50
/** Number of characters of a field name that a list shows. */
const MAX_NAME = 200

/** What ends a text that was cut. */
export const CUT_MARK = ' ... cut'

/** A body as the journal keeps it: cut at 64 KiB. */
export function cutBody(body: string): string {
  // A slice would keep the complete text in memory.
  return body.length > MAX_BODY ? `${Buffer.from(body.slice(0, MAX_BODY)).toString()}${CUT_MARK}` : body
}

export function maskedQuery(query: string): string {
  return query === '' ? query : query.split('&').map(maskedPart).join('&')
}

/** One `name=value` of a query. */
function maskedPart(part: string): string {
  const at = part.indexOf('=')
  const name = at < 0 ? part : part.slice(0, at)
  if (namesSecret(name)) return MASK
  return at >= 0 && (isSecretName(name) || namesSecret(part.slice(at + 1))) ? `${name}=${MASK}` : part
}

/** A response that may repeat the query of its request, with the secrets of the query masked in every encoding. */
export function maskQueryIn(text: string, query: string): string {
  let masked = text
  const leads = new Map<string, boolean>()
  for (const part of new Set(query.split('&'))) {
    const shown = maskedPart(part)
    if (shown === part) continue
    // `token=`, which every encoding of the part begins with: thousands of parts may have the same
    const lead = /^\w+=/.exec(part)?.[0] ?? ''
    if (getOrInsert(leads, lead, () => text.includes(lead)))
      for (const spelling of encodingsOf(part)) masked = masked.replaceAll(spelling, shown)
  }
  return masked
}

/** {@link maskQueryIn} of the start of a long text, as the journal keeps it: a query may have thousands of secrets. */
export function maskQueryInStart(text: string, query: string): string {
  const start = text.slice(0, 2 * MAX_BODY)
  const masked = maskQueryIn(start, query)
  if (start.length === text.length || masked.length > MAX_BODY) return cutBody(masked)
  // a secret that continues beyond the start is not recognized
  return `${masked.slice(0, -2 * query.length)}${CUT_MARK}`
}

/** The encodings of a part of a query: as sent and re-encoded, plain and in JSON. */
function encodingsOf(part: string): ReadonlySet<string> {
  const written = [part, part.replaceAll('@', '%40')]
  return new Set(written.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]))
}

/**
 * Names of fields, masked when they contain a secret; long names and a long list are cut.
 *
 * @param isSecret true for a text with a secret that is recognized by its value
 */
export const maskedNames = (names: readonly string[], isSecret: (text: string) => boolean): readonly string[] =>
  listStart(
    names.slice(0, MAX_LISTED).map((name) => maskedName(name, isSecret)),
    MAX_LISTED,
    names.length,
  )

function maskedName(name: string, isSecret: (text: string) => boolean): string {
  if (name.length <= MAX_NAME) return namesSecret(name) ? MASK : name
  // longer than what is shown: a secret may be where the name is cut
  const start = name.slice(0, 2 * MAX_NAME)
  return namesSecret(start) || isSecret(start) ? MASK : `${Buffer.from(start.slice(0, MAX_NAME)).toString()}${CUT_MARK}`
}

/** The headers of a response, which may repeat the query, masked. */
export function maskedHeaders(headers: Readonly<Record<string, string>>, query: string): Readonly<Record<string, string>> {
  if (maskedQuery(query) === query) return headers
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, maskQueryIn(value, query)]))
}

/** The fields of a form, secrets masked, cut at 64 KiB. Only what may be shown is searched: to search 2 MB takes long. */
export function maskedForm(form: Form): string {
  let text = ''
  for (const [name, value] of form.entries()) {
    const shownName = startOf(name)
    const isSecret = namesSecret(shownName)
    text += `${text && '&'}${isSecret ? MASK : encoded(shownName)}=`
    // the value of a longer name is not shown
    if (text.length > MAX_BODY) break
    const shownValue = startOf(value)
    text += isSecret || isSecretName(name) || namesSecret(shownValue) ? MASK : encoded(shownValue)
    if (text.length > MAX_BODY) break
  }
  return cutBody(text)
}

/** The text of a form, not masked. */
export const encodedForm = (form: Form): string =>
  [...form.entries()].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')

/** Of a long text, more of its start than the journal keeps, without half a character. */
const startOf = (text: string): string =>
  text.length > MAX_BODY ? text.slice(0, MAX_BODY + 2).replace(/[\uD800-\uDBFF]$/, '') : text

/** Characters that a form does not encode, and brackets. */
const UNENCODED = /^[\w.[\]-]*$/

/** A text encoded for a form, brackets left as they are. */
const encoded = (text: string): string =>
  UNENCODED.test(text) ? text : encodeURIComponent(text).replaceAll('%5B', '[').replaceAll('%5D', ']')

export function maskedAnswer(text: string): string {
  return text.replace(/("access_token":")[^"]*/, `$1${MASK}`)
}

/** The rows that a request changed: tokens by their fingerprints, long lists cut. */
export function maskedChangedIds(changed: ChangedIds): NonNullable<Entry['changed']> {
  const entries = Object.entries(changed).map(([name, ids]) => {
    const shown = name === 'tokens' ? ids.map((id) => maskedId(name, id)) : ids
    return [name, listStart(shown.slice(0, MAX_LISTED), MAX_LISTED, ids.length)]
  })
  return Object.fromEntries(entries)
}
