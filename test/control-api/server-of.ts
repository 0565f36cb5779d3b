/**
 * A whole server without a socket, for tests of the control API.
 *
 * @module
 */
import { createBookingPipeline } from '../../src/booking-api/pipeline.ts'
import { createApp } from '../../src/server/app.ts'
import { type TestOptions, TestWorld } from '../support/test-world.ts'
import { requireDeclared } from './declared.ts'

/** What a test server is made of. */
export interface ServerSettings extends TestOptions {
  /** The world it serves; by default one made from the other options. */
  readonly of?: TestWorld
  readonly open?: boolean
  readonly token?: string
  readonly publicUrl?: string
}

/** A whole server without a socket. Every answer of its control API is held against what is declared. */
export function serverOf(options: ServerSettings = {}) {
  const { world } = options.of ?? new TestWorld(options)
  const control = { open: options.open ?? false, token: options.token, teams: world.options.teams, ready: () => true }
  const app = createApp({ world, booking: createBookingPipeline(), publicUrl: options.publicUrl, control })
  const request = (path: string, init?: RequestInit): Promise<Response> =>
    app.fetch(new Request(new URL(path, 'http://localhost'), init))
  const ask = async (method: string, path: string, init: RequestInit = {}) => {
    const answer = await request(`http://localhost${path}`, { method, ...init })
    const text = await answer.text()
    const json = answer.headers.get('content-type')?.startsWith('application/json')
    const received = { status: answer.status, headers: answer.headers, body: json && text ? JSON.parse(text) : text }
    requireDeclared(method, path, received)
    return received
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
  return { world, app: { ...app, request }, ask, token }
}
