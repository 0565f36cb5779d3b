/**
 * A whole server without a socket, for tests of the control API.
 *
 * @module
 */
import { Service } from '../../src/http/service.ts'
import { boundOperations } from '../../src/routes/index.ts'
import { createServer } from '../../src/server.ts'
import { type TestOptions, TestWorld } from '../call.ts'

/** A whole server without a socket. */
export function serverOf(options: TestOptions & { open?: boolean; token?: string; remote?: string } = {}) {
  const { world } = new TestWorld(options)
  const control = { open: options.open ?? false, token: options.token, ready: () => true }
  const app = createServer({ world, service: new Service(boundOperations()), publicUrl: undefined, control })
  const incoming = options.remote ? { incoming: undefined } : {}
  const ask = async (method: string, path: string, init: RequestInit = {}) => {
    const answer = await app.request(`http://localhost${path}`, { method, ...init }, incoming)
    const text = await answer.text()
    const json = answer.headers.get('content-type')?.startsWith('application/json')
    return { status: answer.status, headers: answer.headers, body: json && text ? JSON.parse(text) : text }
  }
  const token = async (base = '') => {
    const form = {
      grant_type: 'client_credentials',
      client_id: 'desk',
      client_secret: 'desk-secret',
      scope: 'properties_get properties_set',
    }
    const { body } = await ask('POST', `${base}/service/api/oauth/token`, { body: new URLSearchParams(form) })
    return { authorization: `Bearer ${body.access_token}` }
  }
  return { world, app, ask, token }
}
