/**
 * How deeply JSON is nested, found without parsing it: a parser that recurses into a thousand brackets ends the process.
 *
 * @module
 */

/** Maps and lists inside one another. */
const MAX_DEPTH = 100

/** What is wrong with JSON that is nested too deeply. */
export const TOO_DEEP = `more than ${MAX_DEPTH} maps and lists inside one another`

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/** True for JSON that is nested too deeply. Texts in YAML have a reader with limits of its own. */
export function isTooDeep(body: Uint8Array): boolean {
  let depth = 0
  let isText = false
  for (let index = 0; index < body.length; index++) {
    const byte = body[index]
    if (isText) {
      if (byte === BACKSLASH) index++
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === OPEN_LIST || byte === OPEN_MAP) depth++
    else if (byte === CLOSE_LIST || byte === CLOSE_MAP) depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}
