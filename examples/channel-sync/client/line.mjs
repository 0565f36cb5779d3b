import { PassingTrouble } from './trouble.mjs'

const PATIENCE_MS = 15_000

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {Headers} headers
 * @property {string} text
 */

/**
 * The bare line to the service: one request, one answer, read to its end.
 *
 * @param {object} wiring
 * @param {string} wiring.apiUrl
 * @param {(exchange: { method: string, path: string, status: number | string }) => void} wiring.heard is told of every exchange
 * @param {typeof globalThis.fetch} [wiring.fetch]
 */
export function createLine({ apiUrl, heard, fetch = globalThis.fetch }) {
  let latestDate = null

  /**
   * @returns {Promise<Answer>}
   * @throws PassingTrouble when no whole answer arrived
   */
  async function send({ method, path, headers, body }) {
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const response = await fetch(apiUrl + path, { method, headers, body, signal, redirect: 'error' })
      const text = await response.text()
      latestDate = response.headers.get('date')
      heard({ method, path, status: response.status })
      return { status: response.status, headers: response.headers, text }
    } catch (error) {
      const why = error.cause?.code ?? error.name
      heard({ method, path, status: why })
      throw new PassingTrouble(`${method} ${path} got no whole answer (${why})`, { untouched: why === 'ECONNREFUSED' })
    }
  }

  /** The service's own time, as its latest answer told it; ours when it did not. */
  const now = () => (latestDate ? new Date(latestDate) : new Date())

  return { send, now }
}
