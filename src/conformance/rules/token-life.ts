/** Whether a client reuses its tokens, and renews them before they expire. */
import { groupBy } from '../../base/group-by.ts'
import { callName, type Exchange, type Facts, isSameCall, isSentBefore, MAX_RETRY_INTERVAL_MS, waitBetween } from '../exchange.ts'
import { type Grant, isTokenOver } from '../grants.ts'
import { type Finding, type Findings, idsOf, milliseconds, type Rule, type Run } from '../rule.ts'
import { openingCalls } from '../threads.ts'
import { causesOf, hadReceived } from '../token-course.ts'

/** Number of unneeded tokens in a row that is an offence; fewer can be a program that was restarted. */
const MIN_IN_A_ROW = 3

const makesTokenUseless = (use: Exchange): boolean => isTokenOver(use) || use.refusalCode === 'scope_not_held'

/** An unneeded token, and the earlier one that was still valid and never refused. */
type UnneededToken = Readonly<Record<'next' | 'old', Grant>>

const earlierTokens = ({ holder, entry }: Grant, { programs }: Run): readonly Grant[] =>
  programs.grants.filter((one) => one.holder === holder && isSentBefore(one.entry, entry))

function unneededToken(next: Grant, run: Run): UnneededToken | undefined {
  const old = earlierTokens(next, run).find(
    (one) =>
      next.entry.at < one.renewableAt &&
      hadReceived(run.programs, one, next.entry) &&
      !run.programs.usesOf(one).some((use) => makesTokenUseless(use) && isSentBefore(use, next.entry)),
  )
  return old && { next, old }
}

/** True when an earlier token was used for more than one call beside a new one: two programs have a token each. */
function isShared(next: Grant, run: Run): boolean {
  const goesOn = (old: Grant): boolean => run.programs.usesOf(old).some((use) => isSentBefore(next.entry, use))
  return run.programs.usesOf(next).length > 1 && earlierTokens(next, run).some(goesOn)
}

/** Rows of unneeded tokens of one holder, without a needed or shared token between. */
function rowsOf(grants: readonly Grant[], needless: ReadonlyMap<Grant, UnneededToken>, run: Run): readonly UnneededToken[][] {
  const rows: UnneededToken[][] = [[]]
  for (const grant of grants) {
    const one = needless.get(grant)
    if (one && !isShared(grant, run) && !isRestart(one, run)) rows.at(-1)?.push(one)
    else if (!one) rows.push([])
  }
  return rows
}

/** True for a row that is an offence: three unneeded tokens, or two when each token was used for one call. */
function isOffence(row: readonly UnneededToken[], run: Run): boolean {
  const tokens = new Set(row.flatMap(({ old, next }) => [old, next]))
  const forOneCall = [...tokens].every((grant) => run.programs.usesOf(grant).length <= 1)
  return row.length >= (forOneCall ? MIN_IN_A_ROW - 1 : MIN_IN_A_ROW)
}

/** True when a token belongs to a restarted program: all its connections had closed, or it begins with the same call, or after a pause. */
function isRestart(unneeded: UnneededToken, run: Run): boolean {
  const { next } = unneeded
  const before = earlierTokens(next, run)
  const last = before.flatMap((grant) => run.programs.usesOf(grant)).filter((use) => isSentBefore(use, next.entry))
  if (run.programs.mayBeRestarted(last.at(-1) ?? unneeded.old.entry, next.entry)) return true
  if (takesMilliseconds(unneeded) && openingCalls([...before.map(({ entry }) => entry), ...last]).size > 0) return false
  const [first] = run.programs.usesOf(next)
  const beginsAgain = before.some((grant) => {
    const [own, ...others] = run.programs.usesOf(grant)
    return own !== undefined && first !== undefined && others.length > 0 && isSameCall(own, first)
  })
  return beginsAgain || (last.length > 0 && last.every((use) => waitBetween(use, next.entry) >= MAX_RETRY_INTERVAL_MS))
}

/** True when a token was replaced as if expires_in were milliseconds. */
function takesMilliseconds({ next, old }: UnneededToken): boolean {
  const shares = (next.entry.at - old.entry.at) / ((old.endsAt - old.entry.at) / 1000)
  return shares >= 0.5 && shares <= 2
}

