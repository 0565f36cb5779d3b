/**
 * The token endpoint.
 * @source spec "Authentication"; RFC 6749 sections 4.4, 5.1, 5.2
 */

import { Named } from '../api/response-fields.ts'
import { Type } from '../api/schema.ts'
import { field, Subject } from './shared/operation.ts'

export const OAUTH = new Subject('oauth')

/** The id of the operation that issues tokens. */
export const TOKEN_OPERATION = 'requestToken'

export const requestToken = OAUTH.operation({
  id: TOKEN_OPERATION,
  method: 'post',
  path: '/oauth/token',
  summary: 'Request an access token (client credentials grant)',
  params: {},
  form: {
    fields: {
      grant_type: field('must be client_credentials', true, 'client_credentials'),
      client_id: field('omitted with HTTP Basic', false, 'demo'),
      client_secret: field('omitted with HTTP Basic', false, 'demo-secret'),
      scope: field(
        'scopes, separated by spaces; read, write and delete stand for groups of them',
        true,
        'properties_get properties_set',
      ),
    },
  },
  answer: {
    key: '',
    data: Named('Token', {
      access_token: Type.String({ description: '40 lower-case hexadecimal characters' }),
      expires_in: Type.Integer({ description: 'Seconds' }),
      token_type: Type.Literal('Bearer'),
      scope: Type.Optional(
        Type.String({ description: 'Scopes, joined by commas; only under the choice token_scope_field=comma' }),
      ),
    }),
  },
  refusals: [
    'client_credentials_missing',
    'client_unknown',
    'grant_type_missing',
    'grant_type_unsupported',
    'authorization_code_missing',
    'authorization_code_unknown',
    'token_method',
    'scope_missing',
    'scope_invalid',
  ],
  example: {
    form: { grant_type: 'client_credentials', client_id: 'demo', client_secret: 'demo-secret', scope: 'properties_get' },
    answer: { access_token: '9f2c1d0b7a6e5f4c3b2a19080706050403020100', expires_in: 3600, token_type: 'Bearer' },
  },
  secretResponse: true,
  source: 'spec "Authentication"',
  choices: ['missing_scope', 'requested_scope', 'token_scope_field', 'token_lifetime', 'token_requests', 'client_refusal'],
})
