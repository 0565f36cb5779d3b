/** The table of refusals of the service interface: kind of body, statuses, text and hint of each. */

import type { Choices } from '../booking-contract/choices/choices.ts'
import { REFUSALS, type RefusalCode, type RefusalDetail } from '../domain/refusal.ts'

/** The source of a refusal, which decides its body: endpoint, token check, scope check, token endpoint or HTTP layer. */
type Kind = 'endpoint' | 'token' | 'scope' | 'grant' | 'http'

export interface RefusalRow {
  readonly kind: Kind
  /** The status by its meaning in HTTP. */
  readonly meaning: number
  /** The status that the endpoint declares; by default that of `meaning`. */
  readonly named?: number
  readonly text: string | ((detail: RefusalDetail) => string)
  /** The OAuth error code, for token and grant failures. */
  readonly error?: string
  /** The section of RFC 6749 in the `error_uri` of the newest release. */
  readonly section?: string
  /** What to do next, if the text does not say it. */
  readonly hint?: (apiPath: string) => string
}

const problemsText = (detail: RefusalDetail): string =>
  (detail.problems ?? []).map(({ field, message }) => `${field}: ${message}`).join('; ')
const withDetail =
  (text: string) =>
  ({ what }: RefusalDetail): string =>
    what ? `${text} ${what}` : text

const endpointRow = (meaning: number, named: number, text: RefusalRow['text']): RefusalRow => ({
  kind: 'endpoint',
  meaning,
  named,
  text,
})
const tokenRow = (error: string, text: string): RefusalRow => ({ kind: 'token', meaning: 401, error, text })
const grantRow = (meaning: number, error: string, text: RefusalRow['text']): RefusalRow => ({
  kind: 'grant',
  meaning,
  error,
  text,
})
const httpRow = (meaning: number, text: RefusalRow['text']): RefusalRow => ({ kind: 'http', meaning, text })

const withHint = (row: RefusalRow, hint: (apiPath: string) => string): RefusalRow => ({ ...row, hint })

/** A missing record; the hint names the operation that lists the records. */
const unknownRow = (text: RefusalRow['text'], path: string, meaning = 404): RefusalRow =>
  withHint(endpointRow(meaning, 204, text), (apiPath) => `GET ${apiPath}${path} lists those that exist`)

/** The paths that list the records of more than one refusal. */
const LISTED = {
  tariffs: '/tariffs/PROPERTY',
  bookings: '/listbooking/PROPERTY',
  guestTypes: '/guesttypes/PROPERTY',
}
const PUBLISHED = '/search/stars/0,1,2,3,4,5'
export const findsPublished = (apiPath: string): string => `GET ${apiPath}${PUBLISHED} finds the published properties`
const grantTypeHint = (): string => 'send the form field grant_type=client_credentials'
const sendTokenHint = (apiPath: string): string =>
  `POST ${apiPath}/oauth/token gives a token; send it as Authorization: Bearer TOKEN`
const renewTokenHint = (apiPath: string): string => `ask POST ${apiPath}/oauth/token for a new token, then repeat the call once`

