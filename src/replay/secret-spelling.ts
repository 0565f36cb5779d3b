/** One regular expression for many secrets, in every encoding of addresses and responses. */
import { groupBy } from '../base/group-by.ts'
import { literalPattern } from '../base/literal-pattern.ts'

/** Shorter texts match only as complete words. */
const MIN_LENGTH_INSIDE_WORDS = 8
const MATCHES_NOTHING = /(?!)/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&(?:quot|#34);',
  "'": '&(?:apos|#0?39);',
}

/** Matches any of these texts, case-insensitive: plain, URL-encoded, in JSON, in HTML. */
export function anySpellingOf(texts: readonly string[]): RegExp {
  if (texts.length === 0) return MATCHES_NOTHING
  const [anywhere, asWords] = [texts.filter(isLong), texts.filter((text) => !isLong(text))].map((some) =>
    some.map(letterPatterns),
  )
  const patterns = [
    ...(anywhere?.length ? [anyOf(anywhere)] : []),
    ...(asWords?.length ? [`(?<![a-z0-9_])${anyOf(asWords)}(?![a-z0-9_])`] : []),
  ]
  return new RegExp(patterns.join('|'), 'gi')
}

const isLong = (text: string): boolean => text.length >= MIN_LENGTH_INSIDE_WORDS

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
