/** Finds the position of syntax errors in JSON. */
import type { Place } from '../base/file-error.ts'
import { withoutEscapes } from '../base/json-tokens.ts'

const ESCAPE = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})$/
/** A string without escapes. */
const STRING = /"[^"\\\p{Cc}]*"/u
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/
/** A token after the space before it; the groups are a sign, a string, any other scalar. */
const TOKEN = new RegExp(`[\\t\\n\\r ]*(?:([{}[\\],:])|(${STRING.source})|(${SCALAR.source}))`, 'uy')
const SPACE = /[\t\n\r ]*/y

/** What may follow: a value, a key, what ends or continues a collection, or nothing more. */
type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'more' | 'nothing'

/** The index of the first wrong character. */
function firstErrorAt(text: string): number {
  const open: string[] = []
  let expected: Expected = 'value'
  let at = 0
  while (true) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(text)
    SPACE.lastIndex = at
    const start = at + (SPACE.exec(text)?.[0].length ?? 0)
    if (!match) return start
    const [, sign, string] = match
    const next = nextExpected(expected, sign ?? (string === undefined ? 'scalar' : 'string'), open)
    if (next === undefined) return start
    expected = next
    at = TOKEN.lastIndex
  }
}

/** What may follow a token; undefined when the token is wrong here. Updates the list of open brackets. */
function nextExpected(expected: Expected, token: string, open: string[]): Expected | undefined {
  const ended = (): Expected => (open.length === 0 ? 'nothing' : 'more')
  const mayEnd = expected === 'more' || expected.endsWith('or end')
  if (token === '}' || token === ']') {
    const fits =
      mayEnd && open.at(-1) === (token === '}' ? '{' : '[') && expected !== (token === '}' ? 'value or end' : 'key or end')
    if (!fits) return undefined
    open.pop()
    return ended()
  }
  if (token === ',') return expected === 'more' ? (open.at(-1) === '{' ? 'key' : 'value') : undefined
  if (token === ':') return expected === 'colon' ? 'value' : undefined
  if (expected.startsWith('key')) return token === 'string' ? 'colon' : undefined
  if (!expected.startsWith('value')) return undefined
  if (token !== '{' && token !== '[') return ended()
  open.push(token)
  return token === '{' ? 'key or end' : 'value or end'
}

/** The position of the first error of a text that is no JSON. Engines report it only in some versions. */
export function brokenPlace(text: string): Place {
  const at = firstErrorAt(withoutEscapes(text, (found) => ESCAPE.test(found)))
  const before = text.slice(0, at)
  const line = before.split('\n').length
  return { line, column: at - before.lastIndexOf('\n') }
}
