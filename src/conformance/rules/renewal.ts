/** What a client does when its token is refused. */
import { callName, type Exchange, isSameCall, isSentBefore, TOKEN_OPERATION } from '../exchange.ts'
import { type Grant, isKnownTokenOver } from '../grants.ts'
import type { Programs } from '../programs.ts'
import { callList, excusedFinding, type Finding, type Findings, idsOf, type Rule, type Run, sequences } from '../rule.ts'
import { SHARED_AFTER } from '../threads.ts'
import { causesOf } from '../token-course.ts'

/** What is found after the token of a grant was refused. @param causes the refusal that explains each grant */
function renewalFindings(over: Grant, run: Run, causes: ReadonlyMap<Grant, Exchange>) {
  const refusals = run.programs.usesOf(over).filter(isKnownTokenOver)
  const [first] = refusals
  if (!first) return { offences: [], remarks: [] }
  const renewals = run.programs.grants.filter((grant) => causes.get(grant)?.token === over.token)
  // Threads that request a token one after the other do so although there is a new one already.
  const isFurther = (one: Grant): boolean => !causes.has(one) && isSoonAfter(one, renewals[0], first, run)
  const all = renewalsOf(over, refusals, [renewals, run.programs.grants.filter(isFurther)], run)
  const refused = run.programs.grants.filter(
    (one) => one.holder === over.holder && run.programs.usesOf(one).some(isKnownTokenOver),
  )
  const isCertain = run.programs.timesAdded(over.entry) > refused.length
  const offences = [
    ...renewedTwice(first, isCertain ? all : all.filter((one) => !isFurther(one))),
    ...sentAfterRefusal(refusals, run.programs),
    ...(causes.has(over) ? renewalLoop(over, first, renewals, run) : []),
    ...renewalGivenUp(over, first, run),
    ...notRepeated(refusals, renewals, run),
  ]
  const mayBeOthers = (one: Finding) => ({ ...one, what: `${one.what}, unless programs that share a token did so` })
  return { offences, remarks: !isCertain && all.some(isFurther) ? renewedTwice(first, all).map(mayBeOthers) : [] }
}

/** True for another token for the holder of a new one, while that is valid, and not to a program that was restarted. */
function isSoonAfter({ entry, holder }: Grant, renewal: Grant | undefined, refused: Exchange, run: Run): boolean {
  if (renewal?.holder !== holder || !isSentBefore(renewal.entry, entry) || entry.at >= renewal.renewableAt) return false
  const goesOn = run.programs.usesOf(renewal).some((use) => isSentBefore(entry, use))
  return goesOn || !run.programs.mayBeRestarted(refused, entry)
}

/**
 * The grants that replaced a refused token. A grant to a program that was started in the meantime did not: its token is used, was
 * requested on a connection that never carried the refused one, and repeats no refused call that is not repeated already.
 */
function renewalsOf(
  over: Grant,
  refusals: readonly Exchange[],
  [grants, further]: readonly [readonly Grant[], readonly Grant[]],
  run: Run,
): readonly Grant[] {
  const connections = new Set(run.programs.usesOf(over).flatMap(({ connection }) => connection ?? []))
  const isOwn = ({ entry: { connection } }: Grant): boolean => connection !== undefined && connections.has(connection)
  const open = [...refusals]
  const repeated = (grant: Grant): number => {
    const before = open.length
    for (const use of run.programs.usesOf(grant)) {
      const at = open.findIndex((refused) => isSameCall(refused, use))
      if (at >= 0) open.splice(at, 1)
    }
    return before - open.length
  }
  const own = grants.filter(isOwn)
  for (const grant of own) repeated(grant)
  const isOfProgram = ({ entry }: Grant): boolean => !refusals[0] || !run.programs.isRestarted(refusals[0], entry)
  const counted = grants.filter(isOfProgram)
  const renewals = counted.filter((one) => own.includes(one) || run.programs.usesOf(one).length === 0 || repeated(one) > 0)
  return [...renewals, ...further.filter((one) => repeated(one) > 0)]
}

function renewedTwice(first: Exchange, renewals: readonly Grant[]): readonly Finding[] {
  if (renewals.length < 2) return []
  const requests = renewals.map(({ entry }) => entry)
  const what = `the token of ${callName(first)} was refused, and ${renewals.length} new ones were requested instead of one: ${callList(requests)}`
  return [{ entries: idsOf(first, ...requests), what }]
}

