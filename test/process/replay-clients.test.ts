import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from './program.ts'
import { runShared } from './shared-process.ts'

const JSON_TYPE = 'application/json'
const FORM = { mimeType: 'application/x-www-form-urlencoded' }

/** A file of a tool in which a client gets a token and lists its properties. */
function harOf(client: string): string {
  const file = join(newFolder(), 'tool.har')
  const url = 'http://127.0.0.1:7400/service/api'
  const entry = (request: object, body: object) => ({
    startedDateTime: '2031-01-01T00:00:00Z',
    request: { headers: [], ...request },
    response: { status: 200, headers: [], content: { mimeType: JSON_TYPE, text: JSON.stringify(body) } },
  })
  const form = `grant_type=client_credentials&client_id=${client}&client_secret=s&scope=properties_get`
  const authorization = { name: 'Authorization', value: 'Bearer abc' }
  const entries = [
    entry(
      { method: 'POST', url: `${url}/oauth/token`, postData: { ...FORM, text: form } },
      { access_token: 'abc', expires_in: 3600, token_type: 'Bearer' },
    ),
    entry(
      { method: 'GET', url: `${url}/properties/all`, headers: [authorization] },
      { data: { ids: [501] }, meta: { code: 200 } },
    ),
  ]
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries } }))
  return file
}

test('a replay whose responses differ names the clients that its world does not have', async () => {
  const { code, out } = await runShared(['replay', harOf('cm')])
  expect(out).toContain('demo replaces the client cm, which this world does not have: --fixtures names one that has it\n')
  expect(code).toBe(3)
  expect((await runShared(['replay', harOf('demo-super')])).out).not.toContain('replaces')
})
