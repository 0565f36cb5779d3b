/**
 * The OpenAPI 3.1 document of the control API, made from its declarations.
 *
 * @module
 */
import { Type } from '../contract/schema.ts'
import { type Answer, type Document, type Endpoint, type Fields, Refused, refusalsOf } from './declaration.ts'
import { NOUNS } from './endpoints.ts'

type Json = Readonly<Record<string, unknown>>

/** Where the document says that the API is, and what it asks for. */
export interface ControlPlace {
  /** Its address: `/@w1/_understay`. */
  readonly base: string
  readonly version: string
  /** True where calls must bring the control token. */
  readonly token: boolean
}

/** The whole document. */
export function controlDocument({ base, version, token }: ControlPlace): Json {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { name, endpoints } of NOUNS)
    for (const endpoint of endpoints) (paths[endpoint.path] ??= {})[endpoint.method] = operationObject(endpoint, name)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Understay control API',
      version,
      description: 'Steers one sandbox of the stand-in. Its calls are never part of the journal, and no fault strikes them.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: base }],
    tags: NOUNS.map(({ name, about }) => ({ name, description: about })),
    security: [{ controlToken: [] }, ...(token ? [] : [{}])],
    paths,
    components: {
      securitySchemes: {
        controlToken: { type: 'http', scheme: 'bearer', description: 'What the server was started with as --control-token' },
      },
      schemas: { Refused },
    },
  }
}

function operationObject(endpoint: Endpoint, tag: string): Json {
  const { id, summary, about, body, document, open } = endpoint
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(about !== undefined && { description: about }),
    ...(open && { security: [] }),
    parameters: parameters(endpoint),
    ...(body && hasAny(body) && { requestBody: requestBody(body, endpoint.example?.body) }),
    ...(document && { requestBody: documentBody(document) }),
    responses: responses(endpoint),
  }
}

const hasAny = (fields: Fields): boolean => Object.keys(fields).length > 0

/** The names of a table that may not be left out. */
const requiredOf = (fields: Fields): readonly string[] => Type.Object(fields).required ?? []

function parameters({ params = {}, query = {}, headers = {}, example = {} }: Endpoint): readonly Json[] {
  return [
    ...parametersIn('path', params, example.params),
    ...parametersIn('query', query, example.query),
    ...parametersIn('header', headers, example.headers),
  ]
}

function parametersIn(place: 'path' | 'query' | 'header', fields: Fields, example: Json = {}): readonly Json[] {
  const required = requiredOf(fields)
  return Object.entries(fields).map(([name, schema]) => {
    const { description, ...plain }: Json = { ...schema }
    const shown = example[name] ?? firstOf(plain['enum'])
    return { name, in: place, required: required.includes(name), description, schema: plain, example: shown }
  })
}

const firstOf = (values: unknown): unknown => (Array.isArray(values) ? values[0] : undefined)

function requestBody(body: Fields, example: Json | undefined): Json {
  const schema = Type.Object(body, { additionalProperties: false })
  return { required: requiredOf(body).length > 0, content: { 'application/json': { schema, ...(example && { example }) } } }
}

const documentBody = ({ means, schema, example, also }: Document): Json => ({
  required: true,
  description: means,
  content: { 'application/json': { schema, example }, ...texts(also) },
})

/** Media types whose text the document does not take apart. */
const texts = (examples: Readonly<Record<string, string>> = {}): Json =>
  Object.fromEntries(Object.entries(examples).map(([type, example]) => [type, { schema: Type.String(), example }]))

function responses(endpoint: Endpoint): Json {
  const refused = { 'application/json': { schema: { $ref: '#/components/schemas/Refused' } } }
  const refusals = Object.entries(refusalsOf(endpoint)).map(([status, means]) => [
    status,
    { description: means, content: refused },
  ])
  const answers = Object.entries(endpoint.answers).map(([status, answer]) => [status, success(answer)])
  return Object.fromEntries([...answers, ...refusals])
}

function success({ means, schema, example, type = 'application/json', also }: Answer): Json {
  return { description: means, content: { [type]: { schema, example }, ...texts(also) } }
}
