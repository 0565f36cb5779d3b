/**
 * How a client handles missing scopes and refused credentials.
 *
 * @module
 */
import type { BookingOperation } from '../../booking-api/contract/operation.ts'
import { type Exchange, type Facts, formOf, isDone, isReplyLost, keyOf, named, TOKEN_OPERATION } from '../exchange.ts'
import { grantsOf, isTokenOver } from '../grants.ts'
import { type Programs, programsOf } from '../programs.ts'
import { ALL, each, type Finding, type Findings, idsOf, list, type Rule } from '../rule.ts'

/** Maximum number of refusals of a client secret. */
const MAX_SECRETS = 2
/** Minimum number of calls with a token to judge its unused scopes. */
const ENOUGH_CALLS = 5

/** One finding for each refusal with a code that the program repeated although it had received it. */
function refusedOn(
  refused: readonly Exchange[],
  programs: Programs,
  what: (call: Exchange) => string | undefined,
  messageOf: (first: Exchange, later: readonly Exchange[]) => string,
): Findings {
  const taken = new Set<Exchange>()
  const offences: Finding[] = []
  for (const first of refused) {
    if (taken.has(first)) continue
    const same = refused.filter((one) => one !== first && what(one) === what(first) && keyOf(one) !== keyOf(first))
    const later = programs.repeats(first, same)
    if (later.length === 0) continue
    for (const one of same) if (programs.knew(one, first)) taken.add(one)
    offences.push({ entries: idsOf(first, ...later), what: messageOf(first, later) })
  }
  return { exercised: refused.length > 0, offences }
}

function checkScopeLost(exchanges: readonly Exchange[], facts: Facts): Findings {
  const scopeOf = new Map(facts.operations.map(({ id, scope }) => [id, scope]))
  const programs = programsOf(exchanges, facts)
  const refused = exchanges.filter((one) => one.refusalCode === 'scope_not_held' && !isReplyLost(one))
  const found = refusedOn(
    refused,
    programs,
    ({ operation = '' }) => scopeOf.get(operation),
    (first, later) => `${named(first)} lacked the scope ${scopeOf.get(first.operation ?? '')}, and ${list(later)} needed it too`,
  )
  const again = smallerTokens(refused, programs)
  return { ...found, offences: [...found.offences, ...again] }
}

/** The same call with another token that has no more scopes; `auth/forbidden-no-retry` does not cover it. */
function smallerTokens(refused: readonly Exchange[], programs: Programs): readonly Finding[] {
  return refused.flatMap((first) => {
    const again = refused.find((one) => keyOf(one) === keyOf(first) && one.token !== first.token && programs.knew(one, first))
    return again
      ? [
          {
            entries: idsOf(first, again),
            what: `${named(first)} lacked a scope, and came again as #${again.id} with another token that lacks it`,
          },
        ]
      : []
  })
}

function checkPropertyLost(exchanges: readonly Exchange[], facts: Facts): Findings {
  return refusedOn(
    exchanges.filter((one) => one.refusalCode === 'property_not_administrable' && !isReplyLost(one)),
    programsOf(exchanges, facts),
    ({ property }) => String(property),
    (first, later) =>
      `${named(first)} was told that property ${first.property} is not its own, and ${list(later)} went there again`,
  )
}

function checkRenewalRefused(exchanges: readonly Exchange[], facts: Facts): Findings {
  const programs = programsOf(exchanges, facts)
  const refused = exchanges.filter(
    (one) => one.operation === TOKEN_OPERATION && one.status >= 400 && one.status < 500 && one.refusalCode,
  )
  const dead = exchanges.filter(isTokenOver)
  const offences = refused.flatMap((request) => {
    const since = exchanges.slice(exchanges.indexOf(request) + 1)
    const renewed = since.findIndex((one) => one.operation === TOKEN_OPERATION && isDone(one))
    const until = renewed < 0 ? since : since.slice(0, renewed)
    const before = dead.filter((one) => exchanges.indexOf(one) < exchanges.indexOf(request))
    const tokens = new Set(before.map(({ token }) => token))
    const again = until.filter(
      (one) => isTokenOver(one) && tokens.has(one.token) && before.some((first) => programs.knew(one, first)),
    )
    return again.length > 0
      ? [
          {
            entries: idsOf(request, ...again),
            what: `${named(request)} brought no new token, and ${list(again)} carried the old one on`,
          },
        ]
      : []
  })
  return { exercised: refused.some((request) => dead.some((one) => one.real <= request.real)), offences }
}

function checkInvalidClient(exchanges: readonly Exchange[]): Findings {
  const refused = exchanges.filter(
    ({ operation, refusalCode }) => operation === TOKEN_OPERATION && refusalCode === 'client_unknown',
  )
  const clientOf = (one: Exchange): string => formOf(one).find(([name]) => name === 'client_id')?.[1] ?? ''
  const offences = [...new Set(refused.map(clientOf))].flatMap((client) => {
    const own = refused.filter((one) => clientOf(one) === client)
    return own.length > MAX_SECRETS
      ? [{ entries: idsOf(...own), what: `client ${client} was refused for its secret ${own.length} times: ${list(own)}` }]
      : []
  })
  return { exercised: refused.length > 0, offences }
}

