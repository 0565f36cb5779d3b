import { TransientError } from './errors.mjs'

const TIMEOUT_MS = 15_000

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {Headers} headers
 * @property {string} text
 */

/**
 * Sends single HTTP requests and reads complete responses.
 *
 * @param {object} options
 * @param {string} options.apiUrl
 * @param {(exchange: { method: string, path: string, status: number | string }) => void} options.onExchange called after every exchange
 * @param {typeof globalThis.fetch} [options.fetch]
 */
export function createHttpClient({ apiUrl, onExchange, fetch = globalThis.fetch }) {
  let latestDate = null

  /**
   * @returns {Promise<Answer>}
   * @throws TransientError when no complete response arrived
   */
  async function send({ method, path, headers, body }) {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const response = await fetch(apiUrl + path, { method, headers, body, signal, redirect: 'error' })
      const text = await response.text()
      latestDate = response.headers.get('date')
      onExchange({ method, path, status: response.status })
      return { status: response.status, headers: response.headers, text }
    } catch (error) {
      const why = error.cause?.code ?? error.name
      onExchange({ method, path, status: why })
      throw new TransientError(`${method} ${path} got no complete response (${why})`, { notProcessed: why === 'ECONNREFUSED' })
    }
  }

  /** The time of the service, from the `Date` header of its latest response; the local time without one. */
  const now = () => (latestDate ? new Date(latestDate) : new Date())

  return { send, now }
}
