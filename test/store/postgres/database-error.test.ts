import { describe, expect, test } from 'vitest'
import { adviceFor, codeOf, storageErrorOf } from '../../../src/store/postgres/database-error.ts'
import { StorageError } from '../../../src/store/storage.ts'

const error = (code: unknown) => Object.assign(new Error('it said no'), { code })

test('the code of an error is that of the database or the system', () => {
  expect([error('53100'), error(5), new Error('none'), 'text', undefined].map(codeOf)).toEqual(['53100', '', '', '', ''])
})

describe('an error of a statement', () => {
  test.each([
    ['53100', 'full'],
    ['25006', 'read-only'],
    ['57014', 'unavailable'],
    ['', 'unavailable'],
  ])('of code "%s" says that the storage is %s', (code, reason) => {
    const cause = error(code)
    expect(storageErrorOf(cause)).toMatchObject({ reason, message: 'the database did not store the change: it said no', cause })
  })

  test('that is a storage error stays as it is, and anything else becomes one', () => {
    const own = new StorageError('lost', 'the lock was lost')
    expect(storageErrorOf(own)).toBe(own)
    expect(storageErrorOf('odd')).toMatchObject({ reason: 'unavailable', message: 'the database did not store the change: odd' })
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
  ])('for %s', (code, advice) => {
    expect(adviceFor(error(code))).toContain(advice)
    expect(adviceFor(new AggregateError([error('other'), error(code), error('28P01')]))).toContain(advice)
  })

  test('is none for another error', () => {
    expect([adviceFor(error('XX000')), adviceFor('odd'), adviceFor(new AggregateError([]))]).toEqual(['', '', ''])
  })
})
