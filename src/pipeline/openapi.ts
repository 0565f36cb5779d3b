/** Generates the OpenAPI 3.1 document of an API from its operations, guards, envelope and error responses. */

import { type Api, describeGuards, describeResponses, type Json } from '../api/define-api.ts'
import { spellings } from '../api/matcher.ts'
import type { Fields, Operation } from '../api/operation.ts'
import { capitalised } from '../base/capitalised.ts'
import type { Day } from '../base/day.ts'
import { readDay } from '../base/relative-day.ts'
import { requestBody, requiredIn } from './openapi-bodies.ts'

export interface DocumentAddress {
  /** Path of the API, such as `/@w1/service/api`. */
  readonly base: string
  readonly version: string
  /** The day that `today+20` in examples is relative to. */
  readonly today: Day
}

/** One path of an operation. OpenAPI has no optional path parts, so each variant is an operation with its own id. */
interface Variant {
  readonly id: string
  readonly path: string
  readonly names: readonly string[]
}

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** The paths of an operation. The shortest has the operation's id; the ids of others name the added parts. */
function variantsOf(operation: Operation): Variant[] {
  const [plain = operation.path, ...longer] = spellings(operation.path)
  const base = namesIn(plain)
  const added = longer.map((path) => {
    const names = namesIn(path)
    const more = names.filter((name) => !base.includes(name))
    const word = more.map((name) =>
      name === 'language' ? 'InLanguage' : `With${capitalised(name.replace(/_(\w)/g, (_, c: string) => c.toUpperCase()))}`,
    )
    return { id: `${operation.id}${word.join('')}`, path, names }
  })
  return [{ id: operation.id, path: plain, names: base }, ...added]
}

/** A path without parameter names: OpenAPI forbids two paths that differ only in those. */
const templateOf = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}')

/** All paths of all operations, without those that differ from another one only in parameter names. */
function distinctVariants<O extends Operation>(
  operations: readonly O[],
): readonly { readonly operation: O; readonly variant: Variant }[] {
  const all = operations.flatMap((operation) => variantsOf(operation).map((variant) => ({ operation, variant })))
  const required = new Map(
    all
      .filter(({ operation, variant }) => variant.id === operation.id)
      .map(({ variant }) => [templateOf(variant.path), variant.path]),
  )
  return all.filter(({ operation, variant }) => {
    const same = required.get(templateOf(variant.path))
    return variant.id === operation.id || same === undefined || same === variant.path
  })
}

/** Keys whose values are data, not schemas. */
const DATA_KEYS: ReadonlySet<string> = new Set(['example', 'examples', 'enum', 'const', 'default'])

/** A schema with the description for readers, where it has another one for messages. */
const forReaders = ({ markdownDescription, ...schema }: Json): Json =>
  markdownDescription === undefined ? schema : { ...schema, description: markdownDescription }

/**
 * Replaces schemas that have a title with references to components.
 *
 * @param named takes the components
 * @throws Error when two schemas that differ have one name
 */
function withReferences<T>(value: T, named: Record<string, Json>): T
function withReferences(value: unknown, named: Record<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withReferences(item, named))
  if (typeof value !== 'object' || value === null) return value
  const shown = forReaders({ ...value })
  const { title, ...rest } = shown
  const inner = (fields: Json): Json =>
    Object.fromEntries(
      Object.entries(fields).map(([key, field]) => [key, DATA_KEYS.has(key) ? field : withReferences(field, named)]),
    )
  if (typeof title !== 'string') return inner(shown)
  const schema = inner(rest)
  const known = named[title]
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`two schemas are called ${title}`)
  named[title] = schema
  return { $ref: `#/components/schemas/${title}` }
}

/** Resolves the relative days in an operation's form examples. */
function withDays<O extends Operation>(operation: O, today: Day): O {
  const { form, example } = operation
  if (!form || !example?.form) return operation
  const onDay = (text: string): string => readDay(text, today) ?? text
  const fields = mapValues(form.fields, (field) => ({ ...field, example: onDay(field.example) }))
  return {
    ...operation,
    form: { ...form, fields },
    example: { ...example, form: mapValues(example.form, onDay) },
  }
}

const mapValues = <V, R>(values: Readonly<Record<string, V>>, change: (value: V) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))

const CONTACT: Json = { name: 'Understay', url: 'https://github.com/understay/understay' }

/** Generates the document. @param settings the settings its content depends on */
export function apiDocument<C, O extends Operation, S>(api: Api<C, O, S>, settings: S, address: DocumentAddress): Json {
  const { base, version, today } = address
  const { title, description, tags = {}, securitySchemes, security } = api.document
  const described: Record<string, Record<string, unknown>> = {}
  for (const { operation, variant } of distinctVariants(api.operations))
    (described[variant.path] ??= {})[operation.method] = operationObject(api, withDays(operation, today), variant, settings)
  const named: Record<string, Json> = {}
  const paths = withReferences(described, named)
  const names = new Set(api.operations.map(({ tag }) => tag))
  return {
    openapi: '3.1.0',
    info: { title, version, description, contact: CONTACT, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: base }],
    tags: [...names].map((name) => ({ name, ...(tags[name] !== undefined && { description: tags[name] }) })),
    ...(security && { security: security(settings) }),
    paths,
    components: {
      ...(securitySchemes && { securitySchemes: securitySchemes(base, settings, api.operations) }),
      schemas: { ...named, ...api.errors.schemas(settings) },
    },
  }
}

function operationObject<C, O extends Operation, S>(api: Api<C, O, S>, operation: O, variant: Variant, settings: S): Json {
  const { tag, summary, description } = operation
  const guards = describeGuards(api, operation, settings)
  const security = guards.flatMap((guard) => (guard.security ? [guard.security] : []))[0]
  const body = requestBody(operation)
  return {
    operationId: variant.id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(security && { security }),
    parameters: [...parameters(operation, variant), ...guards.flatMap((guard) => guard.parameters ?? [])],
    ...(body && { requestBody: body }),
    responses: describeResponses(api, operation, settings),
  }
}

function parameters(operation: Operation, { names }: Variant): readonly Json[] {
  const { query = {}, headers = {}, example = {} } = operation
  return [
    ...names.map((name) => pathParameter(operation, name)),
    ...fieldParameters('query', query, example.query),
    ...fieldParameters('header', headers, example.headers),
  ]
}

function pathParameter({ params, example: examples }: Operation, name: string): Json {
  const { description = name, schema = { type: 'string' }, blank } = params[name] ?? {}
  const example = examples?.path?.[name]
  return {
    name,
    in: 'path',
    required: true,
    description: `${description}${blank ? '; may be blank' : ''}`,
    schema,
    ...(example !== undefined && {
      example: schema['type'] === 'integer' || schema['type'] === 'number' ? Number(example) : example,
    }),
  }
}

function fieldParameters(place: 'query' | 'header', fields: Fields, example: Json = {}): readonly Json[] {
  const required = requiredIn(fields)
  return Object.entries(fields).map(([name, field]) => {
    const { description, ...schema }: Json = { ...field }
    const shown = example[name] ?? (Array.isArray(schema['enum']) ? schema['enum'][0] : undefined)
    return { name, in: place, required: required.includes(name), description, schema, example: shown }
  })
}
