/**
 * How much a booking session keeps of what a visitor writes. The service names no limits; without any, one visitor could
 * fill the memory of a sandbox.
 *
 * @module
 */
import type { Reason } from './checks.ts'

/** Characters of a field of the address, a coupon code, a label. */
export const TEXT_LENGTH = 255
/** Characters of a note. */
export const NOTE_LENGTH = 5000
export const MOST_NOTES = 50
/** Kinds of children, and guest types, of one party. */
export const MOST_KINDS = 100

/** A text as it is kept: one character beyond the limit stays, so that a check can still see that it is too long. */
export const cutText = (text: string): string => text.slice(0, TEXT_LENGTH + 1)

/** A value of the visitor inside a reason. */
export const quoted = (text: string): string => `"${text.slice(0, 40)}"`

/**
 * Whether a session takes one more note.
 *
 * @param there how many notes it has
 */
export function noteProblem(note: string, there: number): Reason {
  if (note === '') return 'Note empty'
  if (note.length > NOTE_LENGTH) return `Note too long: ${note.length} characters, where ${NOTE_LENGTH} are the most`
  return there >= MOST_NOTES ? `Too many notes: ${MOST_NOTES} are the most` : undefined
}
