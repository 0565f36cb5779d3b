/**
 * How a client lives with tokens that end.
 *
 * @module
 */
import { type Exchange, type Facts, isAfter, keyOf, named, TOKEN_OPERATION } from './exchange.ts'
import { byToken, type Grant, grantsOf, inHand, isTokenOver } from './grants.ts'
import { type Finding, type Findings, idsOf, type Rule } from './rule.ts'

/** A run, its tokens, and where each call stands in it. */
interface Course {
  readonly exchanges: readonly Exchange[]
  readonly grants: readonly Grant[]
  readonly place: ReadonlyMap<Exchange, number>
}

function courseOf(exchanges: readonly Exchange[], facts: Facts): Course {
  return { exchanges, grants: grantsOf(exchanges, facts), place: new Map(exchanges.map((one, index) => [one, index])) }
}

const uses = ({ exchanges }: Course, { token, entry }: Grant): readonly Exchange[] =>
  exchanges.filter((one) => one.token === token && one !== entry)

const isBefore = ({ place }: Course, a: Exchange, b: Exchange): boolean => (place.get(a) ?? 0) < (place.get(b) ?? 0)

// ---- re-use ----

const ENDING: ReadonlySet<string | undefined> = new Set(['token_unknown', 'token_expired', 'scope_not_held'])

/** The token that made another one needless: in hand, alive, and never refused. */
function needlessBecauseOf(next: Grant, course: Course): Grant | undefined {
  return course.grants.find(
    (old) =>
      old.holder === next.holder &&
      isBefore(course, old.entry, next.entry) &&
      next.entry.at < old.renewableAt &&
      inHand(old, next.entry, course.exchanges) &&
      !uses(course, old).some((use) => ENDING.has(use.refusalCode) && isBefore(course, use, next.entry)),
  )
}

function checkReuse(exchanges: readonly Exchange[], facts: Facts): Findings {
  const course = courseOf(exchanges, facts)
  const offences = course.grants.flatMap((next) => {
    const old = needlessBecauseOf(next, course)
    if (!old) return []
    const left = Math.round((old.endsAt - next.entry.at) / 1000)
    const what = `${named(next.entry)} asked for a token for ${next.holder} although the one from #${old.entry.id} worked and had ${left} s to live`
    return [{ entries: idsOf(old.entry, next.entry), what }]
  })
  const used = course.grants.some((grant) => uses(course, grant).length > 1)
  return { exercised: used || offences.length > 0, offences }
}

// ---- renewal after a refusal ----

/** The refusal that a request for a token answers, if it answers one. */
function causeOf(next: Grant, course: Course): Exchange | undefined {
  const known = byToken(course.grants)
  const cause = course.exchanges.findLast(
    (one) => isTokenOver(one) && isBefore(course, one, next.entry) && known.get(one.token ?? '')?.holder === next.holder,
  )
  if (!cause) return undefined
  const settled = course.grants.some(
    (other) =>
      other.holder === next.holder &&
      isBefore(course, cause, other.entry) &&
      isBefore(course, other.entry, next.entry) &&
      inHand(other, next.entry, course.exchanges),
  )
  return settled ? undefined : cause
}

/** What went wrong after the token of a grant was refused. */
function renewalOffences(over: Grant, course: Course): readonly Finding[] {
  const refusals = uses(course, over).filter(isTokenOver)
  const [first] = refusals
  if (!first) return []
  const renewals = course.grants.filter((grant) => causeOf(grant, course)?.token === over.token)
  return [
    ...renewedTwice(first, renewals),
    ...sentWithDeadToken(refusals),
    ...looped(over, { first, renewals }, course),
    ...gaveUp(over, first, course),
    ...notRepeated(refusals, renewals, course),
  ]
}

function renewedTwice(first: Exchange, renewals: readonly Grant[]): readonly Finding[] {
  if (renewals.length < 2) return []
  const what = `the token of ${named(first)} was refused, and ${renewals.length} new ones were asked for instead of one`
  return [{ entries: idsOf(first, ...renewals.map(({ entry }) => entry)), what }]
}

function sentWithDeadToken(refusals: readonly Exchange[]): readonly Finding[] {
  return refusals.flatMap((one, index) => {
    const again = refusals.slice(index + 1).find((other) => keyOf(other) === keyOf(one) && isAfter(other, one))
    const what = again && `${named(one)} was refused for its token, and sent again with the same token as #${again.id}`
    return again && what !== undefined ? [{ entries: idsOf(one, again), what }] : []
  })
}

