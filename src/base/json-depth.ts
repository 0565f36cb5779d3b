/**
 * Checks how deeply JSON is nested and how many values it contains, without parsing it: a recursive parser overflows the stack
 * on deeply nested input.
 */

/** Maximum nesting of maps and lists. */
const MAX_DEPTH = 100

/** Maximum number of list items and map keys in the body of a call. */
export const MAX_VALUES = 10_000

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP, COMMA] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d, 0x2c]

/** Why JSON must not be parsed; undefined where it may. The YAML parser has its own limits. */
export function jsonSizeProblem(body: Uint8Array, maxValues = Infinity): string | undefined {
  let [depth, commas] = [0, 0]
  let isText = false
  for (let index = 0; index < body.length; index++) {
    const byte = body[index]
    if (byte === QUOTE) isText = !isText
    else if (isText) index += byte === BACKSLASH ? 1 : 0
    else if (byte === COMMA) commas++
    else if (byte === OPEN_LIST || byte === OPEN_MAP) depth++
    else if (byte === CLOSE_LIST || byte === CLOSE_MAP) depth--
    if (depth > MAX_DEPTH) return `more than ${MAX_DEPTH} maps and lists inside one another`
    if (commas >= maxValues) return `more than ${maxValues} keys and items`
  }
  return undefined
}
