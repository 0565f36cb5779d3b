/**
 * Errors of the database, with advice.
 *
 * @module
 */
import { StorageError } from '../storage.ts'

/** The database cannot be used as it is; the message says what to do. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
}

/** Converts the error of a statement to a storage error. */
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

/** The SQLSTATE or system code of an error; empty without one. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Advice for errors at the start, by SQLSTATE or system code. */
const ADVICE: Readonly<Record<string, string>> = {
  '28P01': 'correct user and password in --store; a password with special characters is percent-encoded in an address',
  '28000': 'correct the user in --store, or let pg_hba.conf admit it from this machine',
  '3D000': 'create the database first, with CREATE DATABASE or createdb, or correct its name in --store',
  '42501':
    'the user needs the right to create the schema: GRANT CREATE ON DATABASE ... TO ..., or create the schema understay for it',
  '53300': 'the database has no connection left: each replica takes up to 6; raise max_connections or start fewer replicas',
  '25006': 'this is a read-only server: name the primary in --store',
  ECONNREFUSED: 'nothing listens there: start the database, or correct host and port in --store',
  ENOTFOUND: 'correct the host in --store',
  EAI_AGAIN: 'the name of the host cannot be looked up now; correct it in --store, or try again',
  ETIMEDOUT: 'nothing answers there: correct host and port in --store, or let the firewall pass',
}

/** Advice for an error; empty when there is none. */
export function adviceFor(error: unknown): string {
  const causes: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
  for (const cause of causes) {
    const advice = ADVICE[codeOf(cause)]
    if (advice !== undefined) return advice
  }
  return ''
}

/** The error of a failed connection to a database, with advice. */
export function connectionError(place: string, error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error
  // A host name with several addresses fails with one error each, without a message of its own.
  const causes = error instanceof AggregateError ? error.errors : [error]
  const why = causes.map((cause) => (cause instanceof Error ? cause.message : String(cause))).join('; ')
  const advice = adviceFor(error)
  return new DatabaseError(`the database ${place} cannot be used: ${why}${advice && `; ${advice}`}`)
}
