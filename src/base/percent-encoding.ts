/**
 * Reads percent-encoded texts of others, which may be broken.
 *
 * @module
 */

/** The decoded text; the text itself when its encoding is broken. */
export function decodedOrSame(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Like {@link decodedOrSame} for a form-encoded text, where `+` is a space. */
export function formDecodedOrSame(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
