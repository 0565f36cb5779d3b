import { expect, test } from 'vitest'
import { StorageError } from '../../src/store/storage.ts'

test.each([
  ['unavailable', 503],
  ['lost', 503],
  ['full', 507],
  ['read-only', 507],
  ['damaged', 500],
] as const)('a storage that is %s is a status %d', (reason, status) => {
  expect(new StorageError(reason, 'why').status).toBe(status)
})
