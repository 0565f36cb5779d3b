/** Masks the personal data of a HAR file. */

import type { Product } from '../../api/product.ts'
import { isJsonMap, type JsonMap } from '../../base/json-map.ts'
import { literalPattern } from '../../base/literal-pattern.ts'
import { MASK } from '../../base/mask.ts'
import { formDecodedOrSame } from '../../base/percent-encoding.ts'
import { withoutCode } from '../../base/secret-name.ts'
import { itemsOf, textOf, valueAt } from '../values.ts'
import { Disguise } from './disguise.ts'
import { type Personal, personalKind, SERVICE_WORDS } from './personal-fields.ts'
import { maskedPath } from './personal-paths.ts'
import { respelled, URL_PART, withJsonValues } from './spelling.ts'

/** Texts that may repeat what a request sent. */
const ECHO = /^(?:error|error_description|error_message|message|reason|hint|refusal|warnings|url|detail|_text)$/i
/** The words that may be looked for in messages: short ones and numbers are not. */
const WORD = /(?!\d{1,4}(?![\p{L}\p{N}]))[\p{L}\p{N}]{3,}/gu
/** Types without tables, contacts and the like, which have personal data without names of fields. */
const MASKED_TYPE =
  /^(?:text\/(?!csv|tab-|(?:x-)?vcard|directory|(?:x-v)?calendar)|(?:image|font|audio|video)\/|application\/(?:[\w.+-]*\+)?(?:json|xml|(?:x-)?javascript)\b)/i
