/**
 * The service interface as an API value.
 *
 * @module
 */
import { defineApi, type Json } from '../api/define-api.ts'
import { MAX_BODY_BYTES } from '../api/form.ts'
import { OPERATIONS } from './contract/index.ts'
import { addCorsHeaders, preflight } from './cors.ts'
import { dataAndMeta } from './envelope.ts'
import { bookingErrors } from './error-responses.ts'
import type { BookingSettings } from './guard.ts'
import { bodySizeGuard } from './guards/body-size.ts'
import { channelNameGuard } from './guards/channel-name.ts'
import { crawlerGuard } from './guards/crawler.ts'
import { filledPathGuard } from './guards/filled-path.ts'
import { propertyGuard } from './guards/property.ts'
import { scopeGuard, scopeOf } from './guards/scope.ts'
import { sessionGuard } from './guards/session.ts'
import { tokenGuard } from './guards/token.ts'
import { findOperation } from './routing.ts'

/** The service interface. */
export const bookingApi = defineApi({
  name: 'booking',
  prefix: ({ apiPath }) => apiPath,
  operations: OPERATIONS,
  guards: [tokenGuard, scopeGuard, bodySizeGuard, propertyGuard, filledPathGuard, channelNameGuard, crawlerGuard, sessionGuard],
  envelope: dataAndMeta,
  errors: bookingErrors,
  document: {
    title: 'Property booking and management service, as Understay stands in for it',
    description: 'Made from the contract of this server and the choices in force.',
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
