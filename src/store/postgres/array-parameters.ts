/**
 * Arrays as parameters of a statement. The array literals of the driver escape every element, which takes several times longer
 * than to write the elements as JSON.
 */

/** Integers, for a parameter such as `$1::bigint[]`. */
export const integerArray = (values: readonly (number | string)[]): string => `{${values.join()}}`

const LINE_BREAK = 10

/**
 * JSON texts without line breaks, for {@link linesOf}. As bytes, which the driver sends as they are: to join the texts and let
 * it encode the result takes three times as long.
 */
export function joinedLines(texts: readonly string[]): Buffer {
  const lengths = texts.map((text) => Buffer.byteLength(text))
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length + 1, 0))
  let at = 0
  for (const [index, text] of texts.entries()) {
    // ASCII text has as many bytes as characters; writing it as latin1 avoids encoding.
    at += bytes.write(text, at, lengths[index] === text.length ? 'latin1' : 'utf8')
    at = bytes.writeUInt8(LINE_BREAK, at)
  }
  return bytes.subarray(0, Math.max(0, at - 1))
}

/** The texts of {@link joinedLines} as an array in SQL. */
export const linesOf = (parameter: string): string => `string_to_array(${parameter}, E'\\n')`
