import { PassingTrouble, Refusal } from './trouble.mjs'

const TOO_MANY = 429
const UNAVAILABLE = 503

/**
 * What an answer means: the `data` of its envelope, a refusal, or trouble that may pass.
 *
 * @param {import('./line.mjs').Answer} answer
 * @param {string} product whose name stands in the header that explains a 204
 * @returns {object} the `data` of the envelope
 * @throws Refusal, PassingTrouble
 */
export function readAnswer({ status, headers, text }, product) {
  failOnPassingTrouble(status, headers)
  if (status === 204) throw new Refusal(204, headers.get(`X-${product}-Error-Message`) ?? 'no reason given')

  const body = parsed(text)
  if (status < 200 || status > 299) throw new Refusal(status, reasonIn(body), codeIn(body))
  if (body?.meta?.error_message) throw new Refusal(body.meta.code, body.meta.error_message)
  if (body?.data === undefined || body.meta?.code !== status) {
    throw new PassingTrouble(`The answer is cut or not the service's: ${JSON.stringify(text.slice(0, 80))}`)
  }
  return body.data
}

/** 429 and 503 say that the request was not taken; after any other 5xx nobody knows. */
export function failOnPassingTrouble(status, headers) {
  if (status < 500 && status !== TOO_MANY) return
  const untouched = status === TOO_MANY || status === UNAVAILABLE
  throw new PassingTrouble(`The service answered ${status}`, { retryAfter: headers.get('Retry-After'), untouched })
}

/** The service has worded its refusals in more than one way over the years. */
export function reasonIn(body) {
  return body?.error_description ?? body?.meta?.error_message ?? body?.error_message ?? body?.error ?? 'no reason given'
}

/** The OAuth error code; a refusal of the service itself has none. */
export const codeIn = (body) => (typeof body?.error === 'string' ? body.error : undefined)

/** @returns the parsed body; undefined when it is no JSON */
export function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
