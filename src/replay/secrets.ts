/** The tokens and secrets of a recording and of the world of the replay, which a report must not show. */

import { getOrInsert } from '../base/get-or-insert.ts'
import { isJsonMap, type JsonMap } from '../base/json-map.ts'
import { MASK } from '../base/mask.ts'
import { parsedJson } from '../base/parsed-json.ts'
import { decodedOrSame } from '../base/percent-encoding.ts'
import { isSecretLabel, MAY_CONTAIN_SECRET, secretsIn, withoutNamedSecrets } from './secret-place.ts'
import { anySpellingOf, WORD } from './secret-spelling.ts'

/** Shorter texts are secrets only when they are named as such. */
const MIN_SECRET_LENGTH = 4
/** Shorter cookies are settings. */
const MIN_COOKIE_LENGTH = 16
/** Values in the place of a secret that also occur in other texts. */
const COMMON_VALUE = /^(?:basic|bearer|digest|false|masked|none|null|true|undefined)$/i
/** Longer secrets are masked in pieces, because patterns have a maximum length. */
const PIECE = /.{1,1000}/gsu
const BINARY_TYPE = /^(?:image|font|audio|video)\//i
const AUTHORIZATION = /authorization$/i
const COOKIE = /^(?:set-)?cookie$/i
const NONE = /^$/
/** Texts that a recording may also have with another meaning, in addresses and names: short ones, numbers, a word. */
const ORDINARY = new RegExp(String.raw`^(?:\p{L}{0,7}|\d{0,9})$|${WORD.source}`, 'u')
/** The same in texts, where a word may be a secret, unless messages have it. */
const COMMON_IN_TEXTS = /^(?:\p{L}{0,7}|\d{0,9}|password|client_secret|access_token)$/iu
/** Fields and headers that have no secret, although a secret may be the same word. */
const PUBLIC_FIELD = /^(?:client_id|grant_type|content-type|accept)$/i
/** What may be a secret although only a name around it says so: no word, no sentence and no day. */
const OPAQUE_VALUE = /^(?!\d{4}-\d\d)(?:\S{16,}|(?=\D*\d)\S{8,})$/

/** Collects secrets and masks them in texts. */
export class Secrets {
  readonly #known = new Set<string>()
  /** The patterns of the secrets but those that a pattern excepts. */
  readonly #patterns = new Map<RegExp, readonly RegExp[]>()
  readonly #inSentences: boolean

  /** @param options false to find no secrets in sentences, which a recording may have with another meaning */
  constructor({ inSentences = true } = {}) {
    this.#inSentences = inSentences
  }

