import Schema from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import { type Api, defineApi, describeGuards, describeResponses, type Guard } from '../../src/api/define-api.ts'
import type { Fields, FieldValues, Input, Operation, Typed } from '../../src/api/operation.ts'
import { oneOf, propertyUid } from '../../src/api/path-values.ts'
import { jsonResponse } from '../../src/api/response.ts'
import { Type } from '../../src/api/schema.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { Binder, type OnAsync } from '../../src/pipeline/binder.ts'
import { apiDocument } from '../../src/pipeline/openapi.ts'
import { Pipeline } from '../../src/pipeline/pipeline.ts'
import { type Reply, reply, respondPlain } from '../../src/pipeline/reply.ts'
import { RequestContext } from '../../src/pipeline/request-context.ts'
import type { Sandbox } from '../../src/world/world.ts'
import { requestOf } from '../support/requests.ts'
import { TestWorld } from '../support/test-world.ts'

/* A third API beside the two of the program: keys to rooms, in JSON, with tags, scopes and guards of its own. */

interface KeyOperation extends Operation<'keys' | 'doors'> {
  readonly asks?: 'porter'
  readonly answers: Readonly<Record<number, { readonly schema: object; readonly type?: string }>>
}

const operation = <const D extends KeyOperation, A>(
  declared: D,
  _answer?: A,
): Typed<KeyOperation, Input<D>, A | Reply<unknown>> => declared

const Key = Type.Object({ id: Type.Integer(), room: Type.String() })
const KEY_FIELDS = { room: Type.String({ minLength: 1 }), copies: Type.Optional(Type.Integer({ minimum: 1 })) }

const makeKey = operation({
  id: 'makeKey',
  method: 'post',
  path: '/keys',
  tag: 'keys',
  summary: 'Make a key',
  params: {},
  body: KEY_FIELDS,
  asks: 'porter',
  answers: { 201: { schema: Key } },
  example: { body: { room: '12' } },
})
const listKeys = operation({
  id: 'listKeys',
  method: 'get',
  path: '/keys',
  tag: 'keys',
  summary: 'The keys',
  params: {},
  query: { limit: Type.Optional(Type.Integer({ minimum: 1 })), lost: Type.Optional(Type.Boolean()) },
  headers: { 'X-Floor': Type.Optional(Type.Integer()) },
  answers: { 200: { schema: Type.Object({ limit: Type.Integer(), lost: Type.Boolean(), floor: Type.Integer() }) } },
})
const watchDoor = operation({
  id: 'watchDoor',
  method: 'get',
  path: '/doors/{door}/events',
  tag: 'doors',
  summary: 'What a door does, as server-sent events',
  params: { door: oneOf('The door', ['front', 'back']) },
  answers: { 200: { schema: Type.String(), type: 'text/event-stream' } },
})
const importKeys = operation({
  id: 'importKeys',
  method: 'put',
  path: '/keys',
  tag: 'keys',
  summary: 'Take a list of keys',
  params: {},
  document: { means: 'A list', schema: Type.Array(Key), example: [], also: { 'text/csv': '1,12' } },
  answers: { 200: { schema: Type.Object({ type: Type.String(), length: Type.Integer() }) } },
})

class KeyContext extends RequestContext<KeyOperation> {
  readonly record = undefined
  get sandbox(): Sandbox {
    return this.world.sandbox(this.request.sandbox)
  }
}

class Forbidden extends Error {}

const porterGuard: Guard<KeyContext, KeyOperation, unknown> = {
  describe: ({ asks }) => (asks ? { refusals: ['forbidden'], security: [{ porter: [] }] } : {}),
  check: ({ operation: asked, request }) => {
    if (asked?.asks && request.headers['x-role'] !== 'porter') throw new Forbidden('only the porter may')
  },
}

type KeyApi = Api<KeyContext, KeyOperation, unknown>

const keyApi: KeyApi = defineApi({
  name: 'keys',
  prefix: () => '/keys-api',
  operations: [makeKey, listKeys, watchDoor, importKeys],
  guards: [porterGuard],
  envelope: {
    respond: respondPlain,
    describe: ({ answers }) =>
      Object.fromEntries(
        Object.entries(answers).map(([status, { schema, type = 'application/json' }]) => [
          status,
          { description: 'Done', content: { [type]: { schema } } },
        ]),
      ),
  },
  errors: {
    refuse: (error) => {
      if (error instanceof Forbidden) return jsonResponse(403, { error: error.message })
      if (!(error instanceof Refusal)) return undefined
      const { problems = [], what } = error.detail
      const text = what ?? problems.map(({ field, message }) => `${field}: ${message}`).join('; ')
      return jsonResponse(error.code === 'operation_unknown' ? 404 : 400, { error: text })
    },
    unknown: (context, nearest) => new Refusal('operation_unknown', { what: `${context.request.path}: ${nearest}` }),
    fail: (status, message) => jsonResponse(status, { error: message }),
    describe: (_, guarded) => (guarded.includes('forbidden') ? { '403': { description: 'Only the porter may' } } : {}),
    schemas: () => ({}),
  },
  document: { title: 'Keys', description: 'Keys to rooms', tags: { keys: 'Keys to rooms' } },
  journalled: false,
  maxBodyBytes: 1000,
})

