/**
 * What every refusal looks like on the wire: the one place where profiles differ in statuses and bodies.
 *
 * @module
 */
import type { Choices } from '../contract/choices.ts'
import type { Refusal, RefusalCode, RefusalDetail } from '../domain/refusal.ts'

type Kind = 'endpoint' | 'token' | 'scope' | 'grant' | 'way'

interface Failure {
  readonly kind: Kind
  /** The status that says what happened. */
  readonly meaning: number
  /** The status the endpoint itself names; the same as `meaning` where left out. */
  readonly named?: number
  readonly text: string | ((detail: RefusalDetail) => string)
  /** The OAuth error word, for token and grant failures. */
  readonly error?: string
  /** The section of the standard that the newest release points to. */
  readonly section?: string
}

const problems = (detail: RefusalDetail): string =>
  (detail.problems ?? []).map(({ field, message }) => `${field}: ${message}`).join('; ')
const plus =
  (text: string) =>
  ({ what }: RefusalDetail): string =>
    what ? `${text} ${what}` : text

const endpoint = (meaning: number, named: number, text: Failure['text']): Failure => ({ kind: 'endpoint', meaning, named, text })
const token = (error: string, text: string): Failure => ({ kind: 'token', meaning: 401, error, text })
const grant = (meaning: number, error: string, text: Failure['text']): Failure => ({ kind: 'grant', meaning, error, text })
const way = (meaning: number, text: Failure['text']): Failure => ({ kind: 'way', meaning, text })

const FAILURES = {
  token_missing: token('invalid_request', 'No authentication is provided. Bearer missing from headers?'),
  token_malformed: token('invalid_request', 'Malformed auth header'),
  token_twice: token('invalid_request', 'Only one method may be used to authenticate at a time (Auth header, GET or POST)'),
  token_unknown: token('invalid_token', 'The access token provided is invalid'),
  token_expired: token('invalid_token', 'The access token provided has expired'),
  token_revoked: token('invalid_token', 'The access token provided has been revoked'),
  token_in_body_of_delete: {
    ...token('invalid_request', 'When putting the token in the body, the method must be POST or PUT'),
    section: '2.2',
  },
  token_in_other_body: token('invalid_request', 'The content type for POST requests must be "application/x-www-form-urlencoded"'),
  scope_not_held: { kind: 'scope', meaning: 403, text: plus('Client not allowed to access this feature :') },
  property_not_administrable: endpoint(403, 403, "User attempted to access a property that they don't have rights to access"),
  client_credentials_missing: grant(401, 'invalid_client', 'client credentials are required'),
  client_unknown: grant(401, 'invalid_client', 'The client credentials are invalid'),
  grant_type_missing: grant(400, 'invalid_request', 'The grant type was not specified in the request'),
  grant_type_unsupported: grant(400, 'unsupported_grant_type', ({ what }) => `Grant type "${what}" not supported`),
  authorization_code_unknown: grant(400, 'invalid_grant', "Authorization code doesn't exist or is invalid for the client"),
  token_method: {
    ...grant(405, 'invalid_request', 'The request method must be POST when requesting an access token'),
    section: '3.2',
  },
  scope_missing: grant(
    400,
    'invalid_request',
    ({ what }) => `Missing parameter: "scope" is required. This client may ask for: ${what}`,
  ),
  scope_invalid: grant(400, 'invalid_scope', ({ what }) => `The scope requested is invalid for this request: ${what}`),
  operation_unknown: way(404, ({ what }) => what ?? 'Request unknown'),
  encoding_broken: way(400, plus('Broken percent-encoding:')),
  segment_blank: way(400, ({ what }) => `The path segment ${what} must not be blank`),
  body_too_large: way(413, ({ what }) => `The body is larger than ${what} bytes`),
  fields_too_many: way(413, ({ what }) => `The form has more than ${what} fields`),
  content_type_wrong: way(
    415,
    ({ what }) => `The content type must be application/x-www-form-urlencoded or multipart/form-data, not ${what}`,
  ),
  body_broken: way(400, ({ what }) => `The body cannot be read: ${what}`),
  channel_name_missing: way(400, ({ what }) => `The header ${what} is required`),
  values_invalid: endpoint(400, 204, problems),
  tariff_mode_wrong: endpoint(409, 204, 'Tariff save method not valid for this property'),
  tariff_unknown: endpoint(404, 204, ({ what }) => `Tariff type ${what} not found`),
  tariff_not_deletable: endpoint(404, 204, 'Unable to delete tariff(s) by tariff id'),
  contract_incorrect: endpoint(404, 204, 'Contract uid incorrect.'),
  contract_not_found: endpoint(404, 204, 'Contract uid not found'),
  contract_not_sent: endpoint(400, 204, 'Contract uid not sent'),
  front_desk_objects: endpoint(409, 409, ({ what }) => what ?? 'Not possible in this state of the booking'),
  room_unknown: endpoint(404, 204, 'Room does not exist'),
  room_taken: endpoint(409, 204, 'Room already booked this date'),
  black_booking_unknown: endpoint(404, 204, 'Black booking does not exist'),
  guest_type_not_set: endpoint(400, 204, 'Guest type id not set'),
  guest_type_unknown: endpoint(404, 204, 'Guest type does not exist'),
  guest_unknown: endpoint(404, 204, 'Guest does not exist'),
  guest_booked_elsewhere: endpoint(
    409,
    204,
    'Unable to delete this guest as they have bookings open against them with another business.',
  ),
  coupon_unknown: endpoint(404, 204, 'Coupon does not exist'),
  coupon_code_taken: endpoint(409, 204, ({ what }) => `The coupon code ${what} is used by another coupon of this property`),
  invoice_unknown: endpoint(404, 204, 'Invoice uid incorrect.'),
  favourite_property_unknown: endpoint(404, 404, 'Property does not exist'),
  collection_empty: endpoint(409, 409, ({ what }) => what ?? 'The collection is empty'),
  session_missing: endpoint(
    400,
    204,
    ({ what }) => `001 -- No session id was sent; put one, unique for each visitor, in the ${what} header.`,
  ),
  session_not_initialised: endpoint(400, 400, plus('Property uid not set for session')),
  session_property_unavailable: endpoint(400, 204, ({ what }) => what ?? 'Property not published or does not exist'),
  session_step_missing: endpoint(400, 204, ({ what }) => what ?? '018 -- No rooms have been selected.'),
} satisfies Record<RefusalCode, Failure>

