/** Similarity of words, for suggestions in messages. */

/** Longer words are cut before they are compared. */
const MAX_LENGTH = 60

/** Maximum number of words that are compared: 1,000 comparisons take 10 ms. */
const MAX_WORDS = 200

/** The Damerau-Levenshtein distance: insertions, deletions, substitutions, swaps of neighbours. */
function distance(from: string, to: string): number {
  let older = new Uint8Array(to.length + 1)
  let row = Uint8Array.from({ length: to.length + 1 }, (_, index) => index)
  let next = new Uint8Array(to.length + 1)
  for (let i = 1; i <= from.length; i++) {
    next[0] = i
    for (let j = 1; j <= to.length; j++) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swap = swapped ? (older[j - 2] ?? 0) + 1 : change
      next[j] = Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
    }
    ;[older, row, next] = [row, next, older]
  }
  return row[to.length] ?? 0
}

/** Similarity of two words, case-insensitive, from 0 to 1 (equal). */
export function similarity(a: string, b: string): number {
  const [one, other] = [a.slice(0, MAX_LENGTH).toLowerCase(), b.slice(0, MAX_LENGTH).toLowerCase()]
  return 1 - distance(one, other) / Math.max(1, one.length, other.length)
}

/** The most similar word. */
export function closest(word: string, words: readonly string[]): string | undefined {
  let best: { readonly candidate: string; readonly how: number } | undefined
  for (const candidate of words.slice(0, MAX_WORDS)) {
    const how = similarity(word, candidate)
    if (!best || how > best.how) best = { candidate, how }
  }
  return best?.candidate
}

/** The most similar word, if it is similar enough to be a suggestion. */
export function didYouMean(word: string, words: readonly string[], enough = 0.6): string | undefined {
  const best = closest(word, words)
  return best !== undefined && similarity(word, best) >= enough ? best : undefined
}

/** Advice for an unknown word: the most similar one, else some other advice. */
export function didYouMeanOr(word: string, words: readonly string[], otherwise: string): string {
  const near = didYouMean(word, words)
  return near === undefined ? otherwise : `did you mean "${near}"?`
}

/** The end of a message that names the most similar word: `; did you mean "latest"?`; empty when none is similar enough. */
export function suggestion(word: string, words: readonly string[]): string {
  const near = didYouMean(word, words)
  return near === undefined ? '' : `; did you mean "${near}"?`
}

/** A word with its invisible characters as codes: a byte order mark is `\\ufeff`. */
export const visibleWord = (word: string): string =>
  word.replaceAll(/[\p{Cc}\p{Cf}]|(?! )\p{Zs}/gu, (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)

/** Words as a choice: `a, b or c`. */
export const orList = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** The message for an unknown word: the known words, and the most similar one. */
export const notOneOfMessage = (word: string, words: readonly string[]): string =>
  `"${word}" is not ${orList(words)}${suggestion(word, words)}`
