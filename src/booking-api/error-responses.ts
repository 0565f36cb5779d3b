/** Error responses of the service interface, by the choices in force. */
import type { ErrorResponses, Json, ResponseDescription } from '../api/define-api.ts'
import { type ApiResponse, headerText, jsonResponse } from '../api/response.ts'
import { groupBy } from '../base/group-by.ts'
import { pathOf } from '../base/http-url.ts'
import type { Choices } from '../booking-contract/choices/choices.ts'
import type { BookingOperation } from '../booking-contract/shared/operation.ts'
import { Refusal, type RefusalCode } from '../domain/refusal.ts'
import { maskQueryIn } from '../journal/masking.ts'
import type { BookingContext } from './context.ts'
import { siteMeta } from './envelope.ts'
import type { BookingSettings } from './guard.ts'
import { isOAuthError, type RefusalRow, refusalRow, refusalStatus } from './refusal-table.ts'

export const bookingErrors: ErrorResponses<BookingContext, BookingOperation, BookingSettings> = {
  refuse: (error, context) => (error instanceof Refusal ? refuse(error, context) : undefined),
  unknown: ({ request: { path, query }, segments, product }, nearest) => {
    const isTwice = path.startsWith(`${product.apiPath}/`)
    const url = query ? `${path}?${query}` : path
    const what = segments?.[0] === 'core' ? 'Request unknown' : ` Request ${url} unknown`
    const hint = isTwice ? `the path holds ${product.apiPath} twice` : nearest
    return new Refusal('operation_unknown', { what, hint })
  },
  fail: (status, message) => jsonResponse(status, { meta: { code: status, error_message: message } }),
  describe,
  schemas: ({ choices }) => ({ Refusal: refusalSchema(choices), OAuthError: OAUTH_ERROR }),
}

