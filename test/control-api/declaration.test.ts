import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import type { Fields } from '../../src/api/operation.ts'
import { Type } from '../../src/api/schema.ts'
import { OPERATIONS } from '../../src/booking-contract/index.ts'
import { controlApi } from '../../src/control-api/index.ts'
import { CONTROL_OPERATIONS, SUBJECTS } from '../../src/control-contract/index.ts'
import type { ControlOperation } from '../../src/control-contract/operation.ts'
import { startUnderstay } from '../../src/index.ts'
import { apiDocument } from '../../src/pipeline/openapi.ts'
import { aCompleteSession } from '../support/session-rows.ts'
import { TestWorld } from '../support/test-world.ts'
import { requireDeclared, strictErrors } from './declared.ts'
import { serverOf } from './server-of.ts'

const named = CONTROL_OPERATIONS.map((endpoint) => [endpoint.id, endpoint] as const)

/** `GET /_understay/snapshots/{name}/diff`, as the server lists it. */
const listed = ({ method, path }: ControlOperation): string => `${method.toUpperCase()} /_understay${path}`

/** The address of a call, with what is sent in path and query. */
function addressOf({ path, example = {} }: ControlOperation): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(example.path?.[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(example.query ?? {})) query.set(name, String(value))
  return `/_understay${filled}${query.size > 0 ? `?${query}` : ''}`
}

