/**
 * Invents words for the words of personal data. Equal words become equal ones, different words different ones; every letter
 * keeps its class, so that length, case, encoding and form stay. Without the key the words cannot be found again.
 */
import { createHmac } from 'node:crypto'
import { MONTHS } from '../../base/long-date.ts'
import { decodedOrSame } from '../../base/percent-encoding.ts'
import { type Personal, SERVICE_WORDS } from './personal-fields.ts'

const code = (letter: string): number => letter.charCodeAt(0)
/** The letters of a script with one case. */
const lettersBetween = (first: string, last: string): string =>
  Array.from({ length: code(last) - code(first) + 1 }, (_, index) => String.fromCharCode(code(first) + index)).join('')

/** Letters of a class replace each other. All are in lower case, and of one size in the usual encodings. */
const CLASSES: readonly string[] = [
  'aeiou',
  'bcdfghjklmnpqrstvwxyz',
  '123456789',
  'àáâãäåæèéêëìíîïòóôõöøùúûü',
  'çðñþ',
  'āăąćĉċčďđēĕėęěĝğġģĥħĵķĺļľłńņňōŏőŕŗřśŝşšţťũūŭůűųŵŷźżž',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'абвгдежзийклмнопрстуфхцчшщъыьэюя',
  'אבגדהוזחטיכלמנסעפצקרשת',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  lettersBetween('ぁ', 'ゖ'),
  lettersBetween('ァ', 'ヺ'),
  lettersBetween('一', '鿿'),
  lettersBetween('가', '힣'),
]

const ROUNDS = 2
const ENTITY = '&#?\\w+;'
/** Days, times, numbers of bookings, tags, entities, and the subject of a link to write a mail. */
const KEPT = [
  '\\d{4}[-/]\\d\\d[-/]\\d\\d(?:[ T]\\d\\d:\\d\\d(?::\\d\\d)?)?',
  `(?:\\d{1,2} )?(?:${MONTHS.join('|')})(?: \\d{1,2},)? \\d{4}`,
  'Booking n(?:o\\.|umber):? \\d+',
  // An & in the name of a property is not always encoded.
  '\\?subject=(?:[^"<>\\n]*?(?=&body=)|[^&]*)',
  '<[^>]*>',
  ENTITY,
].join('|')

/** A part that is kept, as group 1, or a word up to such a part. */
const partsWith = (kept: string): RegExp => new RegExp(`(${kept})|[\\p{L}\\p{N}]+?(?=${kept}|[^\\p{L}\\p{N}]|$)`, 'gu')
const PARTS = { value: partsWith(ENTITY), 'free text': partsWith(KEPT) } as const

export class Disguise {
  readonly #key: string
  readonly #known = new Map<string, string>()

  constructor(key: string) {
    this.#key = key
  }

  /** A text with other words. It has as many characters. The body of a link to write a mail has escapes. */
  text(text: string, kind: Personal): string {
    const [, link, body] = /^(mailto:.*&body=)(.*%[\dA-F]{2}.*)$/i.exec(text) ?? []
    if (link !== undefined && body !== undefined)
      return `${this.text(link, kind)}${encodeURIComponent(this.text(decodedOrSame(body), kind))}`
    const isKept = (word: string): boolean => kind === 'free text' && SERVICE_WORDS.has(word.toLowerCase())
    return text.replaceAll(PARTS[kind], (part, kept?: string) => (kept !== undefined || isKept(part) ? part : this.word(part)))
  }

  /** Another word of the same form. */
  word(word: string): string {
    const units = word.split('')
    const lower = units.map((unit) => (unit.toLowerCase().length === 1 ? unit.toLowerCase() : unit))
    const invented = this.#invented(lower)
    return units.map((unit, index) => (unit === lower[index] ? invented[index] : invented[index]?.toUpperCase())).join('')
  }

  /** Moves each letter within its class by a distance that depends on all others; the key can undo it. */
  #invented(lower: readonly string[]): string {
    const word = lower.join('')
    const known = this.#known.get(word)
    if (known !== undefined) return known
    const letters = [...lower]
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, letter] of letters.entries()) {
        const others = letters.map((other, at) => (at === index ? '' : other)).join(' ')
        const hash = createHmac('sha256', this.#key).update(`${round} ${index} ${others}`).digest()
        letters[index] = moved(letter, hash.readUInt32BE())
      }
    this.#known.set(word, letters.join(''))
    return letters.join('')
  }
}

/** The letter of the same class at a distance. */
function moved(letter: string, distance: number): string {
  const letters = CLASSES.find((all) => all.includes(letter)) ?? letter
  return letters[(letters.indexOf(letter) + distance) % letters.length] ?? letter
}
