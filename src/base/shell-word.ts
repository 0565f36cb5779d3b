/** Texts in commands to paste into a shell. */

/** A text as one word of a shell, in quotes where it needs them. */
export const shellWord = (text: string): string => (/^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

/** A field of a form, as a word for `curl -d`. */
export const formWord = (name: string, value: string): string => shellWord(`${name}=${encodeURIComponent(value)}`)

/** A command as one types it into a POSIX shell. */
export const shellCommand = (words: readonly string[]): string => words.map(shellWord).join(' ')
