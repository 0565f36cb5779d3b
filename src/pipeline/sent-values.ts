/** Validates query, headers and body of a request against the schemas of its operation. */

import type { TSchema } from 'typebox'
import { decodeUtf8 } from '../api/form.ts'
import type { Fields, Operation, PathParameters, SentDocument } from '../api/operation.ts'
import { PathValueError } from '../api/path-values.ts'
import type { RequestHeaders } from '../api/request-headers.ts'
import { Type } from '../api/schema.ts'
import { messageOf } from '../base/caught-error.ts'
import { fieldPath } from '../base/file-error.ts'
import { jsonSizeProblem, MAX_VALUES } from '../base/json-depth.ts'
import { isJsonMap } from '../base/json-map.ts'
import { mediaType } from '../base/media-type.ts'
import { schemaProblems } from '../base/schema-check.ts'
import type { SchemaNode } from '../base/schema-node.ts'
import { didYouMeanOr } from '../base/spelling.ts'
import { type Problem, Refusal, refuseIfAny } from '../domain/refusal.ts'
import type { NamedPathParameters } from './operation-registry.ts'
import type { RequestContext } from './request-context.ts'

type Values = Readonly<Record<string, unknown>>
type Renamed = Operation['renamed']

/**
 * The validated input of an operation's handler.
 *
 * @throws Refusal `values_invalid` naming every wrong or unknown field; `body_broken`, `encoding_broken`
 */
export function readInput(operation: Operation, params: NamedPathParameters, context: RequestContext): Values {
  const input = readPathParameters(params, context.pathValues)
  if (operation.query) input['query'] = readQuery(operation.query, operation.renamed, context.params)
  if (operation.headers) input['headers'] = readHeaders(operation.headers, context.headers)
  if (operation.body) input['body'] = readJsonBody(operation, operation.body, context.body)
  if (operation.document) input['document'] = readDocument(context)
  return input
}

/** Query parameters by name; unknown and repeated ones are refused. */
function readQuery(fields: Fields, renamed: Renamed, params: URLSearchParams | undefined): Values {
  const problems: Problem[] = []
  const texts: Record<string, string> = {}
  for (const [name, text] of params ?? []) {
    if (!Object.hasOwn(fields, name))
      problems.push({ field: name, message: unknownName('query parameter', name, fields, renamed) })
    else if (name in texts) problems.push({ field: name, message: 'sent more than once; send it once' })
    else texts[name] = text
  }
  refuseIfAny(problems)
  return checkedTexts(fields, texts)
}

function readHeaders(fields: Fields, headers: RequestHeaders): Values {
  const texts: Record<string, string> = {}
  for (const name of Object.keys(fields)) {
    const text = headers[name.toLowerCase()]
    if (text !== undefined) texts[name] = text
  }
  return checkedTexts(fields, texts)
}

function unknownName(kind: string, name: string, fields: Fields, renamed: Renamed = {}): string {
  if (Object.hasOwn(renamed, name)) return `"${name}" is called "${renamed[name]}" now`
  const known = Object.keys(fields)
  const otherwise = known.length > 0 ? `known here: ${known.join(', ')}` : 'none is accepted here'
  return `unknown ${kind} "${name}"; ${didYouMeanOr(name, known, otherwise)}`
}

/** Converts texts to the types of their schemas and validates them. @throws Refusal `values_invalid` */
function checkedTexts(fields: Fields, texts: Readonly<Record<string, string>>): Values {
  const values: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(texts)) values[name] = readValue(text, fields[name])
  requireValid(fields, values)
  return values
}

/** Converts a text to a number or boolean if its schema requires one; returns the text when it cannot be converted. */
function readValue(text: string, schema: (TSchema & SchemaNode) | undefined): unknown {
  if (schema?.anyOf) {
    const values = schema.anyOf.map((branch) => ({ branch, value: readValue(text, branch) }))
    return values.find(({ branch, value }) => schemaProblems(branch, value).length === 0)?.value ?? text
  }
  if (schema?.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  const isNumeric = schema?.type === 'integer' || schema?.type === 'number'
  return isNumeric && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
}

function requireValid(fields: Fields, values: Values, renamed?: Renamed): void {
  const problems = schemaProblems({ ...Type.Object(fields), 'x-renamed': renamed }, values)
  refuseIfAny(problems.map(({ path, message }) => ({ field: fieldPath(path), message })))
}

/** Bytes of a body of JSON: it is parsed in one go. Documents and states may be longer. */
const MAX_JSON_BYTES = 1024 * 1024

/** Parses the JSON object in the body; an empty body is an empty object. */
function readJsonBody(operation: Operation, fields: Fields, body: Uint8Array | undefined): Values {
  const value = body === undefined || body.length === 0 ? {} : parsed(body)
  if (!isJsonMap(value)) {
    const names = Object.keys(fields).join(', ') || 'no fields'
    throw new Refusal('body_broken', { what: `${operation.id} expects a JSON object with ${names}` })
  }
  requireValid(fields, value, operation.renamed)
  return value
}

function parsed(body: Uint8Array): unknown {
  if (body.length > MAX_JSON_BYTES) throw new Refusal('body_too_large', { what: String(MAX_JSON_BYTES) })
  const problem = jsonSizeProblem(body, MAX_VALUES)
  if (problem !== undefined) throw new Refusal('body_broken', { what: problem })
  const text = decodeUtf8(body)
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Refusal('body_broken', { what: `invalid JSON: ${messageOf(error)}` })
  }
}

function readDocument({ body, headers }: RequestContext): SentDocument {
  const type = mediaType(headers['content-type'] ?? '')
  const bytes = body ?? new Uint8Array()
  return {
    bytes,
    type,
    get text() {
      return decodeUtf8(bytes)
    },
  }
}

/** Refuses empty segments, except for parameters that may be empty. @throws Refusal `segment_blank` */
export function requireFilled(params: PathParameters, values: Readonly<Record<string, string>>): void {
  for (const name in values) if (values[name] === '' && !params[name]?.blank) throw new Refusal('segment_blank', { what: name })
}

/** Parses the path parameters. @throws Refusal `values_invalid` */
function readPathParameters(params: NamedPathParameters, values: Readonly<Record<string, string>>): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [name, parameter] of params) {
    const text = values[name]
    if (text === undefined) {
      input[name] = parameter.absent
      continue
    }
    try {
      input[name] = parameter.read(text)
    } catch (error) {
      if (!(error instanceof PathValueError)) throw error
      throw new Refusal('values_invalid', { problems: [{ field: name, message: error.message }] })
    }
  }
  return input
}
