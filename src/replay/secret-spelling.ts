/** Regular expressions for many secrets, in every encoding of addresses and responses. */
import { groupBy } from '../base/group-by.ts'
import { literalPattern } from '../base/literal-pattern.ts'

/** Shorter texts, and words, match only as complete words. */
const MIN_LENGTH_INSIDE_WORDS = 8
/** A word, or the name of a field. */
export const WORD = /^(?:\p{Lu}?[\p{Ll}_]{0,15}|\p{Lu}{0,15})$/u
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&(?:quot|#34);',
  "'": '&(?:apos|#0?39);',
}

/** A pattern of many more words takes quadratic time to compile. */
const WORDS_OF_PATTERN = 500

/** Patterns of any of these texts, in the order to apply them, case-insensitive: plain, URL-encoded, in JSON, in HTML. */
export function anySpellingOf(texts: readonly string[]): readonly RegExp[] {
  // A text that contains another one is no shorter.
  const longestFirst = texts.toSorted((one, other) => other.length - one.length)
  const patterns = Math.ceil(texts.length / WORDS_OF_PATTERN)
  return Array.from({ length: patterns }, (_, index) =>
    patternOf(longestFirst.slice(index * WORDS_OF_PATTERN, (index + 1) * WORDS_OF_PATTERN)),
  )
}

function patternOf(texts: readonly string[]): RegExp {
  const [anywhere, asWords] = [texts.filter(isLong), texts.filter((text) => !isLong(text))].map((some) =>
    some.map(letterPatterns),
  )
  const patterns = [
    ...(anywhere?.length ? [anyOf(anywhere)] : []),
    ...(asWords?.length ? [`(?:(?<![a-z0-9_])|(?<=%[0-9a-f]{2}|\\\\[nrt]))${anyOf(asWords)}(?![a-z0-9_])`] : []),
  ]
  return new RegExp(patterns.join('|'), 'gi')
}

const isLong = (text: string): boolean => text.length >= MIN_LENGTH_INSIDE_WORDS && !WORD.test(text)

const letterPatterns = (text: string): readonly string[] =>
  [...text].map((letter) => (/[a-z0-9]/i.test(letter) ? letter.toLowerCase() : spellingsOf(letter)))

/** A pattern for any of these words. Common prefixes are shared, so that many words cost little more than few. */
function anyOf(words: readonly (readonly string[])[], from = 0): string {
  const [only] = words
  if (words.length === 1 && only) return only.slice(from).join('')
  const byLetter = groupBy(words, (word) => word[from] ?? '')
  // A word that ends here comes last, because longer ones may contain it.
  const ends = byLetter.delete('')
  const longer = [...byLetter].map(([letter, alike]) => `${letter}${anyOf(alike, from + 1)}`)
  return `(?:${[...longer, ...(ends ? [''] : [])].join('|')})`
}

/** A character: plain, after backslashes, percent-encoded (also twice), as a JSON escape, as an HTML entity. */
function spellingsOf(letter: string): string {
  const bytes = [...Buffer.from(letter)].map((byte) => `%(?:25)?${hex(byte, 2)}`).join('')
  const codes = letter
    .split('')
    .map((unit) => `\\\\+u${hex(unit.charCodeAt(0), 4)}`)
    .join('')
  const itself = `\\\\*${literalPattern(letter)}`
  return `(?:${[itself, bytes, codes, ...(letter === ' ' ? ['\\+'] : []), ENTITIES[letter] ?? []].flat().join('|')})`
}

const hex = (value: number, length: number): string => value.toString(16).padStart(length, '0')