function sentAfterRefusal(refusals: readonly Exchange[], programs: Programs): readonly Finding[] {
  const again = (one: Exchange): Exchange | undefined =>
    refusals.find((other) => isSameCall(other, one) && programs.hadResponse(other, one))
  return sequences(refusals, again).map((calls) => ({ entries: idsOf(...calls), what: repeatedText(calls[0], calls.slice(1)) }))
}

const repeatedText = (first: Exchange, later: readonly Exchange[]): string =>
  `${callName(first)} was refused for its token, and repeated with the same token as ${callList(later)}`

/** True for a token that was accepted, or refused only after its end. */
const workedOrExpired = (over: Grant, refused: Exchange, { programs }: Run): boolean =>
  refused.at >= over.endsAt || programs.usesOf(over).some((use) => !isKnownTokenOver(use))

/** A renewed token that was never accepted must not be renewed again, because that is an endless loop. */
function renewalLoop(over: Grant, first: Exchange, renewals: readonly Grant[], run: Run): readonly Finding[] {
  const [next] = renewals
  if (!next || workedOrExpired(over, first, run)) return []
  const what = `${callName(first)} was also refused with the new token of ${callName(over.entry)}, and ${callName(next.entry)} requested another one: an endless loop`
  return [{ entries: idsOf(over.entry, first, next.entry), what }]
}

function renewalGivenUp(over: Grant, first: Exchange, run: Run): readonly Finding[] {
  const asked =
    run.programs.grants.some(({ entry, holder }) => holder === over.holder && isSentBefore(over.entry, entry)) ||
    run.exchanges.some((one) => one.operation === TOKEN_OPERATION && isSentBefore(first, one))
  if (!workedOrExpired(over, first, run) || asked) return []
  return [{ entries: idsOf(first), what: `${callName(first)} was refused for its token, and no new token was requested` }]
}

function notRepeated(refusals: readonly Exchange[], renewals: readonly Grant[], run: Run): readonly Finding[] {
  const [renewal] = renewals
  if (!renewal?.seen) return []
  return refusals.flatMap((one) => {
    const again = run.exchanges.some(
      (other) => other.operation === one.operation && other.property === one.property && isSentBefore(renewal.entry, other),
    )
    const what = `${callName(one)} was refused for its token and not repeated with the new one of ${callName(renewal.entry)}`
    return again || isSentBefore(renewal.entry, one) ? [] : [{ entries: idsOf(one, renewal.entry), what }]
  })
}

function checkRenewal(run: Run): Findings {
  const causes = causesOf(run)
  const over = run.programs.grants.filter((grant) => run.programs.usesOf(grant).some(isKnownTokenOver))
  const excused = over.flatMap((grant) => {
    const [first, ...later] = run.programs.usesOf(grant).filter(isKnownTokenOver)
    const late = later.filter((one) => first && isSameCall(one, first) && run.programs.isExcused(one, first))
    return first && late.length > 0 ? [excusedFinding(first, late, repeatedText(first, late))] : []
  })
  const found = over.map((grant) => renewalFindings(grant, run, causes))
  return {
    exercised: over.length > 0,
    offences: found.flatMap(({ offences }) => offences),
    remarks: [...excused, ...found.flatMap(({ remarks }) => remarks)],
  }
}

export const RENEWAL_RULES: readonly Rule[] = [
  {
    id: 'auth/one-renewal',
    severity: 'must',
    title: 'After a refused token, one new token is requested and the call repeated',
    measure: `After a token of this run is refused with 401, exactly one new token is requested and the refused call is repeated with it. If the new token is refused too, the client stops. Programs that start at that time with a token each do not count. Reported for manual review: calls of a program with threads, sent within ${SHARED_AFTER} of the refusal, and tokens requested one after the other, where no run without the fault shows that they are too many.`,
    remedy:
      'Renew in one place that all calls wait for, repeat the refused call once with the new token, then report the failure.',
    source: 'spec "Authentication"; RFC 6750 section 3.1',
    risk: 'A client that stops on purpose when its token is refused.',
    needs: ['tokens', 'refusal-codes'],
    check: checkRenewal,
  },
]
