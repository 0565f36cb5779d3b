/** What a client does when its token is refused. */
import { callName, type Exchange, type Facts, isSameCall, isSentBefore, TOKEN_OPERATION } from '../exchange.ts'
import { type Grant, isKnownTokenOver } from '../grants.ts'
import type { Programs } from '../programs.ts'
import { callList, excusedFinding, type Finding, type Findings, idsOf, type Rule, sequences } from '../rule.ts'
import { SHARED_AFTER } from '../threads.ts'
import { causesOf, type TokenHistory, tokenHistoryOf, usesOf } from '../token-course.ts'

/** Offences after the token of a grant was refused. @param causes the refusal that explains each grant */
function renewalOffences(over: Grant, course: TokenHistory, causes: ReadonlyMap<Grant, Exchange>): readonly Finding[] {
  const refusals = usesOf(course, over).filter(isKnownTokenOver)
  const [first] = refusals
  if (!first) return []
  const renewals = course.grants.filter((grant) => causes.get(grant)?.token === over.token)
  return [
    ...renewedTwice(first, renewalsOf(over, refusals, renewals, course)),
    ...sentAfterRefusal(refusals, course.programs),
    ...(causes.has(over) ? renewalLoop(over, first, renewals, course) : []),
    ...renewalGivenUp(over, first, course),
    ...notRepeated(refusals, renewals, course),
  ]
}

/**
 * The grants that replaced a refused token. A grant to a program that was started in the meantime did not: its token is used, was
 * requested on a connection that never carried the refused one, and repeats no refused call that is not repeated already.
 */
function renewalsOf(
  over: Grant,
  refusals: readonly Exchange[],
  grants: readonly Grant[],
  course: TokenHistory,
): readonly Grant[] {
  const connections = new Set(usesOf(course, over).flatMap(({ connection }) => connection ?? []))
  const isOwn = ({ entry: { connection } }: Grant): boolean => connection !== undefined && connections.has(connection)
  const open = [...refusals]
  const repeated = (grant: Grant): number => {
    const before = open.length
    for (const use of usesOf(course, grant)) {
      const at = open.findIndex((refused) => isSameCall(refused, use))
      if (at >= 0) open.splice(at, 1)
    }
    return before - open.length
  }
  const own = grants.filter(isOwn)
  for (const grant of own) repeated(grant)
  const isOfProgram = ({ entry }: Grant): boolean => !refusals[0] || !course.programs.isRestarted(refusals[0], entry)
  const counted = grants.filter(isOfProgram)
  return counted.filter((grant) => own.includes(grant) || usesOf(course, grant).length === 0 || repeated(grant) > 0)
}

function renewedTwice(first: Exchange, renewals: readonly Grant[]): readonly Finding[] {
  if (renewals.length < 2) return []
  const what = `the token of ${callName(first)} was refused, and ${renewals.length} new ones were requested instead of one`
  return [{ entries: idsOf(first, ...renewals.map(({ entry }) => entry)), what }]
}

function sentAfterRefusal(refusals: readonly Exchange[], programs: Programs): readonly Finding[] {
  const again = (one: Exchange): Exchange | undefined =>
    refusals.find((other) => isSameCall(other, one) && programs.hadResponse(other, one))
  return sequences(refusals, again).map((calls) => ({ entries: idsOf(...calls), what: repeatedText(calls[0], calls.slice(1)) }))
}

const repeatedText = (first: Exchange, later: readonly Exchange[]): string =>
  `${callName(first)} was refused for its token, and repeated with the same token as ${callList(later)}`

/** A renewed token that was never accepted must not be renewed again, because that is an endless loop. */
function renewalLoop(over: Grant, first: Exchange, renewals: readonly Grant[], course: TokenHistory): readonly Finding[] {
  const [next] = renewals
  const worked = usesOf(course, over).some((use) => !isKnownTokenOver(use))
  if (!next || worked) return []
  const what = `${callName(first)} was also refused with the new token of ${callName(over.entry)}, and ${callName(next.entry)} requested another one: an endless loop`
  return [{ entries: idsOf(over.entry, first, next.entry), what }]
}

function renewalGivenUp(over: Grant, first: Exchange, course: TokenHistory): readonly Finding[] {
  const worked = usesOf(course, over).some((use) => !isKnownTokenOver(use)) || first.at >= over.endsAt
  const asked =
    course.grants.some(({ entry, holder }) => holder === over.holder && isSentBefore(over.entry, entry)) ||
    course.exchanges.some((one) => one.operation === TOKEN_OPERATION && isSentBefore(first, one))
  if (!worked || asked) return []
  return [{ entries: idsOf(first), what: `${callName(first)} was refused for its token, and no new token was requested` }]
}

function notRepeated(refusals: readonly Exchange[], renewals: readonly Grant[], course: TokenHistory): readonly Finding[] {
  const [renewal] = renewals
  if (!renewal?.seen) return []
  return refusals.flatMap((one) => {
    const again = course.exchanges.some(
      (other) => other.operation === one.operation && other.property === one.property && isSentBefore(renewal.entry, other),
    )
    const what = `${callName(one)} was refused for its token and not repeated with the new one of ${callName(renewal.entry)}`
    return again || isSentBefore(renewal.entry, one) ? [] : [{ entries: idsOf(one, renewal.entry), what }]
  })
}

function checkRenewal(exchanges: readonly Exchange[], facts: Facts): Findings {
  const course = tokenHistoryOf(exchanges, facts)
  const causes = causesOf(course)
  const over = course.grants.filter((grant) => usesOf(course, grant).some(isKnownTokenOver))
  const excused = over.flatMap((grant) => {
    const [first, ...later] = usesOf(course, grant).filter(isKnownTokenOver)
    const late = later.filter((one) => first && isSameCall(one, first) && course.programs.isExcused(one, first))
    return first && late.length > 0 ? [excusedFinding(first, late, repeatedText(first, late))] : []
  })
  return {
    exercised: over.length > 0,
    offences: over.flatMap((grant) => renewalOffences(grant, course, causes)),
    remarks: excused,
  }
}

export const RENEWAL_RULES: readonly Rule[] = [
  {
    id: 'auth/one-renewal',
    severity: 'must',
    title: 'After a refused token, one new token is requested and the call repeated',
    measure: `After a token of this run is refused with 401, exactly one new token is requested and the refused call is repeated with it. If the new token is refused too, the client stops. Programs that start at that time with a token each do not count. Reported for manual review: calls of a program with threads, sent within ${SHARED_AFTER} of the refusal.`,
    remedy:
      'Renew in one place that all calls wait for, repeat the refused call once with the new token, then report the failure.',
    source: 'spec "Authentication"; RFC 6750 section 3.1',
    risk: 'A client that stops on purpose when its token is refused.',
    needs: ['tokens', 'refusal-codes'],
    check: checkRenewal,
  },
]
