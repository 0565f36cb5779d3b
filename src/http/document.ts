/**
 * The OpenAPI 3.1 document, made from the contract and the choices in force.
 *
 * @module
 */
import type { Choices } from '../contract/choices.ts'
import { answerKey, answerSchema, type FormShape, type Operation } from '../contract/operation.ts'
import { type Product, renameKeys } from '../contract/product.ts'
import type { RefusalCode } from '../domain/refusal.ts'
import { failureStatus } from './failures.ts'
import { scopeOf } from './guard.ts'
import { spellings } from './matcher.ts'

type Json = Readonly<Record<string, unknown>>

/** What the document is made for. */
export interface DocumentPlace {
  readonly choices: Choices
  readonly product: Product
  /** Path of the interface, such as `/@w1/service/api`. */
  readonly base: string
  readonly version: string
}

/** Refusals that the guard can give for every protected operation. */
const GUARDED: readonly RefusalCode[] = ['token_missing', 'token_unknown', 'token_expired', 'token_revoked', 'scope_not_held']

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** One address of an operation: paths cannot have optional parts in OpenAPI, so each variant has an id of its own. */
interface Variant {
  readonly id: string
  readonly path: string
  readonly names: readonly string[]
}

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** The addresses of an operation: the plain one has its id, others say what they add. */
export function variantsOf(operation: Operation): Variant[] {
  const [plain = operation.path, ...longer] = spellings(operation.path)
  const base = namesIn(plain)
  const added = longer.map((path) => {
    const names = namesIn(path)
    const more = names.filter((name) => !base.includes(name))
    const word = more.map((name) =>
      name === 'language' ? 'InLanguage' : `With${capital(name.replace(/_(\w)/g, (_, c: string) => c.toUpperCase()))}`,
    )
    return { id: `${operation.id}${word.join('')}`, path, names }
  })
  return [{ id: operation.id, path: plain, names: base }, ...added]
}

/** The whole document. */
export function apiDocument(operations: readonly Operation[], place: DocumentPlace): Json {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    for (const variant of variantsOf(operation)) {
      const path = paths[variant.path] ?? {}
      path[operation.method] = operationObject(operation, variant, place)
      paths[variant.path] = path
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Property booking and management service, as Understay stands in for it',
      version: place.version,
      description: 'Made from the contract of this server and the choices in force.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: place.base }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'oauth2',
          description: 'Client credentials',
          flows: { clientCredentials: { tokenUrl: `${place.base}/oauth/token`, scopes: scopesOf(operations, place.choices) } },
        },
      },
      schemas: { Refusal: refusalSchema(place.choices), OAuthError: OAUTH_ERROR },
    },
  }
}

function scopesOf(operations: readonly Operation[], choices: Choices): Json {
  const scopes = operations.map((operation) => scopeOf(operation, choices)).filter((scope) => scope !== undefined)
  return Object.fromEntries(
    [...new Set(scopes)].map((scope) => [scope, scope.endsWith('_get') ? 'Read' : 'Create, change and delete']),
  )
}

function operationObject(operation: Operation, variant: Variant, place: DocumentPlace): Json {
  const scope = scopeOf(operation, place.choices)
  return {
    operationId: variant.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: `Source: ${operation.source}${operation.choices?.length ? `. Choices: ${operation.choices.join(', ')}` : ''}`,
    security: scope ? [{ token: [scope] }] : [],
    parameters: [...variant.names.map((name) => parameter(operation, name)), ...sessionHeader(operation, place)],
    ...(operation.form && { requestBody: requestBody(operation.form, operation.example.form) }),
    responses: responses(operation, place),
  }
}

function parameter(operation: Operation, name: string): Json {
  const word = operation.params[name]
  const example = operation.example.path?.[name]
  return {
    name,
    in: 'path',
    required: true,
    description: `${word?.description ?? name}${word?.blank ? '; may be blank' : ''}`,
    schema: word?.schema ?? { type: 'string' },
    ...(example !== undefined && { example: word?.schema['type'] === 'integer' ? Number(example) : example }),
  }
}

/** The header that names the booking session, where an operation needs one. */
function sessionHeader({ session }: Operation, { choices, product }: DocumentPlace): readonly Json[] {
  if (!session) return []
  return [
    {
      name: product.sessionHeader.toUpperCase(),
      in: 'header',
      required: session !== 'named' || choices.session_header === 'all',
      description: 'The booking session: any text that the client makes up, one for each visitor; 50 characters count',
      schema: { type: 'string', minLength: 1 },
      example: 'k3Xp9QzR7aLm2WtB5cVd',
    },
  ]
}

