/** Responses as values: status, headers, body. */
import { orUndefined } from '../base/caught-error.ts'
import { jsonInParts, type Masking } from './json-parts.ts'

/** A response as text or as a stream of text. */
export interface ApiResponse {
  readonly status: number
  readonly headers: Record<string, string>
  /** Null for no body; a stream is sent as it is produced. */
  readonly body: string | AsyncIterable<string> | null
  /** The value the body was serialized from, if it can be serialized again. */
  readonly value?: unknown
  /** True to close the connection instead of sending a response. */
  readonly cut?: true
}

export const JSON_TYPE = 'application/json; charset=utf-8'
/** Statuses without a body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * A response with a JSON body, or without a body when the status forbids it.
 *
 * @param pause lets other requests run between the parts of a long body; without it the body is serialized at once
 */
export function jsonResponse(status: number, value: unknown, pause?: () => Promise<void>, masking?: Masking): ApiResponse {
  if (BODILESS.has(status)) return { status, headers: {}, body: null }
  return {
    status,
    headers: { 'Content-Type': JSON_TYPE },
    body: pause ? jsonInParts(value, pause, masking) : JSON.stringify(value),
  }
}

/** Maximum length of a header value; some clients refuse longer ones. */
const MAX_HEADER = 2048

/** Encodes a text as a header value: non-ASCII characters percent-encoded, cut to the maximum length. */
export function headerText(text: string): string {
  const whole = text.replace(/[^\x20-\x7e]/gu, (char) => orUndefined(() => encodeURIComponent(char)) ?? '?')
  return whole.length > MAX_HEADER ? `${whole.slice(0, MAX_HEADER)} ...` : whole
}

/** The header that suggests the probable intention of a refused request. */
export const HINT_HEADER = 'X-Understay-Hint'
/** The header that names the faults that affected a request. */
export const FAULT_HEADER = 'X-Understay-Fault'
/** The header of an answer that a scenario invented or changed. */
export const INVENTED_HEADER = 'X-Understay-Invented'