interface Refused {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

function refuse(refusal: Refusal, context: BookingContext): ApiResponse {
  const { record, request, product } = context
  const row = refusalRow(refusal.code)
  const text = typeof row.text === 'string' ? row.text : row.text(refusal.detail)
  record.refusalCode = refusal.code
  record.refusal = request.query ? maskQueryIn(text, request.query) : text
  record.hint ??= refusal.detail.hint ?? hintOf(row, context)
  const { status, body, headers = {} } = refused(refusal.code, row, text, context)
  const response = jsonResponse(status, body)
  Object.assign(response.headers, headers)
  if ('Cache-Control' in headers) response.headers['Content-Type'] = 'application/json'
  if (response.body === null || status === 200 || request.method === 'HEAD')
    response.headers[product.messageHeader] = headerText(text)
  return response
}

/** The hint of a refusal, with the property of the request in its addresses. */
function hintOf({ hint }: RefusalRow, { request, product, guardedProperty }: BookingContext): string | undefined {
  const text = hint?.(`${pathOf(request.root)}${product.apiPath}`)
  return guardedProperty ? text?.replaceAll('/PROPERTY', `/${guardedProperty.id}`) : text
}

function refused(code: RefusalCode, row: RefusalRow, text: string, context: BookingContext): Refused {
  const { choices } = context
  const status = refusalStatus(code, choices)
  if (row.kind === 'token') return tokenRefused(code, row, text, context)
  if (row.kind === 'grant') return grantRefused(row, status, text, context)
  if (isOAuthError(row, choices)) return { status, body: { error: 'forbidden', error_description: text } }
  if (code === 'room_taken' && status === 204) return { status, body: undefined }
  if (code === 'room_taken' && status === 200) return { status, body: { meta: { code: 204, error_message: text } } }
  // every error of the token endpoint has the body of OAuth
  if (row.kind === 'http' && context.asksForToken)
    return { status, body: { error: 'invalid_request', error_description: text }, headers: NO_STORE }
  const message = code === 'session_missing' && choices.session_header_refusal === 'object' ? SESSION_MISSING : text
  const headers = lacksCharset(code, text, choices) ? { 'Content-Type': 'application/json; charset=' } : {}
  return { status, body: refusalBody(code, message, context), headers }
}

/** The newest release sends an object instead of the text when the session header is missing. */
const SESSION_MISSING = {
  response: {
    error_message:
      'Error. Session id not passed. Send sess_id via headers. The session id should be unique to each of your site visitors.',
    error_number: '001',
  },
} as const

const TEXTS_WITHOUT_NUMBER: ReadonlySet<RefusalCode> = new Set([
  'session_not_initialised',
  'session_property_unavailable',
  'session_property_unknown',
  'session_crawler',
  'session_step_missing',
])

/** True for refusals whose charset the newest release leaves blank: those of a booking session without a number. */
const lacksCharset = (code: RefusalCode, text: string, choices: Choices): boolean =>
  choices.session_refusal_charset === 'blank' && TEXTS_WITHOUT_NUMBER.has(code) && !/^\d{3} -- /.test(text)

function refusalBody(code: RefusalCode, text: unknown, context: BookingContext): unknown {
  const status = refusalStatus(code, context.choices)
  if (context.choices.refusal_body === 'meta') return { meta: { code: status, error_message: text } }
  const hidesSite = code === 'property_not_administrable' || (code === 'guest_type_not_set' && context.method === 'DELETE')
  const showsSite = refusalRow(code).kind === 'endpoint' && !hidesSite
  const site = siteMeta(context, showsSite ? context.request.root : undefined)
  return { code: status, meta: { site }, error_message: text, lines: [] }
}

const NO_STORE = { 'Cache-Control': 'no-store' } as const

/** The help page that the newest release names to a client without a token, with blanks at both ends. */
const helpPage = (realm: string): string =>
  ` Check https://www.${realm.toLowerCase()}.net/manual/developers-guide-2/63-${realm.toLowerCase()}-api/418-the-rest-api-test-fails `

function tokenRefused(code: RefusalCode, row: RefusalRow, text: string, { choices, product }: BookingContext): Refused {
  const realm = product.title
  const error = choices.token_refusal === 'unauthorized' ? 'unauthorized' : (row.error ?? 'invalid_request')
  const described = code === 'token_missing' && error !== 'unauthorized' ? `${text}${helpPage(realm)}` : text
  const quoted = described.replaceAll('"', "'")
  return {
    status: 401,
    body: { error, error_description: described, ...errorUriOf(row, choices) },
    headers: {
      ...NO_STORE,
      'WWW-Authenticate': `Bearer realm="${realm}", error="${row.error}", error_description="${quoted}"`,
    },
  }
}

/** `error_uri`, if the newest release sends one. */
function errorUriOf({ section }: RefusalRow, choices: Choices): { readonly error_uri?: string } {
  if (section === undefined || choices.token_refusal === 'unauthorized') return {}
  return { error_uri: `http://tools.ietf.org/html/rfc6749#section-${section}` }
}

function grantRefused(row: RefusalRow, status: number, text: string, context: BookingContext): Refused {
  const { choices, product } = context
  const isBasic = /^basic/i.test(context.headers['authorization'] ?? '')
  return {
    status,
    body: { error: row.error, error_description: text, ...errorUriOf(row, choices) },
    headers: {
      ...NO_STORE,
      Pragma: 'no-cache',
      ...(status === 401 && isBasic && { 'WWW-Authenticate': `Basic realm="${product.title}"` }),
      ...(status === 405 && { Allow: 'POST, OPTIONS' }),
    },
  }
}

/** The possible refusals of an operation, by status. */
function describe(operation: BookingOperation, guarded: readonly string[], settings: BookingSettings) {
  const codes = [...(guarded as readonly RefusalCode[]), ...(operation.refusals ?? [])]
  const byStatus = groupBy(codes, (code) => refusalStatus(code, settings.choices))
  byStatus.delete(200)
  const refused = [...byStatus].map(([status, of]) => [String(status), refusalResponse(status, of, operation, settings)])
  return { ...STORAGE_FAILURES, ...Object.fromEntries(refused) }
}

/** The body of a refusal in `meta`. @param error_message the schema of its message */
function metaSchema(error_message: Json): Json {
  const properties = { code: { type: 'integer' }, error_message }
  const meta = { type: 'object', properties, required: ['code', 'error_message'] }
  return { type: 'object', properties: { meta }, required: ['meta'] }
}

const FAILURE_BODY = { 'application/json': { schema: { ...metaSchema({ type: 'string' }), title: 'StorageFailure' } } }

/** The responses of every operation to a change that cannot be stored. */
const STORAGE_FAILURES: Readonly<Record<string, ResponseDescription>> = {
  503: {
    description: 'A change could not be stored; the same call may succeed soon',
    headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' } } },
    content: FAILURE_BODY,
  },
  507: { description: 'A change could not be stored: the disk is full, or cannot be written', content: FAILURE_BODY },
}

function refusalResponse(
  status: number,
  codes: readonly RefusalCode[],
  { tag }: BookingOperation,
  { choices, product }: BookingSettings,
): ResponseDescription {
  const description = `Refused: ${codes.map((code) => code.replaceAll('_', ' ')).join('; ')}`
  if (status === 204) {
    const header = { description: 'The text of the refusal', schema: { type: 'string' } }
    return { description, headers: { [product.messageHeader]: header } }
  }
  const hasOAuthBody = (row: RefusalRow): boolean => isOAuthError(row, choices) || (tag === 'oauth' && row.kind === 'http')
  const kinds = new Set(codes.map((code) => (hasOAuthBody(refusalRow(code)) ? 'OAuthError' : 'Refusal')))
  const refs = [...kinds].sort().map((name) => ({ $ref: `#/components/schemas/${name}` }))
  const [first = {}] = refs
  return { description, content: { 'application/json': { schema: refs.length === 1 ? first : { anyOf: refs } } } }
}

const OAUTH_ERROR: Json = {
  type: 'object',
  properties: { error: { type: 'string' }, error_description: { type: 'string' } },
  required: ['error', 'error_description'],
}

function refusalSchema(choices: Choices): Json {
  const text = { type: 'string' }
  const error_message = choices.session_header_refusal === 'object' ? { anyOf: [text, { type: 'object' }] } : text
  if (choices.refusal_body === 'meta') return metaSchema(error_message)
  return {
    type: 'object',
    properties: {
      code: { type: 'integer' },
      meta: { type: 'object' },
      error_message,
      lines: { type: 'array', items: {}, maxItems: 0 },
    },
    required: ['code', 'meta', 'error_message', 'lines'],
  }
}
