/** Masks known secrets wherever a client sends them: in a path, a header, or a field with any name. */
import { MASK } from '../base/mask.ts'
import type { RequestRecord } from './request-record.ts'

/** Shorter secrets occur by chance in too many texts. */
const MIN_SECRET_LENGTH = 6
/** The format of tokens; other values may have it too. */
const TOKENS_IN_TEXT = '(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])'
const TOKEN_PATTERN = /^[0-9a-f]{40}$/

/** The texts of a record that a client has sent as they are. */
const SENT_TEXTS = [
  'rawPath',
  'query',
  'accept',
  'userAgent',
  'contentType',
  'session',
  'channel',
  'correlation',
  'request',
] as const satisfies readonly (keyof RequestRecord)[]

/** Values with the expression that finds them and tokens. */
interface SecretSearch {
  readonly of: readonly string[]
  readonly values: ReadonlySet<string>
  readonly pattern: RegExp
}

/** The last one: most sandboxes of a server have the same secrets, and to make the expression takes a third of a new sandbox's time. */
let latestSearch: SecretSearch | undefined

function searchFor(secrets: readonly string[]): SecretSearch {
  if (latestSearch?.of.length === secrets.length && latestSearch.of.every((secret, index) => secret === secrets[index]))
    return latestSearch
  const known = [...new Set(secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH).flatMap(encodingsOf))]
  // the longest first: one may begin with another
  known.sort((a, b) => b.length - a.length)
  const pattern = new RegExp([...known.map(escaped), TOKENS_IN_TEXT].join('|'), 'g')
  latestSearch = { of: secrets, values: new Set(known), pattern }
  return latestSearch
}

/** The secrets of one sandbox. */
export class KnownSecrets {
  readonly #pattern: RegExp
  readonly #values: ReadonlySet<string>
  readonly #isToken: (text: string) => boolean

  /** @param secrets client secrets, passwords, the token of the control API */
  constructor(secrets: readonly string[], isToken: (text: string) => boolean) {
    this.#isToken = isToken
    const { pattern, values } = searchFor(secrets)
    this.#pattern = pattern
    this.#values = values
  }

  /** True when a text contains a secret. */
  containsSecret(text: string): boolean {
    return text.length >= MIN_SECRET_LENGTH && text.search(this.#pattern) >= 0 && this.mask(text) !== text
  }

  mask(text: string): string {
    return text.replace(this.#pattern, (found) =>
      TOKEN_PATTERN.test(found) && !this.#values.has(found) && !this.#isToken(found) ? found : MASK,
    )
  }

  /** Masks the secrets in a request, and where its response repeats them. */
  maskIn(record: RequestRecord): void {
    if (!this.#wasSentIn(record)) return
    const mask = (text: string | undefined): string | undefined => (text === undefined ? undefined : this.mask(text))
    const maskAll = (texts: readonly string[]): string[] => texts.map((text) => this.mask(text))
    const maskValues = (of: Readonly<Record<string, string>>): Record<string, string> =>
      Object.fromEntries(Object.entries(of).map(([name, value]) => [name, this.mask(value)]))
    record.rawPath = this.mask(record.rawPath)
    record.query = this.mask(record.query)
    record.accept = mask(record.accept)
    record.userAgent = mask(record.userAgent)
    record.contentType = mask(record.contentType)
    record.session = mask(record.session)
    record.channel = mask(record.channel)
    record.correlation = mask(record.correlation)
    record.refusal = mask(record.refusal)
    record.hint = mask(record.hint)
    record.request = mask(record.request)
    if (record.pathValues) record.pathValues = maskValues(record.pathValues)
    if (record.otherHeaders) record.otherHeaders = maskValues(record.otherHeaders)
    if (record.responseHeaders) record.responseHeaders = maskValues(record.responseHeaders)
    if (record.warnings) record.warnings = maskAll(record.warnings)
    if (record.unread) record.unread = maskAll(record.unread)
    if (record.response !== undefined)
      record.response = this.mask(typeof record.response === 'string' ? record.response : record.response.text())
  }

  #wasSentIn(record: RequestRecord): boolean {
    for (const name of SENT_TEXTS) {
      const text = record[name]
      if (text !== undefined && this.containsSecret(text)) return true
    }
    if (record.unread?.some((text) => this.containsSecret(text))) return true
    for (const name in record.otherHeaders) if (this.containsSecret(record.otherHeaders[name] ?? '')) return true
    return false
  }
}

/** The encodings of a secret: plain, in addresses, in forms, in JSON. */
function encodingsOf(secret: string): readonly string[] {
  const encoded = encodeURIComponent(secret)
  return [secret, encoded, encoded.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()), JSON.stringify(secret).slice(1, -1)]
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
