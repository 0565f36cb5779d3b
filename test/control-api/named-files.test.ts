import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startUnderstay, type Understay } from '../../src/index.ts'
import { openLog } from '../../src/server/log.ts'
import { type InProcessServer, startInProcess } from '../../src/server/start.ts'
import { readConfig } from '../support/start-config.ts'

const SCENARIO = 'name: mine\nseed: 42\n'
const WORLD = 'users: [{ id: 9, name: nine }]\nclients: [{ id: nine, secret: s, user: 9, scopes: [properties_get] }]\n'

describe('a call to the control API can name', () => {
  let root = ''
  let server: InProcessServer
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'understay-named-'))
    for (const folder of ['scenarios', 'worlds']) mkdirSync(join(root, folder))
    writeFileSync(join(root, 'scenarios/mine.yaml'), SCENARIO)
    writeFileSync(join(root, 'worlds/nine.yaml'), WORLD)
    writeFileSync(join(root, 'secret.yaml'), 'password: hunter2\n')
    const args = [
      '--memory',
      '--scenarios',
      join(root, 'scenarios'),
      '--fixtures',
      'baseline',
      '--fixtures',
      join(root, 'worlds'),
    ]
    server = await startInProcess(await readConfig(args, {}), openLog('off', 'error'))
  })
  afterAll(async () => {
    await server.close()
    rmSync(root, { recursive: true })
  })

  const play = async (scenario: unknown) => {
    const request = new Request('http://localhost/_understay/scenario', { method: 'PUT', body: JSON.stringify(scenario) })
    const answer = await server.fetch(request)
    return { status: answer.status, text: await answer.text() }
  }

  test('a bundled scenario, and one in a folder given at start', async () => {
    expect((await play({ name: 'rate-limited' })).status).toBe(200)
    expect((await play({ name: 'mine.yaml' })).status).toBe(200)
    expect((await play({ name: join(root, 'scenarios/mine.yaml') })).status).toBe(200)
  })

  test('fixtures in folders given at start', async () => {
    const named = { name: 'sent', fixtures: ['baseline', join(root, 'worlds/nine.yaml')] }
    expect(await play(named)).toMatchObject({ status: 200 })
  })

  test.each(['/etc/passwd', '/etc/shadow', '/dev/zero', 'package.json', '../../etc/passwd'])(
    'no other file such as %s, and the response does not say what exists',
    async (file) => {
      const missing = await play({ name: 'x', fixtures: ['/no/such/file'] })
      const refused = await play({ name: 'x', fixtures: [file] })
      expect(refused).toEqual({ status: 400, text: missing.text.replaceAll('/no/such/file', file) })
      const scenario = await play({ name: file })
      expect(scenario.status).toBe(400)
      expect(scenario.text).toContain('nor a file in a folder that this server was started with')
    },
  )

  test('no file outside, whose content is never returned', async () => {
    for (const sent of [{ name: join(root, 'secret.yaml') }, { name: 'x', fixtures: [join(root, 'secret.yaml')] }])
      expect((await play(sent)).text).not.toMatch(/hunter2|password/)
  })

  test('no YAML with a thousand nested brackets', async () => {
    const body = '['.repeat(1000)
    const answer = await server.fetch(new Request('http://localhost/_understay/scenario', { method: 'PUT', body }))
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('more than 100 maps and lists')])
  })
})

describe('code in the process', () => {
  let root = ''
  let understay: Understay
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'understay-own-'))
    writeFileSync(join(root, 'mine.yaml'), SCENARIO)
    understay = await startUnderstay({ listen: false })
  })
  afterAll(async () => {
    await understay.close()
    rmSync(root, { recursive: true })
  })

  test('can name any file', async () => {
    await understay.play(join(root, 'mine.yaml'))
    expect(await (await understay.fetch('/_understay/scenario')).json()).toMatchObject({ scenario: { name: 'mine' } })
    await understay.play(undefined)
    expect(await (await understay.fetch('/_understay/scenario')).json()).toMatchObject({ scenario: null })
  })
})
