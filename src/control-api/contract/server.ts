/**
 * Operations on the server itself, and the reset of a sandbox.
 *
 * @module
 */
import { Type } from '../../api/schema.ts'
import { operationsOf, type Subject } from '../operation.ts'
import { SandboxName } from './parts.ts'

const operation = operationsOf('server')

export const listEndpoints = operation({
  id: 'listEndpoints',
  method: 'get',
  path: '/',
  summary: 'The sandbox, how it was set up, and every endpoint',
  description: 'A browser, or whoever else asks for text/html first, gets the console page.',
  answers: {
    200: {
      means: 'The sandbox that was asked, every endpoint, and where the documents are',
      schema: Type.Object({
        sandbox: SandboxName,
        version: Type.String({ description: 'The version of this program' }),
        product: Type.String({ description: 'The product word in paths and header names' }),
        api_url: Type.String({ description: 'The address of the interface' }),
        session_header: Type.String({ description: 'The header that names a booking session' }),
        token_lifetime: Type.Integer({ description: 'Seconds a token lives', minimum: 1 }),
        data: Type.Union([Type.String(), Type.Null()], { description: 'The folder of the state; null where it is in memory' }),
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
        token_lifetime: 3600,
        data: null,
        endpoints: ['GET /_understay/clock'],
        documents: { service: '/@w1/_understay/openapi.json', control: '/@w1/_understay/control-openapi.json' },
      },
      also: { 'text/html': '<!doctype html><title>w1 · Understay</title>' },
    },
  },
})

export const readHealth = operation({
  id: 'readHealth',
  sandbox: false,
  method: 'get',
  path: '/health',
  summary: 'Is the server alive',
  open: true,
  answers: {
    200: {
      means: 'It is',
      schema: Type.Object({
        status: Type.Literal('ok'),
        version: Type.String(),
        uptimeSeconds: Type.Integer({
          description: 'Whole seconds since the control API was first asked for anything',
          minimum: 0,
        }),
      }),
      example: { status: 'ok', version: '1.0.0', uptimeSeconds: 12 },
    },
  },
})

const Ready = Type.Object({
  ready: Type.Boolean(),
  sandboxes: Type.Integer({
    description: 'How many there are, on disk and in use; where it is not ready, those in use',
    minimum: 0,
  }),
})

export const readReady = operation({
  id: 'readReady',
  sandbox: false,
  method: 'get',
  path: '/ready',
  summary: 'Does the server take calls',
  open: true,
  answers: {
    200: { means: 'It does', schema: Ready, example: { ready: true, sandboxes: 1 } },
    503: { means: 'Not yet', schema: Ready, example: { ready: false, sandboxes: 1 } },
  },
})

export const resetSandbox = operation({
  id: 'resetSandbox',
  method: 'post',
  path: '/reset',
  summary: 'Everything in the sandbox as after a fresh start',
  description: 'Rows, tokens, sessions, clock, chance and journal. Snapshots stay. Relative dates of fixtures are counted anew.',
  body: {},
  answers: {
    200: {
      means: 'What was given up',
      schema: Type.Object({
        sandbox: SandboxName,
        cleared: Type.Object({
          tokens: Type.Integer({ minimum: 0 }),
          changedRows: Type.Integer({ description: 'Rows that differed from the fixtures', minimum: 0 }),
          journalEntries: Type.Integer({ minimum: 0 }),
          clock: Type.Boolean({ description: 'True where the clock did not show the real time' }),
          armedFaults: Type.Integer({ description: 'Faults that were armed at run time', minimum: 0 }),
        }),
      }),
      example: { sandbox: 'default', cleared: { tokens: 1, changedRows: 4, journalEntries: 7, clock: false, armedFaults: 0 } },
    },
  },
})

export const SERVER: Subject = {
  tag: 'server',
  about: 'Is it alive, what does it offer, and back to the beginning',
  operations: [listEndpoints, readHealth, readReady, resetSandbox],
}
