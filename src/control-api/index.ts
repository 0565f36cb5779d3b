/** The control API at `/_understay`, as a value and as the pipeline that serves it. */

import { type Api, defineApi, type Envelope, type ErrorResponses } from '../api/define-api.ts'
import { jsonResponse } from '../api/response.ts'
import type { BookingApi } from '../booking-api/index.ts'
import { CONTROL_PATH } from '../control-contract/control-path.ts'
import { CONTROL_OPERATIONS, ENDPOINTS, SUBJECTS } from '../control-contract/index.ts'
import { type ControlOperation, Refused, refusalsOf } from '../control-contract/operation.ts'
import { replaceState } from '../control-contract/state.ts'
import { Refusal } from '../domain/refusal.ts'
import { textTypes } from '../pipeline/openapi-bodies.ts'
import { Pipeline } from '../pipeline/pipeline.ts'
import { respondPlain } from '../pipeline/reply.ts'
import { accessGuard, hasAccess, requiresToken } from './access.ts'
import { ControlContext, type ControlRules } from './app.ts'
import { ControlRefusal } from './control-refusal.ts'
import { controlHandlers } from './handlers/index.ts'
import { Room } from './turns.ts'

/** Maximum size of a request body, in bytes, for operations that take no state. */
const MAX_BODY_BYTES = 8 * 1024 * 1024
/** Maximum size of all larger bodies that are being received, in bytes. */
const MAX_ARRIVING_BYTES = 128 * 1024 * 1024

export const controlApi = (rules: ControlRules): Api<ControlContext, ControlOperation, unknown> =>
  defineApi({
    name: 'control',
    prefix: () => CONTROL_PATH,
    operations: CONTROL_OPERATIONS,
    entryGuard: accessGuard(rules),
    guards: [],
    envelope: plainEnvelope,
    errors: controlErrors,
    document: {
      title: 'Understay control API',
      description: 'Controls one sandbox of the server. Its calls are never part of the journal, and no fault affects them.',
      tags: Object.fromEntries(SUBJECTS.map(({ tag, about }) => [tag, about])),
      securitySchemes: () => ({
        controlToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'What the server was started with as --control-token, or the token of a team',
        },
      }),
      security: () => [{ controlToken: [] }, ...(requiresToken(rules) ? [] : [{}])],
    },
    journalled: false,
    maxBodyBytes: Math.max(MAX_BODY_BYTES, rules.maxStateBytes ?? 0),
  })

export type ControlPipeline = Pipeline<ControlContext, ControlOperation, unknown>

/** A pipeline of the control API. @param booking the API whose operations journal, report and documents name */
export function createControlPipeline(booking: BookingApi, rules: ControlRules): ControlPipeline {
  const api = controlApi(rules)
  return new Pipeline(api, controlHandlers({ rules, booking, control: api }), limitedContext(rules))
}

/** Only callers who may replace a state send more than other bodies have, and not all of them at once. */
function limitedContext(rules: ControlRules) {
  const { maxStateBytes = MAX_BODY_BYTES } = rules
  const arriving = new Room('states are arriving', MAX_ARRIVING_BYTES)
  return class extends ControlContext {
    override receiveBody(maxBytes: number): Promise<Uint8Array> {
      const { request, operation } = this
      const mayBeLarge = operation === replaceState && hasAccess(rules, request, request.sandbox)
      if (!mayBeLarge) return super.receiveBody(Math.min(maxBytes, MAX_BODY_BYTES))
      const announced = Number(request.headers['content-length'] ?? MAX_BODY_BYTES + 1)
      const isHeld = request.remoteAddress !== undefined && announced > MAX_BODY_BYTES
      return isHeld ? arriving.holdParts((hold) => request.readBody(maxStateBytes, hold)) : super.receiveBody(maxStateBytes)
    }
  }
}

const plainEnvelope: Envelope<ControlContext, ControlOperation, unknown> = {
  respond: respondPlain,
  describe: ({ answers }) =>
    Object.fromEntries(
      Object.entries(answers).map(([status, { means, schema, example, type = 'application/json', also = {} }]) => [
        status,
        { description: means, content: { [type]: { schema, example }, ...textTypes(also) } },
      ]),
    ),
}

const REFUSED = { 'application/json': { schema: { $ref: '#/components/schemas/Refused' } } }
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

const controlErrors: ErrorResponses<ControlContext, ControlOperation, unknown> = {
  refuse: (error) => {
    if (error instanceof ControlRefusal) {
      const response = jsonResponse(error.status, { error: error.message, ...error.more })
      if (error.retryAfter !== undefined) response.headers['Retry-After'] = String(error.retryAfter)
      return response
    }
    if (!(error instanceof Refusal)) return undefined
    return jsonResponse(error.code === 'body_too_large' ? 413 : 400, { error: textOf(error) })
  },
  unknown: ({ request }, nearest) => {
    if (!METHODS.includes(request.method))
      return new ControlRefusal(405, `the control API has no ${request.method}; it takes ${METHODS.join(', ')}`)
    const hint = nearest === '' ? '' : `; ${nearest}`
    return new ControlRefusal(404, `there is no ${request.method} ${CONTROL_PATH}${request.path}${hint}`, {
      endpoints: ENDPOINTS,
    })
  },
  fail: (status, message) => jsonResponse(status, { error: message }),
  describe: (operation) =>
    Object.fromEntries(
      Object.entries(refusalsOf(operation)).map(([status, description]) => [status, { description, content: REFUSED }]),
    ),
  schemas: () => ({ Refused }),
}

function textOf({ code, detail: { what = code, problems = [] } }: Refusal): string {
  if (code === 'body_too_large') return `the body is too large: at most ${what} bytes`
  if (problems.length === 0) return what
  return problems.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)).join('\n')
}
