/**
 * Calls operations of a test world as a client would, and checks every response against the contract.
 *
 * @module
 */

import { AsyncLocalStorage } from 'node:async_hooks'
import Type from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { expect } from 'vitest'
import { type Product, productOf } from '../../src/api/product.ts'
import { HINT_HEADER } from '../../src/api/response.ts'
import type { Teams } from '../../src/auth/teams.ts'
import { HOUR_MS } from '../../src/base/duration.ts'
import { startOfDay } from '../../src/base/instant.ts'
import { bookingApi } from '../../src/booking-api/index.ts'
import { createBookingPipeline } from '../../src/booking-api/pipeline.ts'
import { type Choices, choicesOf, type Profile } from '../../src/booking-contract/choices/choices.ts'
import { OPERATIONS } from '../../src/booking-contract/index.ts'
import { answerSchema, type BookingOperation, responseKey } from '../../src/booking-contract/shared/operation.ts'
import type { RefusalCode } from '../../src/domain/refusal.ts'
import { readFixtures } from '../../src/fixtures/source.ts'
import type { Entry } from '../../src/journal/entry.ts'
import { apiDocument } from '../../src/pipeline/openapi.ts'
import { readScenario } from '../../src/scenario/scenario.ts'
import { FileStorage } from '../../src/store/files/file-storage.ts'
import type { RowLists } from '../../src/store/state.ts'
import type { Storage } from '../../src/store/storage.ts'
import { type Log, type Sandbox, type SandboxTemplate, World } from '../../src/world/world.ts'
import { TODAY, worldOf } from '../fixtures/world-of.ts'
import { type Address, addressesIn, deadAddresses, filledAddress } from './hint-addresses.ts'
import { requestOf } from './requests.ts'
import { aSession, IN_SESSION } from './session-rows.ts'
import { NOW, smallRows } from './small-world.ts'

export const SILENT: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (message, fields) => {
    throw new Error(`${message} ${JSON.stringify(fields)}`)
  },
  request: () => undefined,
}

export interface TestOptions {
  readonly rows?: Partial<RowLists>
  /** Creates the rows, instead of those of the small world. */
  readonly makeRows?: SandboxTemplate['makeRows']
  readonly profile?: Profile
  readonly choices?: Readonly<Record<string, string>>
  readonly product?: string
  readonly data?: string
  readonly storage?: Storage
  readonly teams?: Teams
  readonly log?: Log
  /** Epoch milliseconds at which the clock is frozen. */
  readonly at?: number
  /** A scenario as YAML; of its sandbox settings, only choices, clock and token lifetime are used. */
  readonly scenario?: string
  /** True for a world that tests a hint of another one. */
  readonly isCopy?: boolean
}

/** Options of a call. */
export interface CallOptions {
  readonly path?: Readonly<Record<string, string | number>>
  readonly form?: Readonly<Record<string, string>>
  /** Id of the client whose token is sent; none for an anonymous call. */
  readonly as?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: string
}

/** Refusals that no operation declares, because all operations can return them. */
const COMMON_REFUSALS: readonly RefusalCode[] = [
  'token_missing',
  'token_malformed',
  'token_twice',
  'token_unknown',
  'token_expired',
  'token_revoked',
  'token_in_body_of_delete',
  'token_in_other_body',
  'scope_not_held',
  'property_not_administrable',
  'operation_unknown',
  'encoding_broken',
  'segment_blank',
  'body_too_large',
  'fields_too_many',
  'content_type_wrong',
  'body_broken',
  'channel_name_missing',
]

/** A response. `body` is the parsed JSON; `data` the value of the operation's key. */
export interface TestResponse {
  /** Its journal entry, if it has one. */
  readonly entry: Entry | undefined
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly data: never
  /** The message of a refusal, from the body or the header. */
  readonly message: string
}

const booking = createBookingPipeline()
/** Addresses of hints that were called. */
const CALLED = new Set<string>()
let bundled: RowLists | undefined
/** By operation and status: makes a validator of the body from the OpenAPI document; null when it describes no body. */
type DescribedResponses = ReadonlyMap<string, (() => Validator) | null>
const described = new Map<string, DescribedResponses>()

interface DescribedOperation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>>
}
interface DescribedApi {
  readonly components: object
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
}

function describedResponses(choices: Choices, product: Product): DescribedResponses {
  const key = JSON.stringify(choices)
  const known = described.get(key)
  if (known) return known
  const document = apiDocument(bookingApi, { choices, product }, { base: '/service/api', version: '1', today: '2031-05-01' })
  const { components, paths } = JSON.parse(JSON.stringify(document)) as DescribedApi
  const found = new Map<string, (() => Validator) | null>()
  for (const { operationId, responses } of Object.values(paths).flatMap((methods) => Object.values(methods)))
    for (const [status, { content }] of Object.entries(responses)) {
      const schema = status === '200' ? undefined : content?.['application/json']?.schema
      found.set(`${operationId} ${status}`, schema ? compiledOnce({ ...schema, components }) : null)
    }
  described.set(key, found)
  return found
}

