/** How a client handles missing scopes and refused credentials. */
import { mayCall } from '../../auth/grant.ts'
import { groupBy } from '../../base/group-by.ts'
import {
  answerText,
  callName,
  callsAfter,
  type Exchange,
  formField,
  isAnswered,
  isCarriedOut,
  isReplyLost,
  isSameCall,
  TOKEN_OPERATION,
} from '../exchange.ts'
import { isTokenOver } from '../grants.ts'
import { callList, excusedFinding, type Finding, type Findings, idsOf, isClientError, type Rule, type Run } from '../rule.ts'
import { SHARED_AFTER } from '../threads.ts'

const MAX_SECRETS = 2
const ENOUGH_CALLS = 5

/** One finding for each refusal with a code that the program repeated although it had received it. @param about the cause in words */
function repeatedRefusals(
  code: Exchange['refusalCode'],
  { exchanges, programs }: Run,
  what: (call: Exchange) => string | undefined,
  about: (what: string | undefined) => string,
): Findings {
  const refused = exchanges.filter((one) => one.refusalCode === code && !isReplyLost(one))
  const messageOf = (first: Exchange, later: readonly Exchange[]): string =>
    `${callName(first)} was refused ${about(what(first))}, and later ${callList(later)} for the same reason`
  const taken = new Set<Exchange>()
  const offences: Finding[] = []
  const remarks: Finding[] = []
  for (const first of refused) {
    if (taken.has(first)) continue
    const same = refused.filter((one) => one !== first && what(one) === what(first) && !isSameCall(one, first))
    const later = same.filter((one) => programs.hadResponse(one, first))
    const excused = same.filter((one) => programs.isExcused(one, first))
    for (const one of [...later, ...excused]) taken.add(one)
    if (later.length > 0) offences.push({ entries: idsOf(first, ...later), what: messageOf(first, later) })
    if (excused.length > 0) remarks.push(excusedFinding(first, excused, messageOf(first, excused)))
  }
  return { exercised: refused.length > 0, offences, remarks }
}

function checkScopeLost(run: Run): Findings {
  const scopes = new Map(run.operations.map(({ id, scope }) => [id, scope]))
  const scopeOf = ({ operation = '' }: Exchange): string | undefined => scopes.get(operation)
  return repeatedRefusals('scope_not_held', run, scopeOf, (scope) => `for the missing scope ${scope}`)
}

function checkPropertyLost(run: Run): Findings {
  const about = (property: string | undefined): string => `because the client does not administer property ${property}`
  return repeatedRefusals('property_not_administrable', run, ({ property }) => String(property), about)
}

/** The properties of a list, or the one that a call was about; none of a call without a client or a response. */
function propertiesShown(one: Exchange): readonly (number | undefined)[] {
  if (!isAnswered(one) || !one.client) return []
  if (one.operation !== 'listProperties') return [one.property]
  return /"ids":\s*\[([\d,\s]*)\]/.exec(answerText(one))?.[1]?.split(',').map(Number) ?? []
}

function checkOwnToken({ exchanges }: Run): Findings {
  const shown = exchanges.flatMap((one) => propertiesShown(one).map((property) => ({ one, property })))
  const refused = exchanges.filter((one) => one.refusalCode === 'property_not_administrable' && !isReplyLost(one) && one.client)
  const offences = refused.flatMap((one) => {
    const calls = shown.filter(({ property }) => property !== undefined && property === one.property).map((call) => call.one)
    const [other] = calls
    if (!other || calls.some(({ client }) => client === one.client)) return []
    const what = `${callName(one)} was sent with the token of ${one.client}, and property ${one.property} is that of ${other.client}, as ${callName(other)} shows`
    return [{ entries: idsOf(other, one), what }]
  })
  return { exercised: new Set(exchanges.flatMap(({ client }) => client ?? [])).size > 1 && shown.length > 0, offences }
}

function checkRenewalRefused({ exchanges, programs }: Run): Findings {
  const refused = exchanges.filter((one) => one.operation === TOKEN_OPERATION && isClientError(one) && one.refusalCode)
  const dead = exchanges.filter(isTokenOver)
  const offences = refused.flatMap((request) => {
    const since = callsAfter(exchanges, request)
    const renewed = since.findIndex((one) => one.operation === TOKEN_OPERATION && isCarriedOut(one))
    const until = renewed < 0 ? since : since.slice(0, renewed)
    const before = dead.filter((one) => exchanges.indexOf(one) < exchanges.indexOf(request))
    const isKnown = (one: Exchange) => before.some((first) => first.token === one.token && programs.hadResponse(one, first))
    const again = until.filter((one) => isTokenOver(one) && isKnown(one))
    if (again.length === 0) return []
    const what = `${callName(request)} was refused, and ${callList(again)} used the old token again`
    return [{ entries: idsOf(request, ...again), what }]
  })
  return { exercised: refused.some((request) => dead.some((one) => one.real <= request.real)), offences }
}

function checkInvalidClient({ exchanges }: Run): Findings {
  const refused = exchanges.filter((one) => one.operation === TOKEN_OPERATION && one.refusalCode === 'client_unknown')
  // the journal does not keep who is named in an Authorization header
  const clientOf = (one: Exchange): string => formField(one, 'client_id') ?? ''
  const offences = [...groupBy(refused, clientOf)].flatMap(([client, own]) => {
    const who = client === '' ? 'a client' : `client ${client}`
    return own.length > MAX_SECRETS
      ? [{ entries: idsOf(...own), what: `${who} was refused for its secret ${own.length} times: ${callList(own)}` }]
      : []
  })
  return { exercised: refused.length > 0, offences }
}

