/** Reads percent-encoded texts of others, which may be broken. */
import { orUndefined } from './caught-error.ts'

/** @param broken gives the result when the encoding is broken */
const decoded = (text: string, broken: () => string): string =>
  text.includes('%') ? (orUndefined(() => decodeURIComponent(text)) ?? broken()) : text

/** What cannot be decoded, and why. */
export const encodingProblem = (what: string, text: string): string =>
  `${what} (${/%(?![\da-f]{2})/i.test(text) ? 'a % needs two hex digits behind it' : 'not UTF-8, where the %E9 of Latin-1 is %C3%A9'})`

/** The decoded text; the text itself when its encoding is broken. */
export const decodedOrSame = (text: string): string => decoded(text, () => text)

/** Like {@link decodedOrSame}; where the encoding is broken, as in a text that was cut, the ASCII characters are decoded. */
export const decodedOrAscii = (text: string): string =>
  decoded(text, () => text.replaceAll(/%[0-7][0-9a-f]/gi, decodeURIComponent))

/** Like {@link decodedOrSame} for a form-encoded text, where `+` is a space. */
export const formDecodedOrSame = (text: string): string => decoded(text.replaceAll('+', ' '), () => text)
