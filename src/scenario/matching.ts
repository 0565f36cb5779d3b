/**
 * Whether a text matches a regular expression. The engine is loaded with the first scenario that is read, not at start.
 *
 * @module
 */

/** True when a text matches. */
export type Matcher = (text: string) => boolean

/** Compiled expressions that are kept. */
const MAX_KEPT = 500
/** Characters of a value that are looked at: the engine's time grows with them. */
const MAX_LENGTH = 8 * 1024

let compile: ((expression: string) => Matcher) | undefined
const kept = new Map<string, Matcher>()

/** Sets the engine. */
export function useEngine(engine: (expression: string) => Matcher): void {
  compile = engine
}

/** True when a text matches an expression that has been checked. Of long texts only the first 8192 characters count. */
export function isMatch(expression: string, text: string): boolean {
  let matcher = kept.get(expression)
  if (!matcher) {
    if (!compile) throw new Error('no engine for regular expressions: they are checked before they are used')
    matcher = compile(expression)
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(expression, matcher)
  }
  return matcher(text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) : text)
}
