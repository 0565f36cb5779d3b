/**
 * How a client keeps its tokens: used until they end, renewed before they do.
 *
 * @module
 */
import { type Exchange, type Facts, named } from './exchange.ts'
import { type Grant, isTokenOver } from './grants.ts'
import { type Finding, type Findings, idsOf, type Rule } from './rule.ts'
import { type Course, causesOf, courseOf, inHand, isBefore, usesOf } from './token-course.ts'

/** So many tokens in a row, of which none was needed, are a habit: fewer can be a program that was started again. */
const HABIT = 3

/** True after a refusal that makes a token as good as none. */
const isNoUse = (use: Exchange): boolean => isTokenOver(use) || use.refusalCode === 'scope_not_held'

/** A token that was not needed, and the one that made it needless: in hand, alive, and never refused. */
interface Needless {
  readonly next: Grant
  readonly old: Grant
}

function needlessOf(next: Grant, course: Course): Needless | undefined {
  const old = course.grants.find(
    (one) =>
      one.holder === next.holder &&
      isBefore(course, one.entry, next.entry) &&
      next.entry.at < one.renewableAt &&
      inHand(course, one, next.entry) &&
      !usesOf(course, one).some((use) => isNoUse(use) && isBefore(course, use, next.entry)),
  )
  return old && { next, old }
}

/** True when an earlier token went on being used beside a new one, and that for more than one call: two programs, a token each. */
function isShared(next: Grant, course: Course): boolean {
  const goesOn = (old: Grant): boolean => usesOf(course, old).some((use) => isBefore(course, next.entry, use))
  const earlier = course.grants.filter((old) => old.holder === next.holder && isBefore(course, old.entry, next.entry))
  return usesOf(course, next).length > 1 && earlier.some(goesOn)
}

/** Needless tokens of one holder in rows, each unbroken by a token that was called for or shared. */
function rowsOf(grants: readonly Grant[], needless: ReadonlyMap<Grant, Needless>, course: Course): readonly Needless[][] {
  const rows: Needless[][] = [[]]
  for (const grant of grants) {
    const one = needless.get(grant)
    if (one && !isShared(grant, course)) rows.at(-1)?.push(one)
    else if (!one) rows.push([])
  }
  return rows
}

/** True for a row of tokens that shows a habit: the third needless one, or the second when each token was good for one call. */
function isHabit(row: readonly Needless[], course: Course): boolean {
  const tokens = new Set(row.flatMap(({ old, next }) => [old, next]))
  const forOneCall = [...tokens].every((grant) => usesOf(course, grant).length <= 1)
  return row.length >= (forOneCall ? HABIT - 1 : HABIT)
}

function told({ next, old }: Needless): Finding {
  const left = Math.round((old.endsAt - next.entry.at) / 1000)
  const what = `${named(next.entry)} asked for a token for ${next.holder} although the one from #${old.entry.id} worked and had ${left} s to live`
  return { entries: idsOf(old.entry, next.entry), what }
}

function checkReuse(exchanges: readonly Exchange[], facts: Facts): Findings {
  const course = courseOf(exchanges, facts)
  const causes = causesOf(course)
  const needless = new Map(
    course.grants.flatMap((next) => {
      const one = causes.has(next) ? undefined : needlessOf(next, course)
      return one ? [[next, one] as const] : []
    }),
  )
  const holders = new Set(course.grants.map(({ holder }) => holder))
  const rows = [...holders].flatMap((holder) =>
    rowsOf(
      course.grants.filter((grant) => grant.holder === holder),
      needless,
      course,
    ),
  )
  const habits = new Set(rows.filter((row) => isHabit(row, course)).flat())
  const found = [...needless.values()]
  const used = course.grants.some((grant) => usesOf(course, grant).length > 1)
  return {
    exercised: used || found.length > 0,
    offences: found.filter((one) => habits.has(one)).map(told),
    remarks: found.filter((one) => !habits.has(one)).map(told),
  }
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
    measure: `No token for the same client and scopes is asked for while an earlier one works. Allowed: in the last fifth of its life, or the last minute but no more than half of it; after a refusal, after a lost answer, at the same time. Told for a check by eye: a token beside which an earlier one goes on being used (programs with a token each), and what a program that is started again asks for. Broken by ${HABIT} needless tokens in a row, or ${HABIT - 1} where each token carried one call at most.`,
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
