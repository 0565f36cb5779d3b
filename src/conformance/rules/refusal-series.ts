/** Series of refusals: the same reason repeatedly, or the same call with another spelling. */
import { groupBy } from '../../base/group-by.ts'
import { decodedOrSame } from '../../base/percent-encoding.ts'
import { targetPath } from '../../base/request-target.ts'
import { callName, type Exchange, isAfter, isReplyLost, MAX_RETRY_INTERVAL_MS, waitBetween } from '../exchange.ts'
import { isTokenRefused } from '../grants.ts'
import { excusedFinding, type Finding, type Findings, idsOf, isClientError, isProbe, type Rule, type Run } from '../rule.ts'
import { mostAtOnce, SHARED_AFTER } from '../threads.ts'

const MAX_REFUSALS = 5

const isRefused = (one: Exchange): boolean =>
  one.refusalCode !== undefined && !isTokenRefused(one) && isClientError(one) && !isReplyLost(one) && !isProbe(one)

function checkFlood({ exchanges, programs, latency }: Run): Findings {
  const refused = exchanges.filter(isRefused)
  const reasonOf = (one: Exchange): string => `${one.refusalCode} ${one.property} ${programs.of(one)}`
  const alike = groupBy(refused, reasonOf)
  const offences: Finding[] = []
  const remarks: Finding[] = []
  const seen = new Set<Exchange>()
  for (const first of refused) {
    if (seen.has(first)) continue
    const soon = (alike.get(reasonOf(first)) ?? []).filter(
      (one) => isAfter(one, first) && !programs.isRestarted(first, one) && one.real - first.real < MAX_RETRY_INTERVAL_MS,
    )
    const known = soon.filter((one) => programs.hadResponse(one, first))
    if (soon.length < MAX_REFUSALS) continue
    const later = known.length >= MAX_REFUSALS ? known : soon
    // Threads that do not know of each other's refusals know of their own. A recording hardly shows how many there are.
    const own = latency === undefined ? [] : exchanges.filter((one) => programs.of(one) === programs.of(first))
    const isTooMany = later === known || soon.length >= MAX_REFUSALS * (mostAtOnce(own) || Infinity)
    for (const one of later) seen.add(one)
    const what = `${callName(first)} was refused (${first.refusalCode}), and so were ${later.length} more calls within a minute`
    if (isTooMany) offences.push({ entries: idsOf(first, ...later), what })
    else remarks.push(excusedFinding(first, soon, what))
  }
  return { exercised: refused.length > 0, offences, remarks }
}

const LANGUAGE = /\/[a-z]{2}(?:-[A-Z]{2})?\/?$/

/** An address without the parts that the service ignores. */
const essentialAddress = ({ target }: Exchange): string =>
  decodedOrSame(targetPath(target))
    .replace(LANGUAGE, '')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/(?<!\/)\/+0*(?=[^/])/g, '/')
    .toLowerCase()

/** A key for calls with the same method, address (in any spelling), form and refusal. */
const refusalKey = (one: Exchange): string => `${one.method} ${essentialAddress(one)} ${one.refusalCode} ${one.request}`

function checkVariants({ exchanges, programs }: Run): Findings {
  const refused = exchanges.filter(isRefused)
  const isVaried = (calls: readonly Exchange[]): boolean => calls.some(({ target }) => target !== calls[0]?.target)
  const alike = new Map([...groupBy(refused, refusalKey)].filter(([, calls]) => isVaried(calls)))
  const offences = refused.flatMap((first) => {
    const isVariant = (one: Exchange): boolean =>
      one.target !== first.target && isAfter(one, first) && waitBetween(first, one) < MAX_RETRY_INTERVAL_MS
    const again = alike.get(refusalKey(first))?.find((one) => isVariant(one) && programs.of(one) === programs.of(first))
    if (!again) return []
    const what = `${callName(first)} was refused, and repeated with another spelling of its URL as ${callName(again)}`
    return [{ entries: idsOf(first, again), what }]
  })
  return { exercised: refused.length > 0, offences }
}

export const REFUSAL_SERIES_RULES: readonly Rule[] = [
  {
    id: 'resilience/refusal-flood',
    severity: 'must',
    title: 'A client stops after a few refusals for one reason',
    measure: `A program is refused for the same reason at the same property at most ${MAX_REFUSALS} times within ${MAX_RETRY_INTERVAL_MS / 1000} s. Refused tokens and calls in progress do not count. Calls of a program with threads, sent within ${SHARED_AFTER} of the first refusal, are reported for manual review unless one of its threads must have been refused more often. HEAD and OPTIONS are not checked.`,
    remedy: 'Read the reason of the first refusal, and do not send the rest of a list that is refused as a whole.',
    source: 'RFC 9110 section 15.5',
    risk: 'Tests that provoke refusals in a row.',
    needs: ['refusal-codes'],
    check: checkFlood,
  },
  {
    id: 'resilience/variant-retry',
    severity: 'must',
    title: 'Refused calls are not repeated in another spelling',
    measure: `After a 4xx the same call is not sent and refused again within ${MAX_RETRY_INTERVAL_MS / 1000} s with another query string, language, slash, escape, case or zero in front of a number.`,
    remedy: 'The reason is the content of the call: correct it, or report the refusal.',
    source: 'RFC 9110 section 15.5',
    risk: 'A client that tries a second language after an unknown one.',
    needs: ['refusal-codes'],
    check: checkVariants,
  },
]