function handlers(on: OnAsync<KeyContext>): void {
  on(makeKey, ({ body }) => reply({ id: 1, room: `${body.room} x${body.copies ?? 1}` }, { status: 201 }))
  on(listKeys, async ({ query, headers }) => {
    await Promise.resolve()
    return { limit: query.limit ?? 10, lost: query.lost ?? false, floor: headers['X-Floor'] ?? 0 }
  })
  on(watchDoor, ({ door }) => reply(doorEvents(door), { type: 'text/event-stream' }))
  on(importKeys, ({ document }) => ({ type: document.type, length: document.text.length }))
}

async function* doorEvents(door: string) {
  yield `data: ${door} opens\n\n`
  await Promise.resolve()
  yield `data: ${door} closes\n\n`
}

const binder = new Binder<KeyContext>()
handlers(binder.onAsync)
const pipeline = new Pipeline(keyApi, binder.bound, KeyContext)
const { world } = new TestWorld()
const call = async (method: string, target: string, body?: string, headers: Readonly<Record<string, string>> = {}) => {
  const [path = '', query = ''] = target.split('?', 2)
  const response = await pipeline.handle(world, requestOf({ method, path, query, body, headers }))
  return { ...response, json: typeof response.body === 'string' && response.body !== '' ? JSON.parse(response.body) : undefined }
}
const PORTER = { 'x-role': 'porter' }

describe('an API declared by a test', () => {
  test('validates a JSON body and responds with its own status', async () => {
    const made = await call('POST', '/keys', '{"room":"12","copies":2}', PORTER)
    expect([made.status, made.json]).toEqual([201, { id: 1, room: '12 x2' }])
  })

  test.each([
    ['{"rom":"12"}', /rom: unknown key "rom"; did you mean "room"\?.*room: is missing/],
    ['{"room":12}', /room: expected text that is not empty, got the number 12/],
    ['{"room":"12","copies":0}', /copies: expected a whole number/],
    ['[1]', /makeKey expects a JSON object with room, copies/],
    ['{', /invalid JSON/],
    ['', /room: is missing/],
  ])('refuses the body %s and names the problem', async (body, text) => {
    const refused = await call('POST', '/keys', body, PORTER)
    expect(refused.status).toBe(400)
    expect(refused.json.error).toMatch(text)
  })

  test('parses query and headers to their declared types, with an asynchronous handler', async () => {
    expect((await call('GET', '/keys?limit=3&lost=true', undefined, { 'x-floor': '2' })).json).toEqual({
      limit: 3,
      lost: true,
      floor: 2,
    })
  })

  test.each([
    ['/keys?limt=3', /limt: unknown query parameter "limt"; did you mean "limit"\?/],
    ['/keys?limit=x', /limit: expected a whole number of at least 1, got "x"/],
    ['/keys?limit=1&limit=2', /limit: sent more than once/],
    ['/keys?lost=maybe', /lost: expected true or false/],
  ])('refuses %s', async (target, text) => {
    const refused = await call('GET', target)
    expect(refused.status).toBe(400)
    expect(refused.json.error).toMatch(text)
  })

  test('streams a response', async () => {
    const { body, headers } = await pipeline.handle(world, requestOf({ path: '/doors/front/events' }))
    const chunks: string[] = []
    if (body !== null && typeof body !== 'string') for await (const chunk of body) chunks.push(chunk)
    expect(headers['Content-Type']).toBe('text/event-stream')
    expect(chunks).toEqual(['data: front opens\n\n', 'data: front closes\n\n'])
  })

  test('accepts a document of another media type', async () => {
    expect((await call('PUT', '/keys', '1,12', { 'content-type': 'text/csv; charset=utf-8' })).json).toEqual({
      type: 'text/csv',
      length: 4,
    })
  })

  test('applies its own guards, and responds to unknown paths in its own format', async () => {
    expect((await call('POST', '/keys', '{"room":"1"}')).json).toEqual({ error: 'only the porter may' })
    expect((await call('GET', '/kes')).json.error).toMatch(/\/kes: nearest is listKeys GET \/keys/)
  })

  test('opens no sandbox for an operation that needs none', async () => {
    expect((await pipeline.handle(world, requestOf({ path: '/keys', sandbox: '-no-' }))).status).toBe(200)
  })

  test('responds to HEAD like GET, without a body', async () => {
    const { status, body } = await call('HEAD', '/keys')
    expect([status, body]).toEqual([200, null])
  })

  test('adds nothing to the journal', () => {
    expect(world.sandbox().journal.entries()).toEqual([])
  })

  test('generates an OpenAPI document, and its responses pass the response check', async () => {
    const document = JSON.parse(
      JSON.stringify(apiDocument(keyApi, undefined, { base: '/keys-api', version: '1', today: '2031-05-01' })),
    )
    expect(document.paths['/keys'].post).toMatchObject({
      operationId: 'makeKey',
      security: [{ porter: [] }],
      requestBody: { required: true, content: { 'application/json': { example: { room: '12' } } } },
    })
    expect(Object.keys(document.paths['/keys'].post.responses)).toEqual(['201', '403'])
    expect(document.paths['/keys'].get.parameters.map(({ name }: { name: string }) => name)).toEqual(['limit', 'lost', 'X-Floor'])
    expect(document.tags).toEqual([{ name: 'keys', description: 'Keys to rooms' }, { name: 'doors' }])
    const schema = describeResponses(keyApi, makeKey, undefined)['201']?.content?.['application/json']?.schema ?? Schema.Never()
    expect(Compile(schema).Check((await call('POST', '/keys', '{"room":"1"}', PORTER)).json)).toBe(true)
  })
})

