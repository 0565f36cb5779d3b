/** The tokens and secrets of a recording and of the world of the replay, which a report must not show. */

import { isJsonMap, type JsonMap } from '../base/json-map.ts'
import { MASK } from '../base/mask.ts'
import { parsedJson } from '../base/parsed-json.ts'
import { decodedOrSame } from '../base/percent-encoding.ts'
import { isSecretLabel, MAY_CONTAIN_SECRET, secretsIn, withoutNamedSecrets } from './secret-place.ts'
import { anySpellingOf } from './secret-spelling.ts'

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
/** Texts that a recording may also have with another meaning: short ones, numbers, a word, the name of a field. */
const ORDINARY = /^(?:.{0,7}|\d{0,9}|\p{Lu}?[\p{Ll}_]{0,15}|\p{Lu}{0,15})$/su

/** Collects secrets and masks them in texts. */
export class Secrets {
  readonly #known = new Set<string>()
  /** The patterns of all secrets; undefined when one was added since. */
  #any: readonly RegExp[] | undefined
  /** The same without ordinary texts. */
  #distinctive: readonly RegExp[] | undefined

  /** Adds a secret, also decoded. */
  add(secret: string): void {
    const spellings = [secret, secret.replaceAll('+', ' ')].flatMap((text) => [
      text,
      decodedOrSame(text),
      decodedOrSame(decodedOrSame(text)),
    ])
    for (const text of spellings.flatMap((spelling) => spelling.trim().match(PIECE) ?? [])) {
      if (text.length < MIN_SECRET_LENGTH || COMMON_VALUE.test(text) || text.includes(MASK) || this.#known.has(text)) continue
      this.#known.add(text)
      this.#any = this.#distinctive = undefined
    }
  }

  /** Adds the named secrets of a text: a body, an address, a sentence. */
  readText(text: string): void {
    const json = jsonIn(text)
    if (json !== undefined) this.readValue(json)
    else for (const secret of secretsIn(text)) this.#addCredentials(secret)
  }

  /** Adds all secrets in a value, such as a complete recording. */
  readValue(value: unknown, name = ''): void {
    if (typeof value === 'string') this.#readField(name, value)
    else if (typeof value === 'number' && isSecretLabel(name)) this.add(String(value))
    else if (Array.isArray(value)) for (const item of value) this.readValue(item, name)
    else if (isJsonMap(value)) this.#readMap(value, name)
  }

  masked(text: string): string {
    this.#any ??= anySpellingOf([...this.#known])
    return this.#any.reduce((rest, pattern) => rest.replace(pattern, MASK), withoutNamedSecrets(text))
  }

  /** As {@link masked}, without ordinary texts: in an address or a body they may be names. */
  withoutDistinctive(text: string): string {
    this.#distinctive ??= anySpellingOf([...this.#known].filter((known) => !ORDINARY.test(known)))
    return this.#distinctive.reduce((rest, pattern) => rest.replace(pattern, MASK), withoutNamedSecrets(text))
  }

  /** The value of a field of a recording: an ordinary text is masked where it is the complete value. */
  maskedField(name: string, value: string): string {
    const isSecret = value !== '' && (isSecretLabel(name) || this.#known.has(value.trim()))
    return isSecret ? MASK : this.withoutDistinctive(value)
  }

  /** True for a text that may contain a secret, named or known: all others stay as they are. */
  mayBeIn(text: string): boolean {
    this.#any ??= anySpellingOf([...this.#known])
    return MAY_CONTAIN_SECRET.test(text) || this.#any.some((pattern) => text.search(pattern) >= 0)
  }

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

  #readMap(map: JsonMap, name: string): void {
    const { name: called, value, encoding, text, mimeType, ...rest } = map
    const labelFor = (inner: string): string => (isSecretLabel(name) ? name : inner)
    // A header, a field of a form or query, a cookie.
    if (typeof called === 'string') {
      if (name === 'cookies' && typeof value === 'string' && value.length >= MIN_COOKIE_LENGTH) this.add(value)
      else this.readValue(value, labelFor(called))
      this.readText(called)
    } else if (value !== undefined) this.readValue(value, labelFor('value'))
    if (typeof text === 'string' && encoding === 'base64') {
      if (!BINARY_TYPE.test(String(mimeType ?? ''))) this.readText(Buffer.from(text, 'base64').toString('utf8'))
    } else if (text !== undefined) this.readValue(text, labelFor('text'))
    for (const [key, inner] of Object.entries(rest)) {
      // The note of a journal is masked already, and shows the first characters of tokens on purpose.
      if (key !== '_understay') this.readValue(inner, labelFor(key))
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

const jsonIn = (text: string): unknown => (/^\s*[[{"]/.test(text) ? parsedJson(text) : undefined)