interface Renewals {
  readonly first: Exchange
  readonly renewals: readonly Grant[]
}

/** A renewed token that never worked must not be renewed again: that is how loops begin. */
function looped(over: Grant, { first, renewals }: Renewals, course: Course): readonly Finding[] {
  const [next] = renewals
  const worked = uses(course, over).some((use) => !isTokenOver(use))
  if (!next || worked || causeOf(over, course) === undefined) return []
  const what = `${named(first)} was refused with the new token of #${over.entry.id} too, and #${next.entry.id} asked for yet another one: a loop`
  return [{ entries: idsOf(over.entry, first, next.entry), what }]
}

function gaveUp(over: Grant, first: Exchange, course: Course): readonly Finding[] {
  const worked = uses(course, over).some((use) => !isTokenOver(use)) || first.at >= over.endsAt
  const asked =
    course.grants.some(({ entry, holder }) => holder === over.holder && isBefore(course, over.entry, entry)) ||
    course.exchanges.some((one) => one.operation === TOKEN_OPERATION && isBefore(course, first, one))
  if (!worked || asked) return []
  return [{ entries: idsOf(first), what: `${named(first)} was refused for its token, and no new token was asked for` }]
}

function notRepeated(refusals: readonly Exchange[], renewals: readonly Grant[], course: Course): readonly Finding[] {
  const [renewal] = renewals
  if (!renewal?.seen) return []
  return refusals.flatMap((one) => {
    const again = course.exchanges.some(
      (other) => other.operation === one.operation && other.property === one.property && isBefore(course, renewal.entry, other),
    )
    const what = `${named(one)} was refused for its token, #${renewal.entry.id} brought a new one, but the call was not made again`
    return again || isBefore(course, renewal.entry, one) ? [] : [{ entries: idsOf(one, renewal.entry), what }]
  })
}

function checkRenewal(exchanges: readonly Exchange[], facts: Facts): Findings {
  const course = courseOf(exchanges, facts)
  const over = course.grants.filter((grant) => uses(course, grant).some(isTokenOver))
  return { exercised: over.length > 0, offences: over.flatMap((grant) => renewalOffences(grant, course)) }
}

// ---- renewal before the end ----

function checkProactive(exchanges: readonly Exchange[], facts: Facts): Findings {
  const course = courseOf(exchanges, facts)
  const late = course.grants.flatMap((grant) => {
    const refused = uses(course, grant).find((use) => use.refusalCode === 'token_expired' && use.at >= grant.endsAt)
    return refused ? [{ grant, refused }] : []
  })
  const inTime = course.grants.some((next) =>
    course.grants.some((old) => old.holder === next.holder && old !== next && next.entry.at >= old.renewableAt),
  )
  const offences = late.map(({ grant, refused }) => ({
    entries: idsOf(grant.entry, refused),
    what: `${named(refused)} carried the token of #${grant.entry.id} ${Math.round((refused.at - grant.endsAt) / 1000)} s after its end, which expires_in had told`,
  }))
  return { exercised: late.length > 0 || inTime, offences }
}

export const TOKEN_LIFE_RULES: readonly Rule[] = [
  {
    id: 'auth/token-reuse',
    severity: 'must',
    title: 'A token is used until it ends',
    measure:
      'No token for the same client and scopes is asked for while an earlier one works. Allowed: in the last fifth of its life or the last minute, after a refusal, after a lost answer, at the same time.',
    remedy: 'Keep the token with its end (expires_in) and share it between calls, threads and jobs of one client.',
    source: 'spec "Authentication"',
    check: checkReuse,
  },
  {
    id: 'auth/one-renewal',
    severity: 'must',
    title: 'After a refused token: one new token, then the same call again',
    measure:
      'A token that was given out in this run and is refused with 401 leads to exactly one request for a token; the refused call comes again with the new one; if that is refused too, the client stops.',
    remedy: 'Renew in one place that all calls wait for, repeat the refused call once with the new token, and then report.',
    source: 'spec "Authentication"; RFC 6750 section 3.1',
    check: checkRenewal,
  },
  {
    id: 'auth/proactive-renewal',
    severity: 'should',
    title: 'A token is renewed before it ends',
    measure: 'No call carries a token past the end that expires_in told, by the clock of the sandbox.',
    remedy: 'Ask for the next token a little before the end, for instance a minute, instead of waiting for a 401.',
    source: 'RFC 6749 section 5.1',
    check: checkProactive,
  },
]
