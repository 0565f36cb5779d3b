/** Recorded token requests, with the credentials of this world. */

import { basicCredentials, issuedToken } from '../auth/authorization.ts'
import { MASK } from '../base/mask.ts'
import { formDecodedOrSame } from '../base/percent-encoding.ts'
import { targetQuery } from '../base/request-target.ts'
import { TOKEN_OPERATION } from '../booking-contract/oauth.ts'
import { headerOf } from './address.ts'
import { isForm } from './body.ts'
import type { Exchange } from './har.ts'
import type { Step } from './plan.ts'
import type { KnownClient, ReplayTokens } from './replay-tokens.ts'

export function asksForToken({ exchange, asked }: Step): boolean {
  const { note, request, response } = exchange
  if (note?.operation !== undefined) return note.operation === TOKEN_OPERATION
  if (request.method !== 'POST') return false
  return /^\/oauth\/token\/?(?:\?|$)/.test(asked.target) || issuedToken(response.text) !== undefined
}

/**
 * The credentials for a token request: valid ones when the recorded ones were valid, else invalid ones.
 *
 * @returns the header, the values that replace fields of the form or the query, and the recorded client
 */
export function ownCredentials(step: Step, tokens: ReplayTokens) {
  const { exchange } = step
  const recorded = headerOf(exchange.request.headers, 'authorization')
  const client = requestingClient(step)
  if (!hadRightCredentials(exchange)) return { authorization: recorded, fields: missingFields(exchange), client }
  const own = tokens.client(client)
  const replaced = { client_id: own.id, client_secret: own.secret }
  return { authorization: basicCredentials(recorded) ? basicOf(own) : recorded, fields: replaced, client }
}

/** The client of a token request; undefined where only masked credentials name it. */
export const requestingClient = ({ exchange, asked, body }: Step): string | undefined =>
  clientNamed(exchange, new URLSearchParams(body && isForm(body) ? body.text : targetQuery(asked.target)))

/** The same by the fields of the request. */
export function clientNamed({ note, request }: Exchange, fields: URLSearchParams): string | undefined {
  const named = note?.client ?? fields.get('client_id')
  const authorization = headerOf(request.headers, 'authorization')
  return named ?? (authorization?.endsWith(MASK) ? undefined : basicCredentials(authorization)?.id)
}

const WRONG_CREDENTIALS: ReadonlySet<string | undefined> = new Set(['client_unknown', 'client_credentials_missing'])

/** Only a journal names refusals: a recorder in front of a deployment notes the client, whatever the answer. */
function hadRightCredentials({ note, response }: Exchange): boolean {
  if (note?.operation !== undefined) return note.client !== undefined && !WRONG_CREDENTIALS.has(note.refusalCode)
  return response.status !== 401 && !/\binvalid_client\b/.test(response.text ?? '')
}

/** The fields of missing credentials; a blank secret is masked as well. */
const missingFields = ({ note }: Exchange): Readonly<Record<string, string>> =>
  note?.refusalCode === 'client_credentials_missing' ? { client_secret: '' } : {}

/** RFC 6749 section 2.3.1: both parts are form-encoded before they are joined. */
const basicOf = ({ id, secret }: KnownClient): string =>
  `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`

/** A query or form with the values of existing fields replaced; everything else is unchanged. */
export function replaceFields(text: string, fields: Readonly<Record<string, string>>): string {
  return text
    .split('&')
    .map((part) => {
      const name = formDecodedOrSame(part.split('=', 1)[0] ?? '')
      return part.includes('=') && Object.hasOwn(fields, name) ? `${name}=${encodeURIComponent(fields[name] ?? '')}` : part
    })
    .join('&')
}
