import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { NO_POSTGRES, run, startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { demoToken, runProgram, startProgram } from '../program.ts'
import { whenInContact } from '../when-in-contact.ts'
import { untilKnown } from './replica.ts'

const OPERATOR = 'operator-token-0123456789'
const SHOP = 'shop-token-0123456789'

/** A file with one team: three sandboxes, and so many calls a minute. */
function teamsFile(calls: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'understay-teams-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'teams.yaml')
  writeFileSync(
    path,
    `teams:\n  - label: shop\n    token: ${SHOP}\n    sandbox_prefixes: [shop-]\n    limits: { sandboxes: 3, calls_per_minute: ${calls} }\n`,
  )
  return path
}

const ask = (url: string, method: string, path: string, token: string): Promise<Response> =>
  whenInContact(() => fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${token}` } }))

async function namesAt(url: string, token: string): Promise<readonly string[]> {
  const listed = (await (await ask(url, 'GET', '/_understay/sandboxes', token)).json()) as { name: string }[]
  return listed.map(({ name }) => name)
}

test('an invalid file of teams ends the program with file and line, and without the token', async () => {
  const path = teamsFile(60)
  writeFileSync(path, `teams:\n  - label: shop\n    token: short-secret\n    sandbox_prefixs: [shop-]\n`)
  const { code, err } = await runProgram(['start', '--memory', '--port', '0', '--control-tokens', path])
  expect(code).toBe(2)
  expect(err).toContain(`${path}:4:5 teams[0].sandbox_prefixs: unknown key "sandbox_prefixs"; did you mean "sandbox_prefixes"?`)
  expect(err).not.toContain('short-secret')
})

test('a server with teams accepts network clients without a token of the operator', async () => {
  const { program, url } = await startProgram([
    '--memory',
    '--host',
    '0.0.0.0',
    '--control-tokens',
    teamsFile(60),
    '--log',
    'json',
  ])
  onTestFinished(async () => void (await program.stop()))
  expect((await ask(url, 'GET', '/@shop-w1/_understay/clock', SHOP)).status).toBe(200)
  expect((await fetch(`${url}/_understay/clock`)).status).toBe(401)
  expect(program.out).not.toContain(SHOP)
})

if (NO_POSTGRES) test.skip(NO_POSTGRES, () => undefined)
describe.skipIf(NO_POSTGRES !== undefined)('teams with several replicas', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  const several = async (
    count: number,
    calls: number,
  ): Promise<{ readonly database: string; readonly urls: readonly string[] }> => {
    const database = await postgres.database()
    const teams = teamsFile(calls)
    const args = ['--store', database, '--control-tokens', teams, '--control-token', OPERATOR, '--log', 'json']
    const started = await Promise.all(Array.from({ length: count }, () => startProgram(args)))
    for (const { program } of started) onTestFinished(async () => void (await program.stop('SIGKILL')))
    await untilKnown(started, OPERATOR)
    return { database, urls: started.map(({ url }) => url) }
  }

  test('can list and remove the same sandboxes at each replica, with one common limit', async () => {
    const { database, urls } = await several(2, 100_000)
    const [first, second] = urls as [string, string]
    await demoToken(`${first}/@shop-a/service/api`)
    await demoToken(`${second}/@shop-b/service/api`)
    await demoToken(`${first}/service/api`)
    for (const url of urls) {
      expect(await namesAt(url, SHOP)).toEqual(['shop-a', 'shop-b'])
      expect(await namesAt(url, OPERATOR)).toEqual(['default', 'shop-a', 'shop-b'])
      expect((await ask(url, 'GET', '/@shop-a/_understay/clock', SHOP)).status).toBe(200)
    }
    expect((await ask(second, 'GET', '/@shop-c/_understay/clock', SHOP)).status).toBe(200)
    const refused = await ask(first, 'GET', '/@shop-d/_understay/clock', SHOP)
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('has 3 sandboxes, and may have 3')])
    const removed = await ask(first, 'DELETE', '/_understay/sandboxes?name=shop-c', SHOP)
    expect(await removed.json()).toEqual({ name: 'shop-c', removed: true })
    expect((await ask(first, 'GET', '/@shop-d/_understay/clock', SHOP)).status).toBe(200)
    expect(await run(database, `SELECT FROM understay.sandboxes WHERE name = 'shop-c'`)).toEqual([])
  })

  test('create no sandbox at any replica with a refused call', async () => {
    const { database, urls } = await several(2, 100_000)
    const [first] = urls as [string]
    expect((await ask(first, 'GET', '/@other-1/_understay/clock', SHOP)).status).toBe(403)
    expect((await ask(first, 'GET', '/@shop-1/_understay/clock', 'no-token')).status).toBe(401)
    expect((await fetch(`${first}/@nobody/service/api/properties/all`)).status).toBe(404)
    expect(await run(database, 'SELECT name FROM understay.sandboxes')).toEqual([])
  })

  test('have their calls counted by the replica that answers them', async () => {
    const { urls } = await several(2, 4)
    const [first, second] = urls as [string, string]
    for (let call = 0; call < 4; call++)
      expect((await ask(call % 2 === 0 ? first : second, 'GET', '/@shop-a/_understay/clock', SHOP)).status).toBe(200)
    // whichever of them is asked, the owner has counted them all
    for (const url of urls) {
      const refused = await ask(url, 'GET', '/@shop-a/_understay/clock', SHOP)
      expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    }
  })
})