/** @param inMilliseconds whether the token was replaced as if expires_in were milliseconds */
function findingOf({ next, old }: UnneededToken, run: Run, inMilliseconds = false): Finding {
  const lastUse = run.programs.usesOf(old).findLast((use) => isSentBefore(use, next.entry)) ?? old.entry
  const isBetween = (one: Exchange): boolean => isSentBefore(lastUse, one) && isSentBefore(one, next.entry)
  const bare = run.exchanges.findLast((one) => one.refusalCode === 'token_missing' && isBetween(one))
  const loss = bare ? `, after ${callName(bare)} was sent without a token` : ''
  const guess = inMilliseconds ? ', as if expires_in were milliseconds' : loss
  const left = Math.round((old.endsAt - next.entry.at) / 1000)
  const what = `${callName(next.entry)} requested a token for ${next.holder} although that of ${callName(old.entry)} was valid for another ${left} s${guess}`
  return { entries: idsOf(old.entry, next.entry), what }
}

function checkReuse(run: Run): Findings {
  const causes = causesOf(run)
  const needless = new Map(
    run.programs.grants.flatMap((next) => {
      const one = causes.has(next) ? undefined : unneededToken(next, run)
      return one ? [[next, one] as const] : []
    }),
  )
  const rows = [...groupBy(run.programs.grants, ({ holder }) => holder).values()].flatMap((grants) =>
    rowsOf(grants, needless, run),
  )
  const habits = new Set(rows.filter((row) => isOffence(row, run)).flat())
  const found = [...needless.values()]
  const used = run.programs.grants.some((grant) => run.programs.usesOf(grant).length > 1)
  return {
    exercised: used || found.length > 0,
    offences: found.filter((one) => habits.has(one)).map((one) => findingOf(one, run, takesMilliseconds(one))),
    remarks: found.filter((one) => !habits.has(one)).map((one) => findingOf(one, run)),
  }
}

/** True when the client could know that the token had expired. With a fast clock a token expires earlier in real time. */
function isForeseeable({ entry, endsAt }: Grant, use: Exchange, { speed = 1 }: Facts): boolean {
  return speed <= 1 || use.real - entry.real >= endsAt - entry.at
}

const lateness = (ms: number): string => (ms < 1 ? 'at the moment when' : `${milliseconds(ms)} after`)

function checkProactive(run: Run): Findings {
  const late = run.programs.grants.flatMap((grant) => {
    const refused = run.programs.usesOf(grant).find((use) => use.refusalCode === 'token_expired' && use.at >= grant.endsAt)
    return refused && isForeseeable(grant, refused, run) ? [{ grant, refused }] : []
  })
  const inTime = run.programs.grants.some((next) =>
    run.programs.grants.some((old) => old.holder === next.holder && old !== next && next.entry.at >= old.renewableAt),
  )
  const offences = late.map(({ grant, refused }) => ({
    entries: idsOf(grant.entry, refused),
    what: `${callName(refused)} used the token of ${callName(grant.entry)} ${lateness(refused.at - grant.endsAt)} it had expired (expires_in)`,
  }))
  return { exercised: late.length > 0 || inTime, offences }
}

export const TOKEN_LIFE_RULES: readonly Rule[] = [
  {
    id: 'auth/token-reuse',
    severity: 'must',
    title: 'Tokens are reused until they expire',
    measure: `No token is requested while an earlier one for the same client and scopes is valid. Broken by ${MIN_IN_A_ROW} unneeded tokens in a row, or by ${MIN_IN_A_ROW - 1} if each token was used for at most one call. A request is allowed in the last fifth of the lifetime of the earlier token, or in its last minute but at most half of its lifetime; after a refusal or a lost response; and in parallel. Reported for manual review: a token if an earlier one is used beside it (several programs with a token each), and the token of a restarted program: all its connections had closed, or it begins with the same call as before, or a minute or more after the last call.`,
    remedy: 'Store the token with its expiry (expires_in) and share it between the calls, threads and jobs of a client.',
    source: 'spec "Authentication"',
    risk: 'A test suite that requests a token for each test with one call.',
    needs: ['tokens'],
    check: checkReuse,
  },
  {
    id: 'auth/proactive-renewal',
    severity: 'should',
    title: 'Tokens are renewed before they expire',
    measure:
      "No call uses a token that has expired (expires_in) by the sandbox's clock; if that clock is faster than real time, by both.",
    remedy: 'Request the next token shortly before the expiry, such as one minute, instead of waiting for a 401.',
    source: 'RFC 6749 section 5.1',
    risk: 'A token that expires while a call is in progress; a test that moves the clock of the sandbox, but not that of the client.',
    needs: ['tokens', 'sandbox-clock'],
    check: checkProactive,
  },
]
