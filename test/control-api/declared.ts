/**
 * Checks responses of the control API against its declarations, exactly.
 *
 * @module
 */
import { Compile, type Validator } from 'typebox/compile'
import { expect } from 'vitest'
import { Type } from '../../src/api/schema.ts'
import { CONTROL_OPERATIONS } from '../../src/control-contract/index.ts'
import { type ControlOperation, Refused, refusalsOf } from '../../src/control-contract/operation.ts'
import { deadAddresses } from '../support/hint-addresses.ts'

/** The body of a response to an unknown path: every operation is listed. */
const UnknownPath = Type.Object({ error: Type.String({ minLength: 1 }), endpoints: Type.Array(Type.String()) })

/** A response as a client sees it. */
export interface Received {
  readonly status: number
  readonly headers: Headers
  /** The parsed JSON, or the text. */
  readonly body: unknown
}

const CONTROL_PATH = /^(?:\/@[^/]*)?\/_understay(\/[^?]*)?(?:\?.*)?$/

/** Checks a response; ignores paths outside the control API. */
export function requireDeclared(method: string, target: string, answer: Received): void {
  const path = CONTROL_PATH.exec(target)
  if (!path) return
  const endpoint = endpointAt(method, path[1] ?? '/')
  const about = `${method} ${target} answered ${answer.status} ${JSON.stringify(answer.body).slice(0, 500)}`
  if (answer.status in (endpoint?.answers ?? {})) requireAnswer(endpoint, answer, about)
  else requireRefusal(endpoint, answer, about)
}

const PATTERNS = CONTROL_OPERATIONS.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}))

function endpointAt(method: string, path: string): ControlOperation | undefined {
  const found = PATTERNS.filter(({ endpoint, pattern }) => endpoint.method === method.toLowerCase() && pattern.test(path))
  expect(found.length, `${method} ${path} is declared more than once`).toBeLessThan(2)
  return found[0]?.endpoint
}

function requireAnswer(endpoint: ControlOperation | undefined, { status, headers, body }: Received, about: string): void {
  const declared = endpoint?.answers[status]
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  const { type: usual = 'application/json', also = {} } = declared ?? {}
  expect([usual, ...Object.keys(also)], about).toContain(type)
  if (declared && type === usual) expect(strictErrors(declared.schema, body), about).toEqual([])
}

function requireRefusal(endpoint: ControlOperation | undefined, { status, headers, body }: Received, about: string): void {
  const statuses = endpoint ? Object.keys(refusalsOf(endpoint)) : ['401', '403', '404']
  expect(statuses, about).toContain(String(status))
  expect(headers.get('content-type'), about).toMatch(/^application\/json/)
  const { error = '' } = body as { readonly error?: string }
  expect(deadAddresses(error, '/_understay'), about).toEqual([])
  expect(strictErrors(!endpoint && status === 404 ? UnknownPath : Refused, body), about).toEqual([])
}

const validators = new Map<object, Validator>()

/** The errors of a value against a schema in which no object may have additional fields. */
export function strictErrors(schema: object, value: unknown): readonly string[] {
  let validator = validators.get(schema)
  if (!validator) validators.set(schema, (validator = Compile(closed(schema))))
  const errors = validator.Errors(value).filter(({ keyword }) => keyword !== 'boolean')
  return errors.map(({ instancePath, message, params }) => `${instancePath}: ${message} ${JSON.stringify(params)}`)
}

/** A schema whose objects have no other fields, unless it says that they may. */
function closed(schema: unknown): object {
  const walk = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(walk)
    if (typeof part !== 'object' || part === null) return part
    const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, walk(value)]))
    const isClosed = copy['type'] === 'object' && 'properties' in copy && !('additionalProperties' in copy)
    return isClosed ? { ...copy, additionalProperties: false } : copy
  }
  return Object(walk(schema))
}
