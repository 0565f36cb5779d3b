/**
 * Every refusal, by code. The table of the service interface, `booking-api/refusal-table.ts`, says how each looks on the wire.
 */
import { shortText } from '../base/short-text.ts'

export const REFUSALS = [
  // tokens and scopes
  'token_missing',
  'token_malformed',
  'token_twice',
  'token_unknown',
  'token_expired',
  'token_revoked',
  'token_in_body_of_delete',
  'token_in_other_body',
  'scope_not_held',
  'property_not_administrable',
  // the token endpoint
  'client_credentials_missing',
  'client_unknown',
  'grant_type_missing',
  'grant_type_unsupported',
  'authorization_code_missing',
  'authorization_code_unknown',
  'token_method',
  'scope_missing',
  'scope_invalid',
  // the request
  'operation_unknown',
  'encoding_broken',
  'segment_blank',
  'body_too_large',
  'fields_too_many',
  'content_type_wrong',
  'body_broken',
  'channel_name_missing',
  // input
  'values_invalid',
  // tariffs
  'tariff_mode_wrong',
  'tariff_unknown',
  'tariff_not_deletable',
  // bookings
  'contract_incorrect',
  'contract_not_found',
  'contract_not_sent',
  'front_desk_objects',
  // black bookings
  'room_unknown',
  'room_taken',
  'black_booking_unknown',
  // guests, guest types, coupons
  'guest_type_not_set',
  'guest_type_unknown',
  'guest_unknown',
  'guest_booked_elsewhere',
  'coupon_unknown',
  'coupon_code_taken',
  // invoices and favourites
  'invoice_unknown',
  'favourite_property_unknown',
  'favourite_unknown',
  'collection_empty',
  // details of notifications
  'webhook_record_unknown',
  'webhook_record_foreign',
  // booking session
  'session_missing',
  'session_not_initialised',
  'session_property_unavailable',
  'session_property_unknown',
  'session_crawler',
  'session_step_missing',
] as const

export type RefusalCode = (typeof REFUSALS)[number]

/** One problem of the input: the field, and what is expected of it. */
export interface Problem {
  readonly field: string
  readonly message: string
}

export interface RefusalDetail {
  /** The subject of the text: a scope, an id, a grant type. */
  readonly what?: string
  /** All problems, for refusals of input. */
  readonly problems?: readonly Problem[]
  /** What to do next; it is sent in a header, not in the body. */
  readonly hint?: string
}

/** Characters of what a client has sent, in the text of a refusal. */
const SHOWN_CHARACTERS = 1000

/** A refused request. Rules and guards throw it. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly detail: RefusalDetail

  constructor(code: RefusalCode, detail: RefusalDetail = {}) {
    const what = detail.what && shortText(detail.what, SHOWN_CHARACTERS)
    super(what ? `${code}: ${what}` : code)
    this.code = code
    this.detail = what === undefined ? detail : { ...detail, what }
  }
}

/** @throws Refusal `values_invalid` with all problems, if there are any */
export function refuseIfAny(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Refusal('values_invalid', { problems })
}
