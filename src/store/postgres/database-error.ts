/**
 * What the database says, in words of this program.
 *
 * @module
 */
import { StorageError } from '../storage.ts'

/** The database cannot be used as it is; the message says what to do. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
}

/** What a statement failed with, as the storage port says it. */
export function storageErrorOf(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  const cause = error instanceof Error ? error : new Error(String(error))
  const reason = REASONS[codeOf(error)] ?? 'unavailable'
  return new StorageError(reason, `the database did not store the change: ${cause.message}`, { cause })
}

/** By SQLSTATE. */
const REASONS: Readonly<Record<string, StorageError['reason']>> = {
  '53100': 'full',
  '25006': 'read-only',
}

/** The five characters of the SQLSTATE; empty where it is no error of the database. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
