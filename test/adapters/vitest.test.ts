import { describe, expect } from 'vitest'
import { test, understayTest } from '../../src/adapters/vitest.ts'

const frozen = understayTest({ at: '2026-12-31', freeze: true, listen: false })
const later = understayTest({ at: '2031-01-01', freeze: true, listen: false })

let first: unknown

test('a test gets a sandbox on the server of its worker', async ({ understay, sandbox }) => {
  first = understay
  expect(sandbox.url).toBe(`${understay.url}/@${sandbox.name}`)
  await sandbox.play('rate-limited')
  await sandbox.fetch('/service/api/properties/all')
  await expect(sandbox).toHaveAnswered({ operation: 'listProperties', count: 1 })
  await expect(sandbox).not.toHaveAnswered({ operation: 'listBookings' })
})

test('the next test gets the same server and a new sandbox', async ({ understay, sandbox }) => {
  expect(understay).toBe(first)
  expect(await sandbox.journal()).toEqual([])
  expect((await sandbox.report())['scenario']).toBeNull()
  await expect(expect(sandbox).toHaveAnswered({ operation: 'listProperties' })).rejects.toThrow(/listProperties/)
})

frozen('each understayTest has a server with its own options', ({ sandbox, understay }) => {
  expect(sandbox.clock.today()).toBe('2026-12-31')
  expect(understay).not.toBe(first)
})

later('also the second one with options', ({ sandbox }) => {
  expect(sandbox.clock.today()).toBe('2031-01-01')
})

describe('a group', () => {
  const own = understayTest({ at: '2032-02-02', freeze: true, listen: false })

  own('may have a server with options of its own', ({ sandbox }) => {
    expect(sandbox.clock.today()).toBe('2032-02-02')
  })
})
