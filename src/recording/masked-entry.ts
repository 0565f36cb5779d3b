/** Masks the secrets of recorded calls: in values only, so that names, paths and the structure of a body stay. */
import { withJsonTokens } from '../base/json-tokens.ts'
import { MASK } from '../base/mask.ts'
import { parsedJson } from '../base/parsed-json.ts'
import { formDecodedOrSame } from '../base/percent-encoding.ts'
import { targetPath, targetQuery } from '../base/request-target.ts'
import type { Entry } from '../journal/entry.ts'
import { maskedQuery } from '../journal/masking.ts'
import { isSecretLabel } from '../replay/secret-place.ts'
import type { Secrets } from '../replay/secrets.ts'

type Texts = Readonly<Record<string, string>>

/** @param secrets those of the complete recording: a call may repeat a secret of a later one */
export function maskedEntry(entry: Entry, secrets: Secrets): Entry {
  const masked = (text: string | undefined) => text && secrets.maskedField('', text)
  const { target, session, channel, correlation, requestHeaders, responseHeaders, request, response } = entry
  const path = targetPath(target)
  const query = targetQuery(target)
  return {
    ...entry,
    target: `${secrets.withoutDistinctive(path)}${query && '?'}${maskedForm(query, secrets)}`,
    session: masked(session),
    channel: masked(channel),
    correlation: masked(correlation),
    requestHeaders: maskedHeaders(requestHeaders, secrets),
    responseHeaders: responseHeaders && maskedHeaders(responseHeaders, secrets),
    request: request && maskedForm(request, secrets),
    response: response && maskedBody(response, secrets),
  }
}

/** Of Authorization, the scheme is all that an entry keeps. */
const maskedHeaders = (headers: Texts, secrets: Secrets): Texts =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name === 'authorization' ? value : secrets.maskedField(name, value)]),
  )

/** A form or a query, each field in its spelling unless it has a secret. */
export const maskedForm = (form: string, secrets: Secrets): string =>
  maskedQuery(form)
    .split('&')
    .map((part) => {
      const [name = '', ...values] = part.split('=')
      if (values.length === 0) return secrets.withoutDistinctive(part)
      const value = formDecodedOrSame(values.join('='))
      const masked = secrets.maskedField(formDecodedOrSame(name), value)
      const shown = masked === value ? values.join('=') : encodeURIComponent(masked).replaceAll(encodeURIComponent(MASK), MASK)
      return `${secrets.withoutDistinctive(name)}=${shown}`
    })
    .join('&')

/** A body as it was written, except for its secrets. */
export function maskedBody(text: string, secrets: Secrets): string {
  if (!secrets.mayBeIn(text)) return text
  if (!/^\s*[[{"]/.test(text)) return secrets.maskedField('', text)
  const outer: (readonly [name: string, around: string])[] = []
  let [name, around] = ['', '']
  const masked = withJsonTokens(text, (token, inside, end) => {
    if (token === '{' || token === '[') {
      outer.push([name, around])
      if (isSecretLabel(name)) around = name
    } else if (token === '}' || token === ']') [name, around] = outer.pop() ?? ['', '']
    else if (inside === undefined)
      return isSecretLabel(name) || secrets.withoutDistinctive(token) !== token ? JSON.stringify(MASK) : token
    else {
      const value = String(parsedJson(`"${inside}"`) ?? inside)
      const isName = end.endsWith(':')
      const shown = isName ? secrets.withoutDistinctive(value) : secrets.maskedField(name, value, around)
      if (isName) name = value === 'value' ? around || value : value
      return shown === value ? token : `${JSON.stringify(shown).slice(0, -1)}${end}`
    }
    return token
  })
  return parsedJson(masked) === undefined ? secrets.maskedField('', masked) : masked
}
