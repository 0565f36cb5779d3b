/**
 * Arrays as parameters of a statement. The array literals of the driver escape every element, which takes several times longer
 * than to write the elements as JSON.
 */
import type { StateRow } from './state-rows.ts'

/** Integers, for a parameter such as `$1::bigint[]`. */
export const integerArray = (values: readonly (number | string)[]): string => `{${values.join()}}`

/** Rows as three parameters, for {@link rowArrays}. Values are encoded one by one: a wide character slows down all of its text. */
export const rowParameters = (rows: readonly StateRow[]): readonly (string | Buffer)[] => [
  integerArray(rows.map(({ position }) => position)),
  rows.map(({ key }) => key).join('\n'),
  Buffer.concat(rows.map(({ value }) => Buffer.from(`${value}\n`))).subarray(0, -1),
]

/** The arrays in SQL: positions, keys and values. JSON has no line breaks. @param first the number of the first parameter */
export const rowArrays = (first: number): string =>
  `$${first}::bigint[], string_to_array($${first + 1}, E'\\n'), string_to_array($${first + 2}, E'\\n')`