describe('the control API', () => {
  test('declares every registered operation, and registers every declared one', async () => {
    const { body } = await serverOf().ask('GET', '/_understay/')
    expect([...body.endpoints].sort()).toEqual(CONTROL_OPERATIONS.map(listed).sort())
  })

  test('gives every endpoint an id that is unique in the server', () => {
    const ids = [...CONTROL_OPERATIONS, ...OPERATIONS].map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    const nouns = SUBJECTS.map(({ tag }) => tag)
    expect(new Set(nouns).size).toBe(nouns.length)
  })

  test.each(named)('%s declares its path parameters', (_, { path, params = {} }) => {
    expect([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(Object.keys(params))
  })

  test.each(named)('%s has examples that match their schemas', (_, { query, headers, body, document, answers, example = {} }) => {
    const sent: readonly (readonly [Fields | undefined, object | undefined])[] = [
      [query, example.query],
      [headers, example.headers],
      [body, example.body],
    ]
    for (const [fields, values] of sent) expect(strictErrors(Type.Object(fields ?? {}), values ?? {})).toEqual([])
    for (const { schema, example: whole } of [...Object.values(answers), ...(document ? [document] : [])])
      expect(strictErrors(schema, whole)).toEqual([])
  })

  const queried = named.filter(([, { query }]) => query)
  test.each(queried)('%s accepts the declared query parameters only', async (_, endpoint) => {
    const { method, path, query = {}, example } = endpoint
    const { ask } = serverOf()
    const { status, body } = await ask(
      method,
      `${addressOf({ ...endpoint, path, example: { ...example, query: {} } })}?nonsense=1`,
    )
    expect([status, body.error]).toEqual([
      400,
      `nonsense: unknown query parameter "nonsense"; ${known(query) ? `known here: ${known(query)}` : 'none is accepted here'}`,
    ])
  })

  const filled = named.filter(([, { body }]) => body)
  test.each(filled)('%s accepts the declared fields only', async (_, endpoint) => {
    const { ask } = serverOf()
    const { status, body } = await ask(endpoint.method, addressOf(endpoint), { body: '{"nonsense":1}' })
    const fields = known(endpoint.body ?? {})
    expect(status).toBe(400)
    expect(body.error).toContain(`nonsense: unknown key "nonsense"${fields && `; known here: ${fields}`}`)
  })
})

const known = (fields: Fields): string => Object.keys(fields).join(', ')

/** Calls whose example cannot be sent as it is, with the reason. */
const NOT_PLAYED: Readonly<Record<string, string>> = {
  streamJournal: 'has no end',
  streamDeliveries: 'has no end',
  redeliver: 'wants a delivery: see handlers/webhooks.test.ts',
  streamChanges: 'has no end',
  checkScenario: 'wants a server that was configured, see below',
  replaceState: 'a whole state is longer than an example',
  playScenario: 'wants a server that was configured, see below',
  endScenario: 'wants a server that was configured, see below',
  triggerEvent: 'wants a booking, see below',
}

const snapshot = (name: string) => ['/_understay/snapshots', { name }] as const

/** What must have been sent before the example of an endpoint. */
const BEFORE: Readonly<Record<string, readonly (readonly [path: string, body: object])[]>> = {
  restoreSnapshot: [snapshot('before-sync')],
  removeSnapshot: [snapshot('before-sync')],
  compareSnapshot: [snapshot('before-sync'), snapshot('after-sync')],
  deleteWebhooks: [['/_understay/webhooks', { url: 'http://127.0.0.1:9/hook' }]],
  disarmFaults: [['/_understay/faults', { on: { operation: 'listBookings' }, network: { status: 503 } }]],
}

describe('the example request of an operation', () => {
  const played = named.filter(([id]) => !(id in NOT_PLAYED))

  test.each(played)('gets the documented response: %s', async (id, endpoint) => {
    const world = new TestWorld({ rows: { sessions: [aCompleteSession({ id: 'visit-1' })] } })
    await world.call('getPrices', { headers: { 'x-service-booking-session-id': 'visit-1' } })
    const { ask } = serverOf({ of: world })
    for (const [path, sent] of BEFORE[id] ?? [])
      expect((await ask('POST', path, { body: JSON.stringify(sent) })).status).toBe(201)
    const body = endpoint.document?.example ?? endpoint.example?.body
    const answer = await ask(endpoint.method, addressOf(endpoint), body === undefined ? {} : { body: JSON.stringify(body) })
    expect(Object.keys(endpoint.answers), JSON.stringify(answer.body)).toContain(String(answer.status))
  })
})

describe('the example document of an operation', () => {
  const sent = CONTROL_OPERATIONS.flatMap((endpoint) => {
    const { id, document } = endpoint
    // A state is longer than an example.
    if (!document || id === 'replaceState') return []
    const texts = [JSON.stringify(document.example), ...Object.values(document.also ?? {})]
    return texts.map((text) => [id, text, endpoint] as const)
  })

  test.each(sent)('is accepted by %s: %s', async (_, body, { method, path, answers }) => {
    const understay = await startUnderstay()
    const response = await understay.fetch(`/_understay${path}`, { method, body })
    const answer = { status: response.status, headers: response.headers, body: await response.json() }
    requireDeclared(method, `/_understay${path}`, answer)
    expect(Object.keys(answers), JSON.stringify(answer.body)).toContain(String(answer.status))
    const after = await understay.fetch('/_understay/scenario', { method: 'DELETE' })
    requireDeclared('DELETE', '/_understay/scenario', { status: after.status, headers: after.headers, body: await after.json() })
    expect(after.status).toBe(200)
    await understay.close()
  })
})

interface Described {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly security?: readonly object[]
  readonly parameters: readonly { readonly name: string; readonly example?: unknown; readonly description?: string }[]
  readonly responses: Readonly<Record<string, { readonly description: string }>>
}

describe('the OpenAPI document of the control API', () => {
  const document = JSON.parse(
    JSON.stringify(
      apiDocument(controlApi({ open: false, token: 'x', ready: () => true }), undefined, {
        base: '/_understay',
        version: '1.0.0',
        today: '2031-05-01',
      }),
    ),
  ) as {
    readonly tags: readonly { readonly name: string }[]
    readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  }
  const described = Object.values(document.paths).flatMap((methods) => Object.values(methods))

  test('is valid for a published validator', async () => {
    const result = await new Validator().validate(structuredClone(document))
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
  })

  test('describes fields for readers where messages have other words', () => {
    const text = JSON.stringify(document)
    expect(text).toContain('"description":"Group of operations, such as `tariffs`."')
    expect(text).not.toContain('markdownDescription')
  })

  test('has every endpoint once, and no two paths that differ in parameter names only', () => {
    expect(described.map(({ operationId }) => operationId).sort()).toEqual(CONTROL_OPERATIONS.map(({ id }) => id).sort())
    const templates = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
    expect(new Set(templates).size).toBe(templates.length)
  })

  test('describes every parameter, with an example', () => {
    for (const { operationId, parameters, tags } of described) {
      expect(document.tags.map(({ name }) => name)).toContain(tags[0])
      for (const { name, example, description } of parameters) {
        expect(example, `${operationId} ${name}`).toBeDefined()
        expect(description, `${operationId} ${name}`).toBeTruthy()
      }
    }
  })

  test('declares the token: not required for health and readiness, required elsewhere when configured', async () => {
    const open = described.filter(({ security }) => security?.length === 0).map(({ operationId }) => operationId)
    expect(open).toEqual(['readHealth', 'readReady'])
    const closed = serverOf({ token: 'let-me-in' })
    expect((await closed.ask('GET', '/_understay/control-openapi.json')).status).toBe(401)
    const headers = { authorization: 'Bearer let-me-in' }
    const { body } = await closed.ask('GET', '/_understay/control-openapi.json', { headers })
    expect(body.security).toEqual([{ controlToken: [] }])
    const { body: free } = await serverOf().ask('GET', '/_understay/control-openapi.json')
    expect(free.security).toEqual([{ controlToken: [] }, {}])
  })

  test('contains the address of its sandbox, and is separate from that of the service', async () => {
    const { ask } = serverOf()
    const { documents } = (await ask('GET', '/@w1/_understay/')).body
    const own = (await ask('GET', documents.control)).body
    const ofTheService = (await ask('GET', documents.service)).body
    expect([own.servers, ofTheService.servers]).toEqual([[{ url: '/@w1/_understay' }], [{ url: '/@w1/service/api' }]])
    expect(own.paths['/clock/advance'].post.operationId).toBe('advanceClock')
    expect((await ask('GET', '/_understay/control-openapi.json')).body.servers).toEqual([{ url: '/_understay' }])
  })

  test('contains the path of --public-url, below which a proxy serves', async () => {
    const { ask } = serverOf({ publicUrl: 'https://stay.example/mock' })
    const { documents } = (await ask('GET', '/@w1/_understay/')).body
    expect(documents.service).toBe('/mock/@w1/_understay/openapi.json')
    expect((await ask('GET', '/@w1/_understay/openapi.json')).body.servers).toEqual([{ url: '/mock/@w1/service/api' }])
    expect((await ask('GET', '/_understay/control-openapi.json')).body.servers).toEqual([{ url: '/mock/_understay' }])
  })
})

describe('the response check of the tests', () => {
  const headers = new Headers({ 'content-type': 'application/json' })
  const clock = { at: '2026-03-01T09:00:00.000Z', run: 'real' }

  test.each<[what: string, status: number, body: object]>([
    ['a field that was not declared', 200, { ...clock, zone: 'UTC' }],
    ['a field that is missing', 200, { at: clock.at }],
    ['a value of another kind', 200, { ...clock, run: 'backwards' }],
    ['a status that was not declared', 202, clock],
    ['a refusal without words', 400, { error: '' }],
  ])('reports %s', (_, status, body) => {
    expect(() => requireDeclared('GET', '/@w1/_understay/clock', { status, headers, body })).toThrow(
      /^GET \/@w1\/_understay\/clock/,
    )
  })

  test('accepts declared responses, and those outside this API', () => {
    const received = (status: number, body: object) => ({ status, headers, body })
    requireDeclared('GET', '/_understay/clock', received(200, clock))
    requireDeclared('GET', '/_understay/clock?zone=UTC', received(400, { error: 'unknown query "zone"' }))
    requireDeclared('GET', '/_understay/nothing', received(404, { error: 'there is none', endpoints: [] }))
    requireDeclared('GET', '/service/api/nothing', received(418, {}))
  })
})
