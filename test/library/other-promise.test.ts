import { afterEach, expect, test, vi } from 'vitest'
import { startUnderstay } from '../../src/index.ts'

afterEach(() => vi.unstubAllGlobals())

/** As zone.js and bluebird do it: results of async functions are no instances of it. */
class OtherPromise<T> extends Promise<T> {}

test('works while its user has another global Promise', async () => {
  vi.stubGlobal('Promise', OtherPromise)
  const understay = await startUnderstay()
  const sandbox = await understay.sandbox('w1')
  await sandbox.clock.advance('61m')
  const client = { client_id: 'demo', client_secret: 'demo-secret', scope: 'properties_get' }
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...client })
  expect((await fetch(sandbox.tokenUrl, { method: 'POST', body })).status).toBe(200)
  await sandbox.verify({ operation: 'requestToken', count: 1 })
  await sandbox.delete()
  await understay.close()
})
