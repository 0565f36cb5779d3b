/**
 * A JSON text, which may be broken, with `_` for every character of the escapes in its texts: a pattern that reads escapes overflows
 * the stack where there are millions.
 *
 * @param isReplaced false for an escape that stays
 */
export function withoutEscapes(json: string, isReplaced = (_escape: string): boolean => true): string {
  let isInside = false
  return json.replace(/"|\\(?:u[\da-fA-F]{4}|.)/gs, (found) => {
    if (found === '"') isInside = !isInside
    else if (isInside) return isReplaced(found) ? '_'.repeat(found.length) : found
    // outside a text only its quote counts
    else isInside = found === '\\"'
    return found
  })
}

/** Of a JSON text without escapes. The last text may be cut. */
const TOKEN = /"([^"]*)("\s*:|"|$)|-?\d[\d.eE+-]*|[{}[\]]/g

/**
 * Changes the texts, numbers and brackets of a JSON text, which may be broken; everything between them stays.
 *
 * @param change gets a token; of a text also what is inside its quotes, with its escapes, and its end: with a colon it is a name
 */
export function withJsonTokens(json: string, change: (token: string, inside: string | undefined, end: string) => string): string {
  const parts: string[] = []
  let done = 0
  for (const { 0: found, 1: letters, 2: end = '', index } of withoutEscapes(json).matchAll(TOKEN)) {
    const token = json.slice(index, index + found.length)
    parts.push(json.slice(done, index), change(token, letters && token.slice(1, 1 + letters.length), end))
    done = index + found.length
  }
  return parts.join('') + json.slice(done)
}