const ROWS = {
  token_missing: withHint(
    tokenRow('invalid_request', 'No authentication is provided. Bearer missing from headers?'),
    sendTokenHint,
  ),
  token_malformed: withHint(tokenRow('invalid_request', 'Malformed auth header'), sendTokenHint),
  token_twice: tokenRow('invalid_request', 'Only one method may be used to authenticate at a time (Auth header, GET or POST)'),
  token_unknown: withHint(
    tokenRow('invalid_token', 'The access token provided is invalid'),
    (apiPath) => `tokens are known only to the sandbox and state that issued them; ask POST ${apiPath}/oauth/token for a new one`,
  ),
  token_expired: withHint(tokenRow('invalid_token', 'The access token provided has expired'), renewTokenHint),
  token_revoked: withHint(tokenRow('invalid_token', 'The access token provided has been revoked'), renewTokenHint),
  token_in_body_of_delete: {
    ...tokenRow('invalid_request', 'When putting the token in the body, the method must be POST or PUT'),
    section: '2.2',
  },
  token_in_other_body: tokenRow(
    'invalid_request',
    'The content type for POST requests must be "application/x-www-form-urlencoded"',
  ),
  scope_not_held: { kind: 'scope', meaning: 403, text: withDetail('Client not allowed to access this feature :') },
  property_not_administrable: withHint(
    endpointRow(403, 403, "User attempted to access a property that they don't have rights to access"),
    (apiPath) => `GET ${apiPath}/properties/all lists the properties this client may administer`,
  ),
  client_credentials_missing: grantRow(401, 'invalid_client', 'client credentials are required'),
  client_unknown: withHint(
    grantRow(401, 'invalid_client', 'The client credentials are invalid'),
    () => 'the clients are those of the fixtures; GET /_understay/credentials lists them',
  ),
  grant_type_missing: withHint(
    grantRow(400, 'invalid_request', 'The grant type was not specified in the request'),
    grantTypeHint,
  ),
  grant_type_unsupported: withHint(
    grantRow(400, 'unsupported_grant_type', ({ what }) => `Grant type "${what}" not supported`),
    grantTypeHint,
  ),
  authorization_code_missing: grantRow(400, 'invalid_request', 'Missing parameter: "code" is required'),
  authorization_code_unknown: grantRow(400, 'invalid_grant', "Authorization code doesn't exist or is invalid for the client"),
  token_method: {
    ...grantRow(405, 'invalid_request', 'The request method must be POST when requesting an access token'),
    section: '3.2',
  },
  scope_missing: grantRow(
    400,
    'invalid_request',
    ({ what }) => `Missing parameter: "scope" is required. This client may ask for: ${what}`,
  ),
  scope_invalid: grantRow(400, 'invalid_scope', ({ what }) => `The scope requested is invalid for this request: ${what}`),
  operation_unknown: httpRow(404, ({ what }) => what ?? 'Request unknown'),
  encoding_broken: httpRow(400, withDetail('Broken percent-encoding:')),
  segment_blank: httpRow(400, ({ what }) => `The path segment ${what} must not be blank`),
  body_too_large: httpRow(413, ({ what }) => `The body is larger than ${what} bytes`),
  fields_too_many: httpRow(413, ({ what }) => `The form has more than ${what} fields`),
  content_type_wrong: httpRow(
    415,
    ({ what }) => `The content type must be application/x-www-form-urlencoded or multipart/form-data, not ${what}`,
  ),
  body_broken: httpRow(400, ({ what }) => `The body cannot be read: ${what}`),
  channel_name_missing: httpRow(400, ({ what }) => `The header ${what} is required`),
  values_invalid: endpointRow(400, 204, problemsText),
  tariff_mode_wrong: withHint(
    endpointRow(409, 204, 'Tariff save method not valid for this property'),
    () => 'tariffs of this property are neither saved nor deleted here: only properties in micromanage mode take part',
  ),
  tariff_unknown: unknownRow(({ what }) => `Tariff type ${what} not found`, LISTED.tariffs),
  tariff_not_deletable: unknownRow('Unable to delete tariff(s) by tariff id', LISTED.tariffs),
  contract_incorrect: unknownRow('Contract uid incorrect.', LISTED.bookings),
  contract_not_found: unknownRow('Contract uid not found', LISTED.bookings),
  contract_not_sent: unknownRow('Contract uid not sent', LISTED.bookings, 400),
  front_desk_objects: endpointRow(409, 409, ({ what }) => what ?? 'Not possible in this state of the booking'),
  room_unknown: withHint(
    endpointRow(404, 204, 'Room does not exist'),
    (apiPath) =>
      `GET ${apiPath}/properties/PROPERTY/availabilities/START/END lists rooms by their uid; the room comes before the date`,
  ),
  room_taken: withHint(
    endpointRow(409, 204, 'Room already booked this date'),
    (apiPath) =>
      `GET ${apiPath}/blackbookings/PROPERTY/roomlist/DATE and GET ${apiPath}/properties/PROPERTY/availabilities/START/END show what is taken`,
  ),
  black_booking_unknown: unknownRow('Black booking does not exist', '/blackbookings/PROPERTY/roomlist/DATE'),
  guest_type_not_set: unknownRow('Guest type id not set', LISTED.guestTypes, 400),
  guest_type_unknown: unknownRow('Guest type does not exist', LISTED.guestTypes),
  guest_unknown: unknownRow('Guest does not exist', '/guests/PROPERTY/list'),
  guest_booked_elsewhere: endpointRow(
    409,
    204,
    'Unable to delete this guest as they have bookings open against them with another business.',
  ),
  coupon_unknown: unknownRow('Coupon does not exist', '/coupon/PROPERTY/list'),
  coupon_code_taken: endpointRow(409, 204, ({ what }) => `The coupon code ${what} is used by another coupon of this property`),
  invoice_unknown: unknownRow('Invoice uid incorrect.', '/listinvoices/PROPERTY'),
  favourite_property_unknown: unknownRow('Property does not exist', PUBLISHED),
  favourite_unknown: unknownRow('Property is not a favourite', '/favourites'),
  webhook_record_unknown: endpointRow(404, 404, ({ what }) => what ?? ''),
  webhook_record_foreign: endpointRow(403, 403, ({ what }) => what ?? ''),
  collection_empty: endpointRow(409, 409, ({ what }) => what ?? 'The collection is empty'),
  session_missing: withHint(
    endpointRow(
      400,
      204,
      ({ what }) => `001 -- No session id was sent; put one, unique for each visitor, in the ${what} header.`,
    ),
    () => 'the client makes up the value; the same one in every call of a visitor',
  ),
  session_not_initialised: withHint(
    endpointRow(400, 400, withDetail('Property uid not set for session')),
    (apiPath) =>
      `GET ${apiPath}/booking/initialise/PROPERTY/LANGUAGE of a published property first; a session ends after 24 hours of silence`,
  ),
  session_property_unavailable: withHint(
    endpointRow(400, 204, ({ what }) => what ?? 'Property not published or does not exist'),
    (apiPath) => `this property cannot be booked now; ${findsPublished(apiPath)}`,
  ),
  session_property_unknown: withHint(endpointRow(404, 204, 'Property not published or does not exist'), findsPublished),
  session_crawler: withHint(
    endpointRow(400, 204, 'Crawler identified, cannot proceed. Send the User-Agent of a browser.'),
    () =>
      'the choice crawler_user_agents is "refused" here: start with --choice crawler_user_agents=served, or send the User-Agent of a browser',
  ),
  session_step_missing: endpointRow(400, 204, ({ what }) => what ?? '018 -- No rooms have been selected.'),
} satisfies Record<RefusalCode, RefusalRow>