function checkLeastScope({ exchanges, programs, operations }: Run): Findings {
  const byId = new Map(operations.map((one) => [one.id, one]))
  // `*` allows every call; the scope of a call does not show whether it needs that
  const isFor = (word: string, { operation = '' }: Exchange): boolean => {
    const { scope, method } = byId.get(operation) ?? {}
    return word !== '*' && scope !== undefined && method !== undefined && mayCall([word], scope, method)
  }
  const byClient = groupBy(exchanges, (one) => (one.operation === TOKEN_OPERATION ? undefined : programs.callerOf(one)))
  const offences = [...groupBy(programs.grants, ({ client }) => client)].flatMap(([client, own]): readonly Finding[] => {
    const calls = byClient.get(client) ?? []
    const idle = [...new Set(own.flatMap(({ scopes }) => scopes))].filter((word) => !calls.some((one) => isFor(word, one)))
    const first = own.find(({ scopes }) => scopes.some((scope) => idle.includes(scope)))
    if (calls.length < ENOUGH_CALLS || !first) return []
    const what = `${callName(first.entry)} requested ${idle.join(', ')}, which no call of ${client} needed`
    return [{ entries: idsOf(first.entry), what }]
  })
  return { exercised: programs.grants.length > 0, offences }
}

/** Default user agents of libraries; they do not name the client. */
const LIBRARY_AGENT =
  /^(node|undici|axios|got|okhttp|java|python|curl|wget|guzzle|php|ruby|go-http|libwww|apache-httpclient|dart|reqwest)/i

function checkUserAgent({ exchanges }: Run): Findings {
  const judged = exchanges.filter(({ method }) => method !== 'OPTIONS')
  const [first] = judged.filter(({ requestHeaders }) => LIBRARY_AGENT.test(requestHeaders['user-agent'] ?? 'node'))
  const name = first?.requestHeaders['user-agent'] ?? '(none)'
  const what = first && `${callName(first)} has the User-Agent ${name}, which does not identify the client`
  return { exercised: judged.length > 0, offences: what ? [{ entries: idsOf(first), what }] : [] }
}

export const SCOPE_RULES: readonly Rule[] = [
  {
    id: 'auth/scope-lost',
    severity: 'must',
    title: 'After a missing scope, no other call that needs it is sent',
    measure: `After a call is refused for a missing scope, no other call of the program is refused for the same scope. The same call again is for auth/forbidden-no-retry. Calls in progress do not count. Reported for manual review: calls of a program with threads, sent within ${SHARED_AFTER} of the refusal.`,
    remedy: 'Remember the missing scope, skip the calls that need it, and report it once.',
    source: 'RFC 6750 section 3.1',
    risk: 'Threads that learn of the refusal late: 250 ms are allowed.',
    needs: ['refusal-codes', 'tokens'],
    check: checkScopeLost,
  },
  {
    id: 'auth/property-lost',
    severity: 'must',
    title: 'After a refused property, no other call for it is sent',
    measure: `After a call is refused for its property, no other call of the program for that property is refused for this reason. Reported for manual review: calls of a program with threads, sent within ${SHARED_AFTER} of the refusal.`,
    remedy: 'Stop work on the property at the first 403, list the properties again, and report it once.',
    source: 'spec "Authentication"',
    risk: 'Threads that learn of the refusal late: 250 ms are allowed.',
    needs: ['refusal-codes', 'tokens'],
    check: checkPropertyLost,
  },
  {
    id: 'auth/own-token',
    severity: 'must',
    title: 'Each call has the token of the client that administers its property',
    measure: 'No call of a client is refused for a property that only another client of the run lists or uses with success.',
    remedy: 'Store with each property the client that administers it, and take the token from there.',
    source: 'spec "Authentication"',
    risk: 'A program that tries out which properties a client administers.',
    needs: ['refusal-codes', 'tokens'],
    check: checkOwnToken,
  },
  {
    id: 'auth/renewal-refused',
    severity: 'must',
    title: 'A refused token is not used again after its renewal failed',
    measure: 'After a token request is refused, no call of the program uses a token that was refused before.',
    remedy: 'Stop, and report why the token request was refused.',
    source: 'RFC 6749 section 5.2',
    risk: 'None known.',
    needs: ['refusal-codes', 'tokens'],
    check: checkRenewalRefused,
  },
  {
    id: 'auth/invalid-client-stop',
    severity: 'must',
    title: 'Wrong credentials are not retried repeatedly',
    measure: `Token requests of a client are refused for its secret at most ${MAX_SECRETS} times in a run.`,
    remedy: 'Stop after the first refusal and report it to a person: many services lock clients out.',
    source: 'RFC 6749 section 5.2',
    risk: `A secret that is being changed: ${MAX_SECRETS} attempts are allowed.`,
    needs: ['refusal-codes', 'forms'],
    check: checkInvalidClient,
  },
  {
    id: 'auth/least-scope',
    severity: 'info',
    title: 'Tokens have only the scopes that are needed',
    measure: `A client with ${ENOUGH_CALLS} or more calls requests no scope that none of its calls needed, with whichever token.`,
    remedy: 'Request fewer scopes, to limit the damage of a leaked token.',
    source: 'RFC 6750 section 5.3',
    risk: 'Only reported: a run may show only a part of the work, and `*` also administers properties of others.',
    needs: ['tokens', 'forms'],
    check: checkLeastScope,
  },
  {
    id: 'auth/user-agent',
    severity: 'info',
    title: 'User-Agent identifies the client',
    measure: 'User-Agent names the client, not only the library that sends the request.',
    remedy: 'Send User-Agent with product and version, as in northern-rooms/2.3.',
    source: 'RFC 9110 section 10.1.5',
    risk: 'Only reported.',
    check: checkUserAgent,
  },
]