describe('defineApi', () => {
  test('rejects two operations with the same id', () => {
    expect(() => defineApi({ ...keyApi, operations: [makeKey, makeKey] })).toThrow('makeKey is declared twice')
  })

  test('refuses a guarded parameter that the guard would not read', () => {
    const shared = { ...makeKey, path: '/keys/{hotel}', params: { hotel: propertyUid } }
    expect(() => defineApi({ ...keyApi, operations: [shared] })).toThrow(
      'keys: makeKey has the guarded parameter hotel; only property_id is guarded',
    )
  })

  test('runs and describes a guard for each operation, which says itself what it asks of which', async () => {
    const checked: (string | undefined)[] = []
    const guard: Guard<KeyContext, KeyOperation, unknown> = {
      describe: ({ id }) => (id === makeKey.id ? { refusals: ['forbidden'] } : {}),
      check: ({ operation }) => {
        checked.push(operation?.id)
      },
    }
    const api = defineApi({ ...keyApi, guards: [guard] })
    expect(Object.keys(describeResponses(api, makeKey, undefined))).toContain('403')
    expect(Object.keys(describeResponses(api, listKeys, undefined))).not.toContain('403')
    const guarded = new Pipeline(api, binder.bound, KeyContext)
    await guarded.handle(world, requestOf({ method: 'GET', path: '/keys', query: '' }))
    await guarded.handle(world, requestOf({ method: 'POST', path: '/keys', query: '', body: '{"room":"1"}' }))
    await guarded.handle(world, requestOf({ method: 'GET', path: '/kes', query: '' }))
    expect(checked).toEqual(['listKeys', 'makeKey'])
  })

  test('runs the entry guard first, also for requests that match no operation', async () => {
    const checked: string[] = []
    const guardNamed = (name: string): Guard<KeyContext, KeyOperation, unknown> => ({
      describe: () => ({ security: [{ [name]: [] }] }),
      check: ({ operation }) => {
        checked.push(`${name} ${operation?.id}`)
      },
    })
    const api = defineApi({ ...keyApi, entryGuard: guardNamed('entry'), guards: [guardNamed('other')] })
    const guarded = new Pipeline(api, binder.bound, KeyContext)
    await guarded.handle(world, requestOf({ method: 'GET', path: '/keys', query: '' }))
    await guarded.handle(world, requestOf({ method: 'GET', path: '/kes', query: '' }))
    expect(checked).toEqual(['entry listKeys', 'other listKeys', 'entry undefined'])
    expect(describeGuards(api, listKeys, undefined)).toEqual([{ security: [{ entry: [] }] }, { security: [{ other: [] }] }])
  })

  test('requires a handler for every operation, and an operation for every handler', () => {
    expect(() => new Pipeline({ ...keyApi, operations: [makeKey, listKeys] }, binder.bound, KeyContext)).toThrow('not declared')
    expect(() => new Pipeline(keyApi, new Map(), KeyContext)).toThrow('makeKey has no handler')
  })

  test('makes optional fields optional in the input of a handler', () => {
    const values: FieldValues<typeof KEY_FIELDS> = { room: '1' }
    const fields: Fields = KEY_FIELDS
    expect(Object.keys(fields)).toContain(Object.keys(values)[0])
  })
})
