/** Operations on the server itself, and the reset of a sandbox. */
import { Count, Type } from '../api/schema.ts'
import { Subject } from './operation.ts'
import { CHANGED_ROWS, SandboxName } from './parts.ts'

export const SERVER = new Subject('server', 'Liveness, readiness, endpoints and reset')

export const listEndpoints = SERVER.operation({
  id: 'listEndpoints',
  method: 'get',
  path: '/',
  anyQuery: true,
  summary: 'The sandbox, its configuration, and every endpoint',
  description: 'A request that prefers text/html, such as that of a browser, gets the console page.',
  answer: {
    means: 'The sandbox, every endpoint, and the addresses of the documents',
    schema: Type.Object({
      sandbox: SandboxName,
      version: Type.String({ description: 'The version of this program' }),
      product: Type.String({ description: 'The product word in paths and header names' }),
      api_url: Type.String({ description: 'The address of the interface' }),
      session_header: Type.String({ description: 'The header that names a booking session' }),
      channel_header: Type.String({ description: 'The header that names the channel of a call' }),
      token_lifetime: Type.Integer({ description: 'Lifetime of a token in seconds', minimum: 1 }),
      data: Type.Union([Type.String(), Type.Null()], { description: 'The folder of the state; null when it is in memory' }),
      endpoints: Type.Array(Type.String(), { description: 'Method and path' }),
      documents: Type.Object({
        service: Type.String({ description: 'The OpenAPI document of the service' }),
        control: Type.String({ description: 'The OpenAPI document of this API' }),
      }),
    }),
    example: {
      sandbox: 'w1',
      version: '1.0.0',
      product: 'service',
      api_url: 'http://127.0.0.1:4010/@w1/service/api',
      session_header: 'x-service-booking-session-id',
      channel_header: 'x-service-channel-name',
      token_lifetime: 3600,
      data: null,
      endpoints: ['GET /_understay/clock'],
      documents: { service: '/@w1/_understay/openapi.json', control: '/@w1/_understay/control-openapi.json' },
    },
    also: { 'text/html': '<!doctype html><title>w1 · Understay</title>' },
  },
})

export const readHealth = SERVER.operation({
  id: 'readHealth',
  sandbox: false,
  method: 'get',
  path: '/health',
  anyQuery: true,
  summary: 'Liveness of the server',
  open: true,
  answer: {
    means: 'It is',
    schema: Type.Object({
      status: Type.Literal('ok'),
      version: Type.String(),
      uptimeSeconds: Type.Integer({
        description: 'Whole seconds since the start of the server',
        minimum: 0,
      }),
      instance: Type.String({ description: 'Another text for each server that is started' }),
    }),
    example: { status: 'ok', version: '1.0.0', uptimeSeconds: 12, instance: '3f0a2c1e-7f0b-4c58-9a77-0f6a4d7d5b11' },
  },
})

const Ready = Type.Object({
  ready: Type.Boolean(),
  sandboxes: Type.Integer({
    description: 'The number of sandboxes, on disk and in use; when the server is not ready, those in use',
    minimum: 0,
  }),
})

export const readReady = SERVER.operation({
  id: 'readReady',
  sandbox: false,
  method: 'get',
  path: '/ready',
  anyQuery: true,
  summary: 'Readiness of the server',
  open: true,
  answers: {
    200: { means: 'It does', schema: Ready, example: { ready: true, sandboxes: 1 } },
    503: { means: 'Not yet', schema: Ready, example: { ready: false, sandboxes: 1 } },
  },
})

export const resetSandbox = SERVER.operation({
  id: 'resetSandbox',
  method: 'post',
  path: '/reset',
  summary: 'Reset the sandbox to the state after a fresh start',
  description:
    'Resets rows, tokens, sessions, clock, randomness and journal. Snapshots are kept. Relative dates of fixtures are calculated again.',
  body: {},
  answer: {
    means: 'What was cleared',
    schema: Type.Object({
      sandbox: SandboxName,
      cleared: Type.Object({
        tokens: Count,
        changedRows: Type.Integer({ description: CHANGED_ROWS, minimum: 0 }),
        journalEntries: Count,
        clock: Type.Boolean({ description: 'True when the clock did not show the real time' }),
        armedFaults: Type.Integer({ description: 'Faults that were armed at run time', minimum: 0 }),
      }),
    }),
    example: { sandbox: 'default', cleared: { tokens: 1, changedRows: 4, journalEntries: 7, clock: false, armedFaults: 0 } },
  },
})
