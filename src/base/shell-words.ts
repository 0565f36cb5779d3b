import { shellWord } from './shell-word.ts'

/** A command as one types it into a POSIX shell. */
export const shellCommand = (words: readonly string[]): string => words.map(shellWord).join(' ')
