/** How a client requests and sends tokens. */
import { isUrlencoded, URLENCODED } from '../../base/media-type.ts'
import type { RefusalCode } from '../../domain/refusal.ts'
import {
  callName,
  callsAfter,
  type Exchange,
  isAfter,
  isCarriedOut,
  isReplyLost,
  isSameCall,
  MAX_RETRY_INTERVAL_MS,
  TOKEN_OPERATION,
  waitBetween,
} from '../exchange.ts'
import { FORBIDDEN_CODES } from '../grants.ts'
import {
  callList,
  excusedFinding,
  type Finding,
  type Findings,
  idsOf,
  judgeEach,
  type Rule,
  type Run,
  sequences,
} from '../rule.ts'
import { SHARED_AFTER } from '../threads.ts'

const MALFORMED_TEXTS: Partial<Record<RefusalCode, string>> = {
  grant_type_missing: 'has no grant_type: send grant_type=client_credentials',
  grant_type_unsupported: 'has another grant_type than client_credentials',
  scope_missing: 'has no scope: name the scopes, separated by spaces',
  client_credentials_missing: 'has no client_id and client_secret in its form',
  body_broken: 'has a body that cannot be read as a form',
}

const isTokenRequest = ({ method, operation, refusalCode, aborted }: Exchange): boolean =>
  method !== 'OPTIONS' && !aborted && (operation === TOKEN_OPERATION || refusalCode === 'token_method')

function tokenFormProblem(exchange: Exchange): string | undefined {
  if (exchange.refusalCode === 'token_method') return `${callName(exchange)} is not a POST`
  const type = exchange.requestHeaders['content-type']
  if (!isUrlencoded(type ?? '')) return `${callName(exchange)} was sent as ${type ?? 'no content type'}, not as ${URLENCODED}`
  const problem = exchange.refusalCode && MALFORMED_TEXTS[exchange.refusalCode]
  return problem && `${callName(exchange)} ${problem}`
}

const tokenForm: Rule = {
  id: 'auth/token-form',
  severity: 'must',
  title: 'Token requests are form-encoded',
  measure: `Every token request is a POST of ${URLENCODED} with grant_type, client_id, client_secret (or HTTP Basic) and scope.`,
  remedy: 'Send the fields in the body, form-encoded: no JSON, no multipart, nothing in the URL.',
  source: 'spec "Authentication"; RFC 6749 section 4.4.2',
  risk: 'A client library that is configured to send JSON in one environment only.',
  needs: ['refusal-codes'],
  check: ({ exchanges }) => judgeEach(exchanges.filter(isTokenRequest), tokenFormProblem),
}

const SECRET_IN_URL = /[?&]([^=&]+)=\[masked\]/

const secretInUrl: Rule = {
  id: 'auth/secret-in-url',
  severity: 'must',
  title: 'URLs contain no secret and no token',
  measure: 'No query string contains access_token or client_secret. Checked for token requests and for calls with a token.',
  remedy: 'Send the token in the Authorization header and the secret in the form: URLs are written to logs.',
  source: 'RFC 6750 section 5.3; RFC 6749 section 2.3.1',
  risk: 'None known: proxies and servers log URLs.',
  check: ({ exchanges }) =>
    judgeEach(
      exchanges.filter(
        ({ operation, token, target, requestHeaders }) =>
          operation === TOKEN_OPERATION || token !== undefined || requestHeaders['authorization'] || SECRET_IN_URL.test(target),
      ),
      (exchange) => {
        const field = SECRET_IN_URL.exec(exchange.target)?.[1]
        return field && `${callName(exchange)} has ${decodeURIComponent(field)} in its URL`
      },
    ),
}

const channelName: Rule = {
  id: 'auth/channel-name',
  severity: 'should',
  title: 'Every call with a token names its channel',
  measure:
    'Calls of operations that need a token have the channel-name header. Calls that the service refused for another reason are not checked.',
  remedy: 'Set the header where the client sets the Authorization header.',
  source: 'spec "Authentication" 7; choice `channel_name`',
  risk: 'A client that is not a channel can ignore this rule.',
  check: ({ exchanges, operations, product }) => {
    const closed = new Set(operations.filter(({ scope }) => scope).map(({ id }) => id))
    const judged = exchanges.filter(
      (one) => closed.has(one.operation ?? '') && (isCarriedOut(one) || one.refusalCode === 'channel_name_missing'),
    )
    const bare = judged.filter(({ channel }) => !channel)
    const [first] = bare
    const what =
      first && `${bare.length} of ${judged.length} calls have no ${product.channelName} header; the first is ${callName(first)}`
    return { exercised: judged.length > 0, offences: what === undefined ? [] : [{ entries: idsOf(...bare), what }] }
  },
}

