/** Reads percent-encoded texts of others, which may be broken. */

/** The decoded text; the text itself when its encoding is broken. */
export function decodedOrSame(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Like {@link decodedOrSame}; where the encoding is broken, as in a text that was cut, the ASCII characters are decoded. */
export function decodedOrAscii(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replaceAll(/%[0-7][0-9a-f]/gi, decodeURIComponent)
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