function checkLeastScope(exchanges: readonly Exchange[], facts: Facts): Findings {
  const needed = new Map(facts.operations.map((operation: BookingOperation) => [operation.id, operation.scope]))
  const grants = grantsOf(exchanges, facts)
  const wide = grants.flatMap((grant) => {
    const used = exchanges.filter((one) => one.token === grant.token && one !== grant.entry)
    const scopes = new Set(used.map(({ operation = '' }) => needed.get(operation)))
    const idle = grant.holder
      .split(' ')
      .slice(1)
      .filter((scope) => ![...scopes].some((one) => one === scope))
    return used.length >= ENOUGH_CALLS && idle.length > 0 ? [{ grant, idle }] : []
  })
  return {
    exercised: grants.length > 0,
    offences: wide.slice(0, 1).map(({ grant, idle }) => ({
      entries: idsOf(grant.entry),
      what: `${named(grant.entry)} asked for ${idle.join(', ')}, which no call needed`,
    })),
  }
}

/** Default user agents of libraries; they do not name the client. */
const LIBRARY =
  /^(node|undici|axios|got|okhttp|java|python|curl|wget|guzzle|php|ruby|go-http|libwww|apache-httpclient|dart|reqwest)/i

function checkUserAgent(exchanges: readonly Exchange[]): Findings {
  const judged = exchanges.filter(({ method }) => method !== 'OPTIONS')
  const [first] = judged.filter(({ requestHeaders }) => LIBRARY.test(requestHeaders['user-agent'] ?? 'node'))
  const name = first?.requestHeaders['user-agent'] ?? 'nothing'
  const found = each(first ? [first] : [], (one) => `${named(one)} calls itself ${name}: the service cannot tell who to write to`)
  return { exercised: judged.length > 0, offences: found.offences }
}

export const SCOPE_RULES: readonly Rule[] = [
  {
    id: 'auth/scope-lost',
    severity: 'must',
    title: 'After a missing scope, nothing else that needs it is tried',
    measure:
      'After a refusal for a scope the same program makes no other call that is refused for the same scope, and does not repeat the call with another token that lacks it. Calls that were under way do not count, and of a program with several threads each may be refused once.',
    remedy: 'Remember the scope that is missing, leave out what needs it, and report it once.',
    source: 'RFC 6750 section 3.1',
    risk: 'Threads that hear late of what another was told: 250 ms are allowed.',
    kinds: ALL,
    needs: ['refusal-codes', 'tokens'],
    check: checkScopeLost,
  },
  {
    id: 'auth/property-lost',
    severity: 'must',
    title: 'A property that is not ours is left alone',
    measure:
      'After a refusal for a property the same program makes no other call for it that is refused so. Of a program with several threads each may be refused once.',
    remedy: 'Drop the property at the first 403, list the properties again, and report it once.',
    source: 'spec "Authentication"',
    risk: 'Threads that hear late of what another was told: 250 ms are allowed.',
    kinds: ALL,
    needs: ['refusal-codes', 'tokens'],
    check: checkPropertyLost,
  },
  {
    id: 'auth/renewal-refused',
    severity: 'must',
    title: 'A dead token is not used on when no new one is given',
    measure: 'After a request for a token was refused, no call of the program carries a token that had been refused before.',
    remedy: 'Stop, and report why no token was given.',
    source: 'RFC 6749 section 5.2',
    risk: 'None known.',
    kinds: ALL,
    needs: ['refusal-codes', 'tokens'],
    check: checkRenewalRefused,
  },
  {
    id: 'auth/invalid-client-stop',
    severity: 'must',
    title: 'Wrong credentials are not tried again and again',
    measure: `A client is refused for its secret at most ${MAX_SECRETS} times in a run.`,
    remedy: 'Stop after the first refusal and tell a person: many services lock clients out.',
    source: 'RFC 6749 section 5.2',
    risk: 'A secret that is being changed: two attempts are allowed.',
    kinds: ALL,
    needs: ['refusal-codes', 'forms'],
    check: checkInvalidClient,
  },
  {
    id: 'auth/least-scope',
    severity: 'info',
    title: 'A token is asked for with the scopes that are needed',
    measure: `A token that carried ${ENOUGH_CALLS} calls or more holds no scope that none of them needed.`,
    remedy: 'Ask for less: a token that leaks then does less harm.',
    source: 'RFC 6750 section 5.3',
    risk: 'Only reported: a run may show a part of the work.',
    kinds: ALL,
    needs: ['tokens', 'forms'],
    check: checkLeastScope,
  },
  {
    id: 'auth/user-agent',
    severity: 'info',
    title: 'The client says who it is',
    measure: 'User-Agent names more than the library that sends the request.',
    remedy: 'Send User-Agent with product and version, as in northern-rooms/2.3.',
    source: 'RFC 9110 section 10.1.5',
    risk: 'Only reported.',
    kinds: ALL,
    needs: [],
    check: checkUserAgent,
  },
]
