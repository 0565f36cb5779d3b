/** What a caught value says: usually an error, but anything can be thrown. */

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The code of an error of Node or of a database, such as `ENOENT`; empty without one. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
