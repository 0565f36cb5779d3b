import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder, runProgram, startProgram } from './program.ts'
import { runShared } from './shared-process.ts'

/** The status of a token request. */
async function tokenStatus(url: string, id: string, secret: string): Promise<number> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: secret,
    scope: 'properties_get',
  })
  return (await fetch(`${url}/service/api/oauth/token`, { method: 'POST', body })).status
}

test('the state of one server is loaded by another, whose clients get new secrets', async () => {
  const folder = newFolder()
  const [one, other] = [await startProgram(['--memory', '--freeze', '--at', '2026-03-01']), await startProgram(['--memory'])]
  const webhook = { url: 'http://127.0.0.1:9/hook', auth: 'basic', username: 'a', password: 'hook-secret' }
  await fetch(`${one.url}/_understay/webhooks`, { method: 'POST', body: JSON.stringify(webhook) })
  expect(await runProgram(['snapshot', 'save', 'full.json', '--url', one.url], {}, folder)).toMatchObject({
    code: 0,
    out: 'written: full.json; secrets are masked in it\n',
  })
  const text = readFileSync(join(folder, 'full.json'), 'utf8')
  expect(text).not.toMatch(/hook-secret|demo-secret/)
  expect(JSON.parse(text)).toMatchObject({ format: 'understay state', version: 1 })

  const loaded = await runShared(['snapshot', 'load', 'full.json', '--url', other.url], {}, folder)
  expect(loaded).toMatchObject({ code: 0, err: '' })
  expect(loaded.out).toContain(`${other.url} has the `)
  expect(loaded.out).toContain('its clock shows 2026-03-01T00:00:00.000Z')
  const [, secret = ''] = /client_id demo {2}client_secret (\w{40})\n/.exec(loaded.out) ?? []
  expect(await tokenStatus(other.url, 'demo', secret)).toBe(200)
  expect(await tokenStatus(one.url, 'demo', secret)).toBe(401)
})

test('what is no snapshot, or of another format, is refused', async () => {
  const folder = newFolder()
  const load = async (text: string) => {
    writeFileSync(join(folder, 'a.json'), text)
    return runShared(['snapshot', 'load', 'a.json', '--port', '9'], {}, folder)
  }
  for (const text of ['users:\n  - { id: 1 }\n', '{"format":'])
    expect(await load(text)).toMatchObject({ code: 2, err: expect.stringMatching(/a\.json is no snapshot.*--fixtures$/m) })
  expect(await load('{}')).toMatchObject({ code: 2, err: expect.stringContaining('a.json is no snapshot') })
  expect(await load('{"format":"understay state","version":2}')).toMatchObject({
    code: 2,
    err: expect.stringContaining('a.json has format 2, and this build reads 1'),
  })
  expect(await load('{"format":"understay state","version":1}')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^understay: http:\/\/127\.0\.0\.1:9: bad port, .*; start a server .* --url URL\n$/),
  })
  expect(await runShared(['snapshot', 'save'], {}, folder)).toMatchObject({
    code: 2,
    err: expect.stringContaining('save or load'),
  })
})
