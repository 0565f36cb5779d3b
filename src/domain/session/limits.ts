/**
 * Limits of texts in a booking session. The service names none; without limits one visitor could fill the memory of a sandbox.
 */
import { hasControlCharacter, NO_CONTROL_CHARACTERS } from '../control-characters.ts'
import type { Reason } from './checks.ts'

/** Characters of an address field, a coupon code or a label. */
const MAX_TEXT_LENGTH = 255
/** Characters of a note. */
const MAX_NOTE_LENGTH = 5000
const MAX_NOTES = 50
/** Number of child rates, and of guest types, in one party. */
export const MAX_KINDS = 100

/** Cuts a text to one character above the limit, so that a check can still detect that it is too long. */
export const cutText = (text: string): string => text.slice(0, MAX_TEXT_LENGTH + 1)

export const lengthProblem = (field: string, text: string): Reason =>
  text.length > MAX_TEXT_LENGTH ? `${field} is longer than ${MAX_TEXT_LENGTH} characters` : undefined

/** Quotes a value of the visitor in a message. */
export const quoted = (text: string): string => `"${text.slice(0, 40)}"`

/**
 * The reason a note is refused; undefined when it is accepted.
 *
 * @param there the number of existing notes
 * @param careful true to refuse control characters
 */
export function noteProblem(note: string, there: number, careful: boolean): Reason {
  if (note === '') return 'Note empty'
  if (careful && hasControlCharacter(note, 'lines')) return `note ${NO_CONTROL_CHARACTERS}`
  if (note.length > MAX_NOTE_LENGTH) return `Note too long: ${note.length} characters, where ${MAX_NOTE_LENGTH} are the most`
  return there >= MAX_NOTES ? `Too many notes: ${MAX_NOTES} are the most` : undefined
}
