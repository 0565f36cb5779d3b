/** Finds the operation of a request: by path, or by its fields for a token request. */
import type { FindOperation } from '../api/define-api.ts'
import type { Match } from '../api/operation.ts'
import { isPublicPath } from '../booking-contract/index.ts'
import { requestToken } from '../booking-contract/oauth.ts'
import type { BookingOperation } from '../booking-contract/shared/operation.ts'
import { Refusal } from '../domain/refusal.ts'
import type { BookingContext } from './context.ts'

type Find = FindOperation<BookingOperation>

/** Sets choices, method, operation and path values of a request, or the reason that no operation matches. */
export function findOperation(context: BookingContext, find: Find): void {
  const { request, sandbox, segments } = context
  context.choices = sandbox.choices
  context.method = meantMethod(context)
  if (!segments) return
  const forToken = tokenRequest(context, segments, find)
  if (forToken === 'other-method') {
    context.routeProblem = new Refusal('token_method')
  } else if (forToken) {
    context.asksForToken = true
    context.operation = requestToken
  } else if (request.method !== 'HEAD') {
    const match = find(context.method, segments)
    if (!match || (context.choices.language_segment === 'translates' && misreadsLanguage(match))) return
    context.operation = match.operation
    context.pathValues = match.values
  }
}

/** True when the optional last segment does not begin with a letter, as a language does: the path is then unknown. */
function misreadsLanguage({ operation, values }: Match<BookingOperation>): boolean {
  const { language = '' } = values
  return language !== '' && operation.params['language']?.absent !== undefined && !/^\p{L}/u.test(language)
}

/** The effective method of a request: a header or a field can override the sent one. */
function meantMethod(context: BookingContext): string {
  const { request, form } = context
  const override = request.headers['x-http-method-override'] ?? context.query('_method') ?? form.get('_method')
  return override ? override.toUpperCase() : request.method
}

/** True for a token request; `other-method` for one that is not a POST. */
function tokenRequest(context: BookingContext, segments: readonly string[], find: Find): boolean | 'other-method' {
  const { request, form, params, choices } = context
  if (choices.token_requests === 'endpoint') {
    const isEndpoint = segments[0] === 'oauth' && find('post', segments)?.operation.id === requestToken.id
    return isEndpoint && context.method !== 'POST' ? 'other-method' : isEndpoint
  }
  if (isPublicPath(segments)) return false
  if (params?.has('client_id')) return request.method === 'POST' ? true : 'other-method'
  const grant = form.get('grant_type')
  return request.method === 'POST' && (grant === 'client_credentials' || grant === 'authorization_code')
}
