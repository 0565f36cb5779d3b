/**
 * Responses before they are written: status, headers, body.
 *
 * @module
 */

/** A response as text or as a stream of text. */
export interface ApiResponse {
  readonly status: number
  readonly headers: Record<string, string>
  /** Null where there is no body; a stream is sent as it comes. */
  readonly body: string | AsyncIterable<string> | null
  /** What the body was made of, where it can be made again. */
  readonly value?: unknown
  /** True where the connection is closed instead of sending a response. */
  readonly cut?: true
}

const JSON_TYPE = 'application/json; charset=utf-8'
/** HTTP forbids a body with these. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/** A response with a JSON body; without one where the status allows none. */
export function json(status: number, value: unknown): ApiResponse {
  if (BODILESS.has(status)) return { status, headers: {}, body: null }
  return { status, headers: { 'Content-Type': JSON_TYPE }, body: JSON.stringify(value) }
}

/** What clients accept as one header; some refuse longer ones. */
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

/** The header that suggests what an unknown request may have meant. */
export const HINT_HEADER = 'X-Understay-Hint'
/** The header that names the faults that affected a request. */
export const FAULT_HEADER = 'X-Understay-Fault'
