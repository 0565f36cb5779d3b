/**
 * One pattern for many secrets, in every spelling that an address or an answer gives them.
 *
 * @module
 */

/** What is shorter counts as a word of its own only. */
const ANYWHERE = 8
const NOTHING = /(?!)/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&(?:quot|#34);',
  "'": '&(?:apos|#0?39);',
}

/** Matches any of these texts, in either case: as they are, in an address, in JSON, in HTML. */
export function spelled(texts: readonly string[]): RegExp {
  if (texts.length === 0) return NOTHING
  // The longest first: a secret may hold another one.
  const patterns = [...texts].sort((a, b) => b.length - a.length).map(patternOf)
  return new RegExp(patterns.join('|'), 'gi')
}

function patternOf(text: string): string {
  const letters = [...text].map((letter) => (/[a-z0-9]/i.test(letter) ? letter : spellingsOf(letter))).join('')
  return text.length < ANYWHERE ? `(?<![a-z0-9_])${letters}(?![a-z0-9_])` : letters
}

/** A sign as it is, behind backslashes, by its bytes in an address (also twice encoded), by its code in JSON, by its name in HTML. */
function spellingsOf(letter: string): string {
  const bytes = [...Buffer.from(letter)].map((byte) => `%(?:25)?${hex(byte, 2)}`).join('')
  const codes = letter
    .split('')
    .map((unit) => `\\\\+u${hex(unit.charCodeAt(0), 4)}`)
    .join('')
  const itself = `\\\\*${letter.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')}`
  return `(?:${[itself, bytes, codes, ...(letter === ' ' ? ['\\+'] : []), ENTITIES[letter] ?? []].flat().join('|')})`
}

const hex = (value: number, length: number): string => value.toString(16).padStart(length, '0')
