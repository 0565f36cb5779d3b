/**
 * Answers on their way out: bodies, statuses, headers.
 *
 * @module
 */
import type { Choices } from '../contract/choices.ts'
import { answerKey, type Operation } from '../contract/operation.ts'
import { type Product, renameKeys } from '../contract/product.ts'

/** An answer as text, before it becomes a response. */
export interface Answer {
  readonly status: number
  readonly headers: Record<string, string>
  /** Null where there is no body. */
  readonly body: string | null
  /** What the body was made of, where it can be made again. */
  readonly value?: unknown
  /** True where the connection is cut instead of answering. */
  readonly cut?: true
}

/** What `meta.site` says of a request. */
export interface Site {
  readonly base: string
  readonly url: string
  readonly method: string
}

const JSON_TYPE = 'application/json; charset=utf-8'
const OAUTH_TYPE = 'application/json'
/** HTTP forbids a body with these. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/** An answer with a JSON body; without one where the status allows none. */
export function json(status: number, value: unknown): Answer {
  if (BODILESS.has(status)) return { status, headers: {}, body: null }
  return { status, headers: { 'Content-Type': JSON_TYPE }, body: JSON.stringify(value) }
}

/** `meta.site`, with the address of the site where the operation shows it. */
export function siteOf(site: Site, liveSite: string | undefined): Record<string, string> {
  const { base, url, method } = site
  return liveSite === undefined ? { base, url, method } : { live_site: liveSite, base, url, method }
}

/** What the envelope of a success needs to know. */
export interface SuccessPlace {
  readonly choices: Choices
  readonly product: Product
  readonly site: Site
  readonly liveSite: string
  /** The path's values, as they were sent. */
  readonly path: Readonly<Record<string, string>>
  /** The key of the answer, where it is not the usual one. */
  readonly key: string | undefined
  /** True when the caller asked for the bare value. */
  readonly bare: boolean
}

/** The JSON of entries that never change again, kept as long as they live. */
const texts = new WeakMap<object, string>()

/** The JSON of a value. That of a list of frozen entries is put together from theirs, which are made once. */
function textOf(value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return JSON.stringify(value)
  let text = ''
  for (const entry of value) {
    if (entry === null || typeof entry !== 'object' || !Object.isFrozen(entry)) return JSON.stringify(value)
    let own = texts.get(entry)
    if (own === undefined) texts.set(entry, (own = JSON.stringify(entry)))
    text += text === '' ? own : `,${own}`
  }
  return `[${text}]`
}

/** The answer of an operation that succeeded: always HTTP 200. */
export function ok(operation: Operation, value: unknown, place: SuccessPlace): Answer {
  const named = renameKeys(value, place.product.word)
  if (operation.answer.key === '') {
    const headers = { 'Content-Type': OAUTH_TYPE, 'Cache-Control': 'no-store', Pragma: 'no-cache' }
    return { status: 200, headers, body: JSON.stringify(named) }
  }
  const meta =
    place.choices.meta_site === 'included'
      ? { code: 200, site: siteOf(place.site, operation.liveSite === false ? undefined : place.liveSite) }
      : { code: 200 }
  const key = place.key ?? answerKey(operation, place.path)
  const whole = place.bare ? named : { data: { [key]: named }, meta }
  const body = place.bare ? textOf(named) : `{"data":{${JSON.stringify(key)}:${textOf(named)}},"meta":${JSON.stringify(meta)}}`
  return { status: 200, headers: { 'Content-Type': JSON_TYPE }, body, value: whole }
}

/** What clients take as one header; some refuse longer ones. */
const MAX_HEADER = 2048

/** A text as a header can carry it: printable ASCII, the rest percent-encoded, not too long. */
export function headerText(text: string): string {
  const whole = text.replace(/[^\x20-\x7e]/gu, (char) => {
    try {
      return encodeURIComponent(char)
    } catch {
      return '?'
    }
  })
  return whole.length > MAX_HEADER ? `${whole.slice(0, MAX_HEADER)} ...` : whole
}

/** The header that tells a lost client what it may have meant. */
export const HINT_HEADER = 'X-Understay-Hint'
/** The header that says which faults struck a call. */
export const FAULT_HEADER = 'X-Understay-Fault'

/** Adds what a browser on another origin needs to read an answer. */
export function allowOrigin(headers: Record<string, string>, origin: string, product: Product): void {
  headers['Access-Control-Allow-Origin'] = origin
  headers['Access-Control-Allow-Credentials'] = 'true'
  headers['Access-Control-Max-Age'] = '86400'
  headers['Access-Control-Expose-Headers'] =
    `${product.messageHeader}, ${HINT_HEADER}, ${FAULT_HEADER}, X-Request-Id, X-Correlation-Id`
}

/** The answer to OPTIONS, before any authentication. */
export function preflight(header: (name: string) => string | undefined): Answer {
  const headers: Record<string, string> = { 'Content-Type': 'text/html; charset=UTF-8' }
  if (header('access-control-request-method')) headers['Access-Control-Allow-Methods'] = 'GET, POST, PUT, DELETE, OPTIONS'
  const asked = header('access-control-request-headers')
  if (asked) headers['Access-Control-Allow-Headers'] = asked
  return { status: 200, headers, body: '' }
}
