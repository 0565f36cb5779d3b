/**
 * The tokens and secrets of a recording and of the world it is sent to: what a report must not repeat.
 *
 * @module
 */
import { MASK } from '../base/mask.ts'
import { isSecretLabel, secretsIn, withoutNamed } from './secret-place.ts'
import { spelled } from './secret-spelling.ts'

/** What is shorter is no secret but by its name. */
const SHORTEST = 4
/** Cookies that are shorter are settings. */
const SHORTEST_COOKIE = 16
/** What stands where a secret should, and in other texts too. */
const NO_SECRET = /^(?:basic|bearer|digest|false|masked|none|null|true|undefined)$/i
/** What is longer is masked in pieces: no pattern may be of any length. */
const PIECE = /.{1,1000}/gsu
const BINARY = /^(?:image|font|audio|video)\//i
const AUTHORIZATION = /authorization$/i
const COOKIE = /^(?:set-)?cookie$/i

type JsonMap = Readonly<Record<string, unknown>>

const isMap = (value: unknown): value is JsonMap => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Collects secrets, and masks them wherever they stand. */
export class Secrets {
  readonly #known = new Set<string>()
  /** Any of them, in any spelling; undefined when one came since it was made. */
  #any: RegExp | undefined

  /** Takes note of a secret, and of what it says when it is decoded. */
  add(secret: string): void {
    const spellings = [secret, secret.replaceAll('+', ' ')].flatMap((text) => [text, decoded(text), decoded(decoded(text))])
    for (const text of spellings.flatMap((spelling) => spelling.trim().match(PIECE) ?? [])) {
      if (text.length < SHORTEST || NO_SECRET.test(text) || text.includes(MASK) || this.#known.has(text)) continue
      this.#known.add(text)
      this.#any = undefined
    }
  }

  /** Takes note of what a text names as secret: a body, an address, a sentence. */
  readText(text: string): void {
    const json = jsonIn(text)
    if (json !== undefined) this.readValue(json)
    else for (const secret of secretsIn(text)) this.#addCredentials(secret)
  }

  /** Takes note of every secret in a value, such as a whole recording. */
  readValue(value: unknown, name = ''): void {
    if (typeof value === 'string') this.#readField(name, value)
    else if (typeof value === 'number' && isSecretLabel(name)) this.add(String(value))
    else if (Array.isArray(value)) for (const item of value) this.readValue(item, name)
    else if (isMap(value)) this.#readMap(value, name)
  }

  /** A text without any of them. */
  masked(text: string): string {
    const named = withoutNamed(text)
    this.#any ??= spelled([...this.#known])
    return named.replace(this.#any, MASK)
  }

  /** A value without any of them; @param name what it stands under */
  maskedValue(value: unknown, name = ''): unknown {
    if (Array.isArray(value)) return value.map((item) => this.maskedValue(item, name))
    if (isMap(value))
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
    const kind = typeof mimeType === 'string' ? mimeType : ''
    // A header, a field of a form or query, a cookie.
    if (typeof called === 'string') {
      if (name === 'cookies' && typeof value === 'string' && value.length >= SHORTEST_COOKIE) this.add(value)
      else this.readValue(value, isSecretLabel(name) ? name : called)
      this.readText(called)
    } else if (value !== undefined) this.readValue(value, isSecretLabel(name) ? name : 'value')
    if (typeof text === 'string' && encoding === 'base64') {
      if (!BINARY.test(kind)) this.readText(Buffer.from(text, 'base64').toString('utf8'))
    } else if (text !== undefined) this.readValue(text, isSecretLabel(name) ? name : 'text')
    for (const [key, inner] of Object.entries(rest)) {
      // What a journal knows of a call is masked; the first characters of a token are shown on purpose.
      if (key !== '_understay') this.readValue(inner, isSecretLabel(name) ? name : key)
      if (/[^\w-]/.test(key)) this.readText(key)
    }
  }

  /** A text under a name. */
  #readField(name: string, text: string): void {
    if (COOKIE.test(name)) this.#addCookies(text)
    if (isSecretLabel(name)) {
      if (AUTHORIZATION.test(name)) this.#addCredentials(text.replace(/^[\w-]+\s+/, ''))
      this.#addCredentials(text)
    }
    this.readText(text)
  }

  /** A secret, and the one inside if it is `id:secret` in base64. */
  #addCredentials(text: string): void {
    this.add(text)
    if (!/^[\w+/-]{4,}=*$/.test(text)) return
    const pair = /^[^:\p{Cc}\uFFFD]+:([^\p{Cc}\uFFFD]+)$/u.exec(Buffer.from(text, 'base64').toString('utf8'))
    if (pair?.[1] === undefined) return
    this.add(pair[0])
    this.add(pair[1])
  }

  #addCookies(text: string): void {
    for (const [, value = ''] of text.matchAll(/=\s*"?([^;,\s"]+)/g)) if (value.length >= SHORTEST_COOKIE) this.add(value)
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A map or list that a text holds. */
function jsonIn(text: string): unknown {
  if (!/^\s*[[{"]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
