import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProgram } from './program.ts'

let server: Awaited<ReturnType<typeof startProgram>>
beforeAll(async () => {
  server = await startProgram(['--memory', '--control', 'open'])
})
afterAll(() => server.program.stop())

/** The status of a call, with headers that `fetch` would not send. */
function ask(method: string, path: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  const { port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const asked = request({ port, path, method, headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.once('error', reject)
    asked.end()
  })
}

describe('an open control API', () => {
  test.each<[who: string, headers: Readonly<Record<string, string>>, status: number]>([
    ['a program that uses a name of a private zone', { host: 'ci.corp.internal:4010' }, 200],
    ['a program that uses a name a page could have too', { host: 'ci.corp.example:4010' }, 403],
    ['a page of its own address', { host: '192.168.1.7:4010', origin: 'http://192.168.1.7:4010' }, 200],
    ['a page under the name of a container', { host: 'understay:4010', origin: 'http://understay:4010' }, 200],
    ['a page whose name was pointed here', { host: 'evil.example', origin: 'http://evil.example' }, 403],
    ['a page of another origin', { host: 'localhost', origin: 'http://evil.example' }, 403],
    ['a form of another site that says no origin', { host: 'localhost', 'sec-fetch-site': 'cross-site' }, 403],
    [
      'a picture on a page of another port',
      { host: 'localhost', 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
      403,
    ],
    ['a form on a page of another port', { host: 'localhost', 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }, 403],
  ])('responds to %s', async (_, headers, status) => {
    expect(await ask('POST', '/_understay/reset', headers)).toBe(status)
  })

  test('responds to a link on a page of another port of the same host', async () => {
    expect(
      await ask('GET', '/_understay/clock', { host: 'localhost', 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }),
    ).toBe(200)
  })

  test('creates no sandbox for a picture on a page of another site', async () => {
    expect(await ask('GET', '/@picture/_understay/state', { host: 'localhost', 'sec-fetch-site': 'cross-site' })).toBe(403)
    const names = (await (await fetch(`${server.url}/_understay/sandboxes`)).json()) as readonly { readonly name: string }[]
    expect(names.map(({ name }) => name)).not.toContain('picture')
  })
})
