import { setTimeout } from 'node:timers/promises'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { understayHandler } from '../../src/adapters/msw.ts'
import { startUnderstay } from '../../src/index.ts'

const understay = await startUnderstay()
const ORIGIN = 'https://bookings.example'
const mocks = setupServer()

beforeAll(() => mocks.listen({ onUnhandledRequest: 'bypass' }))
afterEach(() => mocks.resetHandlers())
afterAll(async () => {
  mocks.close()
  await understay.close()
})

const TARGETS = [
  ['a sandbox of this process', async () => understay.sandbox('in-process')],
  ['the address of a server', async () => (await understay.sandbox('by-address')).baseUrl],
] as const

describe.each(TARGETS)('an origin mocked by %s', (name, targetOf) => {
  const journalOf = async () => (await understay.sandbox(name === TARGETS[0][0] ? 'in-process' : 'by-address')).journal()

  test('closes the connection where a fault does', async () => {
    const sandbox = await understay.sandbox('cut')
    await sandbox.play({ name: 'cut', faults: [{ on: {}, network: { cut: 'before' } }] })
    mocks.use(understayHandler(ORIGIN, name === TARGETS[0][0] ? sandbox : sandbox.baseUrl))
    await expect(fetch(`${ORIGIN}/service/api/properties/all`)).rejects.toThrow(TypeError)
    expect((await fetch(`${ORIGIN}/service/api/properties/all`)).status).toBe(401)
    await sandbox.delete()
  })

  test('issues a token, and lists the properties with it', async () => {
    mocks.use(understayHandler(`${ORIGIN}/ignored/path`, await targetOf()))
    const { clientId, clientSecret } = understay.credentials
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope: 'properties_get' }
    const asked = await fetch(`${ORIGIN}/service/api/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
    const { access_token } = (await asked.json()) as { readonly access_token: string }
    const headers = { authorization: `Bearer ${access_token}` }
    const answer = await fetch(`${ORIGIN}/service/api/properties/all?servicelang=en`, { headers })
    expect(answer.status).toBe(200)
    expect((await journalOf()).map(({ operation, target }) => [operation, target.split('?')[1]])).toEqual([
      ['requestToken', undefined],
      ['listProperties', 'servicelang=en'],
    ])
  })
})

test.each([undefined, null, 5, {}, { server: understay }, '', 'nope', '127.0.0.1:1', '/mock'])(
  'what can answer nothing is rejected: %j',
  (by) => {
    expect(() => Reflect.apply(understayHandler, undefined, [ORIGIN, by])).toThrow(
      /^understayHandler: .* is neither a server nor the http address of one; start the server before this handler is made$/,
    )
  },
)

test('a call that its client aborts is no error of the handler', async () => {
  const sandbox = await understay.sandbox('aborted')
  mocks.use(understayHandler(ORIGIN, sandbox))
  await sandbox.faults.arm({ on: {}, network: { delay: '5s' } })
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => printed.mockRestore())
  await expect(fetch(`${ORIGIN}/service/api/properties/all`, { signal: AbortSignal.timeout(100) })).rejects.toThrow()
  await setTimeout(100)
  expect(printed).not.toHaveBeenCalled()
})

test.each(['bookings.example', 'bookings.example:8080', 'localhost:3000'])(
  'an origin that is not a URL is rejected: %s',
  (origin) => {
    expect(() => understayHandler(origin, understay)).toThrow(
      new TypeError(`understayHandler: "${origin}" is not an origin such as https://bookings.example`),
    )
  },
)
