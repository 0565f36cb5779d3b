/**
 * Arrays as parameters of a statement. The array literals of the driver escape every element, which takes several times longer
 * than to write the elements as JSON.
 *
 * @module
 */

/** Integers, for a parameter such as `$1::bigint[]`. */
export const integerArray = (values: readonly (number | string)[]): string => `{${values.join()}}`

/** JSON texts without line breaks, for {@link linesOf}. */
export const joinedLines = (texts: readonly string[]): string => texts.join('\n')

/** The texts of {@link joinedLines} as an array in SQL. */
export const linesOf = (parameter: string): string => `string_to_array(${parameter}, E'\\n')`
