import { dayOf } from '../days.mjs'
import { MissingScopeError } from './errors.mjs'
import { encodeForm } from './form.mjs'
import { readResponse } from './response.mjs'
import { withRetries } from './retry.mjs'

/**
 * The service for jobs: `get`, `post`, `put` and `remove`, each returning the `data` of the response.
 *
 * - After a 401 the call is repeated once with a new token; after a 403 it is not, because a new token would not help.
 * - When a scope is missing, calls that need it are no longer sent.
 * - Transient errors are retried. A POST, which is not idempotent, is retried only after `findAgain` has checked whether the
 *   previous attempt succeeded.
 *
 * @param {object} options
 * @param {ReturnType<typeof import('./http-client.mjs').createHttpClient>} options.http
 * @param {string} options.product
 * @param {string} [options.channel] the name of the channel manager, sent with every request after the token
 * @param {ReturnType<typeof import('./token.mjs').createToken>} [options.token] without it, calls are those of a visitor
 * @param {(milliseconds: number) => Promise<unknown>} [options.wait]
 */
export function createService({ http, product, channel, token, wait }) {
  function sendWith(grant, { method, path, form }) {
    const headers = {
      Accept: 'application/json',
      ...(grant && { Authorization: `Bearer ${grant.access_token}` }),
      ...(channel && { [`X-${product.toUpperCase()}-channel-name`]: channel }),
    }
    return http.send({ method, path, headers, body: form && encodeForm(form) })
  }

  async function once(request) {
    const grant = await token?.held()
    const answer = await sendWith(grant, request)
    if (answer.status !== 401 || !token) return readResponse(answer, product)
    return readResponse(await sendWith(await token.renewed(grant), request), product)
  }

  /**
   * @returns {Promise<any>} the `data` of the response
   * @throws {import('./errors.mjs').Refusal}
   * @throws {import('./errors.mjs').TransientError} when the last attempt failed
   */
  function call(method, path, { form, findAgain } = {}) {
    let unsure = false
    const beforeRetry = async (error) => {
      unsure ||= !error.notProcessed
      if (method !== 'POST' || !unsure) return undefined
      if (!findAgain) throw error
      const result = await findAgain()
      return result && { result }
    }
    const scope = scopeOf(method, path)
    const attempt = async () => {
      if (token?.lacks(scope)) throw new MissingScopeError(scope)
      return once({ method, path, form }).catch((error) => {
        if (error.status === 403 && error.code === 'forbidden') token?.lost(scope)
        if (method === 'DELETE' && unsure && error.status === 404) return {}
        throw error
      })
    }
    return withRetries(attempt, { wait, now: http.now, beforeRetry })
  }

  return {
    get: (path) => call('GET', path),
    put: (path, form) => call('PUT', path, { form }),
    /** `findAgain` returns the data of the lost response, or undefined when nothing was done. */
    post: (path, { form, findAgain } = {}) => call('POST', path, { form, findAgain }),
    /** Returns an empty object when the response of a successful DELETE was lost. */
    remove: (path) => call('DELETE', path),
    /** The current day of the service, to which arrivals relate. */
    today: () => dayOf(http.now()),
  }
}

/** The scope that a call needs. */
const scopeOf = (method, path) =>
  `${path.startsWith('/favourites') ? 'favourites' : 'properties'}_${method === 'GET' ? 'get' : 'set'}`