  /** Adds a secret, also decoded. */
  add(secret: string): void {
    const spellings = [secret, secret.replaceAll('+', ' '), secret.normalize('NFC'), secret.normalize('NFD')].flatMap((text) => [
      text,
      decodedOrSame(text),
      decodedOrSame(decodedOrSame(text)),
    ])
    for (const text of spellings.flatMap((spelling) => spelling.trim().match(PIECE) ?? [])) {
      if (text.length < MIN_SECRET_LENGTH || COMMON_VALUE.test(text) || text.includes(MASK) || this.#known.has(text)) continue
      this.#known.add(text)
      this.#patterns.clear()
    }
  }

  /** Adds the named secrets of a text: a body, an address, a sentence. */
  readText(text: string): void {
    const json = jsonIn(text)
    if (json !== undefined) this.readValue(json)
    else for (const secret of secretsIn(text, this.#inSentences)) this.#addCredentials(secret)
  }

  /** Adds all secrets in a value, such as a complete recording. @param around the name of a secret around it */
  readValue(value: unknown, name = '', around = ''): void {
    if (typeof value === 'string') this.#readField(around && OPAQUE_VALUE.test(value) ? around : name, value)
    else if (typeof value === 'number' && isSecretLabel(name)) this.add(String(value))
    else if (Array.isArray(value)) for (const item of value) this.readValue(item, name, around)
    else if (isJsonMap(value)) this.#readMap(value, name, isSecretLabel(name) ? name : around)
  }

  masked = (text: string): string => this.#without(text, NONE)

  /** As {@link masked}, without ordinary texts: an address, or the name of a field. */
  withoutDistinctive = (text: string): string => this.#without(text, ORDINARY)

  /** The value of a field of a recording. Inside it, words are masked too. */
  maskedField(name: string, value: string, around = ''): string {
    if (PUBLIC_FIELD.test(name)) return value
    const isNamed = isSecretLabel(name) || (around !== '' && OPAQUE_VALUE.test(value))
    return value !== '' && (isNamed || this.#known.has(value.trim())) ? MASK : this.#without(value, COMMON_IN_TEXTS)
  }

  /** True for a text that may contain a secret, named or known: all others stay as they are. */
  mayBeIn = (text: string): boolean =>
    MAY_CONTAIN_SECRET.test(text) || this.#but(NONE).some((pattern) => text.search(pattern) >= 0)

  /** A value with all secrets masked. @param name its name */
  maskedValue(value: unknown, name = ''): unknown {
    if (Array.isArray(value)) return value.map((item) => this.maskedValue(item, name))
    if (isJsonMap(value))
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [
          this.masked(key),
          this.maskedValue(inner, isSecretLabel(name) ? name : key),
        ]),
      )
    const isText = typeof value === 'string'
    if (!isText && typeof value !== 'number') return value
    if (isSecretLabel(name) && value !== '') return MASK
    const masked = this.masked(String(value))
    return isText || masked !== String(value) ? masked : value
  }

  #but = (excepted: RegExp): readonly RegExp[] =>
    getOrInsert(this.#patterns, excepted, () => anySpellingOf([...this.#known].filter((known) => !excepted.test(known))))

  #without = (text: string, excepted: RegExp): string =>
    this.#but(excepted).reduce((rest, pattern) => rest.replace(pattern, MASK), withoutNamedSecrets(text, this.#inSentences))

  #readMap(map: JsonMap, name: string, around: string): void {
    const { name: called, value, encoding, text, mimeType, ...rest } = map
    // A header, a field of a form or query, a cookie.
    if (typeof called === 'string') {
      if (name === 'cookies' && typeof value === 'string' && value.length >= MIN_COOKIE_LENGTH) this.add(value)
      else this.readValue(value, called, around)
      this.readText(called)
    } else if (value !== undefined) this.readValue(value, around || 'value', around)
    if (typeof text === 'string' && encoding === 'base64') {
      if (!BINARY_TYPE.test(String(mimeType ?? ''))) this.readText(Buffer.from(text, 'base64').toString('utf8'))
    } else if (text !== undefined) this.readValue(text, 'text', around)
    for (const [key, inner] of Object.entries(rest)) {
      // The note of a journal is masked already, and shows the first characters of tokens on purpose.
      if (key !== '_understay') this.readValue(inner, key, around)
      if (/[^\w-]/.test(key)) this.readText(key)
    }
  }

  #readField(name: string, text: string): void {
    // What follows a cookie that is set are attributes, such as its path.
    if (COOKIE.test(name)) this.#addCookies(/^set-/i.test(name) ? text.replaceAll(/;.*/g, '') : text)
    if (isSecretLabel(name)) {
      if (AUTHORIZATION.test(name)) this.#addCredentials(text.replace(/^[\w-]+\s+/, ''))
      this.#addCredentials(text)
    }
    this.readText(text)
  }

  /** Adds a secret, and the inner one of `id:secret` in base64. */
  #addCredentials(text: string): void {
    this.add(text)
    if (!/^[\w+/-]{4,}=*$/.test(text)) return
    const pair = /^[^:\p{Cc}\uFFFD]+:([^\p{Cc}\uFFFD]+)$/u.exec(Buffer.from(text, 'base64').toString('utf8'))
    if (pair?.[1] === undefined) return
    this.add(pair[0])
    this.add(pair[1])
  }

  #addCookies(text: string): void {
    for (const [, value = ''] of text.matchAll(/=\s*"?([^;,\s"]+)/g)) if (value.length >= MIN_COOKIE_LENGTH) this.add(value)
  }
}

/** Of a number with more digits than a value keeps, the text. */
const LONG_NUMBER = /(?<=[:[,]\s*)\d{16,}(?=\s*[,}\]])/g
const jsonIn = (text: string): unknown =>
  /^\s*[[{"]/.test(text) ? (parsedJson(text.replaceAll(LONG_NUMBER, '"$&"')) ?? parsedJson(text)) : undefined
