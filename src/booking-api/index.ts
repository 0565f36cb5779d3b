import { defineApi, type Json } from '../api/define-api.ts'
import { MAX_BODY_BYTES } from '../api/form.ts'
import { type ApiResponse, FAULT_HEADER, HINT_HEADER, INVENTED_HEADER } from '../api/response.ts'
import { OPERATIONS } from '../booking-contract/index.ts'
import { TAGS } from '../booking-contract/shared/tags.ts'
import type { BookingContext } from './context.ts'
import { dataAndMeta } from './envelope.ts'
import { bookingErrors } from './error-responses.ts'
import type { BookingSettings } from './guard.ts'
import { propertyGuard, scopeGuard, scopeOf, tokenGuard } from './guards/access.ts'
import { bodySizeGuard, channelNameGuard, crawlerGuard, filledPathGuard } from './guards/request.ts'
import { sessionGuard } from './guards/session.ts'
import { findOperation } from './routing.ts'

export const bookingApi = defineApi({
  name: 'booking',
  prefix: ({ apiPath }) => apiPath,
  operations: OPERATIONS,
  entryGuard: tokenGuard,
  guards: [scopeGuard, bodySizeGuard, propertyGuard, filledPathGuard, channelNameGuard, crawlerGuard, sessionGuard],
  envelope: dataAndMeta,
  errors: bookingErrors,
  document: {
    title: 'Property booking and management service, simulated by Understay',
    description: 'Made from the contract of this server and the choices in force.',
    tags: TAGS,
    securitySchemes,
  },
  journalled: true,
  maxBodyBytes: MAX_BODY_BYTES,
  route: findOperation,
  preflight,
  addHeaders: addCorsHeaders,
})

export type BookingApi = typeof bookingApi

function securitySchemes(base: string, { choices }: BookingSettings): Json {
  const scopes = new Set(OPERATIONS.map((operation) => scopeOf(operation, choices)).filter((scope) => scope !== undefined))
  const described = [...scopes].map((scope) => [scope, scope.endsWith('_get') ? 'Read' : 'Create, change and delete'])
  return {
    token: {
      type: 'oauth2',
      description: 'Client credentials',
      flows: { clientCredentials: { tokenUrl: `${base}/oauth/token`, scopes: Object.fromEntries(described) } },
    },
  }
}

/** Allows the origin of a request to read its response. */
function addCorsHeaders(context: BookingContext, headers: Record<string, string>): void {
  const origin = context.headers['origin']
  if (!origin) return
  headers['Access-Control-Allow-Origin'] = origin
  headers['Access-Control-Allow-Credentials'] = 'true'
  headers['Access-Control-Max-Age'] = '86400'
  headers['Access-Control-Expose-Headers'] =
    `${context.product.messageHeader}, ${HINT_HEADER}, ${FAULT_HEADER}, ${INVENTED_HEADER}, X-Request-Id, X-Correlation-Id`
}

/** The response to OPTIONS, without authentication. */
function preflight(context: BookingContext): ApiResponse {
  const headers: Record<string, string> = { 'Content-Type': 'text/html; charset=UTF-8' }
  if (context.headers['access-control-request-method'])
    headers['Access-Control-Allow-Methods'] = 'GET, POST, PUT, DELETE, OPTIONS'
  const asked = context.headers['access-control-request-headers']
  if (asked) headers['Access-Control-Allow-Headers'] = asked
  return { status: 200, headers, body: '' }
}
