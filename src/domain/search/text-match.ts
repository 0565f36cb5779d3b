/** Compares names typed by users with stored names. */

/** Letters that do not decompose into a base letter and an accent, with their usual replacement. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ħ', 'h'],
  ['ı', 'i'],
  ['ə', 'e'],
])
const PLAIN_LETTER = new RegExp(`[${[...PLAIN_LETTERS.keys()].join('')}]`, 'g')

/** Combining accents of Latin, Greek and Cyrillic; vowel signs of other scripts are letters, not accents. */
const ACCENTS = /[\u0300-\u036f]/g

/** Blanks, punctuation and the apostrophes that Unicode counts as letters (Hawaiian, Uzbek names). */
const SEPARATORS = /(?:[^\p{L}\p{N}\p{M}]|[\u02b9-\u02cc])+/gu

/** The text in lower case without accents; punctuation is kept. */
function withoutAccents(text: string): string {
  const letters = text.normalize('NFKD').toLowerCase().normalize('NFD').replace(ACCENTS, '').normalize('NFC')
  return letters.replace(PLAIN_LETTER, (letter) => PLAIN_LETTERS.get(letter) ?? letter)
}

/**
 * The URL slug of a name: lower case without accents, blanks and punctuation replaced by single hyphens, none at the ends. Empty
 * when the text has no letter and no digit.
 *
 * @source reference "Search", towns
 */
export function slug(text: string): string {
  return withoutAccents(text).split(SEPARATORS).filter(Boolean).join('-')
}

/**
 * True when the wanted text is part of the town's name, ignoring case and accents; each hyphen of its slug matches any text. A
 * text without a letter or digit matches nothing.
 *
 * @source reference "Search", towns
 */
export function townMatches(wanted: string, town: string): boolean {
  const pieces = slug(wanted).split('-').filter(Boolean)
  const where = withoutAccents(town)
  let from = 0
  for (const piece of pieces) {
    const at = where.indexOf(piece, from)
    if (at === -1) return false
    from = at + piece.length
  }
  return pieces.length > 0
}

/**
 * True when two texts are the same name, ignoring case, accents, blanks and punctuation. A text without a letter or digit is
 * never equal to another.
 *
 * @source reference "Search", regions
 */
export function sameName(a: string, b: string): boolean {
  const name = slug(a)
  return name !== '' && name === slug(b)
}
