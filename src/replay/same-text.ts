/** Whether two texts of responses are equal, apart from addresses, tokens, masks and times. */
import { DAY_MS } from '../base/duration.ts'
import { parseInstant } from '../base/instant.ts'
import { MASK } from '../base/mask.ts'

const ADDRESS = /\bhttps?:\/\/[^/\s"'<>?#]+(?:\/@[a-z0-9][a-z0-9-]*(?![a-z0-9-]))?/gi
const ENCODED_ADDRESS = /\bhttps?%3A%2F%2F(?:(?!%2F)[^\s"'<>&/])+(?:%2F%40[a-z0-9][a-z0-9-]*)?/gi
const SANDBOX_OF_PATH = /^\/@[a-z0-9][a-z0-9-]*(?=\/)/i
const SECRET = /\b((?:access_token|client_secret)=)[^&\s"'<>]+/g
const INSTANT = /\b(\d{4})[-/](\d{2})[-/](\d{2})([T ])(\d{2}:\d{2}(?::\d{2})?)(?:\.(\d{1,3})\d*)?(Z|[+-]\d{2}:\d{2})?/g

/**
 * True when texts differ at most in hosts and sandboxes of addresses, the sandbox of a path, tokens, masked parts, and times
 * that are at most a day apart.
 *
 * @param shift milliseconds by which the clock of the replay is ahead of the recording
 */
export function isSameText(recorded: string, given: string, shift: number): boolean {
  if (recorded === given) return true
  const [one, other] = [withoutVariableParts(recorded), withoutVariableParts(given)]
  if (one === other || matchesMasked(one, other)) return true
  return one.replace(INSTANT, '$4') === other.replace(INSTANT, '$4') && areCloseInTime(instantsOf(one), instantsOf(other), shift)
}

/** A text with hosts and sandboxes of addresses, the sandbox of a path, and tokens removed. */
export const withoutVariableParts = (text: string): string =>
  text
    .replace(ADDRESS, 'http://host')
    .replace(ENCODED_ADDRESS, 'http%3A%2F%2Fhost')
    .replace(SANDBOX_OF_PATH, '')
    .replace(SECRET, `$1${MASK}`)

/** A masked part matches any text. */
function matchesMasked(recorded: string, given: string): boolean {
  if (!recorded.includes(MASK)) return false
  const [first = '', ...others] = recorded.split(MASK)
  const last = others.pop() ?? ''
  if (given.length < first.length + last.length || !given.startsWith(first) || !given.endsWith(last)) return false
  // The first place of each part leaves the most for those behind it, so none has to be tried again.
  const end = given.length - last.length
  let at = first.length
  for (const part of others) {
    const found = given.indexOf(part, at)
    if (found < 0 || found + part.length > end) return false
    at = found + part.length
  }
  return at <= end
}

/** The instants in a text, in epoch milliseconds; UTC when there is no zone. */
function instantsOf(text: string): readonly number[] {
  return [...text.matchAll(INSTANT)].map(([, year, month, date, , time, fraction = '0', zone = 'Z']) => {
    const whole = time?.length === 5 ? `${time}:00` : time
    return parseInstant(`${year}-${month}-${date}T${whole}.${fraction}${zone}`) ?? Number.NaN
  })
}

const areCloseInTime = (recorded: readonly number[], given: readonly number[], shift: number): boolean =>
  recorded.length === given.length && recorded.every((at, index) => Math.abs((given[index] ?? Number.NaN) - at - shift) <= DAY_MS)
