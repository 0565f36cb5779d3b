import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startInProcess } from '../../src/server/start.ts'
import { readConfig } from '../support/start-config.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understay-kept-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  write('hotel.yaml', 'one')
})

/** A world of one user and one client. */
function write(file: string, client: string): void {
  const text = `users: [{ id: 1, name: u }]\nclients: [{ id: ${client}, secret: s, user: 1, scopes: ['*'] }]\n`
  writeFileSync(join(folder, file), text)
}

/** Starts with a data folder, asks for a token, and stops. @returns warnings, and the clients there are */
async function run(args: readonly string[], before: readonly string[] = []) {
  const warnings: string[] = []
  const silent = (): void => undefined
  const log = { info: silent, error: silent, request: silent, warn: (text: string) => void warnings.push(text) }
  const server = await startInProcess(await readConfig(['--data', join(folder, 'data'), ...args], {}), log)
  const call = async (path: string, body?: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body: body ?? null })
    const response = await server.fetch(request)
    return [response.status, await response.text()] as const
  }
  for (const path of before) expect((await call(path))[0]).toBe(200)
  for (const id of ['one', 'two', 'demo']) {
    await call('/service/api/oauth/token', `grant_type=client_credentials&client_id=${id}&client_secret=s&scope=properties_get`)
  }
  const clients = server.world.sandbox().store.db.clients.all()
  await server.close()
  return { warnings, clients: clients.map(({ id }) => id) }
}

const named = (file: string): readonly string[] => ['--fixtures', join(folder, file)]
const noEffect = (flags: string) => [expect.stringMatching(`^${flags}: no effect, because .* a reset .*--fresh`)]

test('a restart with the same fixtures and seed is silent, under any name of the file', async () => {
  expect(await run([...named('hotel.yaml'), '--seed', '7'])).toEqual({ warnings: [], clients: ['one'] })
  expect(await run([...named('hotel.yaml'), '--seed', '7'])).toEqual({ warnings: [], clients: ['one'] })
  write('again.yaml', 'one')
  expect(await run([...named('again.yaml')])).toEqual({ warnings: [], clients: ['one'] })
  expect(await run([])).toEqual({ warnings: [], clients: ['one'] })
})

test('other fixtures, the same file with other content, and another seed are told, until a reset', async () => {
  await run(named('hotel.yaml'))
  write('hotel.yaml', 'two')
  expect(await run([...named('hotel.yaml'), '--seed', '1'])).toEqual({ warnings: noEffect('--fixtures'), clients: ['one'] })
  expect((await run([...named('hotel.yaml'), '--seed', '9'])).warnings).toEqual(noEffect('--fixtures, --seed'))
  expect((await run(['--fixtures', 'baseline'])).warnings).toEqual(noEffect('--fixtures'))
  expect(await run(named('hotel.yaml'), ['/_understay/reset'])).toEqual({ warnings: noEffect('--fixtures'), clients: ['two'] })
  expect(await run(named('hotel.yaml'))).toEqual({ warnings: [], clients: ['two'] })
  write('hotel.yaml', 'one')
  expect(await run([...named('hotel.yaml'), '--fresh'])).toEqual({ warnings: [], clients: ['one'] })
})

test('a folder of fixtures is told from one with another file', async () => {
  mkdirSync(join(folder, 'hotels'))
  write('hotels/a.yaml', 'one')
  await run(named('hotels'))
  expect((await run(named('hotels'))).warnings).toEqual([])
  writeFileSync(join(folder, 'hotels/b.yaml'), 'users: [{ id: 2, name: v }]\n')
  expect((await run(named('hotels'))).warnings).toEqual(noEffect('--fixtures'))
})

test('a sandbox that plays a scenario of its own says that its state is in memory', async () => {
  const args = ['--data', join(folder, 'data'), ...named('hotel.yaml')]
  const silent = (): void => undefined
  const server = await startInProcess(await readConfig(args, {}), { info: silent, error: silent, request: silent, warn: silent })
  const ask = (path: string, init?: RequestInit) => server.fetch(new Request(`http://localhost/_understay${path}`, init))
  const place = async () => ((await (await ask('/')).json()) as { data: unknown }).data
  expect(await place()).toBe(join(folder, 'data'))
  expect((await ask('/scenario', { method: 'PUT', body: 'name: own\nabout: Nothing goes wrong.\n' })).status).toBe(200)
  expect(await place()).toBeNull()
  expect((await ask('/scenario', { method: 'DELETE' })).status).toBe(200)
  expect(await place()).toBe(join(folder, 'data'))
  await server.close()
})