function requestBody(form: FormShape, example: Readonly<Record<string, string>> | undefined): Json {
  const fields = Object.entries(form.fields).map(([name, { description, example }]) => [
    name,
    { type: 'string', description, ...(example !== '' && { examples: [example] }) },
  ])
  const maps = Object.entries(form.maps ?? {}).map(
    ([
      name,
      {
        description,
        example: [key, value],
      },
    ]) => [name, { type: 'object', description, additionalProperties: { type: 'string' }, examples: [{ [key]: value }] }],
  )
  const required = Object.entries(form.fields).filter(([, field]) => field.required)
  const requiredMaps = Object.entries(form.maps ?? {}).flatMap(([name, { optional }]) => (optional ? [] : [name]))
  const schema = {
    type: 'object',
    properties: Object.fromEntries([...fields, ...maps]),
    required: [...required.map(([name]) => name), ...requiredMaps],
  }
  const encoding = Object.fromEntries(Object.keys(form.maps ?? {}).map((name) => [name, { style: 'deepObject', explode: true }]))
  const content = { schema, encoding, ...(example && { example: nested(example) }) }
  return { required: true, content: { 'application/x-www-form-urlencoded': content, 'multipart/form-data': { schema } } }
}

/** Flat form names such as `tariffinput[1]` as nested objects. */
function nested(form: Readonly<Record<string, string>>): Json {
  const result: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(form)) {
    const match = /^(\w+)\[(.*)\]$/.exec(name)
    if (!match) result[name] = value
    else result[match[1] ?? ''] = { ...(result[match[1] ?? ''] as object), [match[2] ?? '']: value }
  }
  return result
}

function responses(operation: Operation, place: DocumentPlace): Json {
  const { choices, product } = place
  const scope = scopeOf(operation, choices)
  const guarded = Object.values(operation.params).some((word) => word.guarded)
  const codes: RefusalCode[] = [
    ...(scope ? GUARDED : []),
    ...(scope && guarded ? (['property_not_administrable'] as const) : []),
    ...operation.refusals,
  ]
  const byStatus = new Map<number, RefusalCode[]>()
  for (const code of codes) {
    const status = failureStatus(code, choices)
    if (status !== 200) byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const refusals = [...byStatus].map(([status, names]) => [String(status), refusalResponse(status, names, product)])
  return { '200': success(operation, place), ...Object.fromEntries(refusals) }
}

function refusalResponse(status: number, codes: readonly RefusalCode[], product: Product): Json {
  const description = `Refused: ${codes.map((code) => code.replaceAll('_', ' ')).join('; ')}`
  if (status === 204) {
    const header = { description: 'The text of the refusal', schema: { type: 'string' } }
    return { description, headers: { [product.messageHeader]: header } }
  }
  const oauth = codes.some((code) => code.startsWith('token_') || code.startsWith('client_') || code === 'scope_not_held')
  const plain = codes.some((code) => !code.startsWith('token_') && !code.startsWith('client_') && code !== 'scope_not_held')
  const refs = [...(oauth ? ['OAuthError'] : []), ...(plain ? ['Refusal'] : [])].map((name) => ({
    $ref: `#/components/schemas/${name}`,
  }))
  return { description, content: { 'application/json': { schema: refs.length === 1 ? refs[0] : { anyOf: refs } } } }
}

function success(operation: Operation, { choices, product }: DocumentPlace): Json {
  const data = plainSchema(answerSchema(operation, choices), product)
  const { keyBy, otherKeys = [] } = operation.answer
  const key = answerKey(operation, operation.example.path ?? {})
  const value = renameKeys(operation.example.answer, product.word)
  const keys = [...(keyBy ? Object.values(keyBy.keys) : [key]), ...otherKeys]
  const keyed = keys.length > 1 ? { anyOf: keys.map((each) => envelope(each, data)) } : envelope(key, data)
  const schema = key === '' ? data : keyed
  const example = key === '' ? value : { data: { [key]: value }, meta: { code: 200 } }
  return { description: 'Done', content: { 'application/json': { schema, example } } }
}

function envelope(key: string, data: unknown): Json {
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

/** A schema as plain data, under the product word. */
function plainSchema(schema: unknown, product: Product): unknown {
  return renameRequired(renameKeys(JSON.parse(JSON.stringify(schema)), product.word), product.word)
}

/** `required` names fields as values; they follow the product word too. */
function renameRequired(schema: unknown, word: string): unknown {
  if (word === 'service') return schema
  if (Array.isArray(schema)) return schema.map((item) => renameRequired(item, word))
  if (schema === null || typeof schema !== 'object') return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === 'required' && Array.isArray(value)
        ? [key, value.map((name) => Object.keys(Object(renameKeys({ [String(name)]: 0 }, word)))[0])]
        : [key, renameRequired(value, word)],
    ),
  )
}

const OAUTH_ERROR: Json = {
  type: 'object',
  properties: { error: { type: 'string' }, error_description: { type: 'string' } },
  required: ['error', 'error_description'],
}

function refusalSchema(choices: Choices): Json {
  if (choices.refusal_body === 'meta') {
    const meta = {
      type: 'object',
      properties: { code: { type: 'integer' }, error_message: { type: 'string' } },
      required: ['code', 'error_message'],
    }
    return { type: 'object', properties: { meta }, required: ['meta'] }
  }
  return {
    type: 'object',
    properties: {
      code: { type: 'integer' },
      meta: { type: 'object' },
      error_message: { type: 'string' },
      lines: { type: 'array' },
    },
    required: ['code', 'meta', 'error_message', 'lines'],
  }
}
