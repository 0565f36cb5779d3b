/**
 * How a client keeps its tokens: used until they end, renewed before they do.
 *
 * @module
 */
import { type Exchange, type Facts, named } from './exchange.ts'
import { type Grant, isTokenOver } from './grants.ts'
import { type Findings, idsOf, type Rule } from './rule.ts'
import { type Course, courseOf, inHand, isBefore, usesOf } from './token-course.ts'

/** True after a refusal that makes a token as good as none. */
const isNoUse = (use: Exchange): boolean => isTokenOver(use) || use.refusalCode === 'scope_not_held'

/** The token that made another one needless: in hand, alive, and never refused. */
function needlessBecauseOf(next: Grant, course: Course): Grant | undefined {
  return course.grants.find(
    (old) =>
      old.holder === next.holder &&
      isBefore(course, old.entry, next.entry) &&
      next.entry.at < old.renewableAt &&
      inHand(course, old, next.entry) &&
      !usesOf(course, old).some((use) => isNoUse(use) && isBefore(course, use, next.entry)),
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
  const used = course.grants.some((grant) => usesOf(course, grant).length > 1)
  return { exercised: used || offences.length > 0, offences }
}

function checkProactive(exchanges: readonly Exchange[], facts: Facts): Findings {
  const course = courseOf(exchanges, facts)
  const late = course.grants.flatMap((grant) => {
    const refused = usesOf(course, grant).find((use) => use.refusalCode === 'token_expired' && use.at >= grant.endsAt)
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
    id: 'auth/proactive-renewal',
    severity: 'should',
    title: 'A token is renewed before it ends',
    measure: 'No call carries a token past the end that expires_in told, by the clock of the sandbox.',
    remedy: 'Ask for the next token a little before the end, for instance a minute, instead of waiting for a 401.',
    source: 'RFC 6749 section 5.1',
    check: checkProactive,
  },
]
