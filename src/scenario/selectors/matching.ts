/** Whether a text matches a regular expression. The engine is loaded with the first scenario that is read, not at start. */
import { setWithin } from '../../base/set-within.ts'

export type Matcher = (text: string) => boolean

/** Maximum number of cached expressions. */
const MAX_KEPT = 500
/** Number of characters of a value that are matched; the time grows with them. */
const MAX_LENGTH = 8 * 1024

let compile: ((expression: string) => Matcher) | undefined
const kept = new Map<string, Matcher>()

/** Sets the function that compiles expressions. */
export function useEngine(engine: (expression: string) => Matcher): void {
  compile = engine
}

/** True when a text matches a valid expression. Only the first 8192 characters count. */
export function isMatch(expression: string, text: string): boolean {
  let matcher = kept.get(expression)
  if (!matcher) {
    if (!compile) throw new Error('no engine for regular expressions: they are checked before they are used')
    matcher = compile(expression)
    setWithin(kept, MAX_KEPT, expression, matcher)
  }
  return matcher(text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) : text)
}
