/** Masks the personal data of a HAR file. */

import type { Product } from '../../api/product.ts'
import { isJsonMap } from '../../base/json-map.ts'
import { formDecodedOrSame } from '../../base/percent-encoding.ts'
import { Disguise } from './disguise.ts'
import { personalKind, SERVICE_WORDS } from './personal-fields.ts'
import { maskedPath } from './personal-paths.ts'
import { FORM, respelled, withJsonValues } from './spelling.ts'

type Json = Record<string, unknown>

/** Texts that may repeat what a request sent. */
const ECHO = /^(?:error|error_description|error_message|message|reason|hint|refusal|warnings|url|detail|_text)$/i
const COOKIE = /^(?:set-)?cookie$/i
const MASKED_HOST = 'deployment.example'
/** Shorter words of a request are not looked for in messages. */
const MIN_ECHO = 3

/** The text of a recording with invented personal data. One that is masked already stays as it is. */
export function maskedRecording(text: string, key: () => string, product: Product): string {
  const har: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
  const log = isJsonMap(har) ? har['log'] : undefined
  if (!isJsonMap(log) || !Array.isArray(log['entries']) || log['_masked'] === true) return text
  const disguise = new Disguise(key())
  const hosts = new Set<string>()
  for (const entry of log['entries']) {
    const url = isJsonMap(entry) && isJsonMap(entry['request']) ? entry['request']['url'] : undefined
    const host = typeof url === 'string' ? /^https?:\/\/([^/?#:]+)/i.exec(url)?.[1] : undefined
    if (host !== undefined && !/^(?:localhost|[\d.]+|\[.*\])$/.test(host)) hosts.add(host)
  }
  const entries = log['entries'].map((entry: unknown) =>
    isJsonMap(entry) ? new EntryMask(disguise, product).masked(entry) : entry,
  )
  let masked = JSON.stringify({ ...(isJsonMap(har) && har), log: { ...log, _masked: true, entries } }, null, 2)
  for (const host of hosts) masked = masked.replaceAll(host, MASKED_HOST)
  return masked
}

/** Masks one request and its response. */
class EntryMask {
  readonly #disguise: Disguise
  readonly #product: Product
  /** The personal words of the request, in lower case. */
  readonly #sent = new Set<string>()
  #method = 'GET'
  /** True while the request is read. */
  #asks = true

  constructor(disguise: Disguise, product: Product) {
    this.#disguise = disguise
    this.#product = product
  }

  masked(entry: Json): Json {
    const request = isJsonMap(entry['request']) ? entry['request'] : {}
    const override = namedValue(request['headers'], 'x-http-method-override') ?? namedValue(request['queryString'], '_method')
    this.#method = override ?? String(request['method'])
    const sent = this.#request(request)
    this.#asks = false
    const response = isJsonMap(entry['response']) ? entry['response'] : {}
    const content = isJsonMap(response['content']) ? response['content'] : {}
    return {
      ...entry,
      request: sent,
      response: {
        ...response,
        ...this.#lists(response),
        content: { ...content, ...this.#text(content, 'text') },
      },
      ...(isJsonMap(entry['_understay']) && { _understay: JSON.parse(this.#json(JSON.stringify(entry['_understay']))) }),
    }
  }

  #request(request: Json): Json {
    const { url, postData } = request
    return {
      ...request,
      ...(typeof url === 'string' && { url: this.#address(url) }),
      ...this.#lists(request),
      ...(isJsonMap(postData) && {
        postData: { ...postData, ...this.#fields(postData, 'params'), ...this.#text(postData, 'text') },
      }),
    }
  }

  #lists = (message: Json): Json => ({
    ...this.#fields(message, 'queryString'),
    ...this.#fields(message, 'headers'),
    ...this.#fields(message, 'cookies'),
  })

  /** Names and values: of headers, cookies, a query, a form. */
  #fields(holder: Json, list: string): Json {
    const items = holder[list]
    if (!Array.isArray(items)) return {}
    const masked = items.map((item: unknown) => {
      if (!isJsonMap(item) || typeof item['name'] !== 'string' || typeof item['value'] !== 'string') return item
      const { name, value } = item
      if (list === 'cookies') return { ...item, value: this.#disguise.text(value, 'value') }
      if (list !== 'headers') return { ...item, value: this.#value(name, value) }
      if (COOKIE.test(name))
        return { ...item, value: value.replaceAll(/(=)([^;]*)/g, (_, is, inner) => is + this.#disguise.text(inner, 'value')) }
      return { ...item, value: /^(?:referer|location|origin)$/i.test(name) ? this.#address(value) : this.#message(value) }
    })
    return { [list]: masked }
  }

  /** An address: its path and its query. */
  #address(url: string): string {
    const [, before = '', path = '', query] = /^((?:https?:\/\/[^/?#]*)?)([^?#]*)(?:\?(.*))?$/s.exec(url) ?? []
    const at = path.indexOf(this.#product.apiPath)
    const start = at < 0 ? 0 : at + this.#product.apiPath.length
    const masked = path.slice(0, start) + this.#path(path.slice(start))
    return `${before}${masked}${query === undefined ? '' : `?${this.#form(query)}`}`
  }

  #path(path: string): string {
    const masked = maskedPath(this.#method, path, this.#disguise)
    for (const [at, segment] of path.split('/').entries())
      if (segment !== masked.split('/')[at]) this.#note(formDecodedOrSame(segment))
    return masked
  }

  #form = (form: string): string =>
    form
      .split('&')
      .map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return value.length === 0
          ? pair
          : `${name}=${respelled(value.join('='), FORM, (text) => this.#value(formDecodedOrSame(name), text))}`
      })
      .join('&')

  /** A body. */
  #text(holder: Json, name: string): Json {
    const raw = holder[name]
    if (typeof raw !== 'string' || raw === '') return {}
    const isBase64 = holder['encoding'] === 'base64'
    const text = isBase64 ? Buffer.from(raw, 'base64').toString('utf8') : raw
    const masked = this.#body(text, String(holder['mimeType'] ?? ''))
    return { [name]: isBase64 && masked !== text ? Buffer.from(masked).toString('base64') : isBase64 ? raw : masked }
  }

  #body(text: string, type: string): string {
    if (/^\s*[[{]/.test(text)) return this.#json(text)
    if (/^multipart\//i.test(type))
      return text.replaceAll(
        /( name="([^"]*)"[^\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n)([\s\S]*?)(?=\r?\n--)/g,
        (_, head, name, value) => head + this.#value(name, value),
      )
    return /urlencoded/i.test(type) ? this.#form(text) : this.#message(text)
  }

  #json = (text: string, inText = false): string => withJsonValues(text, (name, value) => this.#value(name, value, inText))

  /** The value of a field, decoded. It keeps its length. */
  #value(name: string, value: string, inText = false): string {
    const kind = personalKind(name, inText)
    if (kind !== undefined) {
      this.#note(value)
      return this.#disguise.text(value, kind)
    }
    if (/^\s*[[{]/.test(value) && /[\]}]\s*$/.test(value)) return this.#json(value, true)
    return ECHO.test(name) ? this.#message(value) : value
  }

  /** A message: paths in it, and words of the request. */
  #message(text: string): string {
    const paths = text.replaceAll(/(^|[\s"'(])(\/[^\s"'<>]+)/g, (_, before: string, path: string) => before + this.#address(path))
    return paths.replaceAll(/[\p{L}\p{N}]+/gu, (word, at: number) =>
      this.#sent.has(word.toLowerCase()) && text.slice(at, at + word.length) === word ? this.#disguise.word(word) : word,
    )
  }

  #note(value: string): void {
    if (!this.#asks) return
    for (const [word] of value.matchAll(/[\p{L}\p{N}]+/gu))
      if (word.length >= MIN_ECHO && !/^\d{1,4}$/.test(word) && !SERVICE_WORDS.has(word.toLowerCase()))
        this.#sent.add(word.toLowerCase())
  }
}

/** The value of a name in a list of headers or fields. */
function namedValue(list: unknown, wanted: string): string | undefined {
  const found = (Array.isArray(list) ? list : []).find(
    (item: unknown) => isJsonMap(item) && String(item['name']).toLowerCase() === wanted,
  )
  return isJsonMap(found) && typeof found['value'] === 'string' ? found['value'] : undefined
}
