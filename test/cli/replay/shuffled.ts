/**
 * Long sequences in another order.
 *
 * @module
 */
import { Stream } from '../../../src/simulation/randomness.ts'

export const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `call ${index}`)

export function shuffled(list: readonly string[]): string[] {
  const stream = new Stream('aligned')
  const result = [...list]
  for (let index = result.length - 1; index > 0; index--) {
    const other = stream.integer(0, index)
    const [one = '', two = ''] = [result[index], result[other]]
    result[index] = two
    result[other] = one
  }
  return result
}
