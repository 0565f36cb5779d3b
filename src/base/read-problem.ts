/** Why a file that a user named cannot be read, and what to do, for a message that begins with its name. */
export function readProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? `cannot be read: ${error instanceof Error ? error.message : String(error)}`
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file; a relative name starts at the current folder',
  ENOTDIR: 'there is no such file: a part of its path is not a folder',
  EISDIR: 'it is a folder: name a file',
  EACCES: 'this user may not read it: chmod +r',
}
