import { Refusal, TransientError } from './errors.mjs'

const TOO_MANY = 429
const UNAVAILABLE = 503

/**
 * Reads a response: returns the `data` of its envelope, or throws a refusal or a transient error.
 *
 * @param {import('./http-client.mjs').Answer} answer
 * @param {string} product part of the name of the header that explains a 204
 * @returns {object} the `data` of the envelope
 * @throws Refusal, TransientError
 */
export function readResponse({ status, headers, text }, product) {
  throwIfTransient(status, headers)
  if (status === 204) throw new Refusal(204, headers.get(`X-${product}-Error-Message`) ?? 'no reason given')

  const body = parsed(text)
  if (status < 200 || status > 299) throw new Refusal(status, reasonIn(body), codeIn(body))
  if (body?.meta?.error_message) throw new Refusal(body.meta.code, body.meta.error_message)
  if (body?.data === undefined || body.meta?.code !== status) {
    throw new TransientError(`The response is incomplete or not from the service: ${JSON.stringify(text.slice(0, 80))}`)
  }
  return body.data
}

/** After 429 and 503 the request was not processed; after any other 5xx that is unknown. */
export function throwIfTransient(status, headers) {
  if (status < 500 && status !== TOO_MANY) return
  const notProcessed = status === TOO_MANY || status === UNAVAILABLE
  throw new TransientError(`The service responded with ${status}`, { retryAfter: headers.get('Retry-After'), notProcessed })
}

/** The reason of a refusal, which the service sends in several formats. */
export function reasonIn(body) {
  return body?.error_description ?? body?.meta?.error_message ?? body?.error_message ?? body?.error ?? 'no reason given'
}

/** The OAuth error code; a refusal of the service itself has none. */
export const codeIn = (body) => (typeof body?.error === 'string' ? body.error : undefined)

/** @returns the parsed body; undefined when it is not JSON */
export function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