/** The user and password of an address, also of one in a JSON text. */
const CREDENTIALS = /(?<=https?:(?:\\*\/){2})[^/?#\s"'<>]+(?=@)/gi
/** An e-mail address, as a group: programs name whom to write to in their headers. Tried once in a long token. */
const EMAIL = /(?<![\w.+-])([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/
const HOST = /^https?:\/\/(?:\[masked\]@)?(?!(?:localhost|[\d.]+)(?:[/?#:]|$)|\[)([^/?#:]+)/i

/** The text of a recording with invented personal data. One that is masked already stays as it is. */
export function maskedRecording(text: string, key: () => string, product: Product): string {
  const har: unknown = JSON.parse(text.replace(/^\uFEFF/, '').replaceAll(CREDENTIALS, MASK))
  const log = valueAt(har, 'log')
  if (!isJsonMap(log) || !Array.isArray(log['entries']) || log['_masked'] === true) return text
  const disguise = new Disguise(key())
  const urls = log['entries'].map((entry: unknown) => String(valueAt(entry, 'request', 'url')))
  const entries = log['entries'].map((entry: unknown) =>
    isJsonMap(entry) ? new EntryMask(disguise, product, entry).masked() : entry,
  )
  let masked = JSON.stringify({ ...Object(har), log: { ...log, _masked: true, entries } }, null, 2)
  for (const [index, host] of [...new Set(urls.flatMap((url) => HOST.exec(url)?.[1] ?? []))].entries()) {
    // A name without a dot may be a word of paths and keys as well: it is a host after two slashes, and in a header.
    const name = literalPattern(host)
    const places = host.includes('.') ? name : `(?<=(?:\\\\*/){2}(?:\\[masked\\]@)?|"value": ")${name}(?=[:/?#"\\\\])`
    masked = masked.replaceAll(new RegExp(places, 'gi'), `deployment${index === 0 ? '' : `-${index + 1}`}.example`)
  }
  return masked
}

/** Masks one request and its response. */
class EntryMask {
  readonly #disguise: Disguise
  readonly #apiPath: string
  readonly #entry: JsonMap
  readonly #method: string
  /** The personal words of the request, in lower case. */
  readonly #sent = new Set<string>()
  /** True while the words of the request are noted. */
  #asks = true

  constructor(disguise: Disguise, { apiPath }: Product, entry: JsonMap) {
    const { headers, queryString, method } = Object(entry['request'])
    this.#disguise = disguise
    this.#apiPath = apiPath
    this.#entry = entry
    this.#method = namedValue(headers, 'x-http-method-override') ?? namedValue(queryString, '_method') ?? String(method)
  }

  masked(): JsonMap {
    const { request, response, _understay: note } = this.#entry
    // twice: a header may repeat a word of the address that comes after it in the file
    this.#part('request', request)
    this.#asks = false
    return {
      ...this.#entry,
      request: this.#part('request', request),
      response: this.#part('response', response),
      ...(isJsonMap(note) && { _understay: JSON.parse(this.#json(JSON.stringify(note))) }),
    }
  }

  /** A part of an entry: its addresses, its bodies, and values with names: of headers, cookies, a query, a form. */
  #part(key: string, part: unknown, { name, list, encoding, mimeType }: JsonMap = {}): unknown {
    if (Array.isArray(part)) return part.map((item: unknown) => this.#part(key, item))
    if (isJsonMap(part))
      return Object.fromEntries(
        Object.entries(part).map(([inner, value]) => [inner, this.#part(inner, value, { ...part, list: key })]),
      )
    if (typeof part !== 'string' || part === '') return part
    if (key === 'url' || key === 'redirectURL') return withoutCode(this.#address(part))
    if (key === 'value' && typeof name === 'string')
      return list === 'headers'
        ? this.#header(name, part)
        : list === 'cookies'
          ? this.#disguise.text(part, 'value')
          : this.#value(name, part)
    if (key !== 'text') return part
    const text = encoding === 'base64' ? Buffer.from(part, 'base64').toString('utf8') : part
    const masked = this.#body(text, String(mimeType ?? ''))
    if (masked === text) return part
    return encoding === 'base64' ? Buffer.from(masked).toString('base64') : masked
  }

  #header(name: string, value: string): string {
    if (/^(?:set-)?cookie$/i.test(name)) return value.replaceAll(/(?<==)[^;]*/g, (inner) => this.#disguise.text(inner, 'value'))
    if (/^(?:referer|location|origin)$/i.test(name)) return withoutCode(this.#address(value))
    const parts = value.split(EMAIL).map((part, at) => (at % 2 === 0 ? this.#message(part) : this.#disguise.text(part, 'value')))
    return parts.join('')
  }

  /** An address: its path and its query. */
  #address(url: string): string {
    const [, before = '', path = '', query] = /^((?:https?:\/\/[^/?#]*)?)([^?#]*)(?:\?(.*))?$/s.exec(url) ?? []
    const start = path.includes(this.#apiPath) ? path.indexOf(this.#apiPath) + this.#apiPath.length : 0
    const masked = maskedPath(this.#method, path.slice(start), this.#invented)
    return `${before}${path.slice(0, start)}${masked}${query === undefined ? '' : `?${this.#form(query)}`}`
  }

  #form = (form: string): string =>
    form.replaceAll(/(?<=^|&)([^=&]*)=([^&]*)/g, (_, name, raw) => {
      const field = formDecodedOrSame(name)
      return `${name}=${respelled(raw, URL_PART, (value) => this.#value(field, value))}`
    })

  #body(text: string, type: string): string {
    if (/^\s*[[{]/.test(text)) return this.#json(text)
    if (/^multipart\//i.test(type))
      return text.replaceAll(
        /( name="([^"]*)"[^\n]*\r?\n(?:[^\r\n]+\r?\n)*\r?\n)([\s\S]*?)(?=\r?\n--)/g,
        (_, head, name, value) => head + this.#value(name, value),
      )
    if (/urlencoded/i.test(type)) return this.#form(text)
    if (!MASKED_TYPE.test(type)) return ''
    // PHP prints its warnings before the JSON.
    const json = text.search(/[[{]\s*[{"]/)
    return json < 0 ? this.#message(text) : this.#message(text.slice(0, json)) + this.#json(text.slice(json))
  }

  #json = (text: string, inText = false): string => withJsonValues(text, (name, value) => this.#value(name, value, inText))

  /** The value of a field, decoded. It keeps its length. */
  #value(name: string, value: string, inText = false): string {
    const kind = personalKind(name, inText)
    if (kind !== undefined) return this.#invented(value, kind)
    if (/^\s*[[{]/.test(value) && /[\]}]\s*$/.test(value)) return this.#json(value, true)
    return ECHO.test(name) ? this.#message(value) : value
  }

  /** A message: paths in it, and words of the request. A path that repeats that of the request stays equal to it. */
  #message(text: string): string {
    const echoed = (word: string): string => (this.#sent.has(word.toLowerCase()) ? this.#disguise.word(word) : word)
    return text.replaceAll(/(?<=^|[\s"'(])\/[^\s"'<>]+|[\p{L}\p{N}]+/gu, (part) => {
      const masked = part.startsWith('/') ? this.#address(part) : part
      return masked === part ? part.replaceAll(/[\p{L}\p{N}]+/gu, echoed) : masked
    })
  }

  /** Invents words, and notes those of a request. */
  #invented = (text: string, kind: Personal): string => {
    // Case is changed afterwards: some letters become two, of which one is no letter.
    const words = this.#asks ? [...text.matchAll(WORD)].map(([word]) => word.toLowerCase()) : []
    for (const word of words) if (!SERVICE_WORDS.has(word)) this.#sent.add(word)
    return this.#disguise.text(text, kind)
  }
}

const namedValue = (list: unknown, wanted: string): string | undefined =>
  textOf(itemsOf(list).find(([, { name }]) => String(name).toLowerCase() === wanted)?.[1]['value'])
