import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { Teams } from '../../src/auth/teams.ts'
import { startUnderstay } from '../../src/index.ts'
import { type Storage, StorageError } from '../../src/store/storage.ts'
import { serverOf } from '../control-api/server-of.ts'
import { SILENT } from '../support/test-world.ts'

test('the address without a path is a page with links in a browser, and plain text elsewhere', async () => {
  const world = await startUnderstay({ listen: false })
  const text = await world.fetch('/', { headers: { accept: '*/*' } })
  expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await text.text()).toMatch(/^Console +http:\S+\/_understay\/$/m)
  const page = await world.fetch('/', { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const links = [...(await page.text()).matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link)
  expect(links.map((link) => new URL(link).pathname)).toEqual(expect.arrayContaining(['/_understay/', '/_understay/docs/']))
  const statuses = await Promise.all(links.map(async (link) => (await world.fetch(link)).status))
  expect(statuses).toEqual(links.map(() => 200))
  await world.close()
})

/** A storage with one sandbox, which cannot be opened now. */
const STORAGE: Storage = {
  place: 'memory of the tests',
  remote: true,
  list: () => Promise.resolve(['shop-1']),
  open: () => Promise.reject(new StorageError('unavailable', 'no contact')),
  clear: () => undefined,
  remove: () => undefined,
  close: () => undefined,
}

test('a sandbox that cannot be opened is refused in words, also where that takes time', async () => {
  const limits = { sandboxes: 1, callsPerMinute: undefined }
  const teams = new Teams([{ label: 'shop', token: 'shop-token-0123456789', prefixes: ['shop-'], limits }])
  const { ask } = serverOf({ teams, storage: STORAGE })
  const refused = { meta: { code: 409, error_message: expect.stringContaining('the team shop has 1 sandboxes, and may have 1') } }
  expect(await ask('GET', '/@shop-2/')).toMatchObject({ status: 409, body: refused })
  const unavailable = await ask('GET', '/@shop-1/')
  expect([unavailable.status, unavailable.headers.get('retry-after')]).toEqual([503, '1'])
})

test('calls of a sandbox that cannot be opened are in the log and the metrics', async () => {
  const error = vi.fn()
  const why = new StorageError('read-only', 'the database is read-only', { advice: 'name the primary' })
  const open = () => Promise.reject(why)
  const { ask } = serverOf({ storage: { ...STORAGE, open }, log: { ...SILENT, error } })
  for (const path of ['/service/api/search/stars/4', '/_understay/clock'])
    expect(await ask('GET', `/@shop-1${path}`)).toMatchObject({ status: 507, body: expect.not.stringContaining('primary') })
  const line = { sandbox: 'shop-1', calls: 1, error: 'the database is read-only; name the primary' }
  // each API has its own
  expect(error.mock.calls).toEqual(Array(2).fill(['a sandbox cannot be opened', line]))
  const { body } = await ask('GET', '/_understay/metrics')
  expect(body).toContain('understay_calls_total{api="booking",operation="none",status="507"} 1\n')
})

test('the hint of a path outside the interface has the path of the public URL, and that of the sandbox', async () => {
  const { ask } = serverOf({ publicUrl: 'https://mock.example/hotel' })
  const { headers } = await ask('GET', '/@w1/properties')
  expect(headers.get('x-understay-hint')).toBe('the interface is at /hotel/@w1/service/api; this path lies outside it')
})

test('readiness is refused within a second when the storage does not respond', async () => {
  const { ask } = serverOf({ storage: { ...STORAGE, list: () => new Promise(() => undefined) } })
  const answer = await Promise.race([ask('GET', '/_understay/ready'), pause(5000, 'late')])
  expect(answer).toMatchObject({ status: 503, body: { ready: false, sandboxes: 0 } })
}, 10_000)