function compiledOnce(schema: object): () => Validator {
  let compiled: Validator | undefined
  return () => (compiled ??= Compile(schema))
}

/** By schema and response key. */
const validators = new WeakMap<object, Map<string, Validator>>()

/** A test world, frozen at 2026-05-02T09:00:00Z, with methods to call it. */
export class TestWorld {
  readonly world: World
  readonly #tokens = new Map<string, string>()
  readonly #options: TestOptions

  constructor(options: TestOptions = {}) {
    this.#options = options
    const scenario = options.scenario === undefined ? undefined : readScenario('test.yaml', options.scenario)
    this.world = new World({
      product: productOf(options.product ?? 'service'),
      choices: choicesOf(options.profile ?? 'documented', { ...options.choices, ...scenario?.choices }),
      scenario,
      seed: scenario?.seed ?? 1,
      makeRows: options.makeRows ?? (() => smallRows(options.rows)),
      clock: { at: scenario?.at ?? options.at ?? NOW, speed: scenario?.speed ?? 0 },
      tokenLifetime: scenario?.tokenLifetime ?? 3600,
      storage: options.storage ?? (options.data === undefined ? undefined : new FileStorage(options.data)),
      teams: options.teams,
      secureTokens: false,
      journal: 100,
      log: notingEntries(options.log ?? SILENT),
    })
  }

  get sandbox(): Sandbox {
    return this.world.sandbox()
  }

  /** Moves the clock. */
  advance(milliseconds: number): void {
    this.sandbox.store.setClock(this.sandbox.clock.moved({ by: milliseconds }))
  }

  /** Sends any request. */
  async send(
    method: string,
    target: string,
    options: Omit<CallOptions, 'path'> & { readonly body?: string; readonly sandbox?: string } = {},
  ): Promise<TestResponse> {
    const headers: Record<string, string> = {}
    if (options.as) headers['authorization'] = `Bearer ${await this.token(options.as)}`
    const body = options.body ?? (options.form && new URLSearchParams(options.form).toString())
    if (body !== undefined) headers['content-type'] = 'application/x-www-form-urlencoded'
    if (target.includes('/booking/initialise/')) headers['user-agent'] = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0'
    for (const [name, value] of Object.entries(options.headers ?? {})) headers[name.toLowerCase()] = value
    const [path = '', query = ''] = target.split('?', 2)
    const { sandbox } = options
    const own: { entry?: Entry } = {}
    const request = requestOf({ method, path, query, headers, body, ...(sandbox !== undefined && { sandbox }) })
    const answer = await CURRENT_CALL.run(own, () => booking.handle(this.world, request))
    const received = { ...got(answer, this.world.product.messageHeader), entry: own.entry }
    this.#requireDescribed(received)
    const hint = received.headers[HINT_HEADER] ?? ''
    expect(deadAddresses(hint)).toEqual([])
    for (const address of addressesIn(hint)) await this.#requireLive(address, headers)
    return received
  }

  /** Calls an operation by its id; a successful response must match its schema exactly. */
  async call(id: string, options: CallOptions = {}): Promise<TestResponse> {
    const operation = OPERATIONS.find((candidate) => candidate.id === id)
    if (!operation) throw new Error(`no operation ${id}`)
    const target = `${fill(operation, options.path ?? {})}${options.query ? `?${options.query}` : ''}`
    const answer = await this.send(operation.method.toUpperCase(), target, options)
    if (answer.headers['X-Understay-Invented'] !== undefined) return answer
    if (answer.status !== 200 || isRefusal(answer.body)) {
      this.#requireDeclared(operation, answer)
      return answer
    }
    const usual = responseKey(operation, textValues(options.path))
    const key = operation.answer.otherKeys?.find((other) => isUnder(other, answer.body)) ?? usual
    this.#requireShape(operation, key, answer.body)
    const data = key === '' ? answer.body : (answer.body as { data: Record<string, unknown> }).data[key]
    return { ...answer, data: data as never }
  }

  /** A token for a client of the small world. */
  async token(client: string): Promise<string> {
    const known = this.#tokens.get(client)
    if (known) return known
    const scope = this.sandbox.store.db.clients.get(client)?.scopes.join(' ') ?? ''
    const form = { grant_type: 'client_credentials', client_id: client, client_secret: `${client}-secret`, scope }
    const answer = await this.send('POST', '/oauth/token', { form })
    const token = (answer.body as { access_token?: string }).access_token
    if (!token) throw new Error(`no token for ${client}: ${JSON.stringify(answer.body)}`)
    this.#tokens.set(client, token)
    return token
  }

