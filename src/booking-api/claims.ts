import { EMPTY_FORM, type Form } from '../api/form.ts'
import { readId } from '../api/path-values.ts'
import type { Product } from '../api/product.ts'
import { type Subject, subjectOf } from '../api/subject.ts'
import { basicCredentials } from '../auth/authorization.ts'
import { sessionKey } from '../base/session-key.ts'
import type { BookingOperation } from '../booking-contract/shared/operation.ts'
import { FINGERPRINT_LENGTH } from '../journal/masking.ts'
import type { RequestRecord } from '../journal/request-record.ts'
import type { RequestClaims, RequestContext } from '../pipeline/request-context.ts'
import type { Db } from '../world/world.ts'

interface ClaimingRequest extends RequestContext<BookingOperation> {
  readonly record: RequestRecord
  readonly db: Db
  readonly product: Product
  /** True for a token request, which needs no token. */
  readonly asksForToken: boolean
  /** The token of the Authorization header. */
  readonly bearer: string | undefined
  query(name: string): string | undefined
}

/** Reads the claims of a request and adds them to its journal record. */
export function recordClaims(request: ClaimingRequest): RequestClaims {
  const { db, record, operation, pathValues, form } = request
  const sent = request.bearer ?? request.query('access_token') ?? form.peek('access_token')
  const known = sent === undefined ? undefined : db.tokens.get(sent)
  const name = record.session?.trim()
  const session = name ? sessionKey(name) : undefined
  const named = operation && pathValues['property_id']
  const held = session === undefined ? undefined : db.sessions.get(session)
  const property = (named === undefined ? held?.propertyId : readId(named)) || undefined
  const client = known?.clientId ?? clientOfTokenRequest(request)
  record.effectiveMethod = request.method
  record.operation = operation?.id
  record.pathValues = operation && pathValues
  record.client = client
  record.token = sent?.slice(0, FINGERPRINT_LENGTH)
  record.property = property
  record.heldStay = held
  if (operation && form !== EMPTY_FORM) record.formSubject = subjectOfForm(request, operation.id, form)
  record.channel = request.headers[request.product.channelHeader]
  return { token: known?.id, client, property, session }
}

function subjectOfForm({ record, method, pathValues }: ClaimingRequest, operation: string, form: Form): Subject | undefined {
  return subjectOf({
    operation,
    method,
    path: pathValues,
    property: record.property,
    field: (name) => form.peek(name),
    fields: () => Array.from(form.entries(), ([name]) => name),
    session: record.heldStay,
  })
}

/** The id of the client of a token request; undefined for an unknown one. */
function clientOfTokenRequest(request: ClaimingRequest): string | undefined {
  const { form, db } = request
  if (!request.asksForToken) return undefined
  const id = basicCredentials(request.headers['authorization'])?.id ?? form.peek('client_id')
  return id !== undefined && db.clients.has(id) ? id : undefined
}
