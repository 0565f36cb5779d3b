import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoToken, startProgram } from './program.ts'

let server: Awaited<ReturnType<typeof startProgram>>
let token: string

beforeAll(async () => {
  server = await startProgram(['--memory'])
  token = await demoToken(server.api)
})
afterAll(() => server.program.stop())

interface Seen {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Sends a GET with this Host header. */
function ask(path: string, host: string, headers: Readonly<Record<string, string>> = {}): Promise<Seen> {
  const { port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const options = { port, path, headers: { host, authorization: `Bearer ${token}`, ...headers } }
    const asked = request(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { date: _, ...rest } = response.headers
        resolve({ status: response.statusCode, headers: rest, body: Buffer.concat(chunks).toString().toLowerCase() })
      })
    })
    asked.once('error', reject)
    asked.end()
  })
}

describe('a host in capital letters gets the same response, with a content length in bytes', () => {
  test.each<[what: string, path: string, status: number, headers?: Readonly<Record<string, string>>]>([
    ['an open list', '/service/api/site_structure/property_types', 200],
    ['a guarded list', '/service/api/properties/all/', 200],
    ['texts with accents', '/service/api/site_structure/countries/fr-FR', 200],
    ['a query', '/service/api/properties/all?servicelang=fr-FR', 200],
    ['another sandbox', '/@w1/service/api/site_structure/property_types', 200],
    ['a correlation id', '/service/api/site_structure/property_types', 200, { 'x-request-id': 'sync-42' }],
    ['another origin', '/service/api/site_structure/property_types', 200, { origin: 'https://desk.example' }],
    ['a token nobody knows', '/service/api/properties/all', 401, { authorization: 'Bearer nobody' }],
    ['a path nobody knows', '/service/api/site_structure/nothing/at/all', 404],
    ['a sandbox that cannot be', '/@NO_NAME/service/api/properties/all', 404],
  ])('%s', async (_, path, status, headers) => {
    const [lower, upper] = [await ask(path, 'localhost', headers), await ask(path, 'LOCALHOST', headers)]
    expect(lower.status).toBe(status)
    expect(lower).toEqual(upper)
    expect(lower.headers['content-length']).toBe(String(Buffer.byteLength(lower.body)))
  })
})
