import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { resolveConfig } from '../../src/config/config.ts'
import { openLog } from '../../src/server/log.ts'
import { startInProcess } from '../../src/server/start.ts'

const OPERATOR = 'operator-token-0123456789'
const SHOP = 'shop-token-0123456789'

/** A server with a team, and what its log says of each call to the sandbox `shop-w1`. */
async function served() {
  const folder = mkdtempSync(join(tmpdir(), 'understay-logged-'))
  const controlTokens = join(folder, 'teams.yaml')
  writeFileSync(controlTokens, `teams: [{ label: shop, token: ${SHOP}, sandbox_prefixes: [shop-] }]`)
  const info = vi.fn()
  const config = resolveConfig({ memory: { texts: ['true'], from: 'test', level: 3 } })
  const { fetch, close } = await startInProcess(
    { ...config, controlTokens, controlToken: OPERATOR },
    { ...openLog('off', 'error'), info },
  )
  onTestFinished(async () => {
    await close()
    rmSync(folder, { recursive: true })
  })
  const call = async (method: string, path: string, body?: object, token = SHOP) => {
    info.mockClear()
    const init = { method, headers: { authorization: `Bearer ${token}` }, ...(body && { body: JSON.stringify(body) }) }
    const answer = await (await fetch(new Request(`http://localhost/@shop-w1/_understay/${path}`, init))).json()
    return { answer: answer as object, logged: info.mock.calls }
  }
  return { call }
}

const BY_SHOP = { sandbox: 'shop-w1', team: 'shop' }

test('what a caller replaces or removes is in the log, with the team whose token was sent', async () => {
  const { call } = await served()
  const { answer: state } = await call('GET', 'state')
  expect((await call('POST', 'snapshots', { name: 'friday' })).logged).toEqual([])
  expect((await call('POST', 'snapshots/friday/restore')).logged).toEqual([
    ['snapshot restored', { ...BY_SHOP, snapshot: 'friday' }],
  ])
  expect((await call('DELETE', 'snapshots/friday')).logged).toEqual([['snapshot removed', { ...BY_SHOP, snapshot: 'friday' }]])
  expect((await call('PUT', 'state', state)).logged).toMatchObject([['state replaced', { ...BY_SHOP, tokensLeftOut: 0 }]])
  expect((await call('PUT', 'scenario', { name: 'rate-limited' })).logged).toMatchObject([
    ['scenario started', { ...BY_SHOP, scenario: 'rate-limited', changedRows: 0 }],
  ])
  expect((await call('DELETE', 'scenario')).logged).toMatchObject([['scenario ended', { ...BY_SHOP, armedFaults: 0 }]])
  expect((await call('DELETE', 'journal')).logged).toEqual([['journal cleared', { ...BY_SHOP, journalEntries: 0 }]])
  expect((await call('POST', 'reset')).logged).toMatchObject([['reset', { ...BY_SHOP, tokens: 0 }]])
  expect((await call('DELETE', 'sandboxes?name=shop-w1')).logged).toEqual([['sandbox removed', BY_SHOP]])
})

test('a moved clock is in the log with the time before; the operator is no team', async () => {
  const { call } = await served()
  await call('PUT', 'clock', { at: '2026-03-01T09:00:00Z', run: 'frozen' })
  const advanced = { sandbox: 'shop-w1', from: '2026-03-01T09:00:00.000Z', at: '2026-03-01T10:01:00.000Z', run: 'frozen' }
  expect((await call('POST', 'clock/advance', { by: '61m' }, OPERATOR)).logged).toEqual([['clock moved', advanced]])
})

test('a call that is refused, or finds nothing to remove, is not', async () => {
  const { call } = await served()
  expect((await call('PUT', 'clock', { at: 'now' })).logged).toEqual([])
  expect((await call('POST', 'snapshots/none/restore')).logged).toEqual([])
  expect((await call('PUT', 'scenario', { name: 'none' })).logged).toEqual([])
  expect(await call('DELETE', 'sandboxes?name=shop-w9')).toMatchObject({ answer: { removed: false }, logged: [] })
})
