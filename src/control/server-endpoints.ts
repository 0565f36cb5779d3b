/**
 * The endpoints of the server itself, and the reset of a sandbox.
 *
 * @module
 */
import { Type } from '../contract/schema.ts'
import { endpoint, type Noun } from './declaration.ts'
import { SandboxName } from './declared-parts.ts'

const listEndpoints = endpoint({
  id: 'listEndpoints',
  method: 'get',
  path: '/',
  summary: 'What there is here',
  about:
    'Who asks for text/html gets the console page instead: this sandbox at a glance. Its query is that of the journal (`operation`, `status`, `fault`, `limit`).',
  answers: {
    200: {
      means: 'The sandbox that was asked, every endpoint, and where the documents are',
      schema: Type.Object({
        sandbox: SandboxName,
        endpoints: Type.Array(Type.String(), { description: 'Method and path' }),
        documents: Type.Object({
          service: Type.String({ description: 'The OpenAPI document of the service' }),
          control: Type.String({ description: 'The OpenAPI document of this API' }),
        }),
      }),
      example: {
        sandbox: 'w1',
        endpoints: ['GET /_understay/clock'],
        documents: { service: '/@w1/_understay/openapi.json', control: '/@w1/_understay/control-openapi.json' },
      },
      also: { 'text/html': '<!doctype html><title>w1 · Understay</title>' },
    },
  },
})

const readHealth = endpoint({
  id: 'readHealth',
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
  sandboxes: Type.Integer({ description: 'How many there are, on disk and in use', minimum: 0 }),
})

const readReady = endpoint({
  id: 'readReady',
  method: 'get',
  path: '/ready',
  summary: 'Does the server take calls',
  open: true,
  answers: {
    200: { means: 'It does', schema: Ready, example: { ready: true, sandboxes: 1 } },
    503: { means: 'Not yet', schema: Ready, example: { ready: false, sandboxes: 1 } },
  },
})

const resetSandbox = endpoint({
  id: 'resetSandbox',
  method: 'post',
  path: '/reset',
  summary: 'Everything in the sandbox as after a fresh start',
  about: 'Rows, tokens, sessions, clock, chance and journal. Snapshots stay. Relative dates of fixtures are counted anew.',
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

export const SERVER: Noun = {
  name: 'server',
  about: 'Is it alive, what does it offer, and back to the beginning',
  endpoints: [listEndpoints, readHealth, readReady, resetSandbox],
}
