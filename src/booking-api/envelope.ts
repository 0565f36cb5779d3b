/** Successful responses of the service interface: `{ data, meta }` around the value of a handler. */

import type { Envelope, Json } from '../api/define-api.ts'
import { type Product, renameKey, renameKeys } from '../api/product.ts'
import { type ApiResponse, JSON_TYPE } from '../api/response.ts'
import { getOrInsert } from '../base/get-or-insert.ts'
import { type Choices, choicesOf } from '../booking-contract/choices/choices.ts'
import { answerSchema, type BookingOperation, responseKey } from '../booking-contract/shared/operation.ts'
import type { BookingContext } from './context.ts'
import type { BookingSettings } from './guard.ts'

const OAUTH_HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const

export const dataAndMeta: Envelope<BookingContext, BookingOperation, BookingSettings> = { respond, describe }

/** The response of an operation that succeeded: always HTTP 200. */
function respond(value: unknown, context: BookingContext, operation: BookingOperation): ApiResponse {
  const { product, choices, request } = context
  // warns of an unknown language even if no text depends on it
  if (context.input['language']) void context.sentLanguage.known
  if (operation.session) context.record.refusal = refusalIn(value)
  const named = renameKeys(value, product.word)
  if (operation.answer.key === '') return { status: 200, headers: { ...OAUTH_HEADERS }, body: JSON.stringify(named) }
  const headers = { 'Content-Type': JSON_TYPE }
  if (Number(context.headers[product.noEnvelopeHeader]) === 1)
    return {
      status: 200,
      headers,
      body: operation.answer.keepsText ? keptJson('', named, '') : JSON.stringify(named),
      value: named,
    }
  const key = context.responseKey ?? responseKey(operation, context.pathValues)
  const liveSite = operation.liveSite === false ? undefined : request.root
  const meta = choices.meta_site === 'included' ? { code: 200, site: siteMeta(context, liveSite) } : { code: 200 }
  const whole = { data: { [key]: named }, meta }
  if (!operation.answer.keepsText) return { status: 200, headers, body: JSON.stringify(whole), value: whole }
  const body = keptJson(`{"data":{"${key}":`, named, `},"meta":${JSON.stringify(meta)}}`)
  return { status: 200, headers, body, value: whole }
}

/**
 * `meta.site` of a request.
 *
 * @param liveSite the URL of the site; undefined to leave it out
 */
export function siteMeta({ request, method, product }: BookingContext, liveSite: string | undefined): Record<string, string> {
  const sent = request.query ? `${request.path}?${request.query}` : request.path
  const url = sent.includes('@') ? sent.replaceAll('@', '%40') : sent
  const base = product.apiPath
  return liveSite === undefined ? { base, url, method } : { live_site: liveSite, base, url, method }
}

/** The reason of a refusal in a response of the booking session with status 200; undefined without one. */
function refusalIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { valid, success, reason } = value as { valid?: unknown; success?: unknown; reason?: unknown }
  if (valid !== false && success !== false) return undefined
  return typeof reason === 'string' ? reason : `${valid === false ? 'valid' : 'success'}: false, without a reason`
}

function describe(operation: BookingOperation, { choices, product }: BookingSettings) {
  const data = plainSchema(answerSchema(operation, choices), product)
  const { keyBy, otherKeys = [] } = operation.answer
  const key = responseKey(operation, operation.example.path ?? {})
  const value = renameKeys(operation.example.answer, product.word)
  const keys = [...(keyBy ? Object.values(keyBy.keys) : [key]), ...otherKeys]
  const keyed = keys.length > 1 ? { anyOf: keys.map((each) => envelopeSchema(each, data)) } : envelopeSchema(key, data)
  const schema = key === '' ? data : keyed
  const example = key === '' ? value : { data: { [key]: value }, meta: { code: 200 } }
  const content = hasExample(operation, choices) ? { schema, example } : { schema }
  return { '200': { description: 'Done', content: { 'application/json': content } } }
}

const DOCUMENTED = choicesOf('documented')

/** False when choices change the shape of the response: examples are those of the profile `documented`. */
function hasExample(operation: BookingOperation, choices: Choices): boolean {
  const shape = (under: Choices): string => JSON.stringify(answerSchema(operation, under))
  return typeof operation.answer.data !== 'function' || shape(choices) === shape(DOCUMENTED)
}

function envelopeSchema(key: string, data: object): Json {
  const meta = {
    type: 'object',
    properties: { code: { type: 'integer', const: 200 }, site: { type: 'object' } },
    required: ['code'],
  }
  return {
    type: 'object',
    properties: { data: { type: 'object', properties: { [key]: data }, required: [key] }, meta },
    required: ['data', 'meta'],
  }
}

/** A schema as plain data, with the product word in its keys and in the names of `required`. */
function plainSchema(schema: object, { word }: Product): object {
  const plain: unknown = JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === 'required' && Array.isArray(value) ? value.map((name) => renameKey(String(name), word)) : value,
  )
  return Object(renameKeys(plain, word))
}

const texts = new WeakMap<object, string>()

/** The JSON of a value between two texts. The text of frozen objects is kept; all parts are joined at once, because a text that grows is copied twice. */
function keptJson(before: string, value: unknown, after: string): string {
  const parts = [before]
  add(value, parts)
  parts.push(after)
  return parts.join('')
}

const keptText = (frozen: object): string => getOrInsert(texts, frozen, () => JSON.stringify(frozen))

function add(value: unknown, parts: string[]): void {
  if (typeof value !== 'object' || value === null) {
    parts.push(JSON.stringify(value) ?? 'null')
  } else if (Array.isArray(value)) {
    // not kept: its text would be held beside those of its entries
    addList(value, parts)
  } else if (Object.isFrozen(value)) {
    parts.push(keptText(value))
  } else {
    addFields(value, parts)
  }
}

function addList(values: readonly unknown[], parts: string[]): void {
  let before = '['
  for (const value of values) {
    parts.push(before)
    add(value, parts)
    before = ','
  }
  parts.push(values.length === 0 ? '[]' : ']')
}

function addFields(value: object, parts: string[]): void {
  let before = '{'
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue
    parts.push(`${before}${JSON.stringify(name)}:`)
    add(field, parts)
    before = ','
  }
  parts.push(before === '{' ? '{}' : '}')
}
