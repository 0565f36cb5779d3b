/** Errors of files, with their positions. */
import { UserError } from './user-error.ts'

/** The path of a value inside a file: keys and list indexes. */
export type Path = readonly (string | number)[]

/** Counted from 1; 0 when unknown (a compiled fixture). */
export interface Place {
  readonly line: number
  readonly column: number
}

export interface FixtureProblem extends Place {
  readonly file: string
  /** `bookings[3].arrival`; empty for the file as a whole. */
  readonly field: string
  readonly message: string
}

/** A problem of a file as a whole. */
export const fileProblem = (file: string, message: string): FixtureProblem => ({ file, line: 0, column: 0, field: '', message })

/** `bookings[3].arrival` */
export function fieldPath(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? part : `${text}.${part}`
  }, '')
}

/** One line: `file:line:column field: message`. */
export function problemText({ file, line, column, field, message }: FixtureProblem): string {
  const place = line > 0 ? `${file}:${line}:${column}` : file
  return field === '' ? `${place}: ${message}` : `${place} ${field}: ${message}`
}

/** Problems in the order of their text. */
export const inOrder = (problems: readonly FixtureProblem[]): FixtureProblem[] =>
  problems.toSorted((a, b) => a.line - b.line || a.column - b.column)

/** Invalid files; lists every problem, in the order of the files. */
export class FileError extends UserError {
  override readonly exitCode = 2
  readonly problems: readonly FixtureProblem[]

  constructor(problems: readonly FixtureProblem[]) {
    super(problems.map(problemText).join('\n'))
    this.problems = problems
  }
}

export class FixtureError extends FileError {
  override readonly name = 'FixtureError'
}
