/** Masks the secrets of recorded calls: in values only, so that names, paths and the structure of a body stay. */
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
  const { target, client, session, channel, correlation, requestHeaders, responseHeaders, request, response } = entry
  const path = targetPath(target)
  const query = targetQuery(target)
  return {
    ...entry,
    target: `${secrets.withoutDistinctive(path)}${query && '?'}${maskedForm(query, secrets)}`,
    client: client && secrets.withoutDistinctive(client),
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

/** The last text of a body may be cut. */
const JSON_TOKEN = /"([^"\\]*(?:\\.[^"\\]*)*)(?:("\s*:)|("|\\?$))|-?\d[\d.eE+-]*|[{}[\]]/gs

/** A body as it was written, except for its secrets. */
export function maskedBody(text: string, secrets: Secrets): string {
  if (!secrets.mayBeIn(text)) return text
  if (!/^\s*[[{"]/.test(text)) return secrets.maskedField('', text)
  const outer: string[] = []
  let name = ''
  return text.replace(JSON_TOKEN, (token: string, inside: string | undefined, colon: string | undefined, end = '') => {
    if (token === '{' || token === '[') outer.push(name)
    else if (token === '}' || token === ']') name = outer.pop() ?? ''
    else if (inside === undefined) return secrets.maskedField(name, token) === token ? token : JSON.stringify(MASK)
    else {
      const value = String(parsedJson(`"${inside}"`) ?? inside)
      const around = outer.at(-1) ?? ''
      const masked = colon === undefined ? secrets.maskedField(name, value) : secrets.withoutDistinctive(value)
      if (colon !== undefined) name = isSecretLabel(around) ? around : value
      return masked === value ? token : `${JSON.stringify(masked).slice(0, -1)}${colon ?? end}`
    }
    return token
  })
}
