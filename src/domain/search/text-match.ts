/**
 * Compares names typed by users with stored names.
 *
 * @module
 */

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
const PLAIN_LETTER = /[ßæœøłđðþħıə]/g

/** Combining accents of Latin, Greek and Cyrillic; vowel signs of other scripts are letters, not accents. */
const ACCENTS = /[\u0300-\u036f]/g

/** Blanks, punctuation and the apostrophes that Unicode counts as letters (Hawaiian, Uzbek names). */
const SEPARATORS = /(?:[^\p{L}\p{N}\p{M}]|[\u02b9-\u02cc])+/gu

/** Lower case without accents; punctuation is kept. */
function plain(text: string): string {
  const letters = text.normalize('NFKD').toLowerCase().normalize('NFD').replace(ACCENTS, '').normalize('NFC')
  return letters.replace(PLAIN_LETTER, (letter) => PLAIN_LETTERS.get(letter) ?? letter)
}

/**
 * A name as it would stand in an address: accents removed, lower case, runs of blanks and punctuation one hyphen, none at
 * the ends. Empty when the text holds no letter and no digit.
 *
 * @source reference "Search", towns
 */
export function slug(text: string): string {
  return plain(text).split(SEPARATORS).filter(Boolean).join('-')
}

/**
 * Whether a wanted town names this town: a substring, blind to case and accents, in which each hyphen of the slug stands
 * for any text. A wanted name without a letter or digit matches nothing.
 *
 * @source reference "Search", towns
 */
export function townMatches(wanted: string, town: string): boolean {
  const pieces = slug(wanted).split('-').filter(Boolean)
  const where = plain(town)
  let from = 0
  for (const piece of pieces) {
    const at = where.indexOf(piece, from)
    if (at === -1) return false
    from = at + piece.length
  }
  return pieces.length > 0
}

/**
 * Whether two texts are the same full name, blind to case, accents, blanks and punctuation. Texts without a letter or digit
 * are no names and never the same.
 *
 * @source reference "Search", regions
 */
export function sameName(a: string, b: string): boolean {
  const name = slug(a)
  return name !== '' && name === slug(b)
}
