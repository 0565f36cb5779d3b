/**
 * Checks how deeply JSON is nested and how many values it contains, without parsing it: a recursive parser overflows the stack
 * on deeply nested input.
 */

/** Maximum nesting of maps and lists. */
const MAX_DEPTH = 100

/** The problem of JSON that is nested too deeply. */
export const TOO_DEEP = `more than ${MAX_DEPTH} maps and lists inside one another`

/** Maximum number of list items and map keys in the body of a call. */
const MAX_VALUES = 10_000

export const TOO_MANY = `more than ${MAX_VALUES} keys and items`

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP, COMMA] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d, 0x2c]

export function hasTooManyValues(body: Uint8Array): boolean {
  let commas = 0
  let isText = false
  for (let index = 0; index < body.length && commas < MAX_VALUES; index++) {
    const byte = body[index]
    if (byte === QUOTE) isText = !isText
    else if (!isText && byte === COMMA) commas++
    else if (isText && byte === BACKSLASH) index++
  }
  return commas >= MAX_VALUES
}

/** True for JSON that is nested too deeply. The YAML parser has its own limits. */
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
