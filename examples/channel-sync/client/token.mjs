import { performance } from 'node:perf_hooks'
import { Refusal, TransientError } from './errors.mjs'
import { encodeForm } from './form.mjs'
import { codeIn, parsed, reasonIn, throwIfTransient } from './response.mjs'
import { withRetries } from './retry.mjs'

/** The longest time before its expiry in which a token is renewed; of a short-lived token, the last fifth of its lifetime. */
const RENEWAL_SECONDS = 60

/**
 * The access token. It is reused until shortly before its expiry, or until the service rejects it; concurrent requests share one token request. When the service
 * refuses a scope, the token is requested again with the reading scopes.
 *
 * @param {object} options
 * @param {ReturnType<typeof import('./http-client.mjs').createHttpClient>} options.http
 * @param {string} options.clientId
 * @param {string} options.clientSecret
 * @param {string[]} options.scopes
 * @param {(milliseconds: number) => Promise<unknown>} [options.wait]
 * @param {() => number} [options.elapsed] milliseconds of a clock that never goes back
 */
export function createToken({ http, clientId, clientSecret, scopes, wait, elapsed = () => performance.now() }) {
  let pending
  let latest
  let renewAt
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
    const sentAt = elapsed()
    const { status, headers, text } = await http.send({ method: 'POST', path: '/oauth/token', body })
    throwIfTransient(status, headers)
    const grant = parsed(text)
    if (codeIn(grant) === 'invalid_scope' && wanted().some(isWriting) && !wanted().every(isWriting)) {
      for (const scope of wanted().filter(isWriting)) missing.add(scope)
      return request()
    }
    if (status !== 200) throw new Refusal(status, reasonIn(grant), codeIn(grant))
    if (!grant?.access_token) throw new TransientError('The token response has no access_token')
    grants += 1
    latest = grant
    renewAt = sentAt + usableSeconds(grant.expires_in) * 1000
    return grant
  }

  /** The current grant, requested when there is none or when it is about to expire. After a failure the next call requests it again. */
  function held() {
    if (latest && elapsed() >= renewAt) latest = pending = undefined
    pending ??= withRetries(request, { wait, now: http.now }).catch((error) => {
      pending = undefined
      throw error
    })
    return pending
  }

  return {
    held,
    /** A grant other than `rejected`: the current one if it was renewed in the meantime. */
    renewed(rejected) {
      if (latest === rejected) latest = pending = undefined
      return held()
    },
    /** True for a scope that the token is known to lack. */
    lacks: (scope) => missing.has(scope),
    /** Records a scope for which a call was refused. */
    lost: (scope) => void missing.add(scope),
    /** Number of tokens received so far. */
    grants: () => grants,
  }
}

/** How long a token is used; without an expiry, until it is rejected. */
const usableSeconds = (lifetime = Number.POSITIVE_INFINITY) => lifetime - Math.min(RENEWAL_SECONDS, lifetime / 5)

const isWriting = (scope) => scope.endsWith('_set')
