import { codeIn, failOnPassingTrouble, parsed, reasonIn } from './answer.mjs'
import { encodeForm } from './form.mjs'
import { patiently } from './patience.mjs'
import { PassingTrouble, Refusal } from './trouble.mjs'

/**
 * Our right to call. One token serves all requests until the service turns it down; requests that need a token at the
 * same time share one errand. When we may not have all scopes, we ask once for those that read.
 *
 * @param {object} wiring
 * @param {ReturnType<typeof import('./line.mjs').createLine>} wiring.line
 * @param {string} wiring.clientId
 * @param {string} wiring.clientSecret
 * @param {string[]} wiring.scopes
 * @param {(milliseconds: number) => Promise<unknown>} [wiring.wait]
 */
export function createToken({ line, clientId, clientSecret, scopes, wait }) {
  let errand
  let latest
  let grants = 0
  const missing = new Set()
  const wanted = () => scopes.filter((scope) => !missing.has(scope))

  async function request() {
    const body = encodeForm({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: wanted().join(' '),
    })
    const { status, headers, text } = await line.send({ method: 'POST', path: '/oauth/token', body })
    failOnPassingTrouble(status, headers)
    const grant = parsed(text)
    if (codeIn(grant) === 'invalid_scope' && wanted().some(isWriting) && !wanted().every(isWriting)) {
      for (const scope of wanted().filter(isWriting)) missing.add(scope)
      return request()
    }
    if (status !== 200) throw new Refusal(status, reasonIn(grant), codeIn(grant))
    if (!grant?.access_token) throw new PassingTrouble('The token answer holds no access_token')
    grants += 1
    latest = grant
    return grant
  }

  /** The grant we hold; fetched when there is none. A failed errand is forgotten, so that the next call can try again. */
  function held() {
    errand ??= patiently(request, { wait, now: line.now }).catch((trouble) => {
      errand = undefined
      throw trouble
    })
    return errand
  }

  return {
    held,
    /** Another grant than `turnedDown`. When somebody has renewed it meanwhile, that one. */
    renewed(turnedDown) {
      if (latest === turnedDown) latest = errand = undefined
      return held()
    },
    /** True when we know that we do not hold a scope. */
    lacks: (scope) => missing.has(scope),
    /** Notes a scope that a call was refused for. */
    lost: (scope) => void missing.add(scope),
    /** How many tokens we have been given so far. */
    grants: () => grants,
  }
}

const isWriting = (scope) => scope.endsWith('_set')