/** The same call, forbidden again, with whichever token. */
function repeatedCall({ exchanges, programs }: Run, refused: Exchange): Exchange | undefined {
  // a token that was requested after the refusal shows that the program knew of it, even that of another thread
  const isRenewed = ({ token = '' }: Exchange): boolean => {
    const entry = token === refused.token ? undefined : programs.granted(token)?.entry
    return entry !== undefined && isAfter(entry, refused)
  }
  const again = callsAfter(exchanges, refused).find(
    (one) =>
      isSameCall(one, refused) &&
      FORBIDDEN_CODES.has(one.refusalCode) &&
      (programs.hadResponse(one, refused) || (isRenewed(one) && !programs.isRestarted(refused, one))),
  )
  return again && waitBetween(refused, again) < MAX_RETRY_INTERVAL_MS ? again : undefined
}

/**
 * True for a token request that was refused for its scopes. It has no token that shows its program: the program of the forbidden
 * call is the only one of the client, and sent it on the same connection or continues with its token.
 */
function isRefusedRenewal({ exchanges, programs, control }: Run, one: Exchange, refused: Exchange): boolean {
  return (
    one.refusalCode === 'scope_invalid' &&
    isAfter(one, refused) &&
    programs.isSameClient(one, refused) &&
    !programs.isThreaded(refused) &&
    (control === undefined || programs.isAdded(one)) &&
    (one.connection === refused.connection || callsAfter(exchanges, one).some(({ token }) => token === refused.token)) &&
    programs.grants.every(({ client, entry }) => client !== one.client || programs.of(entry) === programs.of(refused))
  )
}

/** A token with the same scopes, requested right away although the old one was still valid. */
function renewedInVain(run: Run, refused: Exchange): readonly Finding[] {
  const { exchanges, programs } = run
  const old = programs.granted(refused.token)
  const later = callsAfter(exchanges, refused)
  const added = old && later.find((one) => isSameCall(one, old.entry) && programs.isAddedSoon(one, refused))
  const next = added ?? later.find((one) => programs.hadResponse(one, refused) || isRefusedRenewal(run, one, refused))
  const renewal = programs.grants.find(({ entry }) => entry === next)
  if (
    !next ||
    !old ||
    (renewal?.holder !== old.holder && !isSameCall(next, old.entry)) ||
    next.at >= old.renewableAt ||
    waitBetween(refused, next) >= MAX_RETRY_INTERVAL_MS ||
    // Another program of the client, with a token of its own, made a call between.
    later.some((one) => one.id < next.id && one.token && one.token !== refused.token && programs.isSameClient(one, refused))
  )
    return []
  const what = `${callName(refused)} was forbidden, and ${callName(next)} requested another token with the same scopes, which has the same rights`
  return [{ entries: idsOf(refused, next), what }]
}

function checkForbidden(run: Run): Findings {
  const refused = run.exchanges.filter((one) => FORBIDDEN_CODES.has(one.refusalCode) && !isReplyLost(one))
  const repeated = sequences(refused, (one) => repeatedCall(run, one))
  const findingOf = (calls: (typeof repeated)[number]): Finding => ({
    entries: idsOf(...calls),
    what: `${callName(calls[0])} was forbidden (${calls[0].refusalCode}), and sent again unchanged as ${callList(calls.slice(1))}`,
  })
  return {
    exercised: refused.length > 0,
    offences: [...repeated.map(findingOf), ...refused.flatMap((one) => renewedInVain(run, one))],
    remarks: refused.flatMap((first) => {
      const excused = refused.filter(
        (one) => isSameCall(one, first) && one.token === first.token && run.programs.isExcused(one, first),
      )
      return excused.length > 0 ? [excusedFinding(first, excused, findingOf([first, ...excused]).what)] : []
    }),
  }
}

const forbidden: Rule = {
  id: 'auth/forbidden-no-retry',
  severity: 'must',
  title: 'Forbidden calls are not retried',
  measure: `After a call is refused for its scope or property, the same call is not sent and refused again within ${MAX_RETRY_INTERVAL_MS / 1000} s, with whichever token, and the next call does not request a token with the same scopes, granted or not. Reported for manual review: calls of a program with threads, sent within ${SHARED_AFTER} of the refusal, but no token request beyond those without the fault.`,
  remedy: 'Treat 403 as final and report it to a person. A new token with the same scopes has the same rights.',
  source: 'spec "Authentication"; RFC 6750 section 3.1',
  risk: 'Threads that learn of the refusal late: 250 ms are allowed.',
  needs: ['tokens', 'refusal-codes'],
  check: checkForbidden,
}

export const AUTH_RULES: readonly Rule[] = [tokenForm, secretInUrl, channelName, forbidden]