/** A refusal as it goes out. */
export interface FailureAnswer {
  readonly status: number
  /** What went wrong, in words; travels in a header where the status allows no body. */
  readonly text: string
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** What a refusal knows of the request it answers. */
export interface FailurePlace {
  readonly choices: Choices
  /** `meta.site` of this request. */
  readonly site: Readonly<Record<string, string>>
  readonly siteLive: Readonly<Record<string, string>>
  /** The product word with a capital, for the realm. */
  readonly realm: string
  /** True when the client authenticated with HTTP Basic. */
  readonly basic: boolean
}

const NO_STORE = { 'Cache-Control': 'no-store' } as const

function failureOf(code: RefusalCode): Failure {
  return FAILURES[code]
}

/** The words of a refusal. */
export function failureText(refusal: Refusal): string {
  const { text } = failureOf(refusal.code)
  return typeof text === 'string' ? text : text(refusal.detail)
}

/** Renders a refusal under the choices in force. */
export function failureAnswer(refusal: Refusal, place: FailurePlace): FailureAnswer {
  const failure = failureOf(refusal.code)
  const text = failureText(refusal)
  const { choices } = place
  if (failure.kind === 'token') return tokenAnswer(failure, text, place)
  if (failure.kind === 'grant') return grantAnswer(failure, text, place)
  if (failure.kind === 'scope' && choices.scope_refusal === 'forbidden')
    return { status: 403, text, body: { error: 'forbidden', error_description: text }, headers: {} }
  const live = failure.kind === 'endpoint' && refusal.code !== 'property_not_administrable'
  if (refusal.code === 'room_taken' && choices.black_booking_conflict !== 'refusal') {
    if (choices.black_booking_conflict === '200-with-meta')
      return { status: 200, text, body: { meta: { code: 204, error_message: text } }, headers: {} }
    return { status: 204, text, body: undefined, headers: {} }
  }
  const status = statusOf(failure, choices)
  const message = refusal.code === 'session_missing' && choices.session_header_refusal === 'object' ? SESSION_MISSING : text
  return { status, text, body: refusalBody(status, message, place, live), headers: sessionHeaders(refusal.code, text, choices) }
}

function statusOf(failure: Failure, choices: Choices): number {
  if (failure.kind === 'way') return failure.meaning
  if (choices.refusal_status === 'always_400') return 400
  return choices.refusal_status === 'named' ? (failure.named ?? failure.meaning) : failure.meaning
}

/** The place of a text is taken by an object where the newest release misses the session header. */
const SESSION_MISSING = {
  response: {
    error_message:
      'Error. Session id not passed. Send sess_id via headers. The session id should be unique to each of your site visitors.',
    error_number: '001',
  },
} as const

const UNNUMBERED: ReadonlySet<RefusalCode> = new Set([
  'session_not_initialised',
  'session_property_unavailable',
  'session_step_missing',
])

/** The newest release forgets the charset of those refusals of a booking session that have no number. */
function sessionHeaders(code: RefusalCode, text: string, choices: Choices): Readonly<Record<string, string>> {
  const forgets = choices.session_refusal_charset === 'blank' && UNNUMBERED.has(code) && !/^\d{3} -- /.test(text)
  return forgets ? { 'Content-Type': 'application/json; charset=' } : {}
}

function refusalBody(status: number, text: unknown, place: FailurePlace, live: boolean): unknown {
  if (place.choices.refusal_body === 'meta') return { meta: { code: status, error_message: text } }
  return { code: status, meta: { site: live ? place.siteLive : place.site }, error_message: text, lines: [] }
}

/** Where the newest release sends a caller without a token, blank at the end included. */
const helpPage = (realm: string): string =>
  ` Check https://www.${realm.toLowerCase()}.net/manual/developers-guide-2/63-${realm.toLowerCase()}-api/418-the-rest-api-test-fails `

function tokenAnswer(failure: Failure, text: string, { choices, realm }: FailurePlace): FailureAnswer {
  const error = choices.token_refusal === 'unauthorized' ? 'unauthorized' : (failure.error ?? 'invalid_request')
  const described = failure === FAILURES.token_missing && error !== 'unauthorized' ? `${text}${helpPage(realm)}` : text
  const quoted = described.replaceAll('"', "'")
  return {
    status: 401,
    text,
    body: { error, error_description: described, ...sectionOf(failure, choices) },
    headers: {
      ...NO_STORE,
      'WWW-Authenticate': `Bearer realm="${realm}", error="${failure.error}", error_description="${quoted}"`,
    },
  }
}

/** `error_uri`, where the newest release has one. */
function sectionOf({ section }: Failure, choices: Choices): { readonly error_uri?: string } {
  if (section === undefined || choices.token_refusal === 'unauthorized') return {}
  return { error_uri: `http://tools.ietf.org/html/rfc6749#section-${section}` }
}

function grantAnswer(failure: Failure, text: string, { choices, realm, basic }: FailurePlace): FailureAnswer {
  const unauthorized = failure.meaning === 401
  const status = unauthorized && choices.client_refusal === 'bad_request' ? 400 : failure.meaning
  return {
    status,
    text,
    body: { error: failure.error, error_description: text, ...sectionOf(failure, choices) },
    headers: {
      ...NO_STORE,
      Pragma: 'no-cache',
      ...(status === 401 && basic && { 'WWW-Authenticate': `Basic realm="${realm}"` }),
      ...(status === 405 && { Allow: 'POST, OPTIONS' }),
    },
  }
}

/** The statuses a refusal can have under the choices in force; for the document. */
export function failureStatus(code: RefusalCode, choices: Choices): number {
  const failure = failureOf(code)
  if (failure.kind === 'token') return 401
  if (failure.kind === 'grant') return failure.meaning === 401 && choices.client_refusal === 'bad_request' ? 400 : failure.meaning
  if (failure.kind === 'scope' && choices.scope_refusal === 'forbidden') return 403
  if (code === 'room_taken' && choices.black_booking_conflict === '200-with-meta') return 200
  if (code === 'room_taken' && choices.black_booking_conflict === '204') return 204
  return statusOf(failure, choices)
}
