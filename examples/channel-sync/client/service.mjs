import { dayOf } from '../days.mjs'
import { readAnswer } from './answer.mjs'
import { encodeForm } from './form.mjs'
import { patiently } from './patience.mjs'
import { ScopeMissing } from './trouble.mjs'

/**
 * The service, as the jobs see it: `get`, `post`, `put`, `remove`, each giving the `data` of the answer.
 *
 * - A 401 is met with one new token and one repetition; a 403 never is, as no new token would change it.
 * - Once a scope is missing, no call that needs it is sent any more.
 * - Trouble on the way is met with patience. What is written twice by being sent twice (POST) is not repeated before
 *   `findAgain` has looked whether the first one arrived.
 *
 * @param {object} wiring
 * @param {ReturnType<typeof import('./line.mjs').createLine>} wiring.line
 * @param {string} wiring.product
 * @param {string} [wiring.channel] our name as channel manager, sent with every request after the token
 * @param {ReturnType<typeof import('./token.mjs').createToken>} [wiring.token] none: we come as a visitor
 * @param {(milliseconds: number) => Promise<unknown>} [wiring.wait]
 */
export function createService({ line, product, channel, token, wait }) {
  function sendWith(grant, { method, path, form }) {
    const headers = {
      Accept: 'application/json',
      ...(grant && { Authorization: `Bearer ${grant.access_token}` }),
      ...(channel && { [`X-${product.toUpperCase()}-channel-name`]: channel }),
    }
    return line.send({ method, path, headers, body: form && encodeForm(form) })
  }

  async function once(request) {
    const grant = await token?.held()
    const answer = await sendWith(grant, request)
    if (answer.status !== 401 || !token) return readAnswer(answer, product)
    return readAnswer(await sendWith(await token.renewed(grant), request), product)
  }

  /**
   * @returns {Promise<any>} the `data` of the answer
   * @throws {import('./trouble.mjs').Refusal}
   * @throws {import('./trouble.mjs').PassingTrouble} when it did not pass
   */
  function call(method, path, { form, findAgain } = {}) {
    let unsure = false
    const beforeRepeating = async (trouble) => {
      unsure ||= !trouble.untouched
      if (method !== 'POST' || !unsure) return undefined
      if (!findAgain) throw trouble
      const result = await findAgain()
      return result && { result }
    }
    const scope = scopeOf(method, path)
    const attempt = async () => {
      if (token?.lacks(scope)) throw new ScopeMissing(scope)
      return once({ method, path, form }).catch((trouble) => {
        if (trouble.status === 403 && trouble.code === 'forbidden') token?.lost(scope)
        if (method === 'DELETE' && unsure && trouble.status === 404) return {}
        throw trouble
      })
    }
    return patiently(attempt, { wait, now: line.now, beforeRepeating })
  }

  return {
    get: (path) => call('GET', path),
    put: (path, form) => call('PUT', path, { form }),
    /** `findAgain` gives the data that the lost answer would have held, or undefined when nothing was done. */
    post: (path, { form, findAgain } = {}) => call('POST', path, { form, findAgain }),
    /** Gives an empty object when the thing is gone but the answer that said so was lost. */
    remove: (path) => call('DELETE', path),
    /** The service's day, which is the one that counts for arrivals. */
    today: () => dayOf(line.now()),
  }
}

/** The scope that a call needs. */
const scopeOf = (method, path) =>
  `${path.startsWith('/favourites') ? 'favourites' : 'properties'}_${method === 'GET' ? 'get' : 'set'}`
