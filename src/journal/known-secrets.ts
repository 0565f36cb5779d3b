/**
 * Secrets that are known by their value, masked wherever a client sends them: in a path, a header, a field of any name.
 *
 * @module
 */
import { MASK } from '../base/mask.ts'
import type { RequestRecord } from './request-record.ts'

/** Shorter ones stand in too many texts by chance. */
const SHORTEST = 6
/** What tokens of this server look like; other things may look like that too. */
const TOKEN = '(?<![0-9a-f])[0-9a-f]{40}(?![0-9a-f])'
const IS_TOKEN = /^[0-9a-f]{40}$/

/** The secrets of one sandbox. */
export class KnownSecrets {
  readonly #pattern: RegExp
  readonly #values: ReadonlySet<string>
  readonly #isToken: (text: string) => boolean

  /** @param values client secrets, passwords, the token of the control API */
  constructor(values: Iterable<string>, isToken: (text: string) => boolean) {
    this.#isToken = isToken
    const known = [...new Set([...values].filter(({ length }) => length >= SHORTEST).flatMap(spellings))]
    // the longest first: one may begin with another
    known.sort((a, b) => b.length - a.length)
    this.#values = new Set(known)
    this.#pattern = new RegExp([...known.map(escaped), TOKEN].join('|'), 'g')
  }

  /** True when a text holds one. */
  isIn(text: string): boolean {
    return text.length >= SHORTEST && this.mask(text) !== text
  }

  mask(text: string): string {
    return text.replace(this.#pattern, (found) =>
      IS_TOKEN.test(found) && !this.#values.has(found) && !this.#isToken(found) ? found : MASK,
    )
  }

  /** Masks what a request has sent, and what its response repeats of it. */
  maskIn(record: RequestRecord): void {
    if (!this.#isSentIn(record)) return
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

  #isSentIn({
    rawPath,
    query,
    accept,
    userAgent,
    contentType,
    session,
    channel,
    correlation,
    request,
    unread,
    otherHeaders,
  }: RequestRecord): boolean {
    const sent = [rawPath, query, accept, userAgent, contentType, session, channel, correlation, request]
    if (sent.some((text) => text !== undefined && text !== '' && this.isIn(text))) return true
    return [...(unread ?? []), ...Object.values(otherHeaders ?? {})].some((text) => this.isIn(text))
  }
}

/** As it is, as addresses and forms write it, and as JSON does. */
function spellings(secret: string): readonly string[] {
  const encoded = encodeURIComponent(secret)
  return [secret, encoded, encoded.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()), JSON.stringify(secret).slice(1, -1)]
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
