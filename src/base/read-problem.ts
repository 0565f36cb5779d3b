import { codeOf, messageOf } from './caught-error.ts'

/** Why a file that a user named cannot be read, and what to do, for a message that begins with its name. */
export function readProblem(error: unknown): string {
  return REASONS[codeOf(error)] ?? `cannot be read: ${messageOf(error)}`
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file; a relative name starts at the current folder',
  ENOTDIR: 'there is no such file: a part of its path is not a folder',
  EISDIR: 'it is a folder: name a file',
  EACCES: 'this user may not read it: chmod +r',
}