export const refusalRow = (code: RefusalCode): RefusalRow => ROWS[code]

/** The refusals that a text may be of; none for one that is all detail. A release adds to the texts about tokens. */
export const refusalsWorded = (sent: string): readonly RefusalCode[] =>
  REFUSALS.filter((code) => {
    const { kind, text } = refusalRow(code)
    const [plain, detailed] =
      typeof text === 'string' ? [text, kind === 'token' ? `${text}\0` : ''] : [text({}), text({ what: '\0' })]
    const [before = '', after = ''] = detailed.split('\0')
    return sent !== '' && (sent === plain || (before + after !== '' && sent.startsWith(before) && sent.endsWith(after)))
  })

export function refusalStatus(code: RefusalCode, choices: Choices): number {
  const { kind, meaning, named } = refusalRow(code)
  if (kind === 'token') return 401
  if (kind === 'grant') return meaning === 401 && choices.client_refusal === 'bad_request' ? 400 : meaning
  if (kind === 'http') return meaning
  if (kind === 'scope' && choices.scope_refusal === 'forbidden') return 403
  if (code === 'room_taken' && choices.black_booking_conflict === '200-with-meta') return 200
  if (code === 'room_taken' && choices.black_booking_conflict === '204') return 204
  if (choices.refusal_status === 'always_400') return named === 404 ? 404 : 400
  return choices.refusal_status === 'named' ? (named ?? meaning) : meaning
}

export const isOAuthError = ({ kind }: RefusalRow, choices: Choices): boolean =>
  kind === 'token' || kind === 'grant' || (kind === 'scope' && choices.scope_refusal === 'forbidden')
