/** Masks the personal data of a HAR file. */

import type { Product } from '../../api/product.ts'
import { isJsonMap, type JsonMap } from '../../base/json-map.ts'
import { literalPattern } from '../../base/literal-pattern.ts'
import { formDecodedOrSame } from '../../base/percent-encoding.ts'
import { itemsOf, textOf, valueAt } from '../values.ts'
import { Disguise } from './disguise.ts'
import { personalKind, SERVICE_WORDS } from './personal-fields.ts'
import { maskedPath } from './personal-paths.ts'
import { FORM, respelled, withJsonValues } from './spelling.ts'

/** Texts that may repeat what a request sent. */
const ECHO = /^(?:error|error_description|error_message|message|reason|hint|refusal|warnings|url|detail|_text)$/i
const COOKIE = /^(?:set-)?cookie$/i
/** Shorter words of a request are not looked for in messages. */
const MIN_ECHO = 3

/** The text of a recording with invented personal data. One that is masked already stays as it is. */
export function maskedRecording(text: string, key: () => string, product: Product): string {
  const har: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
  const log = valueAt(har, 'log')
  if (!isJsonMap(log) || !Array.isArray(log['entries']) || log['_masked'] === true) return text
  const disguise = new Disguise(key())
  const hosts = new Set<string>()
  const entries = log['entries'].map((entry: unknown) => {
    const host = /^https?:\/\/([^/?#:]+)/i.exec(String(valueAt(entry, 'request', 'url')))?.[1]
    if (host !== undefined && !/^(?:localhost|[\d.]+|\[.*)$/.test(host)) hosts.add(host)
    return isJsonMap(entry) ? new EntryMask(disguise, product).masked(entry) : entry
  })
  let masked = JSON.stringify({ ...(isJsonMap(har) && har), log: { ...log, _masked: true, entries } }, null, 2)
  for (const [index, host] of [...hosts].entries()) {
    // A name without a dot may be a word of paths and keys as well: it is a host after two slashes, and in a header.
    const name = literalPattern(host)
    const places = host.includes('.') ? name : `(?<=//|"value": ")${name}(?=[:/?#"\\\\])`
    masked = masked.replaceAll(new RegExp(places, 'gi'), `deployment${index === 0 ? '' : `-${index + 1}`}.example`)
  }
  return masked
}

/** Masks one request and its response. */
class EntryMask {
  readonly #disguise: Disguise
  readonly #product: Product
  /** The personal words of the request, in lower case. */
  readonly #sent = new Set<string>()
  #method = 'GET'
  /** True while the words of the request are noted. */
  #asks = true

  constructor(disguise: Disguise, product: Product) {
    this.#disguise = disguise
    this.#product = product
  }

  masked(entry: JsonMap): JsonMap {
    const { request, response, _understay: note } = entry
    const override =
      namedValue(valueAt(request, 'headers'), 'x-http-method-override') ?? namedValue(valueAt(request, 'queryString'), '_method')
    this.#method = override ?? String(valueAt(request, 'method'))
    // twice: a header may repeat a word of the address that comes after it in the file
    this.#part('request', request, entry)
    this.#asks = false
    return {
      ...entry,
      request: this.#part('request', request, entry),
      response: this.#part('response', response, entry),
      ...(isJsonMap(note) && { _understay: JSON.parse(this.#json(JSON.stringify(note))) }),
    }
  }

  /** A part of an entry: its addresses, bodies, and lists of names and values. */
  #part(key: string, part: unknown, holder: JsonMap): unknown {
    if (isJsonMap(part))
      return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, this.#part(name, inner, part)]))
    if (Array.isArray(part)) return part.map((item: unknown) => this.#named(key, item))
    if (key === 'url' && typeof part === 'string') return this.#address(part)
    return key === 'text' && typeof part === 'string' ? this.#text(part, holder) : part
  }

  /** A name and its value: of headers, cookies, a query, a form. */
  #named(list: string, item: unknown): unknown {
    if (!isJsonMap(item) || typeof item['name'] !== 'string' || typeof item['value'] !== 'string') return item
    const { name, value } = item
    if (list === 'cookies') return { ...item, value: this.#disguise.text(value, 'value') }
    if (list !== 'headers') return { ...item, value: this.#value(name, value) }
    if (COOKIE.test(name))
      return { ...item, value: value.replaceAll(/(=)([^;]*)/g, (_, is, inner) => is + this.#disguise.text(inner, 'value')) }
    return { ...item, value: /^(?:referer|location|origin)$/i.test(name) ? this.#address(value) : this.#message(value) }
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
  #text(raw: string, { encoding, mimeType }: JsonMap): string {
    const isBase64 = encoding === 'base64'
    const text = isBase64 ? Buffer.from(raw, 'base64').toString('utf8') : raw
    const masked = this.#body(text, String(mimeType ?? ''))
    if (masked === text) return raw
    return isBase64 ? Buffer.from(masked).toString('base64') : masked
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
const namedValue = (list: unknown, wanted: string): string | undefined =>
  textOf(itemsOf(list).find(([, { name }]) => String(name).toLowerCase() === wanted)?.[1]['value'])
