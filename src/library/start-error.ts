/** Errors of a server in the words of the library. */
import { FileError, type FixtureProblem, problemText } from '../base/file-error.ts'
import { NAMES, settingOf } from '../config/settings.ts'
import { inWordsOf } from '../control-contract/known-as.ts'

const OPTION_BY_FLAG = new Map([
  ['config', 'the option config'],
  ...NAMES.map(settingOf).flatMap(({ name, flag, library }) => (library ? [[flag, `the option ${name}`] as const] : [])),
])

/**
 * Names methods in place of endpoints, and options in place of flags, which are words of their own and no parts of paths; without
 * `data`, everything is kept in memory.
 */
export const inLibraryWords = (message: string): string =>
  inWordsOf('library', message)
    .replaceAll('with --memory', 'without it')
    .replace(/(?<![^\s(])--([a-z-]+)(?: [A-Z]+\b)?/g, (text, flag: string) => OPTION_BY_FLAG.get(flag) ?? text)

/** The text of a scenario or of fixtures that are objects has no lines that its author knows. */
const isOfObject = ({ file }: FixtureProblem): boolean => /^(?:scenario|fixtures\[\d+\])$/.test(file)
const placedText = (problem: FixtureProblem): string => problemText(isOfObject(problem) ? { ...problem, line: 0 } : problem)

/** Throws an error that names options and methods, and fields of objects without lines. */
export function throwWithOptions(error: unknown): never {
  if (error instanceof Error) {
    const { message, stack } = error
    error.message = inLibraryWords(error instanceof FileError ? error.problems.map(placedText).join('\n') : message)
    if (stack !== undefined) error.stack = stack.replace(message, () => error.message)
  }
  throw error
}
