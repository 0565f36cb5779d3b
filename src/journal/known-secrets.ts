/** Masks known secrets wherever a client sends them: in a path, a header, or a field with any name. */

import { literalPattern } from '../base/literal-pattern.ts'
import { MASK } from '../base/mask.ts'
import { undoneEscapes } from './escapes.ts'
import type { RequestRecord } from './request-record.ts'

/** Shorter secrets occur by chance in too many texts. */
const MIN_SECRET_LENGTH = 6
/** The format of tokens; other values may have it too. */
const TOKENS_IN_TEXT = '(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])'
/** What an escape begins with: a text without it is searched once. */
const ESCAPES_IN_TEXT = '%[0-9a-fA-F]{2}|\\\\["\\\\/u]|[Bb][Aa][Ss][Ii][Cc][\\s+%]'
/** Between the parts of an address, a form, a header or a text in JSON; `Basic` stays with its credentials. */
const PARTS = /(\\?["']|[&=;,?/]+|(?<!basic)\s+)/i
const TOKEN_PATTERN = /^[0-9a-f]{40}$/

/** The texts of a record that a client has sent as they are. */
const SENT_TEXTS = ['rawPath', 'query', 'session', 'channel', 'correlation', 'request'] as const

/** Values with the expression that finds them and tokens. */
interface SecretSearch {
  readonly of: readonly string[]
  readonly values: ReadonlySet<string>
  readonly pattern: RegExp
  /** Finds a secret, or an escape that may hide one. */
  readonly suspect: RegExp
}

/** The last one: most sandboxes of a server have the same secrets, and to make the expression takes a third of a new sandbox's time. */
let latestSearch: SecretSearch | undefined

function searchFor(secrets: readonly string[]): SecretSearch {
  if (latestSearch?.of.length === secrets.length && latestSearch.of.every((secret, index) => secret === secrets[index]))
    return latestSearch
  const known = [...new Set(secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH).flatMap(encodingsOf))]
  // the longest first: one may begin with another
  known.sort((a, b) => b.length - a.length)
  const plain = [...known.map(literalPattern), TOKENS_IN_TEXT]
  const escapes = [ESCAPES_IN_TEXT, ...(known.some((text) => text.includes(' ')) ? ['\\+'] : []), ...otherForms(known)]
  const suspect = new RegExp([...plain, ...escapes].join('|'))
  latestSearch = { of: secrets, values: new Set(known), pattern: new RegExp(plain.join('|'), 'g'), suspect }
  return latestSearch
}

/** The secrets of one sandbox. */
export class KnownSecrets {
  readonly #search: SecretSearch
  readonly #isToken: (text: string) => boolean

  /** @param secrets client secrets, passwords, the token of the control API */
  constructor(secrets: readonly string[], isToken: (text: string) => boolean) {
    this.#isToken = isToken
    this.#search = searchFor(secrets)
  }

  containsSecret(text: string): boolean {
    return this.isSuspect(text) && this.mask(text) !== text
  }

  /** True when a text contains a secret, or an escape that may hide one. */
  isSuspect(text: string): boolean {
    return text.length >= MIN_SECRET_LENGTH && this.#search.suspect.test(text)
  }

  /** The text without secrets, also without those that are escaped up to five times: the part with one is masked. */
  mask(text: string): string {
    const masked = this.#maskPlain(text)
    if (!this.#hidesSecret(masked)) return masked
    const parts = masked.split(PARTS).map((part) => (this.#hidesSecret(part) ? MASK : part))
    const shown = parts.join('')
    return this.#hidesSecret(shown) ? MASK : shown
  }

  /** True when a text contains a secret once its escapes are undone, in composed or decomposed characters. */
  #hidesSecret(text: string): boolean {
    if (!this.isSuspect(text)) return false
    const isSecret = (plain: string): boolean => this.#maskPlain(plain) !== plain
    if (isSecret(text.normalize('NFC')) && text !== text.normalize('NFC')) return true
    for (const plain of undoneEscapes(text)) if (isSecret(plain) || isSecret(plain.normalize('NFC'))) return true
    return false
  }

  #maskPlain(text: string): string {
    const { pattern, values } = this.#search
    return text.replace(pattern, (found) =>
      TOKEN_PATTERN.test(found) && !values.has(found) && !this.#isToken(found) ? found : MASK,
    )
  }

  /** Masks the secrets in a request, and where its response repeats them. */
  maskIn(record: RequestRecord): void {
    if (!this.#wasSentIn(record)) return
    const maskAll = (texts: readonly string[]): string[] => texts.map((text) => this.mask(text))
    const maskValues = (of: Readonly<Record<string, string>>): Record<string, string> =>
      Object.fromEntries(Object.entries(of).map(([name, value]) => [name, this.mask(value)]))
    for (const name of [...SENT_TEXTS, 'refusal', 'hint'] as const) {
      const text = record[name]
      if (text !== undefined) record[name] = this.mask(text)
    }
    if (record.pathValues) record.pathValues = maskValues(record.pathValues)
    record.requestHeaders = maskValues(record.requestHeaders)
    if (record.responseHeaders) record.responseHeaders = maskValues(record.responseHeaders)
    if (record.warnings) record.warnings = maskAll(record.warnings)
    if (record.unread) record.unread = maskAll(record.unread)
    if (record.response !== undefined)
      record.response = this.mask(typeof record.response === 'string' ? record.response : record.response.text())
  }

  #wasSentIn(record: RequestRecord): boolean {
    if (SENT_TEXTS.some((name) => this.containsSecret(record[name] ?? ''))) return true
    if (record.unread?.some((text) => this.containsSecret(text))) return true
    for (const name in record.requestHeaders) if (this.containsSecret(record.requestHeaders[name] ?? '')) return true
    return false
  }
}

/** The encodings of a secret: plain, in addresses, in forms, in JSON. */
function encodingsOf(secret: string): readonly string[] {
  const composed = secret.normalize('NFC')
  if (composed !== secret) return [...encodingsOf(composed), ...encodingsAsSent(secret)]
  return encodingsAsSent(secret)
}

/** The expression for characters that may be a secret's in another form: only where a secret has such characters. */
const otherForms = (known: readonly string[]): readonly string[] =>
  known.some((text) => /[^ -~]/.test(text)) ? ['[^ -~\\s]'] : []

function encodingsAsSent(secret: string): readonly string[] {
  const encoded = encodeURIComponent(secret)
  return [secret, encoded, encoded.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()), JSON.stringify(secret).slice(1, -1)]
}