  /**
   * What a hint names is called, once for all tests of a thread, and is there: in a copy of this world, with what the refused
   * request sent about its client, or in the bundled world.
   */
  async #requireLive(address: Address, headers: Readonly<Record<string, string>>): Promise<void> {
    const named = `${address.method} ${address.path}`
    if (this.#options.isCopy || CALLED.has(named) || address.path.startsWith('/_understay')) return
    CALLED.add(named)
    const target = filledAddress(address)
    const isOpen = /^\/(?:booking|oauth|search|site_structure)/.test(target)
    const { 'content-type': _, ...sent } = headers
    const { clients } = this.sandbox.store.db
    const { collections: rows } = this.sandbox.store.export()
    const { choices } = this.world.options
    const copy = new TestWorld({ rows, at: this.sandbox.clock.now(), choices, isCopy: true })
    const needsToken = !isOpen && sent['authorization'] === undefined
    const as = needsToken ? ['desk', 'demo'].find((id) => clients.get(id)) : undefined
    const own = await copy.send(address.method, target, { headers: sent, ...(as !== undefined && { as }) })
    if (![401, 404, 405].includes(own.status)) return
    bundled ??= worldOf(await readFixtures(['baseline'])).collections
    const at = startOfDay(TODAY) + 15 * HOUR_MS
    const other = new TestWorld({ rows: { ...bundled, sessions: [aSession()] }, at, choices, isCopy: true })
    const { status } = await other.send(address.method, target, { headers: IN_SESSION, ...(!isOpen && { as: 'demo' }) })
    expect([404, 405], `${named}, called as ${target}: ${own.status} ${own.message}`).not.toContain(status)
  }

  /** A refusal must be declared by the operation, or common to all operations. */
  #requireDeclared(operation: BookingOperation, { entry }: TestResponse): void {
    const code = entry?.refusalCode
    if (code) expect([...(operation.refusals ?? []), ...COMMON_REFUSALS], `${operation.id} refused with ${code}`).toContain(code)
  }

  /**
   * Status and body of a refusal must be described in the OpenAPI document. Network faults are not refusals of the operation.
   */
  #requireDescribed({ status, body, entry }: TestResponse): void {
    const { choices, product } = this.world.options
    const id = entry?.operation
    if (!id || product.word !== 'service' || status === 200 || isByNetworkFault(status, entry)) return
    const content = describedResponses(choices, product).get(`${id} ${status}`)
    expect(content, `${id} ${status} in the OpenAPI document`).toBeDefined()
    if (content) expect(content().Errors(body), `${id} ${status}: ${JSON.stringify(body)}`).toEqual([])
  }

  #requireShape(operation: BookingOperation, key: string, body: unknown): void {
    const data = answerSchema(operation, this.world.options.choices)
    const schema =
      key === ''
        ? data
        : Type.Object(
            { data: Type.Object({ [key]: data }, { additionalProperties: false }), meta: Type.Any() },
            { additionalProperties: false },
          )
    const known = validators.get(data) ?? new Map<string, Validator>()
    validators.set(data, known)
    let validator = known.get(key)
    if (!validator) known.set(key, (validator = Compile(schema)))
    if (this.world.product.word === 'service')
      expect(validator.Errors(body), `${operation.id}: ${JSON.stringify(body)}`).toEqual([])
  }
}

/** True when a network fault made a response: one without a status, of a gateway, or garbled. */
const isByNetworkFault = (status: number, entry: Entry | undefined): boolean =>
  status === 0 || (entry?.networkFault !== undefined && entry.networkFault !== 'delay')

/** The current call, to which its journal entry is assigned: calls may overlap. */
const CURRENT_CALL = new AsyncLocalStorage<{ entry?: Entry }>()

const notingEntries = (log: Log): Log => ({
  ...log,
  request: (sandbox, request) => {
    const own = CURRENT_CALL.getStore()
    if (own) own.entry = request.entry()
    log.request(sandbox, request)
  },
})

function textValues(values: Readonly<Record<string, string | number>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}

/** True when the data of a response have this key. */
function isUnder(key: string, body: unknown): boolean {
  const data = (body as { readonly data?: object } | null)?.data
  return data !== undefined && key in data
}

function isRefusal(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'meta' in body && !('data' in body)
}

function fill(operation: BookingOperation, values: Readonly<Record<string, string | number>>): string {
  const used = new Set<string>()
  const put = (part: string): string =>
    part.replace(/\{(\w+)\}/g, (_, name: string) => {
      used.add(name)
      const value = values[name]
      if (value === undefined) throw new Error(`${operation.id} needs ${name}`)
      return encodeURIComponent(String(value))
    })
  const path = operation.path.replace(/\[(\/\{(\w+)\})\]/g, (_, part: string, name: string) =>
    values[name] === undefined ? '' : part,
  )
  const target = put(path)
  for (const name of Object.keys(values)) if (!used.has(name)) throw new Error(`${operation.id} has no ${name}`)
  return target
}

function got(
  answer: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | AsyncIterable<string> | null
  },
  messageHeader: string,
): Omit<TestResponse, 'entry'> {
  const type = answer.headers['Content-Type'] ?? ''
  const body: unknown =
    typeof answer.body === 'string' && answer.body && type.startsWith('application/json') ? JSON.parse(answer.body) : answer.body
  return {
    status: answer.status,
    headers: answer.headers,
    body,
    data: undefined as never,
    message: messageOf(body) ?? answer.headers[messageHeader] ?? '',
  }
}

function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { meta, error_message, error_description } = body as {
    meta?: { error_message?: string }
    error_message?: string
    error_description?: string
  }
  return error_message ?? meta?.error_message ?? error_description
}
