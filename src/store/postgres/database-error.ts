import { codeOf, messageOf } from '../../base/caught-error.ts'
import { UserError } from '../../base/user-error.ts'
import { StorageError } from '../storage.ts'

/** The database cannot be used as it is; the message says what to do. */
export class DatabaseError extends UserError {
  override readonly name = 'DatabaseError'
}

export function storageErrorOf(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  const cause = error instanceof Error ? error : new Error(String(error))
  const reason = REASONS[codeOf(error)]
  const advice = reason && adviceFor(error)
  return new StorageError(reason ?? 'unavailable', `the database failed: ${cause.message}`, { cause, ...(advice && { advice }) })
}

/**
 * Code and message of an error after which it is unknown whether a statement took effect: the connection ended, or no answer came.
 * Other answers of the database mean that it did not, and so do errors of the attempt to connect.
 */
const WITHOUT_OUTCOME = /^(?:08|57P0[12]|E(?!CONNREFUSED|NOTFOUND|AI_AGAIN)| (?!.*(?:to connect|connection timeout)$))/

/** The error of a statement that stores changes. */
export function writeErrorOf(error: unknown): StorageError {
  const failure = storageErrorOf(error)
  if (failure === error || !WITHOUT_OUTCOME.test(`${codeOf(error)} ${messageOf(error)}`)) return failure
  const { reason, message, cause, advice } = failure
  const unknown = 'whether the change that was being stored happened is not known. Look before you repeat it'
  return new StorageError(reason, `${message}; ${unknown}`, { cause, advice })
}

/** By SQLSTATE. */
const REASONS: Readonly<Record<string, StorageError['reason']>> = {
  '53100': 'full',
  '25006': 'read-only',
}

const MISSING_TABLES = new Set(['3F000', '42P01'])

/** Why this replica does not answer after an error of the database. */
export const lostContact = (error: unknown): string =>
  MISSING_TABLES.has(codeOf(error))
    ? 'the tables of the schema understay are missing in the database; restore it, or start the replicas again to create them empty'
    : 'this replica has no contact with the database; nothing was changed. Try again in a moment, or at another replica'

const NO_ANSWER = 'nothing answers there: correct host and port in --store, or let the firewall pass'
const ENDED =
  'what listens there ended the connection: check that host and port in --store are those of PostgreSQL, and that it is not just starting'
const UNKNOWN_CERTIFICATE =
  'the certificate of the database is not signed by a known authority: name the file of its authority with ?sslmode=verify-full&sslrootcert=FILE'

/** Advice for errors at the start, by SQLSTATE or system code. */
const ADVICE: Readonly<Record<string, string>> = {
  '28P01': 'correct user and password in --store; a password with special characters is percent-encoded in an address',
  '28000':
    'correct the user in --store, or let pg_hba.conf admit it from this machine; where it requires encryption, add ?sslmode=verify-full to the address',
  '3D000': 'create the database first, with CREATE DATABASE or createdb, or correct its name in --store',
  '42501':
    'the user needs the right to create the schema: GRANT CREATE ON DATABASE ... TO ..., or create the schema understay for it',
  '57P03': 'the database is starting or stopping: try again in a moment',
  '53300': 'the database has no connection left: each replica takes up to 6; raise max_connections or start fewer replicas',
  '53100': 'the disk of the database is full: free space there, or move the database to a larger disk',
  '57014':
    'the database was too slow, or another session holds a lock on its tables: end such sessions (SELECT * FROM pg_stat_activity), then try again',
  '25006':
    'this is a read-only server, or default_transaction_read_only is on for the user or the database: name the primary in --store, or turn that off',
  ECONNREFUSED: 'nothing listens there: start the database, or correct host and port in --store',
  ENOTFOUND: 'correct the host in --store',
  EAI_AGAIN: 'the name of the host cannot be looked up now; correct it in --store, or try again',
  ETIMEDOUT: NO_ANSWER,
  EHOSTUNREACH: NO_ANSWER,
  ENETUNREACH: NO_ANSWER,
  ECONNRESET: ENDED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_CERTIFICATE,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_CERTIFICATE,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the certificate of the database is for another host: name the host in --store as the certificate does',
}

/** Advice for errors by their message: those of the driver have no code, and one code stands for several rights. */
const ADVICE_BY_MESSAGE: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [
    /client password must be a/,
    'the database asks for a password: add it to the address, as postgres://user:password@host/database, or set PGPASSWORD',
  ],
  [/^E(NOENT|ACCES|ISDIR)\b/, 'correct sslrootcert, sslcert or sslkey in --store, which name files'],
  [/does not support SSL/, 'turn encryption on in the database, or remove sslmode from --store'],
  [/^timeout expired/, NO_ANSWER],
  [/^Connection terminated/, ENDED],
  [
    /^permission denied for (schema|table|sequence)/,
    'the schema understay belongs to another user, and replicas change it at an upgrade: use its owner in --store, or make this user a member of the owner with GRANT ... TO ...',
  ],
]

export function adviceFor(error: unknown): string {
  const causes: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
  for (const cause of causes) {
    const message = cause instanceof Error ? cause.message : ''
    const advice = ADVICE_BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] ?? ADVICE[codeOf(cause)]
    if (advice !== undefined) return advice
  }
  return ''
}

export function connectionError(place: string, error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error
  // A host name with several addresses fails with one error each, without a message of its own.
  const causes = error instanceof AggregateError ? error.errors : [error]
  const why = causes.map(messageOf).join('; ')
  const advice = adviceFor(error)
  return new DatabaseError(`the database ${place} cannot be used: ${why}${advice && `; ${advice}`}`)
}
