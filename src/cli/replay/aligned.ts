/** Finds the equal elements of two sequences that are in the same order in both. */

import { diffArrays } from 'diff'
import { groupBy } from '../../base/group-by.ts'

/** An index of the first sequence and one of the second. */
export type Pair = readonly [number, number]

/** The exact search takes time by the square of the differences; beyond so many of them the quick one is used: a second or two. */
const MAX_DIFFERENCES = 4000

/** Pairs of equal elements, both indexes ascending: as many as possible, or nearly so where very much differs. */
export function alignedPairs(first: readonly string[], second: readonly string[]): readonly Pair[] {
  const [inFirst, inSecond] = [new Set(first), new Set(second)]
  // an element that is in one sequence only is no reason to search
  const one = [...first.keys()].filter((index) => inSecond.has(first[index] ?? ''))
  const other = [...second.keys()].filter((index) => inFirst.has(second[index] ?? ''))
  const [keys, otherKeys] = [one.map((index) => first[index] ?? ''), other.map((index) => second[index] ?? '')]
  const pairs = exactPairs(keys, otherKeys) ?? quickPairs(keys, otherKeys)
  return pairs.map(([at, atOther]) => [one[at] ?? 0, other[atOther] ?? 0])
}

/** The longest common subsequence; undefined where too much differs. */
function exactPairs(first: readonly string[], second: readonly string[]): readonly Pair[] | undefined {
  const changes = diffArrays([...first], [...second], { maxEditLength: MAX_DIFFERENCES })
  if (!changes) return undefined
  const pairs: Pair[] = []
  let [at, atOther] = [0, 0]
  for (const { removed, added, count } of changes) {
    if (!removed && !added) for (let index = 0; index < count; index++) pairs.push([at + index, atOther + index])
    if (!added) at += count
    if (!removed) atOther += count
  }
  return pairs
}

/** The first occurrence of an element can be paired with the first, the second with the second: the most of these that are in order. */
function quickPairs(first: readonly string[], second: readonly string[]): readonly Pair[] {
  const places = groupBy(second.keys(), (index) => second[index])
  const used = new Map<string, number>()
  const candidates: Pair[] = []
  for (const [index, key] of first.entries()) {
    const nth = used.get(key) ?? 0
    used.set(key, nth + 1)
    const place = places.get(key)?.[nth]
    if (place !== undefined) candidates.push([index, place])
  }
  return longestAscending(candidates)
}

/** Of pairs with ascending first numbers, the most whose second numbers ascend too. */
function longestAscending(pairs: readonly Pair[]): readonly Pair[] {
  interface Chain {
    readonly pair: Pair
    readonly before: Chain | undefined
  }
  /** By length: the chain of that length whose last second number is the lowest. */
  const chains: Chain[] = []
  for (const pair of pairs) {
    let [low, high] = [0, chains.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((chains[middle]?.pair[1] ?? 0) < pair[1]) low = middle + 1
      else high = middle
    }
    chains[low] = { pair, before: chains[low - 1] }
  }
  const longest: Pair[] = []
  for (let chain = chains.at(-1); chain; chain = chain.before) longest.push(chain.pair)
  return longest.reverse()
}
