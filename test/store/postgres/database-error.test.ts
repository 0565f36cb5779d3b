import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../src/base/caught-error.ts'
import {
  adviceFor,
  connectionError,
  DatabaseError,
  storageErrorOf,
  writeErrorOf,
} from '../../../src/store/postgres/database-error.ts'
import { StorageError } from '../../../src/store/storage.ts'

const error = (code: unknown) => Object.assign(new Error('it said no'), { code })

test('the code of an error is that of the database or the system', () => {
  expect([error('53100'), error(5), new Error('none'), 'text', undefined].map(codeOf)).toEqual(['53100', '', '', '', ''])
})

describe('an error of a statement', () => {
  test.each([
    ['53100', 'full', /^the disk of the database is full: free space/],
    ['25006', 'read-only', /^this is a read-only server, or .* name the primary/],
    ['57014', 'unavailable', /^$/],
    ['', 'unavailable', /^$/],
  ])('of code "%s" says that the storage is %s, and what to do then', (code, reason, advice) => {
    const cause = error(code)
    const message = 'the database failed: it said no'
    expect(storageErrorOf(cause)).toMatchObject({ reason, message, advice: expect.stringMatching(advice), cause })
  })

  test('that is a storage error stays as it is, and anything else becomes one', () => {
    const own = new StorageError('lost', 'the lock was lost')
    expect(storageErrorOf(own)).toBe(own)
    expect(storageErrorOf('odd')).toMatchObject({ reason: 'unavailable', message: 'the database failed: odd' })
  })
})

describe('an error of a statement that stores changes', () => {
  const failure = (code: string, message: string) => Object.assign(new Error(message), { code })
  const unknown = /^the database failed: .+; whether the change .* happened is not known\. Look before you repeat it$/

  test.each([
    failure('', 'Connection terminated unexpectedly'),
    failure('', 'Query read timeout'),
    failure('ECONNRESET', 'read ECONNRESET'),
    failure('57P01', 'terminating connection due to administrator command'),
    failure('08006', 'connection failure'),
  ])('says that it is unknown whether they are stored: %s', (cause) => {
    expect(writeErrorOf(cause)).toMatchObject({ reason: 'unavailable', message: expect.stringMatching(unknown), cause })
  })

  test.each([
    failure('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'),
    failure('', 'timeout exceeded when trying to connect'),
    failure('57P03', 'the database system is starting up'),
    failure('57014', 'canceling statement due to statement timeout'),
    failure('53100', 'could not extend file'),
  ])('does not where they are not: %s', (cause) => {
    expect(writeErrorOf(cause)).toEqual(storageErrorOf(cause))
    expect(writeErrorOf(storageErrorOf(cause))).toEqual(storageErrorOf(cause))
  })
})

describe('advice at the start', () => {
  test.each([
    ['28P01', 'correct user and password'],
    ['28000', 'correct the user in --store'],
    ['3D000', 'create the database first'],
    ['42501', 'GRANT CREATE ON DATABASE'],
    ['53300', 'raise max_connections'],
    ['25006', 'name the primary in --store'],
    ['ECONNREFUSED', 'start the database'],
    ['ENOTFOUND', 'correct the host'],
    ['EAI_AGAIN', 'cannot be looked up now'],
    ['ETIMEDOUT', 'let the firewall pass'],
    ['EHOSTUNREACH', 'let the firewall pass'],
    ['ENETUNREACH', 'let the firewall pass'],
    ['ECONNRESET', 'are those of PostgreSQL, and that it is not just starting'],
    ['57P03', 'the database is starting or stopping: try again in a moment'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', '?sslmode=verify-full&sslrootcert=FILE'],
    ['SELF_SIGNED_CERT_IN_CHAIN', '?sslmode=verify-full&sslrootcert=FILE'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', '?sslmode=verify-full&sslrootcert=FILE'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', '?sslmode=verify-full&sslrootcert=FILE'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'name the host in --store as the certificate does'],
  ])('for %s', (code, advice) => {
    expect(adviceFor(error(code))).toContain(advice)
    expect(adviceFor(new AggregateError([error('other'), error(code), error('28P01')]))).toContain(advice)
  })

  test.each([
    ['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', 'add it to the address'],
    ["ENOENT: no such file or directory, open 'ca.pem'", 'correct sslrootcert, sslcert or sslkey'],
    ["EACCES: permission denied, open 'ca.pem'", 'correct sslrootcert, sslcert or sslkey'],
    ['EISDIR: illegal operation on a directory, read', 'correct sslrootcert, sslcert or sslkey'],
    ['The server does not support SSL connections', 'remove sslmode from --store'],
    ['timeout expired', 'let the firewall pass'],
    ['Connection terminated unexpectedly', 'that it is not just starting'],
    ['permission denied for schema understay', 'make this user a member of the owner'],
    ['permission denied for table sandboxes', 'make this user a member of the owner'],
  ])('for the message "%s"', (message, advice) => {
    expect(adviceFor(Object.assign(new Error(message), { code: '42501' }))).toContain(advice)
  })

  test('is none for another error', () => {
    expect([adviceFor(error('XX000')), adviceFor('odd'), adviceFor(new AggregateError([]))]).toEqual(['', '', ''])
  })
})

describe('the error of a failed connection', () => {
  test('names the database, every reason and the advice', () => {
    expect(connectionError('db:5432', error('57P03'))).toEqual(
      new DatabaseError(
        'the database db:5432 cannot be used: it said no; the database is starting or stopping: try again in a moment',
      ),
    )
    const refused = (address: string) => Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED' })
    expect(connectionError('localhost', new AggregateError([refused('::1'), refused('127.0.0.1')])).message).toBe(
      'the database localhost cannot be used: connect ECONNREFUSED ::1; connect ECONNREFUSED 127.0.0.1; nothing listens there: start the database, or correct host and port in --store',
    )
  })

  test('has no advice where there is none, and stays as it is where it has been made before', () => {
    expect(connectionError('db', 'odd').message).toBe('the database db cannot be used: odd')
    const own = new DatabaseError('as it is')
    expect(connectionError('other', own)).toBe(own)
  })
})
